"""What happens at a table between two players, around the events of a hand (`service.rules.events`).

No event holds a card, a seed or the order of a pile before the hands lie open. Both sides may see all but `Valued` and
`ToOneSide`, which are their side's alone (`service.tables.versus.view.seat_events`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from service.rules.events import Event

if TYPE_CHECKING:
    from service.rules.outcome import Outcome
    from service.tables.moves import Absence
    from service.tables.purses import Amount, MoneyEvent
    from service.tables.shoe import Shuffle


@dataclass(frozen=True, slots=True)
class Shuffled:
    """Both piles were shuffled whole, before the hand."""

    why: Shuffle


@dataclass(frozen=True, slots=True)
class HandBegan:
    """A hand is dealt."""

    number: int
    starter: int
    """The other side is asked first (R4)."""


@dataclass(frozen=True, slots=True)
class WentAbsent:
    """A side is played for until the hand is over."""

    side: int
    why: Absence


@dataclass(frozen=True, slots=True)
class HandSettled:
    """The hand was paid."""

    number: int
    outcome: Outcome
    change: tuple[Amount, Amount]
    """What either side won, below 0 for the loser; nothing for both after a draw, which is told all the same."""


@dataclass(frozen=True, slots=True)
class BecameReady:
    """A side is ready for the next hand."""

    side: int


@dataclass(frozen=True, slots=True)
class ToOneSide:
    """What happened in one side's purse, for its eyes only."""

    side: int
    event: MoneyEvent


VersusEvent: TypeAlias = Event | Shuffled | HandBegan | WentAbsent | HandSettled | BecameReady | ToOneSide
