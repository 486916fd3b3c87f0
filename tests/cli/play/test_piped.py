"""Keys from a pipe: lines of text in, screens of text out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from deckmapping.themes.bundled import bundled_deck

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def _keys(text: str) -> bytes:
    return "".join(f"{key}\n" for key in text.split()).encode()


def test_the_same_seed_and_keys_play_the_same_evening(cli: Run) -> None:
    first, again, other = (cli("play", "--seed", seed, stdin=_keys("n d s n s q")) for seed in ("x", "x", "y"))
    assert (first.code, first.err) == (0, "")
    assert first.out == again.out
    assert first.out != other.out
    assert "\x1b" not in first.out
    assert max(map(len, first.out.splitlines())) <= 80
    assert re.search(r"^[0-9A-Z][a-z0-9]* hands?: [0-9]+ won, ", first.out, re.MULTILINE)


def test_the_summary_counts_each_hand_once(cli: Run) -> None:
    ran = cli("play", "--seed", "x", stdin=_keys("n s r . n s z n s q"))
    last = ran.out.splitlines()[-3:]
    results = re.findall(r"(won|lost) (\d+)$|(nothing won or lost)$", ran.out, re.MULTILINE)
    assert results
    won, lost, push, net = map(int, re.findall(r"-?\d+", re.sub(r"^\w+ hands: ", "", _sum(ran.out)))[:4])
    assert won + lost + push == 3
    balance = int(re.findall(r"Balance (\d+)", _sum(ran.out))[0])
    assert balance == 1000 + net
    assert "--record FILE keeps its record." in " ".join(" ".join(last).split())


def _sum(out: str) -> str:
    return next(line for line in out.splitlines() if " won, " in line and "net" in line)


def test_the_end_of_input_leaves_the_table_open(everywhere: Run) -> None:
    ran = everywhere("play", "--theme", "dune-sea-dark", stdin=_keys("n"))
    assert ran.code == 0
    (command,) = re.findall(r"^  sabacc play --table (.*)$", ran.out, re.MULTILINE)
    table_id = command.split()[0]
    again = everywhere("play", "--table", table_id, stdin=_keys("f q"))
    assert again.code == 0
    assert "One hand:" in again.out or "won 15" in ran.out or "lost 10" in ran.out  # a perfect sabacc ended it at once
    assert f"sabacc table record {table_id}" in again.out
    closed = everywhere("play", "--table", table_id, stdin=b"")
    assert closed.code == 0
    assert closed.out.startswith("This table was closed after one hand.\n")
    assert f"sabacc table record {table_id}" in closed.out


def test_a_table_closed_before_its_first_hand_says_so(everywhere: Run) -> None:
    opened = everywhere("play", stdin=b"")
    (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20})", opened.out)
    everywhere("play", "--table", table_id, stdin=b"q\n")
    assert everywhere("play", "--table", table_id).out == "This table was closed before its first hand.\n"


def test_a_table_gone_on_with_begins_with_its_last_bet(everywhere: Run) -> None:
    begun = everywhere("play", "--chips", "500", stdin=_keys("250n f"))
    (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20})", begun.out)
    again = everywhere("play", "--table", table_id, stdin=b"")
    assert "n deal for 250 " in again.out  # whatever was lost: as much as that is left
    assert "n deal for 20 " in everywhere("play", "--table", table_id, "--bet", "20", stdin=b"").out
    beyond = everywhere("play", "--table", table_id, "--bet", "5000", stdin=b"")
    assert (beyond.code, beyond.out) == (2, "")
    assert beyond.err.startswith("sabacc: --bet: got '5000', expected 1 to ")


def test_a_table_of_a_seed_that_is_left_is_told_to_be_gone(cli: Run, tmp_path: Path) -> None:
    left = cli("play", "--seed", "x", stdin=_keys("n"))
    assert "A table of --seed is not stored, and nobody can go on with it." in " ".join(left.out.split())
    assert "--table" not in left.out
    kept = cli("play", "--seed", "x", "--record", "r.txt", stdin=_keys("n f"))
    assert "A table of --seed is not stored: what is left of it is r.txt." in kept.out
    assert (tmp_path / "r.txt").read_text(encoding="ascii").count("\nkey ") == 1


def test_a_record_that_cannot_be_written_after_all_can_still_be_taken(everywhere: Run) -> None:
    ran = everywhere("play", "--record", "/dev/full", stdin=_keys("n f q"))
    assert ran.code == 2
    assert "/dev/full: got 'No space left on device'" in ran.err
    (table_id,) = re.findall(r"^  sabacc table record (t[0-9a-f]{20}) --out table.txt", ran.out, re.MULTILINE)
    assert everywhere("table", "record", table_id).code == 0


def test_where_a_record_is_to_stand_nothing_changes_before_it_is_written(cli: Run, tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_text("as it was", encoding="ascii")
    for name in ("old.txt", "new.txt"):
        assert cli("play", "--record", name, "--dealer", "x", stdin=b"").code == 1
    assert old.read_text(encoding="ascii") == "as it was"
    assert not (tmp_path / "new.txt").exists()


def test_a_record_is_written_and_verifies(everywhere: Run, cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    ran = everywhere("play", "--theme", "trooper-light", "--record", str(path), stdin=_keys("n f n f n f q"))
    assert ran.code == 0
    assert f"sabacc table verify {path}" in ran.out
    verified = cli("table", "verify", str(path), "--json")
    assert (verified.code, verified.json["hands"], verified.json["closed"]) == (0, 3, True)


def test_a_key_that_may_not_be_pressed_now_is_told_in_a_player_s_words(everywhere: Run) -> None:
    ran = everywhere("play", "--cut", "5", stdin=_keys("99999n n b f q"))
    assert ran.code == 0
    assert "n deal for 10 " in ran.out.split("bet 1 to 1000.")[1]  # the bet is as it was
    assert "You have 1000 chips: bet 1 to 1000." in ran.out
    assert re.search(r"First stand \(s\); then b takes the best values\.|No hand is being played", ran.out)


def test_another_dealer_takes_the_table(everywhere: Run) -> None:
    ran = everywhere("play", "--theme", "dune-sea-light", "--dealer", "kalit", stdin=_keys("t 1 t 3 n f q"))
    assert ran.code == 0
    assert "dealer: got 'jawa-light'" not in ran.out
    assert "Jawa takes the table: Utinni!" in " ".join(ran.out.split())
    assert re.search("^ Uutkik .*total", ran.out, re.MULTILINE)


def test_a_deck_comes_from_a_file_or_is_a_string(everywhere: Run, tmp_path: Path) -> None:
    deck = bundled_deck("dune-sea-light").deck_string
    path = tmp_path / "deck.txt"
    path.write_text(deck, encoding="utf-8")
    for given in (deck, str(path)):
        ran = everywhere("play", "--theme", "dune-sea-light", "--deck", given, stdin=_keys("n f q"))
        assert (ran.code, ran.err) == (0, "")
        assert "One hand:" in ran.out


def test_two_people_play_over_a_pipe(everywhere: Run) -> None:
    options = ("--versus", "Ann", "Bob", "--stake", "5", "--variant", "dune-sea", "--theme", "dune-sea-light")
    decks = ("--deck", "dune-sea-light", "--deck", "dune-sea-dark")
    ran = everywhere("play", *options, *decks, stdin=_keys("n . x x . . x x q q"))
    assert ran.code == 0
    balances = [
        int(re.search(rf"^{name}: One hand: [01] won, [01] lost.* Balance (\d+)", ran.out, re.MULTILINE)[1])  # type: ignore[index]  # it must be there
        for name in ("Ann", "Bob")
    ]
    assert sum(balances) == 2000


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--theme", "dune-sea-light"), "Dune Sea Sabacc: its wild and clone cards are played with."),
        (("--theme", "dune-sea-light", "--variant", "trooper"), "Trooper Sabacc: its wild and clone cards are"),
        (("--theme", "dune-sea-light", "--variant", "fair-deck"), "A fair deck: every card counts what is printed."),
        ((), "A fair deck: every card counts what is printed."),
    ],
)
def test_two_people_are_told_the_variant_which_is_the_theme_s(
    options: tuple[str, ...], told: str, everywhere: Run
) -> None:
    ran = everywhere("play", "--versus", "Ann", "Bob", *options, stdin=b"")
    assert told in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        (("--theme", "x"), 1, "--theme: got 'x', expected one of standard, cloud-city-light"),
        (("--dealer", "x"), 1, "--dealer: got 'x', expected one of house"),
        (("--deck", "x"), 2, "--deck: got 'x', expected a file"),
        (("--deck", "x"), 2, " trooper-dark; or one of a theme's dealers: the theme with -house or -boss or -mild or"),
        (("--deck", "|13_3"), 1, "expected a deck with 2 cards in the pile or more: a hand begins with two\n"),
        (("--bet", "0"), 2, "--bet: got '0', expected 1 to 1000 chips"),
        (("--bet", "21", "--chips", "20"), 2, "--bet: got '21', expected 1 to 20 chips"),
        (("--bet", "5", "--versus", "Ann", "Bob"), 2, "--bet: got 'together with --versus'"),
        (("--modifier",), 2, "--modifier: got 'the standard table'"),
        (("--record", "none/r.txt"), 2, "none/r.txt: got 'No such file or directory'"),
        (("--record", "."), 2, ".: got 'Is a directory'"),
        (("--deck", "-"), 2, "--deck: got '-', expected a file: keys come from standard input"),
        (("--deck", "deck-c", "--deck", "deck-c"), 2, "--deck: got '2 times'"),
        (("--character", "5_99x"), 1, "--character: got '5_99x'"),
        (("--chips", "0"), 1, "--chips: got '0 chips'"),
        (("--perfect-pays", "9"), 1, "--perfect-pays: got '9'"),
        (("--stake", "5"), 2, "--stake: got 'no --versus'"),
        (("--versus", "Ann", "Bob", "--unwatched"), 2, "--unwatched: got 'together with --versus'"),
        (("--versus", "Ann", "B ob"), 1, "--versus: got 'B ob'"),
        (("--versus", "Ann", "Bob", "--coach"), 2, "--coach: got"),
        (("--table", "t1", "--theme", "dune-sea-light"), 2, "--theme: got 'together with --table'"),
        (("--seed", "x", "--server", "127.0.0.1:1"), 2, "--server: got 'together with --seed'"),
        (("--seed", "x", "--table", "t1"), 2, "--table: got 'together with --seed'"),
        (("--server", "127.0.0.1:1"), 3, "no service answers at 127.0.0.1:1"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_by_its_option(
    args: tuple[str, ...], code: int, error: str, cli: Run
) -> None:
    ran = cli("play", *args, stdin=b"")
    assert (ran.code, ran.out) == (code, ""), ran.err
    assert ran.err.startswith("sabacc: ")
    assert error in ran.err
    assert "Traceback" not in ran.err
