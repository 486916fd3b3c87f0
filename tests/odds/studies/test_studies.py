"""The tables of docs/odds.md are what the code reckons now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.odds.studies.counting import counted_tables, counting
from service.odds.studies.dealer_decks import recommended
from service.odds.studies.page import blocks, filled, markdown
from service.odds.studies.tables import QUICK_STUDIES, Study, percent

PAGE = Path(__file__).resolve().parents[3] / "docs" / "odds.md"
STUDIES = {"dealer-decks": recommended, **{study.__name__.replace("_", "-"): study for study in QUICK_STUDIES}}


@pytest.mark.parametrize("name", STUDIES)
def test_a_table_of_the_page_is_fresh(name: str) -> None:
    fresh = STUDIES[name]()
    assert fresh.name == name
    assert blocks(PAGE.read_text(encoding="utf-8"))[name] == markdown(fresh)


@pytest.mark.parametrize("name", counted_tables())
def test_what_the_page_says_of_a_counter_is_fresh_at_the_first_cuts(name: str) -> None:
    lines = markdown(counting(name, range(1, 3))).splitlines()
    assert blocks(PAGE.read_text(encoding="utf-8"))[f"counting-{name}"].splitlines()[: len(lines)] == lines


def test_every_table_of_the_page_is_checked() -> None:
    checked = {*STUDIES, *(f"counting-{name}" for name in counted_tables())}
    assert set(blocks(PAGE.read_text(encoding="utf-8"))) == checked


def test_every_picture_of_the_page_is_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", PAGE.read_text(encoding="utf-8"))
    assert all((PAGE.parent / picture).is_file() for picture in pictures)


def test_only_the_block_of_a_study_is_filled() -> None:
    page = "a\n<!-- study: one -->\nold\n<!-- end -->\nb\n<!-- study: two -->\nold\n<!-- end -->\n"
    study = Study("two", ("x", "y"), (("1", "2"),))
    assert filled(page, [study]) == page[: page.rindex("old")] + "| x | y |\n| --- | --- |\n| 1 | 2 |\n<!-- end -->\n"


def test_a_study_without_a_block_is_refused() -> None:
    with pytest.raises(ValueError, match="no block on the page for one"):
        filled("", [Study("one", (), ())])


def test_edges_are_written_in_hundredths_with_their_sign() -> None:
    assert [percent(edge) for edge in (0.0198766, -0.5)] == ["+1.9877 %", "-50.0000 %"]
