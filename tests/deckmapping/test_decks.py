from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.decks import Deck, Reason, is_starting_on_table_by_default, read_deck, require_one_side
from deckmapping.errors import InvalidInputError, NoDeckError, TwoSidedDeckError
from deckmapping.examples import EXAMPLE_DECKS, example_deck
from deckmapping.records import CardRecord, Side
from deckmapping.values import Value

STARTER = starter_catalogue()


def ids(cards: tuple[CardRecord, ...]) -> list[str]:
    return [card.blueprint_id for card in cards]


def test_report_6_what_is_no_card_is_named_with_place_and_reason() -> None:
    deck = read_deck("1_109,203_30,9999_1,abc,1_x,|", STARTER)
    assert ids(deck.pile) == ["1_109"]
    assert [(e.text, e.position, e.reason.value, e.blueprint_id) for e in deck.unresolved] == [
        ("203_30", 2, "unknown", "203_30"),
        ("9999_1", 3, "unknown", "9999_1"),
        ("abc", 4, "malformed", None),
        ("1_x", 5, "malformed", None),
    ]
    assert all(entry.words for entry in deck.unresolved)
    assert deck.side is None


def test_report_44_the_bar_parts_the_pile_from_the_outside() -> None:
    deck = read_deck("1_109,1_109,4_67|13_3,13_4", STARTER)
    assert (ids(deck.pile), ids(deck.outside)) == (["1_109", "1_109", "4_67"], ["13_3", "13_4"])
    assert deck.side is Side.LIGHT


@pytest.mark.parametrize("text", ["1_109,1_109,4_67", "1_109,1_109,4_67|"])
def test_report_44_without_a_bar_nothing_is_outside(text: str) -> None:
    deck = read_deck(text, STARTER)
    assert (len(deck.pile), len(deck.outside)) == (3, 0)


@pytest.mark.parametrize("text", ["|13_3", "", "|", ",,", " , |13_3", "\ufeff\r\n"])
def test_report_44_an_empty_pile_is_refused(text: str) -> None:
    with pytest.raises(NoDeckError, match=r"players\[0\]\.deck"):
        read_deck(text, STARTER, "players[0].deck")


@pytest.mark.parametrize("count", [40, 59, 200])
def test_report_44_odd_sizes_are_read_as_they_are(count: int) -> None:
    assert len(read_deck(",".join(["5_34"] * count), STARTER).pile) == count


def test_report_44_a_mixed_deck_is_two_sided() -> None:
    deck = read_deck("5_39,5_134", STARTER)
    assert deck.side is None
    assert deck.sides == {Side.LIGHT, Side.DARK}
    with pytest.raises(TwoSidedDeckError) as caught:
        require_one_side(deck, "players[0].deck")
    (violation,) = caught.value.violations
    assert violation.field == "players[0].deck"
    assert violation.value == "5_134 at position 2 (dark, the others light)"


def test_cards_outside_do_not_decide_the_side() -> None:
    deck = read_deck("5_39|5_134", STARTER)
    require_one_side(deck)
    assert deck.side is Side.LIGHT


@pytest.mark.parametrize(
    "text",
    [
        "5_39,7_109|13_3",
        "5_39,7_109|13_3\n",
        "\ufeff5_39,7_109|13_3\r\n",
        "5_39,\r\n7_109 |\r\n13_3",
        " 5_39 , 7_109 | 13_3 ",
        "5_039,7_109*|13_003^",
        "05_39,0007_0109|13_3",
    ],
)
def test_the_same_deck_from_argument_file_or_stream(text: str) -> None:
    deck = read_deck(text, STARTER)
    assert (ids(deck.pile), ids(deck.outside), deck.unresolved) == (["5_39", "7_109"], ["13_3"], ())


def test_blank_places_are_counted_as_places_and_are_no_entries() -> None:
    deck = read_deck(",5_39,, x ,|,,y", STARTER)
    assert [(e.text, e.position, e.outside) for e in deck.unresolved] == [("x", 4, False), ("y", 3, True)]
    assert deck.entry_count == 3


def test_an_unknown_card_outside_leaves_the_side_and_the_pile_alone() -> None:
    deck = read_deck("5_39|601_67", STARTER)
    assert deck.side is Side.LIGHT
    assert deck.unresolved_in_pile == ()
    assert [(e.text, e.outside) for e in deck.unresolved] == [("601_67", True)]


@pytest.mark.parametrize("text", ["601_40", "abc"])
def test_a_pile_of_nothing_known_has_no_side(text: str) -> None:
    deck = read_deck(text, STARTER)
    assert (deck.pile, deck.side, deck.sides, deck.entry_count) == ((), None, frozenset(), 1)


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("5_39*^", ("5_39",)),
        ("5_39**", ("5_39",)),
        ("109_4_BACK", ("109_4",)),
        ("00005_39", ("5_39",)),
        ("5-39", ("5_39",)),
        ("5 39", ("5_39",)),
        ("5__39", ("5_39",)),
        ("5-9999", ()),
        ("abc", ()),
        ("5_39x", ()),
    ],
)
def test_candidates_are_offered_for_what_is_nearly_an_id(text: str, candidates: tuple[str, ...]) -> None:
    (entry,) = read_deck(text, STARTER).unresolved
    assert (entry.reason, entry.candidates) == (Reason.MALFORMED, candidates)


