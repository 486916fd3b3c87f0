"""What one side may see of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from service.rules.events import Valued
from service.rules.hand import values
from service.rules.state import SIDES, HandState, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.values import Value
    from service.rules.cards import SideRules
    from service.rules.hand import Hand
    from service.rules.outcome import Outcome

_Event = TypeVar("_Event")


@dataclass(frozen=True, slots=True)
class SideView:
    """One side as the viewer sees it. What is None is not for his eyes, or not known yet."""

    card_count: int
    pile_count: int
    """Cards left to draw; their order is nobody's to see."""
    is_done: bool
    """Whether this side draws no more."""
    rules: SideRules
    """What its playing character allows; he lies open."""
    hand: Hand | None
    values: tuple[Value | None, ...] | None
    total: Value | None
    """With the change made so far."""
    change: int | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A hand as the side `viewer` sees it: his own hand, and the other one only when both lie open."""

    viewer: int
    starter: int
    phase: Phase
    to_act: int | None
    """The side that is asked now; whether the other side has valued its cards is not shown."""
    sides: tuple[SideView, SideView]
    outcome: Outcome | None


def seat_view(state: HandState, viewer: int) -> SeatView:
    """Return what the side *viewer* may see: hands lie open after the reveal, or when a perfect sabacc was dealt."""
    is_open = state.is_revealed or state.phase is Phase.FINISHED
    first, second = (_side_view(state, side, sees_hand=is_open or side == viewer) for side in SIDES)
    return SeatView(viewer, state.starter, state.phase, state.to_act, (first, second), state.outcome())


def visible_events(events: Iterable[_Event], viewer: int) -> tuple[_Event, ...]:
    """Return those of *events*, a hand's and others, that the side *viewer* may see.

    That the other side has cards to value is hidden.
    """
    return tuple(event for event in events if not isinstance(event, Valued) or event.side == viewer)


def _side_view(state: HandState, side: int, *, sees_hand: bool) -> SideView:
    seat = state.seats[side]
    return SideView(
        card_count=len(seat.hand.cards),
        pile_count=len(seat.pile),
        is_done=seat.is_done,
        rules=seat.hand.rules,
        hand=seat.hand if sees_hand else None,
        values=values(seat.hand) if sees_hand else None,
        total=seat.final_total if sees_hand else None,
        change=seat.change,
    )
