"""What the sides of a table between two players may do (`service.tables.versus.hands` deals and settles).

The rules of a hand stand in `service.rules.acts`; here are only those around it. Every act returns the table after it
and what happened, and leaves the old table as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.errors import DomainError
from service.rules import acts as rules
from service.rules.changes import best_change
from service.rules.errors import IllegalActError
from service.rules.hand import total
from service.rules.state import SIDES, Phase
from service.tables.versus.events import Agreed, WentAbsent
from service.tables.versus.table import Absence, with_absence, with_agreement

if TYPE_CHECKING:
    from service.rules.choices import Choice
    from service.rules.state import HandState, Seat
    from service.tables.versus.events import VersusEvent
    from service.tables.versus.table import VersusTable


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card (R4)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Draw no more (R4)."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Value one card (R5)."""

    position: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class ChooseBest:
    """Give the best values to all cards that have none (R5)."""


@dataclass(frozen=True, slots=True)
class ChangeTotal:
    """Change the total after the reveal, or leave it with 0 (R6)."""

    change: int


@dataclass(frozen=True, slots=True)
class BeAbsent:
    """Be played for until the hand is over: the caller says so of a side, or the side itself concedes."""

    why: Absence


@dataclass(frozen=True, slots=True)
class Agree:
    """Want another hand, after one."""


Act: TypeAlias = Draw | Stand | Choose | ChooseBest | ChangeTotal | BeAbsent | Agree

Step: TypeAlias = "tuple[VersusTable, tuple[VersusEvent, ...]]"
"""The table after an act, and what happened."""

_NAMES: Final = {
    Draw: "draw",
    Stand: "stand",
    Choose: "choose",
    ChooseBest: "choose_best",
    ChangeTotal: "change_total",
    BeAbsent: "be absent",
}


def verify_act(table: VersusTable, side: int, act: Act) -> None:
    """Check that *side* may do *act* now.

    Raises:
        IllegalActError: it may not; the error says what is legal now, in terms that both sides know.
        IllegalChoiceError: a value or a change that the rules do not allow (R5, R6).
    """
    if side not in SIDES:
        raise ValueError("a side is 0 or 1")
    if isinstance(act, Agree):
        if table.hand is not None or table.agreed[side]:
            raise IllegalActError.of("act", f"agree by side {side}", legal_acts(table))
        return
    hand = _running(table, side, act)
    if isinstance(act, BeAbsent):
        _verify_absence(table, side, act.why)
    else:
        _verify_in_hand(hand, side, act)


def can_act(table: VersusTable, side: int, act: Act) -> bool:
    """Tell whether *side* may do *act* now."""
    try:
        verify_act(table, side, act)
    except DomainError:
        return False
    return True


def act(table: VersusTable, side: int, act: Act) -> Step:
    """Carry out *act* of *side*.

    What needs nobody follows at once: absent sides are played for, and once every card of both hands has a value both
    lie open, without anybody confirming it.
    """
    verify_act(table, side, act)
    if isinstance(act, Agree):
        return with_agreement(table, side), (Agreed(side),)
    if isinstance(act, BeAbsent):
        return played_on(with_absence(table, side, act.why), WentAbsent(side, act.why))
    assert table.hand is not None
    hand, events = _in_hand(table.hand, side, act)
    return played_on(replace(table, hand=hand), *events)


def legal_acts(table: VersusTable) -> str:
    """Say what may be done now, in words that give no card away."""
    if table.hand is None:
        missing = ", ".join(str(side) for side in SIDES if not table.agreed[side])
        return f"agree, by side {missing}" if missing else "deal"
    if table.outcome is not None:
        return "settle"
    if table.hand.phase is Phase.VALUING:  # the hands lie open by themselves
        return "choose or choose_best, by either side"
    return rules.legal_acts(table.hand)


def _running(table: VersusTable, side: int, act: Act) -> HandState:
    name = _NAMES[type(act)]
    if table.hand is None or table.outcome is not None:
        raise IllegalActError.of("act", f"{name} by side {side}", legal_acts(table))
    if table.absent[side] is not None:
        expected = "nothing before the hand is over: this side is played for"
        raise IllegalActError.of("act", f"{name} by side {side}", expected)
    return table.hand


def _verify_absence(table: VersusTable, side: int, why: Absence) -> None:
    # Only a side that the hand waits for can miss a deadline; whoever is there may go at any time.
    if why is Absence.MISSED_DEADLINE and side not in table.waits_for:
        raise IllegalActError.of("act", f"{why} by side {side}", "a side that the hand waits for")


def _verify_in_hand(hand: HandState, side: int, act: Draw | Stand | Choose | ChooseBest | ChangeTotal) -> None:
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


def _in_hand(hand: HandState, side: int, act: Draw | Stand | Choose | ChooseBest | ChangeTotal) -> rules.Step:
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
