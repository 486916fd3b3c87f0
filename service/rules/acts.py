"""R1 to R6: what may be done in a hand.

For each act `verify_act` holds the rule, `can_act` asks it and `act` carries it out; an act returns the new state and
what happened, and leaves the old state as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from deckmapping.errors import PileTooSmallError, Violation
from service.rules import hand as hands
from service.rules.best import best_hand
from service.rules.changes import changed, verify_change
from service.rules.errors import IllegalActError, is_legal
from service.rules.events import Changed, Dealt, Drew, Ended, Event, PerfectSeen, Revealed, Stood, Valued
from service.rules.state import SIDES, HandState, Phase, Seat

if TYPE_CHECKING:
    from deckmapping.values import Value
    from service.rules.choices import Choice

Step: TypeAlias = tuple[HandState, tuple[Event, ...]]
"""The state after an act, and what happened."""


def verify_deal(state: HandState) -> None:
    """Check that the first cards may be dealt.

    Raises:
        PileTooSmallError: a pile holds fewer than two cards (R1); all such piles are named.
        IllegalActError: the cards have been dealt.
    """
    _verify_phase(state, "deal", Phase.DEALING)
    verify_piles(state.seats)


def verify_piles(seats: tuple[Seat, Seat]) -> None:
    """Check that both sides can draw their first cards.

    Raises:
        PileTooSmallError: a pile holds fewer than two cards (R1); all such piles are named.
    """
    if small := [side for side in SIDES if len(seats[side].pile) < hands.FIRST_CARDS]:
        raise PileTooSmallError.all(
            Violation(f"piles[{side}]", f"{len(seats[side].pile)} cards", "a pile that needs 2 or more")
            for side in small
        )


def can_deal(state: HandState) -> bool:
    """Tell whether the first cards may be dealt."""
    return is_legal(lambda: verify_deal(state))


def deal(state: HandState) -> Step:
    """Give each side its first two cards; a perfect sabacc is seen at once and ends the hand (R1 to R3)."""
    verify_deal(state)
    first, second = (seat.with_first_cards() for seat in state.seats)
    after = replace(state, seats=(first, second))
    seen = [PerfectSeen(side) for side in after.order if after.is_perfect(side)]
    if seen:
        return _ended(after, Dealt(), *seen)
    return after, (Dealt(), *(Stood(side, is_forced=True) for side in after.order if after.seats[side].is_forced))


def verify_draw(state: HandState, side: int) -> None:
    """Check that *side* may draw a card.

    Raises:
        IllegalActError: it is not asked now (R4).
    """
    _verify_asked(state, "draw", side, Phase.DRAWING)


def can_draw(state: HandState, side: int) -> bool:
    """Tell whether *side* may draw a card."""
    return is_legal(lambda: verify_draw(state, side))


def draw(state: HandState, side: int) -> Step:
    """Draw the next card of the side's own pile; with six cards or an empty pile it then stands (R4)."""
    verify_draw(state, side)
    after = state.seats[side].with_next_card()
    drew = Drew(side, len(after.hand.cards))
    return state.with_seat(side, after), (drew, Stood(side, is_forced=True)) if after.is_forced else (drew,)


def verify_stand(state: HandState, side: int) -> None:
    """Check that *side* may stand.

    Raises:
        IllegalActError: it is not asked now (R4).
    """
    _verify_asked(state, "stand", side, Phase.DRAWING)


def can_stand(state: HandState, side: int) -> bool:
    """Tell whether *side* may stand."""
    return is_legal(lambda: verify_stand(state, side))


def stand(state: HandState, side: int) -> Step:
    """Draw no more: standing is final, and the other side goes on alone (R4)."""
    verify_stand(state, side)
    after = replace(state.seats[side], has_stood=True)
    return state.with_seat(side, after), (Stood(side, is_forced=False),)


def verify_choose(state: HandState, side: int, position: int, choice: Choice) -> None:
    """Check that *side* may choose *choice* for the card at *position* of its hand.

    Raises:
        IllegalActError: it is not the time to value cards.
        IllegalChoiceError: the rules do not allow this value (R5); the error says what may be chosen.
    """
    _verify_phase(state, "choose", Phase.VALUING, side)
    hands.verify_choice(state.seats[side].hand, position, choice)


def can_choose(state: HandState, side: int, position: int, choice: Choice) -> bool:
    """Tell whether *side* may choose *choice* for the card at *position* of its hand."""
    return is_legal(lambda: verify_choose(state, side, position, choice))


