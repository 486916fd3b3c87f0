"""JSON that is a list alone, lines of text in it, and what JSON says that no deck of ours does."""

from __future__ import annotations

import json

import pytest

from deckmapping.clinic.model import DeckFormat
from deckmapping.errors import UnreadableError
from tests.deckmapping.clinic.telling import STARTER, doubts, ids, parse


@pytest.mark.parametrize(
    ("cards", "format_", "pile"),
    [
        ([{"id": "1_109"}, {"title": "Dash", "quantity": 3}], DeckFormat.JSON, {"1_109": 1, "5_43": 3}),
        (["3 Sense", "Dash x2", "5_7", "2x 1_109"], DeckFormat.JSON, {"1_109": 5, "5_43": 2, "5_7": 1}),
        ([[3, "Sense"], [1, "Dash"]], DeckFormat.ARCHIVE_JSON, {"1_109": 3, "5_43": 1}),
    ],
)
def test_a_list_alone_is_read_as_the_cards_of_an_object(
    cards: list[object], format_: DeckFormat, pile: dict[str, int]
) -> None:
    for text in (json.dumps(cards), json.dumps(cards, indent=2), json.dumps({"cards": cards})):
        deck = parse(text)
        assert (deck.format, ids(deck.pile), deck.doubts) == (format_, pile, ())


def test_a_line_of_text_in_a_list_may_be_marked_as_starting_or_be_in_doubt() -> None:
    deck = parse(json.dumps(["2 Hindsight (s)", "4 No Such Card"]))
    assert (ids(deck.pile), ids(deck.marked)) == ({"5_26": 2}, {"5_26": 2})
    assert [(line, text, count, reason) for line, text, count, reason, _ in doubts(deck)] == [
        (2, "4 No Such Card", 4, "unknown-title")
    ]


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("[b]Deck[/b]\n3 Sense", DeckFormat.PLAIN),
        ("[*] 3 Sense", DeckFormat.PLAIN),
        ("[3] Sense", DeckFormat.PLAIN),
        ("3 [[Sense]]", DeckFormat.WIKI),
        ("[[Sense]] x3", DeckFormat.WIKI),
    ],
)
def test_a_text_in_brackets_is_no_json(text: str, format_: DeckFormat) -> None:
    deck = parse(text)
    assert (deck.format, ids(deck.pile)) == (format_, {"1_109": 3})


@pytest.mark.parametrize("text", ['["Sense"', '[{"id": "1_109"},]', '[[1, "Sense"]}', '[{"id": "1_109", "id": "5_7"}]'])
def test_a_broken_list_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="strict JSON"):
        STARTER.parse(text.encode())


def test_a_list_of_decks_is_in_doubt_card_by_card() -> None:
    deck = parse(json.dumps([{"cards": [[3, "Sense"]]}, {"cards": ["Dash"]}]))
    assert deck.pile == ()
    assert [(line, text, count) for line, text, count, *_ in doubts(deck)] == [
        (1, '{"cards": [[3, "Sense"]]}', 1), (1, "Sense", 3), (2, '{"cards": ["Dash"]}', 1), (2, "Dash", 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("grey", ["the side 'grey' is neither light nor dark: it was not used"]),
        (7, ["the side '7' is neither light nor dark: it was not used"]),
        ("", ["the side '' is neither light nor dark: it was not used"]),
        ("Light Side", []),
        (None, []),
    ],
)
def test_a_side_that_is_none_is_told(side: object, told: list[str]) -> None:
    deck = parse(json.dumps({"side": side, "cards": ["Sense"]}))
    assert [remark.text for remark in deck.remarks if "cards only" not in remark.text] == told


def test_what_stands_deeper_in_a_card_is_in_doubt_or_listed() -> None:
    cards = [
        {"title": "Sense", "also": ["Dash", {"note": "prose"}]},
        {"title": "Tunnel Vision", "name": "Hindsight"},
        {"card": {"title": "Dash"}, "count": 2},
    ]
    deck = parse(json.dumps(cards))
    assert ids(deck.pile) == {"1_109": 1, "4_67": 1}
    assert [(line, text, count) for line, text, count, *_ in doubts(deck)] == [
        (1, "Dash", 1), (3, '{"card": {"title": "Dash"}, "count": 2}', 2)
    ]  # fmt: skip
    assert [(line.line, line.text, line.reason) for line in deck.ignored] == [
        (1, "prose", "stands in 'note'"), (2, "Hindsight", "stands in a card's 'name'")
    ]  # fmt: skip
    assert "'Hindsight' stands in a card's 'name', so it was not counted" in [remark.text for remark in deck.remarks]


def test_a_text_beside_cards_in_another_list_is_not_lost() -> None:
    deck = parse(json.dumps({"cards": ["Sense"], "extra": [{"title": "Dash"}, "Hindsight"], "more": {"Sense": 2.5}}))
    assert ids(deck.pile) == {"1_109": 1}
    assert [(text, count, reason) for _, text, count, reason, _ in doubts(deck)] == [
        ("Hindsight", 1, "uncertain"), ("Dash", 1, "uncertain"), ("Sense", 1, "bad-count")
    ]  # fmt: skip


@pytest.mark.parametrize("quantity", [3, 3.0, "3"])
def test_a_whole_number_is_a_count_however_it_is_written(quantity: object) -> None:
    deck = parse(json.dumps([{"id": "1_109", "quantity": quantity}, [quantity, "Dash"]]))
    assert (ids(deck.pile), deck.doubts) == ({"1_109": 3, "5_43": 3}, ())


@pytest.mark.parametrize("quantity", [2.5, "2.5", "many", "-1", True, None, 0, 201, 1e30, [3], ""])
def test_what_is_no_count_is_in_doubt_with_its_card(quantity: object) -> None:
    deck = parse(json.dumps([{"id": "1_109", "quantity": quantity}]))
    assert deck.pile == ()
    assert [(count, reason, found) for _, _, count, reason, found in doubts(deck)] == [(1, "bad-count", ["1_109"])]


@pytest.mark.parametrize(
    ("more", "text", "count"),
    [
        ({"Dash": 2}, "Dash", 2),
        ({"2 Dash": True}, "Dash", 2),
        ({"2x Dash": None}, "Dash", 2),
        ({"extra": {"Dash": "yes"}}, "Dash", 1),
        ({"extra": {"Dash": 3}}, "Dash", 3),
    ],
)
def test_a_title_as_a_key_is_in_doubt(more: dict[str, object], text: str, count: int) -> None:
    for data in ({"cards": ["Sense"], **more}, {"cards": [{"title": "Sense", **more}]}):
        deck = parse(json.dumps(data))
        assert ids(deck.pile) == {"1_109": 1}
        assert [(text, count, reason, found) for _, text, count, reason, found in doubts(deck)] == [
            (text, count, "uncertain", ["5_43"])
        ]
