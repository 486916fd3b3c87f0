"""Kinds of card and piles of them."""

from __future__ import annotations

import pytest

from deckmapping.values import PI, Value, whole
from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile
from service.rules.cards import Card
from tests.odds.small_tables import kind, pile


def test_cards_that_count_alike_are_of_one_kind_whatever_they_are_called() -> None:
    wild = [Card("5_5", (whole(1),), Role.WILD), Card("5_6", (whole(4),), Role.WILD)]
    clones = [Card("7_1", (whole(0),), Role.CLONE), Card("7_2", (whole(6),), Role.CLONE)]
    plain = [Card("1_1", (whole(2), whole(5)), is_stakes=True), Card("1_2", (whole(2), whole(5)))]
    perk = Card("2_1", (whole(2), whole(5)), Role.PERK_WILD)
    made = Pile.of_cards([*wild, *clones, *plain, perk])
    assert made == pile("wild wild clone clone 2/5 2/5 perk-wild:2/5")
    assert made.size == 7


def test_a_pile_is_in_one_order_and_leaves_out_what_it_does_not_hold() -> None:
    made = Pile.of_counts({kind("5"): 2, kind("wild"): 1, kind("0"): 3, kind("7"): 0})
    assert made == Pile.of_counts({kind("0"): 3, kind("wild"): 1, kind("5"): 2})
    assert made.as_counts() == {kind("0"): 3, kind("5"): 2, kind("wild"): 1}
    assert Pile.of_values({0: 3, 5: 2, 7: 0}).as_counts() == {kind("0"): 3, kind("5"): 2}


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (Kind((whole(5),)), "5"),
        (Kind((Value(5_000_000),)), "0.5"),
        (Kind((whole(2), whole(5))), "2/5"),
        (Kind((PI,)), "3.1415927"),
        (Kind((), Role.WILD), "wild"),
        (Kind((), Role.CLONE), "clone"),
        (Kind((whole(3),), Role.PERK_WILD), "perk-wild:3"),
    ],
)
def test_a_kind_is_written_as_piles_write_it_and_its_card_is_of_it(made: Kind, text: str) -> None:
    assert str(made) == text
    assert Kind.of(made.card()) == made


def test_a_pile_is_written_with_its_counts() -> None:
    assert str(pile("0 0 2/5 clone clone clone")) == "clone:3,0:2,2/5:1"


@pytest.mark.parametrize(("printed", "role"), [((), Role.PLAIN), ((), Role.PERK_WILD), ((whole(3),), Role.CLONE)])
def test_what_is_printed_counts_for_plain_cards_and_wild_ones_by_perk_alone(
    printed: tuple[Value, ...], role: Role
) -> None:
    with pytest.raises(ValueError, match=f"^a {role} card with {len(printed)} printed values that count$"):
        Kind(printed, role)


@pytest.mark.parametrize("counts", [(2, -1), (2, 0), (2,), (2, 1, 1)])
def test_a_pile_holds_one_card_or_more_of_each_of_its_kinds(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected one or more cards of each"):
        Pile((kind("0"), kind("5")), counts)
