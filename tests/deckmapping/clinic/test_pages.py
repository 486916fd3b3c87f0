"""What of a page is a list, what of it no reader sees, and what stands around its list."""

from __future__ import annotations

import pytest

from deckmapping.clinic.model import DeckFormat
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import doubts, ids, parse


@pytest.mark.parametrize(
    "page",
    [
        "<select><option>2 Dash</option><option>3 Sense</option></select>",
        "<details><summary>2 Dash</summary>3 Sense</details>",
        "<figure>2 Dash<figcaption>3 Sense</figcaption></figure>",
        "<h3>2 Dash</h3><span>3 Sense</span>",
        "<b>2 Dash</b>\n<i>3 Sense</i>",
        "<pre>\n2 Dash\n3 Sense\n</pre>",
    ],
)
def test_elements_of_a_page_part_its_lines(page: str) -> None:
    deck = parse(page)
    assert (deck.format, ids(deck.pile), deck.doubts) == (DeckFormat.GEMP_HTML, {"5_43": 2, "1_109": 3}, ())


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="visibility: hidden">2 Dash</p>',
        "<iframe>2 Dash</iframe>",
        '<object data="a">2 Dash</object>',
        "<canvas>2 Dash</canvas>",
        "<svg><text>2 Dash</text></svg>",
    ],
)
def test_what_no_reader_of_a_page_sees_is_in_doubt(hidden: str) -> None:
    deck = parse(f"{hidden}<p>3 Sense</p>")
    assert ids(deck.pile) == {"1_109": 3}
    assert [(text, count, reason) for _, text, count, reason, _ in doubts(deck)] == [("2 Dash", 2, "uncertain")]


@pytest.mark.parametrize(
    "above",
    [
        "Bob<br/>Side: Light",
        "<p>Bob</p><p>Side: Light</p>",
        "<ul><li>Deck by Bob</li><li>Side: Light</li></ul>",
        "<p>Greetings everyone:</p><p>Light Side</p>",
    ],
)
def test_a_name_or_a_greeting_above_the_side_puts_no_card_of_a_page_in_doubt(above: str) -> None:
    deck = parse(f"<div>{above}<p>3 Sense</p><p>2 Dash</p></div>")
    assert (ids(deck.pile), deck.doubts, deck.side) == ({"1_109": 3, "5_43": 2}, (), Side.LIGHT)
    assert len([remark for remark in deck.remarks if "was taken for" in remark.text]) == 1


def test_markup_of_forums_in_a_page_is_no_card() -> None:
    deck = parse("<div>[list]<br/>[*]3x Sense<br/>[b]2 Dash[/b]<br/>[/list]</div>")
    assert (deck.format, ids(deck.pile), deck.doubts) == (DeckFormat.GEMP_HTML, {"1_109": 3, "5_43": 2}, ())
    assert [line.text for line in deck.ignored] == ["[list]", "[/list]"]
