"""Making decks: what comes out has the spread, the side and the roles, or it is said what is missing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.criteria import Criterion
from deckmapping.errors import InvalidInputError
from deckmapping.records import CardRecord, Side
from deckmapping.themes.building import DECK_C, Favour, Wishes, build_deck
from deckmapping.themes.recipes import wishes_of
from deckmapping.themes.spread import format_spread, parse_spread
from deckmapping.values import whole
from deckmapping.variants import Role, Variant, variant_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PLAIN, WILD, CLONE = "Sense", "Jawa Siesta", "Utinni!"
"""Titles that are plain, wild and clones in Dune Sea Sabacc."""


def card(number: int, value: int, title: str = "", **facts: Any) -> CardRecord:
    usual = {"uniqueness": "UNIQUE", "category": "EFFECT", "side": Side.LIGHT, "blueprint_id": f"1_{number}"}
    return CardRecord(title=title or f"{PLAIN} {number}", destiny=str(value), values=(whole(value),), **(usual | facts))


def built(cards: Sequence[CardRecord], spread: Mapping[int, int], wild: int = 0, clone: int = 0,
          favours: Sequence[Favour] = ()) -> list[str]:  # fmt: skip
    wishes = Wishes(Side.LIGHT, Variant.DUNE_SEA, spread, wild, clone, favours)
    return [each.blueprint_id for each in build_deck(Catalogue.of(cards), wishes)]


@given(
    variant=st.sampled_from(Variant),
    side=st.sampled_from(Side),
    spread=st.dictionaries(st.integers(0, 7), st.integers(1, 6), min_size=1),
    wild=st.integers(0, 3),
    clone=st.integers(0, 12),
)
def test_what_is_built_has_the_spread_the_side_and_the_roles_or_says_why_not(
    variant: Variant, side: Side, spread: dict[int, int], wild: int, clone: int
) -> None:
    wishes = wishes_of(variant, side, spread, wild=wild, clone=clone)
    try:
        deck = build_deck(starter_catalogue(), wishes)
    except InvalidInputError as error:
        (violation,) = error.violations
        assert violation.field in {"spread", "wild", "clone"}
        return
    roles = Counter(variant_rules(variant).classify(each).role for each in deck)
    assert Counter(each.values for each in deck) == {(whole(v),): n for v, n in spread.items()}
    assert (roles[Role.WILD], roles[Role.CLONE], len(deck)) == (wild, clone, sum(spread.values()))
    assert {each.side for each in deck} == {side}
    assert deck == build_deck(starter_catalogue(), wishes)


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("side", Side)
def test_a_deck_of_the_whole_catalogue_has_other_numbers_when_asked(
    variant: Variant, side: Side, full: Catalogue
) -> None:
    spread = {0: 4, 1: 8, 2: 8, 3: 10, 4: 6, 5: 10}
    deck = build_deck(full, wishes_of(variant, side, spread, wild=2, clone=6))
    roles = Counter(variant_rules(variant).classify(each).role for each in deck)
    assert (roles[Role.WILD], roles[Role.CLONE], len(deck)) == (2, 6, 46)
    assert Counter(each.destiny for each in deck) == {str(value): count for value, count in spread.items()}


def test_favours_go_first_in_their_order_and_each_takes_no_more_than_its_most() -> None:
    cards = [card(1, 5), card(2, 5, keywords=("B",)), card(3, 5, keywords=("A",)), card(4, 5, keywords=("A",))]
    a, b = Criterion("a", keywords=("A",)), Criterion("b", keywords=("B",))
    assert built(cards, {5: 2}) == ["1_1", "1_2"]
    assert built(cards, {5: 2}, favours=[Favour(a, 9)]) == ["1_3", "1_4"]
    assert built(cards, {5: 2}, favours=[Favour(a, 1), Favour(b, 9)]) == ["1_2", "1_3"]
    assert built(cards, {5: 3}, favours=[Favour(b, 9), Favour(a, 1)]) == ["1_1", "1_2", "1_3"]


@pytest.mark.parametrize(
    ("uniqueness", "copies"),
    [("UNIQUE", 1), ("UNRESTRICTED", 2), (None, 2), ("RESTRICTED_2", 2), ("RESTRICTED_3", 3), ("DIAMOND_1", 2),
     ("DIAMOND_3", 3)],
)  # fmt: skip
def test_a_card_is_taken_as_often_as_it_may(uniqueness: str | None, copies: int) -> None:
    cards = [card(1, 5, uniqueness=uniqueness)]
    assert built(cards, {5: copies}) == ["1_1"] * copies
    with pytest.raises(
        InvalidInputError, match=f"^spread: got '{copies + 1} cards that count 5', expected at most {copies},"
    ):
        built(cards, {5: copies + 1})


def test_other_cards_come_before_a_second_copy_and_no_title_twice() -> None:
    cards = [card(1, 5, uniqueness=None), card(2, 5), card(3, 5, title=f"{PLAIN} 2")]
    assert built(cards, {5: 2}) == ["1_1", "1_2"]
    assert built(cards, {5: 3}) == ["1_1", "1_1", "1_2"]


@pytest.mark.parametrize(
    "facts",
    [
        {"side": Side.DARK}, {"category": "OBJECTIVE"}, {"category": "DEFENSIVE_SHIELD"}, {"category": "EPIC_EVENT"},
        {"category": "GAME_AID"}, {"subtype": "STARTING"}, {"blueprint_id": "301_1"}, {"blueprint_id": "601_1"},
    ],
)  # fmt: skip
def test_cards_that_belong_in_no_usual_pile_are_left_out(facts: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match=r"^spread: got '1 cards that count [25]', expected at most 0"):
        built([card(1, 5, **facts)], {5: 1})


def test_cards_with_a_choice_or_a_broken_value_are_left_out() -> None:
    two = CardRecord("1_1", "R2", Side.LIGHT, "CHARACTER", "2 or 5", (whole(2), whole(5)))
    with pytest.raises(InvalidInputError, match=r"^spread: got '1 cards that count [25]', expected at most 0"):
        built([two], {2: 1})


def test_wild_and_clone_cards_stand_where_nothing_else_counts_so_much() -> None:
    # One plain card of each value, two wild 3s and two clone 4s: the spread forces which of them are taken.
    cards = [card(1, 3), card(2, 4), card(3, 3, WILD, uniqueness=None), card(4, 4, CLONE, uniqueness=None)]
    assert built(cards, {3: 2, 4: 2}, wild=1, clone=1) == ["1_1", "1_3", "1_2", "1_4"]
    assert built(cards, {3: 3, 4: 1}, wild=2, clone=0) == ["1_1", "1_3", "1_3", "1_2"]
    assert built(cards, {3: 1, 4: 3}, wild=0, clone=2) == ["1_1", "1_2", "1_4", "1_4"]


@pytest.mark.parametrize(
    ("spread", "wild", "clone", "error"),
    [
        ({3: 4}, 2, 0, r"^spread: got '4 cards that count 3', expected at most 3"),
        ({3: 3}, 1, 0, r"^wild: got '1 cards', expected at least 2 cards that are wild in Dune Sea Sabacc and count 3"),
        ({4: 3}, 0, 1, r"^clone: got '1 cards', expected at least 2 cards that are clones in Dune Sea .* and count 4"),
        ({4: 1}, 1, 0, r"^wild: got '0 cards', expected at least 1 cards that are wild in Dune Sea"),
        ({3: 1}, 0, 1, r"^clone: got '0 cards', expected at least 1 cards that are clones in Dune Sea"),
        ({5: 1}, 0, 0, r"^spread: got '1 cards that count 5', expected at most 0, as many as such a deck can have"),
        ({3: 1}, 1, 1, r"^spread: got '1 wild and 1 clone cards', expected at most 1 cards"),
        ({3: 1}, -1, 0, r"^wild: got '-1', expected 0 or more"),
        ({3: 1}, 0, -2, r"^clone: got '-2', expected 0 or more"),
        ({}, 0, 0, r"^spread: got '0 cards', expected 1 to 200 cards"),
        ({3: 201}, 0, 0, r"^spread: got '201 cards', expected 1 to 200 cards"),
    ],
)
def test_what_cannot_be_met_is_said(spread: dict[int, int], wild: int, clone: int, error: str) -> None:
    cards = [card(1, 3), card(2, 4), card(3, 3, WILD, uniqueness=None), card(4, 4, CLONE, uniqueness=None)]
    with pytest.raises(InvalidInputError, match=error):
        built(cards, spread, wild, clone)


def test_a_spread_is_read_and_written() -> None:
    assert dict(parse_spread("0:19,1:10,2:3,3:1,4:5,5:11,6:5,7:6")) == dict(DECK_C)
    assert dict(parse_spread(" 5 : 2 ,0:1,3:0")) == {0: 1, 5: 2}
    assert format_spread(DECK_C) == "0:19,1:10,2:3,3:1,4:5,5:11,6:5,7:6"


@pytest.mark.parametrize(
    ("text", "field"),
    [("", "s[0]"), ("0", "s[0]"), ("0:1,", "s[1]"), ("8:1", "s[0]"), ("0:1,0:2", "s[1]"), ("-1:2", "s[0]"),
     ("0:-1", "s[0]"), ("0:1000", "s[0]"), ("0:0", "s"), ("0:150,1:51", "s"), ("½:1", "s[0]"), ("0:1.5", "s[0]"),
     ("0:١", "s[0]"), ("0:1," * 100, "s[0]")],
)  # fmt: skip
def test_another_text_is_refused_with_its_place(text: str, field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_spread(text, "s")
    assert caught.value.violations[0].field == field
