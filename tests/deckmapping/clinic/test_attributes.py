"""What the attributes of HTML's tags say about cards."""

from __future__ import annotations

import pytest

from tests.deckmapping.clinic.telling import doubts, ids, parse


@pytest.mark.parametrize(
    ("tag", "text", "count", "where"),
    [
        ('<p title="2 Dash">', "2 Dash", 2, "in the attribute title"),
        ("<p data-card='2x Dash'>", "2x Dash", 2, "in the attribute data-card"),
        ('<p title="Dash x3" title="words">', "Dash x3", 3, "in the attribute title"),
        ('<img src="a.gif" title="Dash">', "Dash", 1, "in place of a picture"),
        ('<img alt="Dash" title="3 Dash">', "Dash", 1, "in place of a picture"),
        ("<input type=hidden value='2 Dash'>", "2 Dash", 2, "in a field to fill in"),
    ],
)
def test_a_card_in_an_attribute_is_a_doubt(tag: str, text: str, count: int, where: str) -> None:
    deck = parse(f"<div>3x Sense</div>\n{tag}")
    assert ids(deck.pile) == {"1_109": 3}
    assert doubts(deck)[0] == (2, text, count, "uncertain", ["5_43"])
    assert deck.doubts[0].words == f"stands {where}, so it may not be meant"


@pytest.mark.parametrize(
    "tag", ['<a href="sense.html" title="Sense">', '<p style="width: 2 px">', '<p title="words">', '<p width="2">']
)
def test_an_attribute_that_counts_no_card_says_nothing(tag: str) -> None:
    deck = parse(f"<div>{tag}3x Sense</div>")
    assert (ids(deck.pile), deck.doubts, deck.ignored) == ({"1_109": 3}, (), ())


def test_other_numbers_in_attributes_are_listed() -> None:
    deck = parse('<div title="3 comments">3x Sense</div><input value="Search">')
    assert (ids(deck.pile), deck.doubts) == ({"1_109": 3}, ())
    assert [(line.text, line.reason) for line in deck.ignored] == [
        ("3 comments", "stands in the attribute title"), ("Search", "stands in a field to fill in")
    ]  # fmt: skip
