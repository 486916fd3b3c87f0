"""Piles as callers write them, and sides as they sit at a table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.catalogue import starter_catalogue
from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck_names
from deckmapping.values import Value, whole
from deckmapping.variants import Role, Variant
from service.odds.kinds import Kind, Pile, Side
from service.odds.piles import (
    bundled_side,
    dealer_at_table,
    parse_pile,
    parse_share,
    player_at_table,
    side_of,
    side_of_counts,
)
from service.rules.cards import SideRules

if TYPE_CHECKING:
    from deckmapping.records import CardRecord

FIVE = Kind((whole(5),))
WILD, CLONE = Kind((), Role.WILD), Kind((), Role.CLONE)


def card(blueprint_id: str) -> CardRecord:
    return starter_catalogue().require(blueprint_id)


def refusal(text: str, variant: Variant | None = Variant.DUNE_SEA) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInputError) as caught:
        parse_pile(text, "dealer.counts", variant)
    assert {fault.field for fault in caught.value.violations} == {"dealer.counts"}
    return [(fault.value, fault.expected) for fault in caught.value.violations]


def test_counts_are_read_by_kind_with_blanks_around_them() -> None:
    pile = parse_pile("0:19, 5:1,\n2/5:2,wild:3,clone:4,perk-wild:2:1,0.5:1", "pile", Variant.DUNE_SEA)
    assert pile.as_counts() == {
        Kind((whole(0),)): 19,
        FIVE: 1,
        Kind((whole(2), whole(5))): 2,
        WILD: 3,
        CLONE: 4,
        Kind((whole(2),), Role.PERK_WILD): 1,
        Kind((Value(5_000_000),)): 1,
    }


plain = st.tuples(st.integers(0, 10**9), st.integers(0, 10**9)).map(
    lambda pair: Kind(tuple(sorted({Value(pair[0]), Value(pair[1])})))
)
perk_wild = plain.map(lambda kind: Kind(kind.printed, Role.PERK_WILD))
kinds = st.one_of(plain, perk_wild, st.sampled_from([WILD, CLONE]))


@given(st.dictionaries(kinds, st.integers(1, 8), min_size=1, max_size=25))
def test_a_pile_that_was_written_is_read_again(counts: dict[Kind, int]) -> None:
    pile = Pile.of_counts(counts)
    assert parse_pile(str(pile), "pile", Variant.TROOPER) == pile


def test_every_wrong_entry_is_named_with_its_position() -> None:
    faults = refusal("5:1,x:1,5:2,4,4:-1,1/2/3:1,-1:1,4:1.5,,wild:x")
    assert [value for value, _ in faults] == [
        "x:1 at position 2",
        "5:2 at position 3",
        "4 at position 4",
        "4:-1 at position 5",
        "1/2/3:1 at position 6",
        "-1:1 at position 7",
        "4:1.5 at position 8",
        " at position 9",
        "wild:x at position 10",
    ]
    assert dict(faults)["5:2 at position 3"] == "each kind once"
    assert dict(faults)["-1:1 at position 7"] == "a value of 0 or more"


def test_two_ways_to_write_one_kind_are_one_kind() -> None:
    assert refusal("5:1,5.0:1") == [("5.0:1 at position 2", "each kind once")]
    assert refusal("2/5:1,5/2:1") == [("5/2:1 at position 2", "each kind once")]
    assert refusal("5:0,5:1") == [("5:1 at position 2", "each kind once")]


@pytest.mark.parametrize("role", ["wild", "clone", "perk-wild:2"])
def test_the_fair_deck_has_neither_wild_cards_nor_clones(role: str) -> None:
    ((value, expected),) = refusal(f"5:1,{role}:3", None)
    assert value == f"{role}:3 at position 2"
    assert "without a variant" in expected


def test_a_pile_holds_two_hundred_cards_and_no_more() -> None:
    assert parse_pile("0:100,1:100", "pile", None).size == 200
    assert refusal("0:100,1:101", None) == [("201 cards", "at most 200 cards")]
    assert refusal("0:1," * 3000, None) == [("12000 characters", "at most 8192")]


@pytest.mark.parametrize(
    ("text", "number"),
    [("3:2", Fraction(3, 2)), ("3/2", Fraction(3, 2)), ("1.5", Fraction(3, 2)), ("2", Fraction(2)), ("0", Fraction(0))],
)
def test_numbers_of_a_table_are_exact_however_they_are_written(text: str, number: Fraction) -> None:
    assert parse_share(text, "share") == number


@pytest.mark.parametrize("text", ["", "1/0", "1/2/3", "3:2/1", "1e3", "nan", "5 %", "1 / 2"])
def test_what_is_no_number_of_a_table_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_share(text, "shiftShare")
    assert caught.value.violations[0].field == "shiftShare"


def test_deck_c_is_its_published_counts_and_has_no_clones_in_any_variant() -> None:
    published = Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6})
    assert bundled_side("deck-c", None).pile == published
    assert bundled_side("deck-c", Variant.CLOUD_CITY).pile == published


@pytest.mark.parametrize("name", bundled_deck_names())
def test_every_bundled_deck_is_a_side_of_sixty_cards_with_and_without_its_variant(name: str) -> None:
    for variant in (None, *Variant):
        assert bundled_side(name, variant).pile.size == 60


def test_cards_become_what_the_variant_makes_of_them() -> None:
    records = [card("7_109"), card("7_109"), card("5_34")]
    fair = side_of(records, None)
    assert fair.rules == SideRules()
    assert all(kind.role is Role.PLAIN for kind in fair.pile.kinds)
    assert fair.pile.size == side_of(records, Variant.CLOUD_CITY).pile.size == 3


def test_a_pile_of_counts_cannot_be_barred_from_wild_cards_of_which_nobody_knows_the_value() -> None:
    pile = Pile.of_counts({FIVE: 10, WILD: 1})
    with pytest.raises(InvalidInputError) as caught:
        side_of_counts(pile, Variant.CLOUD_CITY, None, "7_111", "player.barredBy")
    assert caught.value.violations[0].field == "player.barredBy"
    assert side_of_counts(pile, Variant.DUNE_SEA, None, "7_111", "player.barredBy").pile == pile
    plain_pile = Pile.of_counts({FIVE: 10})
    assert side_of_counts(plain_pile, Variant.CLOUD_CITY, None, "7_111", "player.barredBy").pile == plain_pile


def test_a_players_character_gives_perks_only_at_a_table() -> None:
    rules = SideRules(perk_value=whole(4), own_destiny=whole(3), may_change=True, wins_double=True)
    side = player_at_table(Side(Pile.of_counts({FIVE: 2}), rules))
    assert side.rules == SideRules(perk_value=whole(4), own_destiny=whole(3))


def test_a_dealers_texts_become_the_rule_of_his_table() -> None:
    side = Side(Pile.of_counts({FIVE: 2}), SideRules(perk_value=whole(4), may_change=True, wins_double=True))
    dealt, rule = dealer_at_table(side, DealerRule(draws_to=6), shifts=True)
    assert dealt.rules == SideRules(perk_value=whole(4))
    assert rule == DealerRule(draws_to=6, shift_share=Fraction(1), wins_double=True)
    _, named = dealer_at_table(side, DealerRule(shift_share=Fraction(1, 10)), shifts=False)
    assert named == DealerRule(shift_share=Fraction(1, 10), wins_double=True)
    _, without = dealer_at_table(Side(side.pile), DealerRule(wins_double=True), shifts=True)
    assert without == DealerRule(wins_double=True)
