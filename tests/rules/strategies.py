"""Hypothesis strategies for the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from deckmapping.values import PI, Value, whole
from deckmapping.variants import Role
from service.rules.cards import Card, SideRules, WildRange
from service.rules.choices import ByCharacter, Choice, CloneOf, Number
from service.rules.hand import Hand, can_choose, choose

if TYPE_CHECKING:
    from collections.abc import Sequence

DESTINIES = (*(whole(number) for number in range(8)), Value(5_000_000), Value(45_000_000), PI)

printed_values = st.lists(st.sampled_from(DESTINIES), min_size=1, max_size=2, unique=True).map(
    lambda found: tuple(sorted(found))
)


@st.composite
def side_rules(draw: st.DrawFn, *, may_change: bool | None = None) -> SideRules:
    """Draw what a variant and a character allow a side; wild cards always have a range."""
    lowest = draw(st.integers(0, 2))
    return SideRules(
        wild_range=WildRange(lowest, draw(st.integers(lowest, 7))),
        perk_value=draw(st.sampled_from([None, whole(0), whole(4)])),
        own_destiny=draw(st.sampled_from([None, whole(3)])),
        may_change=draw(st.booleans()) if may_change is None else may_change,
        wins_double=draw(st.booleans()),
    )


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Draw a card of any role."""
    number = draw(st.integers(1, 99))
    role = draw(st.sampled_from([Role.PLAIN, Role.PLAIN, *Role]))
    return Card(f"9_{number}", draw(printed_values), role, is_stakes=draw(st.booleans()))


def candidate_choices(card_count: int) -> Sequence[Choice]:
    """List choices, legal and illegal ones, for the cards of a hand."""
    numbers = [Number(value) for value in (*DESTINIES, whole(8))]
    return [*numbers, *(CloneOf(position) for position in range(card_count + 1)), *ByCharacter]


@st.composite
def hands(draw: st.DrawFn, *, min_size: int = 2, max_size: int = 6) -> Hand:
    """Draw a hand in which some of the open cards have been given a legal choice."""
    held = draw(st.lists(cards(), min_size=min_size, max_size=max_size))
    hand = Hand.unvalued(held, draw(side_rules()))
    for position in range(len(held)):
        legal = [choice for choice in candidate_choices(len(held)) if can_choose(hand, position, choice)]
        if legal and draw(st.integers(0, 3)) == 0:
            hand = choose(hand, position, draw(st.sampled_from(legal)))
    return hand
