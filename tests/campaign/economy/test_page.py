"""The tables of docs/economy.md are what the code reckons, and what its lives come to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from service.campaign.economy import board_studies, studies
from service.campaign.economy.board import Board
from service.campaign.economy.bounds import most_of_match, most_won
from service.campaign.economy.figures import Crowd, figures
from service.campaign.economy.kinds import DEPOSITS, LIVES, RECKLESS, SEED
from service.campaign.economy.tables import ResultTables
from service.campaign.ladder.ladder import ladder
from service.odds.studies.page import blocks, markdown

ROOT: Final = Path(__file__).resolve().parents[3]
PAGE: Final = (ROOT / "docs" / "economy.md").read_text(encoding="utf-8")
BOARD: Final = Board.of_ladder(ladder())
EXACT: Final = {"edges": board_studies.edges, "matches": board_studies.matches}
SAMPLED: Final = ("levels", "lives", "house", "ledger", "rich", "bounds", "engine")


def rows(name: str) -> list[list[str]]:
    """Return the cells of a table of the page, without its headings."""
    return [line.strip("| ").split(" | ") for line in blocks(PAGE)[name].splitlines()[2:]]


@pytest.mark.parametrize("name", EXACT)
def test_an_exact_table_of_the_page_is_fresh(name: str) -> None:
    assert blocks(PAGE)[name] == markdown(EXACT[name](BOARD))


def test_lives_that_are_lived_again_are_those_of_the_page() -> None:
    deposit = DEPOSITS[0]
    found = [figures(ResultTables.of(RECKLESS, BOARD), BOARD, Crowd(LIVES, deposit, SEED))]
    for study in (studies.levels(found), studies.lives(found), studies.house(found, BOARD)):
        (fresh,) = study.rows
        assert list(fresh) in rows(study.name)


def test_the_page_tells_of_every_player_with_every_deposit() -> None:
    wanted = [(kind, str(deposit // 100)) for deposit in DEPOSITS for kind in ("counter", "best", "simple", "reckless")]
    for name in ("levels", "lives", "house"):
        assert [tuple(row[:2]) for row in rows(name)] == wanted


def test_the_ledger_of_the_page_adds_up() -> None:
    *parts, houses, players = [[int(cell.replace(",", "")) for cell in row[1:]] for row in rows("ledger")]
    for at, total in enumerate(houses):
        assert abs(sum(part[at] for part in parts) - total) <= len(parts) / 2  # each is rounded to whole gold
        assert players[at] == -total
        assert total > 0


def test_no_counter_expects_a_win_who_plays_shoes_out_and_the_bounds_are_the_ladders() -> None:
    for row, level in zip(rows("bounds"), ladder().levels, strict=True):
        assert row[0] == level.title
        assert row[1].startswith("-")
        wanted = (level.ceiling.count, most_won(level), most_of_match(level))
        assert row[-3:] == [f"{silver / 100:,.1f}" for silver in wanted]


def test_hands_through_the_engine_agree_with_the_tables() -> None:
    lives = 0
    for row in rows("engine"):
        lives += int(row[1])
        for cell in row[3:]:
            found, expected, error = map(float, re.fullmatch(r"(\S+) for (\S+) ± (\S+)", cell).groups())  # type: ignore[union-attr]
            assert abs(found - expected) <= 4 * error + 1
    assert lives == 100


def test_every_table_of_the_page_is_checked() -> None:
    assert set(blocks(PAGE)) == {*EXACT, *SAMPLED}


def test_every_picture_of_the_page_is_there_and_its_job_in_the_makefile() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", PAGE)
    assert len(pictures) == 3
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)
    (job,) = re.findall(r"^    make ([a-z-]+)", PAGE, re.MULTILINE)
    assert f"\n{job}: " in (ROOT / "Makefile").read_text(encoding="utf-8")
