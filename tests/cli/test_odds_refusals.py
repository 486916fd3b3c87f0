"""What the commands of the odds refuse: by option, value and what was expected, in process and over the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

REFUSED = {
    "a count that is none": ("odds --player 0:19,1:x", "--player", "1:x at position 2", "KIND:COUNT"),
    "a kind that is none": ("odds --dealer 0:19,y:2", "--dealer", "y:2 at position 2", "a value ('5')"),
    "one card": ("odds --player 0:1", "--player", "a pile of 1", "two cards or more"),
    "too many cards": ("odds --dealer 0:300", "--dealer", "300 cards", "at most 200 cards"),
    "wild cards in a fair deck": ("odds --player wild:3,0:9", "--player", "wild:3 at position 1", "without a variant"),
    "an unknown card": ("odds --player 1_2,1_2,9_9999", "--player", "9_9999", "sabacc deck parse"),
    "an unknown character": (
        "odds --variant trooper --dealer-character 9_999",
        "--dealer-character",
        "9_999",
        "a card of catalogue",
    ),
    "a character that is no id": (
        "odds --variant trooper --player-character lando",
        "--player-character",
        "lando",
        "set_number",
    ),
    "draws to 21": ("odds --dealer-draws-to 21", "--dealer-draws-to", "21", "from 0 to 20"),
    "draws to -1": ("odds --dealer-draws-to=-1", "--dealer-draws-to", "-1", "from 0 to 20"),
    "overdraws to less": ("odds --overdraws-to 7 --overdraw-chance 1/4", "--overdraws-to", "7", "above 7 and up to 20"),
    "an overdraw chance alone": ("odds --overdraw-chance 25%", "--overdraw-chance", "1/4", "0 where he overdraws"),
    "more than always": ("odds --shift-share 101%", "--shift-share", "101/100", "a share from 0 to 1"),
    "a share that is none": ("odds --shift-share x", "--shift-share", "x", "a decimal of at most 12 digits"),
    "a payout of 5": ("odds --perfect-pays 5:1", "--perfect-pays", "5", "from 1:1 to 2:1"),
    "a payout that is none": ("odds --perfect-pays 3:0", "--perfect-pays", "3:0", "with '/' or ':' between them"),
    "it costs 3": ("odds --perfect-costs 3", "--perfect-costs", "3", "1 or 2 bets"),
    "stands on 13": ("chart --policy stand-on:13", "--policy", "13", "0 to 12"),
    "an edge of 3 bets": ("design --house-edge 300%", "--house-edge", "3", "from -2 to 2 bets a hand"),
    "an edge that is none": ("design --house-edge x", "--house-edge", "x", "a decimal"),
    "a tolerance below 0": ("design --tolerance=-1%", "--tolerance", "-1/100", "from 0 to 1 bet a hand"),
    "too many decks": ("design --most-changed 20", "--most-changed", "decks", "fewer cards changed"),
    "fewer than none": ("design --most-changed=-1", "--most-changed", "-1", "from 0 to 60 cards"),
    "not in the deck": ("design --may-leave 9", "--may-leave", "9", "kinds of the deck 0:19"),
    "a kind to come that is none": ("design --may-come 1,x", "--may-come[1]", "x", "a value ('5')"),
    "designed against a seer": ("design --dealer-sees-hand", "--dealer-sees-hand", "true", "plays by his rule"),
    "an edge no share gives": ("tune shift-share --house-edge 90%", "--house-edge", "9/10", "from -0.0398835 to 0.37"),
    "an edge no payout gives": ("tune perfect-pays", "--house-edge", "1/50", "from -0.0627418 to -0.0170254"),
    "no parts": ("tune pay-table --denominator 0", "--denominator", "0", "1 to 1000000"),
    "no hands": ("simulate --hands 0", "--hands", "0", "1 to 1000000000"),
    "more hands than there is time": ("simulate --hands 1000000001", "--hands", "1000000001", "1 to 1000000000"),
    "more 0s than there are": ("shoe --player-played 0:20", "--player-played", "0:20", "from 0 to 19"),
    "a kind the shoe has not": ("shoe --dealer-played 9:1", "--dealer-played", "9:1", "what the pile held"),
    "played, but no card": ("shoe --player-played hello", "--player-played", "hello at position 1", "a card"),
    "a shoe that is not played from": (
        "shoe --dealer-played 0:2 --draws independent",
        "--draws",
        "independent",
        "finite draws",
    ),
    "a cut too deep": ("count --cut 11", "--cut", "11", "from 1 to 10 hands a shoe"),
    "bets the wrong way round": ("count --least-bet 3 --most-bet 2", "--least-bet", "3 to 2", "the least one first"),
    "a bet that is none": ("count --least-bet x", "--least-bet", "x", "a decimal"),
    "one shoe": ("count --shoes 1", "--shoes", "1", "from 2"),
    "shoes of independent draws": ("count --draws independent", "--draws", "independent", "finite draws"),
    "stands on 12": ("versus deck-c deck-c --first-stands-on 12", "--first-stands-on", "12", "0 to 11"),
    "B is one card": ("versus deck-c 5:1", "B", "a pile of 1", "two cards or more"),
    "a profile of wild cards": ("profile wild:3,0:9", "DECK", "wild:3 at position 1", "without a variant"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_rules_or_a_limit_refuse_names_the_option_its_value_and_what_was_expected(
    case: str, everywhere: Run
) -> None:
    command, option, got, expected = REFUSED[case]
    ran = everywhere(*command.split())
    assert (ran.code, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    assert line.startswith(f"sabacc: {option}: got '")
    assert got in line.partition(", expected ")[0]
    assert expected in line.partition(", expected ")[2]


UNUSABLE = {
    "no bundled deck": ("odds --player deck-x", "--player: got 'deck-x', expected a file, counts, a deck string"),
    "no deck": ("odds --dealer=", "--dealer: got 'nothing', expected a file, counts, a deck string"),
    "no deck to profile": ("profile deck-x", "DECK: got 'deck-x', expected a file"),
    "no variant": ("odds --variant x", "--variant: got 'x', expected one of cloud-city, dune-sea, jabbas-palace"),
    "no draws": ("versus deck-c deck-c --draws x", "--draws: got 'x', expected one of finite, independent"),
    "no up card": ("chart --up-card x", "--up-card: got 'x', expected one of seen, hidden"),
    "no policy": ("odds --policy stand-on", "--policy: got 'stand-on', expected best, or stand-on:N"),
    "a total that is none": ("odds --policy stand-on:x", "--policy: got 'stand-on:x', expected best, or stand-on:N"),
    "nothing to tune": ("tune x", "NUMBER: got 'x', expected one of shift-share, perfect-pays, pay-table"),
    "a percentage of nothing": ("odds --shift-share %", "--shift-share: got '%', expected a decimal, a fraction"),
    "a percentage that is none": ("design --house-edge x%", "--house-edge: got 'x%', expected a decimal, a fraction"),
    "overdraws, but how often": ("odds --overdraws-to 9", "--overdraw-chance: got 'nothing', expected how often"),
    "a character of a fair deck": (
        "odds --dealer-character 5_5",
        "--dealer-character: got '5_5', expected a --variant with it",
    ),
    "a player of a fair deck": (
        "versus deck-c deck-c --second-character 5_5",
        "--second-character: got '5_5', expected a --variant with it",
    ),
    "one input for two decks": ("odds --player - --dealer -", "--dealer: got '-', expected another deck: --player"),
    "one input for two players": ("versus - -", "B: got '-', expected another deck: A is read"),
    "a picture of another kind": ("chart --out x.gif", "--out: got 'x.gif', expected a file that ends in .png or .svg"),
    "a picture of no kind": ("profile deck-c --out png", "--out: got 'png', expected a file that ends in .png or .svg"),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_what_cannot_be_used_is_told_before_anything_is_called(case: str, cli: Run) -> None:
    command, told = UNUSABLE[case]
    ran = cli(*command.split(), "--server", "127.0.0.1:1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"sabacc: {told}")
    assert len(ran.err.splitlines()) == 1


NO_NUMBERS = {
    "odds --dealer-draws-to x": ("--dealer-draws-to", "x", "a whole number of at most 9 digits"),
    "odds --dealer-draws-to 7.5": ("--dealer-draws-to", "7.5", "a whole number of at most 9 digits"),
    "odds --overdraws-to 99999999999": ("--overdraws-to", "99999999999", "a whole number of at most 9 digits"),
    "odds --perfect-costs two": ("--perfect-costs", "two", "a whole number of at most 9 digits"),
    "design --most-changed x": ("--most-changed", "x", "a whole number of at most 9 digits"),
    "tune pay-table --denominator x": ("--denominator", "x", "a whole number of at most 9 digits"),
    "simulate --hands 1e6": ("--hands", "1e6", "a whole number of at most 18 digits"),
    "simulate --hands 9999999999999999999": ("--hands", "9" * 19, "a whole number of at most 18 digits"),
    "simulate --seed=-1": ("--seed", "-1", f"a whole number from 0 to {2**64 - 1}"),
    f"count --seed {2**64}": ("--seed", str(2**64), f"a whole number from 0 to {2**64 - 1}"),
    "count --cut x": ("--cut", "x", "a whole number of at most 9 digits"),
    "count --shoes x": ("--shoes", "x", "a whole number of at most 9 digits"),
    "versus deck-c deck-c --first-stands-on x": ("--first-stands-on", "x", "a whole number of at most 9 digits"),
}


@pytest.mark.parametrize("command", NO_NUMBERS)
def test_what_is_no_number_is_told(command: str, cli: Run) -> None:
    option, got, expected = NO_NUMBERS[command]
    ran = cli(*command.split())
    assert (ran.code, ran.out) == (2, "")
    told = " ".join(ran.err.replace("│", " ").split())
    assert f"Invalid value for '{option}': got '{got}', expected {expected}" in told


def test_the_largest_seed_is_one(everywhere: Run) -> None:
    ran = everywhere("simulate", "--hands", "100", "--seed", str(2**64 - 1), "--json")
    assert ran.json["seed"] == str(2**64 - 1)


def test_a_deck_file_that_is_not_there_is_told_with_its_option(cli: Run, tmp_path: Path) -> None:
    ran = cli("odds", "--dealer", str(tmp_path / "deck.txt"))
    assert ran.code == 2
    assert ran.err.splitlines() == [
        "sabacc: --dealer:",
        f"sabacc: {tmp_path}/deck.txt: got 'No such file or directory', expected a file that can be read",
    ]


def test_an_empty_deck_on_standard_input_is_told_with_its_option(everywhere: Run) -> None:
    ran = everywhere("odds", "--player", "-", stdin=b"")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[0] == "sabacc: --player:"
    assert "no card" in ran.err


def test_with_json_a_refusal_names_the_field_of_the_contract(everywhere: Run) -> None:
    ran = everywhere("odds", "--dealer-draws-to", "21", "--json")
    assert (ran.code, ran.out) == (1, "")
    info, bad = ran.error["details"]
    assert (info["reason"], info["metadata"]["field"]) == ("FIELD_INVALID", "setting.rule.drawsTo")
    assert bad["fieldViolations"][0]["description"] == "got '21', expected a whole number from 0 to 20"


@pytest.mark.parametrize("command", ["odds", "chart", "design", "simulate", "shoe", "count", "profile deck-c"])
def test_a_service_that_is_silent_is_told(command: str, cli: Run) -> None:
    ran = cli(*command.split(), "--server", "127.0.0.1:1")
    assert (ran.code, ran.out) == (3, "")
    assert "no service answers at 127.0.0.1:1" in ran.err
