"""What `sabacc deck` says of a deck that is refused or odd, to people and to programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

CLEAR = "2x Princess Leia\nSense\n"
OUTSIDE_ONLY = "|13_4"
NO_CARD = "content: got 'no card in the pile, 1 outside the deck', expected at least one card"


@pytest.mark.parametrize(("name", "decks"), [("A", (OUTSIDE_ONLY, CLEAR)), ("B", (CLEAR, OUTSIDE_ONLY))])
def test_the_refused_one_of_two_decks_is_named_to_people_and_to_programs(
    name: str, decks: tuple[str, str], everywhere: Run
) -> None:
    told = everywhere("deck", "diff", *decks)
    assert (told.code, told.out, told.err) == (1, "", f"sabacc: deck {name} is refused:\nsabacc: {NO_CARD}\n")
    ran = everywhere("deck", "diff", *decks, "--json")
    status = json.loads(ran.err)
    assert (ran.code, ran.out, status["message"]) == (1, "", f"deck {name} is refused: {NO_CARD}")
    assert {"field": "content", "description": NO_CARD.removeprefix("content: ")} in [
        fault for detail in status["details"] for fault in detail.get("fieldViolations", [])
    ]


def test_a_file_that_is_none_is_named_with_its_deck(everywhere: Run, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.txt")
    ran = everywhere("deck", "diff", CLEAR, missing, "--json")
    assert ran.code == 2
    assert json.loads(ran.err)["message"].startswith(f"deck B is refused: {missing}: got 'No such file or directory'")


def test_standard_error_is_json_alone_where_a_word_is_refused(everywhere: Run) -> None:
    words = "no file is called OUTSIDE, so it was read as a deck itself"
    assert everywhere("deck", "parse", "OUTSIDE").err.splitlines()[0] == f"sabacc: {words}:"
    assert json.loads(everywhere("deck", "parse", "OUTSIDE", "--json").err)["message"].startswith(f"{words}: content:")


def test_what_is_odd_about_one_of_two_decks_is_shown_although_they_hold_the_same_cards(
    everywhere: Run, tmp_path: Path
) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_text('<deck><card blueprintId="1_109" title="Dash"/></deck>', encoding="utf-8")
    ran = everywhere("deck", "diff", "1_109", str(odd))
    assert (ran.code, ran.out.splitlines()) == (
        0, ["In B:", "Look at line 1: 1_109 is Sense, not 'Dash': the id decides", "The decks hold the same cards."]
    )  # fmt: skip


def test_lines_that_are_no_cards_are_counted_where_they_are_not_listed(everywhere: Run, tmp_path: Path) -> None:
    told = "Look at: {}; sabacc deck parse lists them"
    words = told.format("2 lines are no cards")
    text = "Side: Light\nINTERRUPTS (1)\nSense\n"
    ran = everywhere("deck", "convert", text, "--to", "gemp")
    assert (ran.code, ran.out) == (0, "1_109|\n")
    assert words in ran.err.splitlines()
    assert words in everywhere("deck", "diff", text, "1_109").out.splitlines()
    assert "no cards" not in everywhere("deck", "convert", "1_109", "--to", "xml").err
    for number in (1, 2):
        (tmp_path / f"{number}.txt").write_text("Side: Light\n1_109\n" * (number == 1) or "1_109|", encoding="utf-8")
    assert everywhere("deck", "parse", str(tmp_path)).out.splitlines()[-1] == told.format("1 line is no card")