def choose(state: HandState, side: int, position: int, choice: Choice) -> Step:
    """Value one card; it may be changed until the reveal and needs no confirmation (R5)."""
    verify_choose(state, side, position, choice)
    seat = state.seats[side]
    return state.with_seat(side, replace(seat, hand=hands.choose(seat.hand, position, choice))), (Valued(side),)


def verify_choose_best(state: HandState, side: int) -> None:
    """Check that the open cards of *side* may be given their best values.

    Raises:
        IllegalActError: it is not the time to value cards.
    """
    _verify_phase(state, "choose_best", Phase.VALUING, side)


def can_choose_best(state: HandState, side: int) -> bool:
    """Tell whether the open cards of *side* may be given their best values."""
    return is_legal(lambda: verify_choose_best(state, side))


def choose_best(state: HandState, side: int) -> Step:
    """Give the best values to all cards of *side* that have none yet, as for an owner who is absent (R5)."""
    verify_choose_best(state, side)
    seat = state.seats[side]
    return state.with_seat(side, replace(seat, hand=best_hand(seat.hand))), (Valued(side),)


def verify_reveal(state: HandState) -> None:
    """Check that both hands may be laid open.

    Raises:
        IllegalActError: it is not the time, or a card has no value yet.
    """
    _verify_phase(state, "reveal", Phase.VALUING)
    if not state.is_valued:
        raise IllegalActError.of("act", "reveal", "a value for every card of both hands first")


def can_reveal(state: HandState) -> bool:
    """Tell whether both hands may be laid open."""
    return is_legal(lambda: verify_reveal(state))


def reveal(state: HandState) -> Step:
    """Lay both hands open; where no side may change its total, that ends the hand."""
    verify_reveal(state)
    after = replace(state, is_revealed=True)
    first, second = (_counted(seat) for seat in after.seats)
    return _ended(after, Revealed((first, second), (_sum(after.seats[0]), _sum(after.seats[1]))))


def verify_change_total(state: HandState, side: int, change: int) -> None:
    """Check that *side* may change its total by *change*: -1, 0 (leave it) or 1.

    Raises:
        IllegalActError: it is not asked now: it has no such text, has said already, or the other side is first (R6).
        IllegalChoiceError: -1 from a total that is not above 0, or any other number.
    """
    _verify_asked(state, "change_total", side, Phase.CHANGING)
    verify_change(state.seats[side].hand.rules, _sum(state.seats[side]), change)


def can_change_total(state: HandState, side: int, change: int) -> bool:
    """Tell whether *side* may change its total by *change*."""
    return is_legal(lambda: verify_change_total(state, side, change))


def change_total(state: HandState, side: int, change: int) -> Step:
    """Change the side's total once, or leave it; after the last side that may, the hand ends (R6)."""
    verify_change_total(state, side, change)
    after = state.with_seat(side, replace(state.seats[side], change=change))
    return _ended(after, Changed(side, change, changed(_sum(state.seats[side]), change)))


def legal_acts(state: HandState) -> str:
    """Say what may be done now, in words that give no card away."""
    asked = state.to_act
    return {
        Phase.DEALING: "deal",
        Phase.DRAWING: f"draw or stand, by side {asked}",
        Phase.VALUING: "choose or choose_best, by either side, or reveal once every card has a value",
        Phase.CHANGING: f"change_total, by side {asked}",
        Phase.FINISHED: "nothing: the hand is over",
    }[state.phase]


def _verify_phase(state: HandState, act: str, phase: Phase, side: int | None = None) -> None:
    if state.phase is not phase or side not in (None, *SIDES):
        raise IllegalActError.of("act", act if side is None else f"{act} by side {side}", legal_acts(state))


def _verify_asked(state: HandState, act: str, side: int, phase: Phase) -> None:
    if state.phase is not phase or state.to_act != side:
        raise IllegalActError.of("act", f"{act} by side {side}", legal_acts(state))


def _ended(state: HandState, *events: Event) -> Step:
    """Add the end of the hand to *events* if they brought it about."""
    outcome = state.outcome()
    return state, events if outcome is None else (*events, Ended(outcome))


def _counted(seat: Seat) -> tuple[Value, ...]:
    counted = tuple(value for value in hands.values(seat.hand) if value is not None)
    assert len(counted) == len(seat.hand.cards)
    return counted


def _sum(seat: Seat) -> Value:
    """Return the total of a valued hand before any change."""
    counted = hands.total(seat.hand)
    assert counted is not None
    return counted
