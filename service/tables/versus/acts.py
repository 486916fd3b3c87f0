"""What the sides of a table between two players may do (`service.tables.versus.hands` deals and settles).

The rules of a hand stand in `service.rules.acts`; here are only those around it. Every act returns the table after it
and what happened, and leaves the old table as it was.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from service.rules import acts as rules
from service.rules.changes import best_change
from service.rules.errors import IllegalActError, is_legal
from service.rules.hand import total
from service.rules.state import SIDES, Phase
from service.tables.moves import (
    Absence,
    ChangeTotal,
    Choose,
    ChooseBest,
    Draw,
    HandMove,
    Leave,
    Ready,
    Stand,
    name_of,
)
from service.tables.versus.events import BecameReady, WentAbsent
from service.tables.versus.table import with_absence, with_ready

if TYPE_CHECKING:
    from service.rules.state import HandState, Seat
    from service.tables.versus.events import VersusEvent
    from service.tables.versus.table import VersusTable


Act: TypeAlias = HandMove | Leave | Ready
"""What a side may do at the table itself; how it is opened and closed is for others to say."""

Step: TypeAlias = "tuple[VersusTable, tuple[VersusEvent, ...]]"
"""The table after an act, and what happened."""

_IN_HAND: Final = MappingProxyType(
    {
        Phase.DRAWING: ("draw", "stand"),
        Phase.VALUING: ("choose", "best"),  # the hands are laid open by themselves
        Phase.CHANGING: ("change",),
    }
)
"""What a side that is asked may do in a hand."""


def verify_act(table: VersusTable, side: int, act: Act) -> None:
    """Check that *side* may do *act* now.

    Raises:
        IllegalActError: it may not; the error says what is legal now, in terms that both sides know.
        IllegalChoiceError: a value or a change that the rules do not allow (R5, R6).
    """
    if side not in SIDES:
        raise ValueError("a side is 0 or 1")
    if isinstance(act, Ready):
        if table.hand is not None or table.ready[side]:
            raise _illegal(table, side, act)
        return
    hand = _running(table, side, act)
    if isinstance(act, Leave):
        _verify_absence(table, side, act.why)
    else:
        _verify_in_hand(table, hand, side, act)


def can_act(table: VersusTable, side: int, act: Act) -> bool:
    """Tell whether *side* may do *act* now."""
    return is_legal(lambda: verify_act(table, side, act))


def act(table: VersusTable, side: int, act: Act) -> Step:
    """Carry out *act* of *side*.

    What needs nobody follows at once: absent sides are played for, and once every card of both hands has a value both
    lie open, without anybody confirming it.
    """
    verify_act(table, side, act)
    if isinstance(act, Ready):
        return with_ready(table, side), (BecameReady(side),)
    if isinstance(act, Leave):
        return played_on(with_absence(table, side, act.why), WentAbsent(side, act.why))
    assert table.hand is not None
    hand, events = _in_hand(table.hand, side, act)
    return played_on(replace(table, hand=hand), *events)


def legal_moves(table: VersusTable, side: int) -> tuple[str, ...]:
    """Return the names of what *side* may do now; they depend on nothing that it may not see."""
    hand = table.hand
    if hand is None:
        return () if table.ready[side] else ("ready",)
    if table.outcome is not None or table.absent[side] is not None:
        return ()
    if hand.phase is Phase.VALUING:  # both may act, each until all of its cards have a value
        return ("leave",) if total(hand.seats[side].hand) is not None else (*_IN_HAND[hand.phase], "leave")
    return (*(_IN_HAND[hand.phase] if hand.to_act == side else ()), "leave")


def legal_acts(table: VersusTable) -> str:
    """Say what may be done now, in words that give no card away."""
    hand = table.hand
    if hand is None:
        missing = ", ".join(str(side) for side in SIDES if not table.ready[side])
        return f"ready, by side {missing}" if missing else "deal"
    if table.outcome is not None:
        return "settle"
    who = "either side" if hand.to_act is None else f"side {hand.to_act}"
    return f"{' or '.join(_IN_HAND[hand.phase])}, by {who}"


def _running(table: VersusTable, side: int, act: Act) -> HandState:
    if table.hand is None or table.outcome is not None:
        raise _illegal(table, side, act)
    if table.absent[side] is not None:
        expected = "nothing before the hand is over: this side is played for"
        raise IllegalActError.of("act", f"{name_of(act)} by side {side}", expected)
    return table.hand


def _illegal(table: VersusTable, side: int, act: Act) -> IllegalActError:
    return IllegalActError.of("act", f"{name_of(act)} by side {side}", legal_acts(table))


def _verify_absence(table: VersusTable, side: int, why: Absence) -> None:
    # Only a side that the hand waits for can miss a deadline; whoever is there may go at any time.
    if why is Absence.MISSED_DEADLINE and side not in table.waits_for:
        raise IllegalActError.of("act", f"{why} by side {side}", "a side that the hand waits for")


def _verify_in_hand(table: VersusTable, hand: HandState, side: int, act: HandMove) -> None:
    if hand.phase is Phase.VALUING and total(hand.seats[side].hand) is not None:
        expected = "nothing before the hand is over: all cards of this side have a value"
        raise IllegalActError.of("act", f"{name_of(act)} by side {side}", expected)
    try:
        match act:
            case Draw():
                rules.verify_draw(hand, side)
            case Stand():
                rules.verify_stand(hand, side)
            case Choose():
                rules.verify_choose(hand, side, act.position, act.choice)
            case ChooseBest():
                rules.verify_choose_best(hand, side)
            case ChangeTotal():
                rules.verify_change_total(hand, side, act.change)
    except IllegalActError:  # which knows nothing of what follows here by itself
        raise _illegal(table, side, act) from None


def _in_hand(hand: HandState, side: int, act: HandMove) -> rules.Step:
    match act:
        case Draw():
            return rules.draw(hand, side)
        case Stand():
            return rules.stand(hand, side)
        case Choose():
            return rules.choose(hand, side, act.position, act.choice)
        case ChooseBest():
            return rules.choose_best(hand, side)
        case ChangeTotal():
            return rules.change_total(hand, side, act.change)


def played_on(table: VersusTable, *events: VersusEvent) -> Step:
    """Do what needs nobody's decision, until the hand waits for a side that is there; *events* came before."""
    happened = [*events]
    hand = table.hand
    assert hand is not None
    while (step := _unasked(hand, table.absent)) is not None:
        hand, more = step
        happened += more
    return replace(table, hand=hand), tuple(happened)


def _unasked(hand: HandState, absent: tuple[Absence | None, Absence | None]) -> rules.Step | None:
    """Return the next step that needs nobody's decision."""
    if hand.phase is Phase.VALUING:
        if hand.is_valued:
            return rules.reveal(hand)
        waiting = (side for side in SIDES if absent[side] and total(hand.seats[side].hand) is None)
        side = next(waiting, None)
        return None if side is None else rules.choose_best(hand, side)
    side = hand.to_act
    if side is None or absent[side] is None:
        return None
    if hand.phase is Phase.DRAWING:
        return rules.stand(hand, side)
    return rules.change_total(hand, side, _best_change(hand.seats[side]))


def _best_change(seat: Seat) -> int:
    counted = total(seat.hand)
    assert counted is not None
    return best_change(seat.hand.rules, counted)
