"""Links of wiki text that show other words than the page they lead to."""

from __future__ import annotations

import pytest

from deckmapping.clinic.model import DeckFormat
from tests.deckmapping.clinic.telling import card, clinic_of, doubts, ids, parse

WIKI = clinic_of(
    card("1_1", "Rodo", keywords=("LEADER",)), card("12_1", "Rodo"),
    card("200_1", "Rodo"), card("4_1", "Alone"), card("4_2", "Apart")
)  # fmt: skip


@pytest.mark.parametrize(
    ("link", "meant"),
    [
        ("[[Alone]]", "4_1"),
        ("[[:Alone]]", "4_1"),
        ("[[Alone|alone]]", "4_1"),
        ("[[Rodo (Coruscant)|Rodo]]", "12_1"),
        ("[[Rodo|Rodo (Coruscant)]]", "12_1"),
        ("[[Rodo|Rodo (V)]]", "200_1"),
        ("[[Rodo (V)|Rodo]]", "200_1"),
        ("[[Rodo (Coruscant)|Rodo (V)]]", "200_1"),
        ("[[Rodo|Virtual Rodo]]", "200_1"),
        ("{{CardLink|Rodo (V)|rodov.gif|Virtual Rodo}}", "200_1"),
        ("{{CardLink|Rodo|rodov.gif|Rodo (V)}}", "200_1"),
        ("{{CardLink|Alone|a-picture of it.gif}}", "4_1"),
        ("{{CardLink|Alone}}", "4_1"),
    ],
)
def test_page_and_label_of_one_title_name_one_card(link: str, meant: str) -> None:
    deck = parse(f"* 3x {link}", WIKI)
    assert (deck.format, ids(deck.pile), deck.doubts, deck.ignored) == (DeckFormat.WIKI, {meant: 3}, (), ())


def test_a_label_that_is_no_title_is_listed() -> None:
    deck = parse("{{CardLink|Alone|a.gif|40px}}\n2x [[Alone|the lonely one]]", WIKI)
    assert (ids(deck.pile), deck.doubts) == ({"4_1": 3}, ())
    assert [(line.line, line.text, line.reason) for line in deck.ignored] == [
        (1, "40px", "stands beside the title in a link"), (2, "the lonely one", "stands beside the title in a link")
    ]  # fmt: skip


def test_a_label_is_taken_where_the_page_is_no_title_and_the_page_is_listed() -> None:
    deck = parse("2x [[Some page of ours|Alone]]", WIKI)
    assert (ids(deck.pile), deck.doubts) == ({"4_1": 2}, ())
    assert [line.text for line in deck.ignored] == ["Some page of ours"]


@pytest.mark.parametrize(
    ("link", "pile"),
    [
        ("[[Alone|Apart]]", {"4_1": 2}),
        ("{{CardLink|Alone|Apart}}", {"4_1": 2}),
        ("{{CardLink|Alone|a.gif|Apart}}", {"4_1": 2}),
        ("[[Category:Decks|Apart]]", {"4_1": 1}),
        ("[[File:apart.gif|thumb|Apart]]", {"4_1": 1}),
    ],
)
def test_a_label_with_the_title_of_another_card_is_a_doubt(link: str, pile: dict[str, int]) -> None:
    deck = parse(f"Alone\n{link}", WIKI, DeckFormat.WIKI)
    assert ids(deck.pile) == pile
    assert [(line, text, count, reason) for line, text, count, reason, _ in doubts(deck)] == [
        (2, "Apart", 1, "uncertain")
    ]
