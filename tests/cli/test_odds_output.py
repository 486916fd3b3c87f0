"""What people read of the odds: the answer first, in 80 columns, without escapes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from defusedxml import ElementTree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

STANDARD = "The table: fair decks; finite draws; up card seen; the dealer draws on 7 or less;"

FIRST_LINES = {
    "odds": "The player is ahead by 3.9884 % of the bet a hand: house edge -3.9884 %.",
    "odds --dealer 0:19,1:10,2:2,3:1,4:7,5:11,6:5,7:5": (
        "The house is ahead by 1.9186 % of the bet a hand: house edge +1.9186 %."
    ),
    "odds --player 5:2 --dealer 5:2": "Nobody is ahead.",
    "chart": "The player is ahead by 3.9884 % of the bet a hand: house edge -3.9884 %.",
    "chart --variant dune-sea --player dune-sea-light --dealer dune-sea-dark": "The player is ahead by ",
    "design": "With this deck the house edge is +1.9186 %:",
    "tune shift-share": "With a shift share of 14 % the house edge is +1.8402 %.",
    "tune perfect-pays --house-edge=-4%": "With a perfect sabacc that pays 3:2 and costs 1 the house edge is -3.98",
    "tune pay-table": "With a perfect sabacc that pays 6:5 and costs 2 the house edge is +1.9548 %.",
    "simulate --hands 20000": "The player won +",
    "shoe --player-played 0:5": "The player is ahead by ",
    "count --shoes 100": "A perfect counter earns +4.",
    "versus deck-c deck-c": "Nobody is ahead.",
    "versus 5:2 4:2": "A is ahead by 100.0000 % of the bet a hand.",
    "versus 4:2 5:2": "B is ahead by 100.0000 % of the bet a hand.",
    "profile deck-c": "Played as well as can be, this deck earns 3.9884 % of the bet a hand at the ",
    "profile 7:30": "Played as well as can be, this deck loses ",
}


@pytest.mark.parametrize("command", FIRST_LINES)
def test_the_answer_comes_first_in_80_columns_without_escapes(command: str, everywhere: Run) -> None:
    ran = everywhere(*command.split())
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(FIRST_LINES[command])
    assert "\x1b" not in ran.out
    copied_whole = re.compile(r"exactly|precisely|^[0-9]+:[0-9]+,")
    wide = [line for line in ran.out.splitlines() if len(line.rstrip()) > 80 and not copied_whole.search(line)]
    assert wide == []


def test_a_table_is_told_in_words(cli: Run) -> None:
    def read(*command: str) -> str:
        return " ".join(cli(*command).out.split())

    assert STANDARD in read("odds")
    options = (
        "--draws independent --up-card hidden --dealer-draws-to 6 --overdraws-to 8 --overdraw-chance 12.5% "
        "--shift-share 1/4 --dealer-wins-double --perfect-pays 2 --perfect-costs 2 --variant dune-sea "
        "--player-character 6_36"
    )
    assert (
        "The table: dune-sea; independent draws; up card hidden; the dealer draws on 6 or less, and up to 8 in 12.5 % "
        "of the cases; he may change his total in 25 % of the hands; his every win costs two bets; a perfect sabacc "
        "pays 2 and costs 2; player's character 6_36."
    ) in read("odds", *options.split())
    assert "up card seen; the dealer sees the hand; a perfect" in read("odds", "--dealer-sees-hand")


def test_shares_of_how_hands_come_out_and_of_totals_are_told(cli: Run) -> None:
    out = cli("odds").out
    rows = dict(re.findall(r"^ ([A-Z][a-z 0-9]+?) +([0-9.]+) % *$", out, re.MULTILINE))
    first_five = ("The player wins", "The player has a perfect sabacc", "Push", "The dealer wins")
    assert float(rows["The player wins"]) == 44.7469
    shares = [float(rows[name]) for name in (*first_five, "The dealer has a perfect sabacc")]
    assert sum(shares) == pytest.approx(100, abs=0.0005)
    totals = re.findall(r"^ +([0-9]+) +([0-9.]+) %[ #]+ ([0-9.]+) %", out.split("The chance")[0], re.MULTILINE)
    assert [int(total) for total, _, _ in totals] == list(range(16))
    for side in (1, 2):
        assert sum(float(row[side]) for row in totals) == pytest.approx(100, abs=0.1)  # of the hands played out
    assert re.search(r"^ +5 +10\.3 %", out, re.MULTILINE)  # six 7s of 58 cards
    assert not re.search(r"^ +12 +100\.0 %", out, re.MULTILINE)  # over 11 nobody asks


def test_rare_totals_over_11_share_a_row(cli: Run) -> None:
    out = cli("odds", "--player", "dune-sea-light", "--dealer", "dune-sea-dark-boss", "--variant", "dune-sea").out
    (row,) = re.findall(r"^ ([0-9]+) and more +([0-9.]+) %", out, re.MULTILINE)
    assert int(row[0]) > 12


def test_many_totals_share_rows_by_whole_numbers(cli: Run) -> None:
    out = cli("odds", "--player", "0.1:5,0.7:5,1.3:5,2.9:5,3.4:5,4.8:5").out
    assert re.search(r"^ +9 to <10 +[0-9.]+ %", out, re.MULTILINE)
    assert "These are the whole totals; --json has all." in out
    totals = [row for row in out.splitlines() if " to <" in row and "%" in row]
    assert len(totals) <= 20


def test_a_pile_that_never_goes_over_is_told_so(cli: Run) -> None:
    assert "One more card never takes the player over 11." in cli("odds", "--player", "1:20").out
    assert "A third card never takes two cards over 11." in cli("profile", "1:20").out


def test_a_profile_tells_the_chance_of_a_perfect_opening_and_where_to_stand(everywhere: Run) -> None:
    out = everywhere("profile", "trooper-light").out
    for variant in ("cloud-city", "dune-sea", "jabbas-palace", "trooper"):
        assert re.search(rf"^ {variant} +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+ % +[+-][0-9.]+ %", out, re.MULTILINE)
    assert "With wild and clone cards" not in everywhere("profile", "deck-c").out
    deck_c = everywhere("profile", "deck-c", "--json").json
    assert (deck_c["bestStandOn"], deck_c["perfectFraction"], deck_c["variants"]) == (
        7,
        "17/354",
        [],
    )  # 85 of 1770 pairs
    assert "does best to stand on 7; in a tie on 7." in " ".join(everywhere("profile", "deck-c").out.split())


def test_the_chart_stands_on_8_with_two_cards_and_draws_on_6_whatever_is_seen(everywhere: Run) -> None:
    answer = everywhere("chart", "--json").json
    assert answer["upCards"] == [str(value) for value in range(8)]
    cells = {(cell["cards"], cell["total"], cell["upCard"]): cell for cell in answer["cells"]}
    assert all(cells[2, "8", up]["drawShare"] == 0 for up in range(8))
    assert all(cells[2, "6", up]["drawShare"] == 1 for up in range(8))
    for cell in cells.values():
        if cell["drawShare"] in (0, 1) and cell["isReached"]:
            assert abs(cell["draw"] - cell["stand"]) == pytest.approx(cell["cost"], abs=1e-9)
    assert answer["text"] in everywhere("chart").out


@pytest.mark.parametrize("command", [("chart",), ("profile", "deck-c")])
def test_a_picture_is_written_in_the_format_of_its_ending(
    command: tuple[str, ...], everywhere: Run, tmp_path: Path
) -> None:
    png, svg = tmp_path / "a.png", tmp_path / "b.SVG"
    ran = everywhere(*command, "--out", str(png))
    assert ran.out.splitlines()[-1] == f"Picture: {png}"
    assert png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    told = everywhere(*command, "--out", str(svg), "--json")
    assert told.json["picture"] == ""
    assert told.json["mediaType"] == "image/svg+xml"
    assert ElementTree.fromstring(svg.read_bytes()).tag.endswith("svg")
    assert everywhere(*command).out.splitlines() == ran.out.splitlines()[:-1]


def test_a_picture_that_cannot_be_written_is_told(everywhere: Run, tmp_path: Path) -> None:
    for command in (("chart",), ("profile", "deck-c")):
        ran = everywhere(*command, "--out", str(tmp_path / "no" / "a.png"))
        assert (ran.code, ran.out) == (2, "")
        assert (
            ran.err
            == f"sabacc: {tmp_path}/no/a.png: got 'No such file or directory', expected a file that can be written\n"
        )