def test_the_caller_sees_a_bad_entry_in_printable_text() -> None:
    (entry,) = read_deck("\x1b[31mπ" + "x" * 500, STARTER).unresolved
    assert entry.text.isascii()
    assert entry.text.isprintable()
    assert len(entry.text) <= 80


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (",".join(["5_39"] * 201), "201 cards in the pile"),
        ("5_39|" + ",".join(["13_3"] * 201), "201 cards outside the deck"),
        (",".join(["x"] * 201), "201 cards in the pile"),
        ("5_39|13_3|13_4", "2 bars"),
        ("5_39," + " " * 70_000, "70005 characters"),
    ],
)
def test_what_is_too_much_is_refused(text: str, value: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        read_deck(text, STARTER, "deck")
    assert (caught.value.violations[0].field, caught.value.violations[0].value) == ("deck", value)


def test_blanks_do_not_count_towards_the_limit() -> None:
    assert len(read_deck("5_39," * 200 + "," * 100, STARTER).pile) == 200


def test_starting_cards_are_the_objectives_and_starting_effects_of_the_pile() -> None:
    deck = read_deck("110_6,13_69,5_39,6_149|13_51", STARTER)
    assert ids(deck.starting) == ["110_6", "13_69"]


@pytest.mark.parametrize(
    ("category", "subtype", "starts"),
    [
        ("OBJECTIVE", None, True),
        ("EFFECT", "STARTING", True),
        ("EFFECT", "NORMAL", False),
        ("INTERRUPT", "STARTING", False),
        ("LOCATION", "SITE", False),
    ],
)
def test_nothing_else_is_guessed_to_start_on_table(category: str, subtype: str | None, starts: bool) -> None:
    record = CardRecord("1_1", "Card", Side.LIGHT, category, "3", (Value(0),), subtype=subtype)
    assert is_starting_on_table_by_default(record) is starts


def test_the_histogram_counts_values_in_ascending_order() -> None:
    deck = read_deck("2_14,5_39,217_2,2_2,213_10,3_8,5_39,204_1,222_8", STARTER)
    assert list(deck.histogram.items()) == [
        ("0", 1), ("0.5", 1), ("2/5", 1), ("3", 2), ("3.1415927", 1), ("3.1415927/6.2831855", 1), ("4", 1), ("4.5", 1)
    ]  # fmt: skip


_PLACES = st.lists(
    st.one_of(
        st.sampled_from(list(STARTER.records)),
        st.sampled_from(["", " ", "601_1", "9999_9999", "abc", "1_1*^", "1_1_BACK", "5_039*", " 5_39\r\n", "π"]),
        st.text(st.characters(blacklist_characters=",|\ufeff", codec="utf-8"), max_size=12),
    ),
    max_size=60,
)


@given(_PLACES, _PLACES)
def test_counts_add_up_and_positions_lead_back_to_the_text(main: list[str], outside: list[str]) -> None:
    text = f"{','.join(main)}|{','.join(outside)}"
    try:
        deck = read_deck(text, STARTER)
    except NoDeckError:
        assert not any(place.strip() for place in main)
        return
    entries = [place for place in main + outside if place.strip()]
    assert len(deck.pile) + len(deck.outside) + len(deck.unresolved) == deck.entry_count == len(entries)
    assert sum(deck.histogram.values()) == len(deck.pile)
    for entry in deck.unresolved:
        place = (outside if entry.outside else main)[entry.position - 1].strip()
        assert place not in STARTER.records
        if place.isascii() and place.isprintable() and "\\" not in place:
            assert entry.text == place


@given(st.lists(st.sampled_from(list(STARTER.records)), min_size=1, max_size=200))
def test_a_deck_gives_back_its_ids_in_order(cards: list[str]) -> None:
    deck = read_deck(",".join(cards), STARTER)
    assert ids(deck.pile) == cards


def test_hostile_texts_are_answered_at_once() -> None:
    started = time.perf_counter()
    for piece in ("0", "_", " ", "*", "0_", "1 ", "^*"):
        for text in ((piece * 10_000)[:10_000], ",".join([(piece * 300)[:300]] * 200)):
            try:
                read_deck(text, STARTER)
            except NoDeckError:
                assert not text.replace(",", "").strip()
    assert time.perf_counter() - started < 30


@pytest.mark.parametrize(("name", "side"), [(EXAMPLE_DECKS[0], Side.LIGHT), (EXAMPLE_DECKS[1], Side.DARK)])
def test_the_example_decks_are_legal_lists_of_60_cards(name: str, side: Side) -> None:
    deck = read_deck(example_deck(name), STARTER)
    assert (len(deck.pile), deck.unresolved, deck.side) == (60, (), side)
    assert {card.category for card in deck.outside} == {"DEFENSIVE_SHIELD"}
    assert all(card.side is side for card in deck.outside)
    assert deck.starting[0].category == "OBJECTIVE"
    assert max(map(deck.pile.count, deck.pile)) <= 2
    assert {card.category for card in deck.pile} >= {
        "LOCATION",
        "CHARACTER",
        "STARSHIP",
        "WEAPON",
        "EFFECT",
        "INTERRUPT",
    }


def test_there_are_no_other_example_decks() -> None:
    with pytest.raises(KeyError):
        example_deck("../starter")


def test_a_deck_is_read_with_the_catalogue_it_is_given() -> None:
    only = Catalogue.of([replace(STARTER.records["5_39"], side=Side.DARK)])
    assert read_deck("5_39", only) == Deck((only.records["5_39"],), ())
    assert [entry.text for entry in read_deck("5_39,7_109", only).unresolved] == ["7_109"]
