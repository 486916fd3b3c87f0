"""What happened at a table between two players, in words for them and in keys for GEMP's page."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.values import format_value
from service.rules.events import Changed, Dealt, Drew, Ended, PerfectSeen, Revealed, Stood, Valued
from service.tables.moves import Absence
from service.tables.practice import Held, NewGame, Paid
from service.tables.silver import SilverHeld, SilverPaid
from service.tables.telling import DECIDED, PURSE_CUES, SHUFFLE_CUE, EventCues, purse_words, shuffle_words
from service.tables.versus.events import BecameReady, HandBegan, HandSettled, Shuffled, ToOneSide, WentAbsent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.rules.events import Event
    from service.rules.outcome import Outcome
    from service.tables.purses import MoneyEvent
    from service.tables.versus.events import VersusEvent

Names: TypeAlias = tuple[str, str]
"""What the players of side 0 and side 1 are called."""

_ABSENT: Final[Mapping[Absence, str]] = MappingProxyType(
    {
        Absence.MISSED_DEADLINE: "did not act in time",
        Absence.LEFT: "has left",
        Absence.CONCEDED: "concedes",
    }
)

CUES: Final[Mapping[type[VersusEvent | MoneyEvent], str]] = MappingProxyType(
    {
        Dealt: "cue.deal",
        PerfectSeen: "cue.perfect-sabacc",
        Drew: "cue.draw",
        Stood: "cue.stand",
        Valued: "cue.value",
        Revealed: "cue.reveal",
        Changed: "cue.change",
        Ended: "cue.hand-over",
        Shuffled: SHUFFLE_CUE,
        HandBegan: "cue.hand",
        WentAbsent: "cue.absent",
        HandSettled: "cue.settle",
        BecameReady: "cue.ready",
        **{kind: PURSE_CUES[kind] for kind in (Held, Paid, NewGame, SilverHeld, SilverPaid)},
    }
)
"""Keys of the short sounds; GEMP's page has one for each."""

_BRIGHT: Final = (PerfectSeen, Revealed)


def event_words(event: VersusEvent, names: Names) -> str:
    """Return a sentence for whoever may see *event*; it holds no card."""
    match event:
        case ToOneSide(event=own):
            return purse_words(own)
        case HandBegan(number=number, starter=starter):
            return f"Hand {number}: {names[starter]} starts, so {names[1 - starter]} is asked first."
        case Shuffled(why=why):
            return shuffle_words(why)
        case WentAbsent(side=side, why=why):
            return f"{names[side]} {_ABSENT[why]}: the side stands and gets its best values."
        case HandSettled() | BecameReady():
            return _after_the_hand(event, names)
        case _:
            return _of_hand(event, names)


def event_cues(event: VersusEvent) -> EventCues:
    """Return the keys of *event*. No event lays a single card open, so there are no pictures."""
    happened = event.event if isinstance(event, ToOneSide) else event
    return EventCues(CUES[type(happened)], "accent" if isinstance(happened, _BRIGHT) else "table")


def _of_hand(event: Event, names: Names) -> str:
    match event:
        case Dealt():
            return "Both sides draw two cards."
        case Revealed(totals=(first, second)):
            return f"Both hands lie open: {names[0]} has {format_value(first)}, {names[1]} {format_value(second)}."
        case Ended(outcome=outcome):
            return _of_end(outcome, names)
        case _:
            return f"{names[event.side]} {_did(event)}"


def _did(event: PerfectSeen | Drew | Stood | Valued | Changed) -> str:
    match event:
        case PerfectSeen():
            return "has a perfect sabacc!"
        case Drew(card_count=count):
            return f"draws card number {count}."
        case Stood(is_forced=is_forced):
            return "can draw no more." if is_forced else "stands."
        case Valued():
            return "has valued a card."
        case Changed(change=change, total=total):
            return f"{'changes' if change else 'leaves'} the total{' to' if change else ' at'} {format_value(total)}."


def _of_end(outcome: Outcome, names: Names) -> str:
    why = DECIDED[outcome.decided_by]
    if outcome.winner is None:
        return f"A draw: {why}."
    return f"{names[outcome.winner]} wins{', and the win counts double' if outcome.is_double else ''}: {why}."


def _after_the_hand(event: HandSettled | BecameReady, names: Names) -> str:
    if isinstance(event, BecameReady):
        return f"{names[event.side]} is ready for the next hand."
    winner = event.outcome.winner
    if winner is None:
        return "Both stakes are returned."
    return f"{names[winner]} wins {event.change[winner]} from {names[1 - winner]}."
