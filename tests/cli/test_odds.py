"""`sabacc odds` and `sabacc versus`: the numbers, under the names that other programs rely on."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import ROOT

if TYPE_CHECKING:
    from tests.cli.conftest import Run

DECK_C = "0:19,1:10,2:3,3:1,4:5,5:11,6:5,7:6"
EXAMPLE = "0:16,1:10,2:3,3:4,4:5,5:11,6:5,7:6"
PLAN = ("--draws", "independent", "--up-card", "seen", "--perfect-pays", "2", "--perfect-costs", "2")

PUBLISHED = {
    "Deck C on both sides": (PLAN, "1.7903"),
    "three 3s for three 0s": (("--dealer", EXAMPLE, *PLAN), "-2.3365"),
    "Lando on 5 % of the hands": (("--shift-share", "5%", *PLAN), "-0.2723"),
    "Lando on 10 % of the hands": (("--shift-share", "0.1", *PLAN), "-2.3326"),
    "Lando on 15 % of the hands": (("--shift-share", "3/20", *PLAN), "-4.3929"),
    "Lando on 20 % of the hands": (("--shift-share", "20%", *PLAN), "-6.4532"),
    "Lando on all hands": (("--shift-share", "1", *PLAN), "-39.1918"),
    "a dealer who sees the hand": (("--dealer-sees-hand", *PLAN), "-10.2811"),
    "Deck C as played": ((), "3.9884"),
    "the example deck as played": (("--dealer", EXAMPLE, "--draws", "finite", "--perfect-pays", "3:2"), "-0.0772"),
    "he stands on 8": (("--policy", "stand-on:8"), "2.2858"),
    "the dealer draws on 6 or less": (("--dealer-draws-to", "6"), "3.0807"),
}


@pytest.mark.parametrize("table", PUBLISHED)
def test_the_published_figures_come_out(table: str, cli: Run) -> None:
    options, expected = PUBLISHED[table]
    ran = cli("odds", "--player", "deck-c", *options, "--json")
    assert ran.code == 0, ran.err
    assert f"{100 * float(ran.json['playerEdge']):.4f}" == expected


def test_the_commands_on_the_page_of_odds_tell_figures_that_stand_there(cli: Run) -> None:
    page = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    sabacc (.*)$", page, re.MULTILINE)
    assert len(commands) > 3
    for command in commands:
        first = cli(*command.split()).out.splitlines()[0]
        (edge,) = re.findall(r"house edge (?:is )?([+-][0-9.]+ %)[.:]$", first)
        assert edge in page


def test_the_edge_is_a_decimal_of_at_least_12_digits_beside_its_fraction(everywhere: Run) -> None:
    answer = everywhere("odds", "--player", DECK_C, "--dealer", "deck-c", "--json").json
    edge, exactly = answer["playerEdge"], Fraction(answer["playerEdgeFraction"])
    assert isinstance(edge, str)
    assert len(edge.partition(".")[2]) >= 12
    assert abs(Fraction(edge) - exactly) <= Fraction(1, 2 * 10**15)
    assert Fraction(answer["houseEdge"]) == -Fraction(edge)
    shares = {name: Fraction(share) for name, share in answer["outcomes"].items()}
    first_five = [shares[name] for name in ("win", "perfect", "push", "lose", "dealerPerfect")]
    assert sum(first_five) == pytest.approx(1, abs=1e-14)
    paid = shares["win"] + Fraction(3, 2) * shares["perfect"] - shares["lose"] - shares["dealerPerfect"]
    assert float(paid) == pytest.approx(float(exactly), abs=1e-14)
    assert {"playerOver", "dealerOver", "bothOver"} < shares.keys()


BY_HAND = {
    # two cards a pile: nobody can draw
    "10 beats 8": (("--player", "5:2", "--dealer", "4:2"), "1"),
    "8 loses to 10": (("--player", "4:2", "--dealer", "5:2"), "-1"),
    "a win of the dealer's that counts double": (
        ("--player", "4:2", "--dealer", "5:2", "--dealer-wins-double"),
        "-2",
    ),
    "as many": (("--player", "5:2", "--dealer", "5:2"), "0"),
    "on a quarter of the hands 10 becomes 11": (
        ("--player", "5:2", "--dealer", "5:2", "--shift-share", "25%"),
        "-1/4",
    ),
    "a perfect sabacc pays 3:2": (("--player", "5:1,6:1", "--dealer", "4:2"), "3/2"),
    "or 2": (("--player", "5:1,6:1", "--dealer", "4:2", "--perfect-pays", "2"), "2"),
    "the dealer's costs 1": (("--player", "4:2", "--dealer", "5:1,6:1"), "-1"),
    "or 2 bets": (("--player", "4:2", "--dealer", "5:1,6:1", "--perfect-costs", "2"), "-2"),
    # three 4s: 8, and 12 with the third
    "the dealer stands on 8": (("--player", "3:2", "--dealer", "4:3"), "-1"),
    "he draws on 8 and is over": (("--player", "3:2", "--dealer", "4:3", "--dealer-draws-to", "8"), "1"),
    "he draws on 8 a quarter of the time": (
        ("--player", "3:2", "--dealer", "4:3", "--overdraws-to", "8", "--overdraw-chance", "0.25"),
        "-1/2",
    ),
    "the player stands on 8": (("--player", "4:3", "--dealer", "3:2", "--policy", "stand-on:8"), "1"),
    "and draws on 8 where he is told to": (("--player", "4:3", "--dealer", "3:2", "--policy", "stand-on:9"), "-1"),
    "at his best he stands": (("--player", "4:3", "--dealer", "3:2", "--policy", "best"), "1"),
}


@pytest.mark.parametrize("table", BY_HAND)
def test_tables_that_can_be_reckoned_by_hand_come_out(table: str, cli: Run) -> None:
    options, expected = BY_HAND[table]
    ran = cli("odds", *options, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["playerEdgeFraction"] == expected


def test_the_chance_of_a_perfect_opening_is_that_of_the_pairs_that_make_11(cli: Run) -> None:
    answer = cli("odds", "--json").json
    pairs = 5 * 6 + 11 * 5  # a 4 and a 7, a 5 and a 6
    assert float(answer["playerOpensPerfect"]) == pytest.approx(pairs / (60 * 59 / 2), abs=1e-14)
    assert answer["playerOpensPerfect"] == answer["dealerOpensPerfect"]


def test_hidden_draws_and_up_cards_have_other_edges_than_seen_ones(cli: Run) -> None:
    seen, hidden = (cli("odds", "--up-card", each, "--json").json["playerEdge"] for each in ("seen", "hidden"))
    assert float(hidden) < float(seen)  # what he does not see serves him nothing


def test_the_dealers_character_makes_the_rule_in_its_variant(everywhere: Run) -> None:
    table = ("--player", "5:2", "--dealer", "5:2", "--variant", "cloud-city", "--json")
    lando = ("--dealer-character", "5_5")
    assert everywhere("odds", *table).json["playerEdgeFraction"] == "0"
    assert everywhere("odds", *table, *lando).json["playerEdgeFraction"] == "-1"  # 10 becomes 11
    tenth = everywhere("odds", *table, *lando, "--shift-share", "10%").json
    assert tenth["playerEdgeFraction"] == "-1/10"
    losing = ("--player", "4:2", "--dealer", "5:2", "--variant", "dune-sea", "--dealer-character", "6_36", "--json")
    assert everywhere("odds", *losing).json["playerEdgeFraction"] == "-2"  # R'kik D'nec wins double


def test_wild_cards_count_in_a_variant_and_are_refused_in_the_fair_deck(cli: Run) -> None:
    pile = ("--player", "wild:2,5:6", "--dealer", "4:4")
    assert cli("odds", *pile, "--variant", "dune-sea", "--json").code == 0
    refused = cli("odds", *pile)
    assert refused.code == 1
    assert "--player: got 'wild:2 at position 1'" in refused.err


def test_two_players_win_what_the_card_game_pays(everywhere: Run) -> None:
    answer = everywhere("versus", "5:2", "4:2", "--json").json
    assert (answer["firstEdgeFraction"], answer["first"]["wins"], answer["draw"]) == (
        "1",
        "1." + "0" * 15,
        "0." + "0" * 15,
    )
    perfect = everywhere("versus", "4:2", "5:1,6:1", "--json").json
    assert perfect["firstEdgeFraction"] == "-2"  # R8: a perfect sabacc wins double


def test_deck_c_against_itself_is_even_and_both_stand_on_7(cli: Run) -> None:
    answer = cli("versus", "deck-c", "deck-c", "--json").json
    assert answer["firstEdgeFraction"] == "0"
    assert answer["firstStandOn"] == answer["secondStandOn"] == [{"standOn": 7, "share": "1"}]
    assert len(answer["firstReplies"]) == 12


def test_of_whom_no_total_is_said_where_the_others_is_stands_on_8_as_in_a_tie(everywhere: Run) -> None:
    both = everywhere("versus", "deck-c", "deck-c", "--first-stands-on", "9", "--second-stands-on", "8", "--json")
    one = everywhere("versus", "deck-c", "deck-c", "--first-stands-on", "9", "--json")
    assert one.json == both.json
    assert one.json["secondStandOn"] == [{"standOn": 8, "share": "1"}]
    other = everywhere("versus", "deck-c", "deck-c", "--second-stands-on", "0", "--json").json
    assert [other[side][0]["standOn"] for side in ("firstStandOn", "secondStandOn")] == [8, 0]
    told = everywhere("versus", "--help").out.replace("│", " ")
    assert "8, as in a tie, where only the other's is given." in " ".join(told.split())
