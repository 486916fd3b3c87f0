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


def test_a_record_is_written_and_verifies(everywhere: Run, cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    ran = everywhere("play", "--theme", "trooper-light", "--record", str(path), stdin=_keys("n f n f n f q"))
    assert ran.code == 0
    assert f"sabacc table verify {path}" in ran.out
    verified = cli("table", "verify", str(path), "--json")
    assert (verified.code, verified.json["hands"], verified.json["closed"]) == (0, 3, True)


def test_a_refused_move_is_told_in_the_service_s_words(everywhere: Run) -> None:
    ran = everywhere("play", "--cut", "5", stdin=_keys("99999n n b f q"))
    assert ran.code == 0
    assert "n deal for 10 " in ran.out.split("amount:")[1]  # the bet is as it was
    assert "amount: got '99999', expected 1 to 1000 chips" in ran.out
    assert re.search(r"move: got 'best', expected (draw|stand|bet)|No hand is being played", ran.out)


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
    assert re.search(r"^Ann: One hand: [01] won, [01] lost", ran.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        (("--theme", "x"), 1, "--theme: got 'x', expected one of cloud-city-light"),
        (("--dealer", "x"), 1, "--dealer: got 'x', expected one of house"),
        (("--deck", "x"), 2, "--deck: got 'x', expected a file"),
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
    assert f"sabacc: {error}" in ran.err
    assert "Traceback" not in ran.err
