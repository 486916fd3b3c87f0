"""Where a line says two things about its card, one of them counts and the other one is told."""

from __future__ import annotations

import pytest

from deckmapping.clinic.model import DeckFormat
from tests.deckmapping.clinic.telling import doubts, ids, parse


def told(text: str) -> list[tuple[int, str]]:
    """The remarks about lines."""
    return [(remark.line, remark.text) for remark in parse(text).remarks if remark.line]


@pytest.mark.parametrize("written", ["Sense (V) [1_109]", "Sense (Hoth) [1_109]", "Sense (DS) [1_109]", "Dash [1_109]"])
def test_an_id_decides_against_what_else_is_written(written: str) -> None:
    deck = parse(f"2x {written}")
    assert (ids(deck.pile), deck.doubts) == ({"1_109": 2}, ())
    assert told(f"2x {written}") == [(1, f"1_109 is Sense, not {written!r}: the id decides")]


def test_an_id_that_agrees_with_what_else_is_written_is_no_remark() -> None:
    assert told("Sense [1_109]\nSense (LS) (Premiere) [1_109]\nR2-D2 (V) [201_6]\nArtoo-Detoo [201_6]") == []


def test_a_picture_decides_against_the_name_behind_it() -> None:
    line = 'card "/starwars/Premiere-Light/t_sense" {} 1'
    text = "\n".join(line.format(name) for name in ('"Sense"', '"•Sense (LS)"', '""', '"Dash"', '"2 Dash"'))
    deck = parse(text)
    assert (deck.format, ids(deck.pile), deck.doubts) == (DeckFormat.HOLOTABLE, {"1_109": 5}, ())
    assert told(text) == [
        (4, "1_109 is Sense, not 'Dash': the picture decides"),
        (5, "1_109 is Sense, not '2 Dash': the picture decides"),
    ]


@pytest.mark.parametrize("title", ["Sense (LS) (DS)", "Sense (Premiere) (Coruscant)"])
def test_two_sides_or_two_sets_behind_a_title_make_a_doubt(title: str) -> None:
    assert [(text, reason) for _, text, _, reason, _ in doubts(parse(title))] == [(title, "unknown-title")]


def test_a_mark_of_starting_on_a_card_outside_the_deck_is_told() -> None:
    text = "Sense\nSHIELDS\nBattle Plan (s)"
    deck = parse(text)
    assert (ids(deck.outside), deck.marked) == ({"13_8": 1}, ())
    assert told(text) == [(3, "Battle Plan is marked as starting and stands outside the deck: the mark was not used")]


def test_words_where_gemps_xml_says_how_a_card_lies_are_in_doubt() -> None:
    deck = parse(
        '<deck><card blueprintId="1_109" horizontal="2 Dash"/><card blueprintId="5_7" horizontal="true"/></deck>'
    )
    assert ids(deck.pile) == {"1_109": 1, "5_7": 1}
    assert doubts(deck) == [(1, "2 Dash", 2, "uncertain", ["5_43"])]
