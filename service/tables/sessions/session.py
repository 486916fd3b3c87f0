"""What a session is, of either kind: a frozen value that moves carry on, with the lines that its record gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from service.tables.dealer.events import DealerEvent
from service.tables.dealer.visits import AttentionEvent
from service.tables.purses import MoneyEvent
from service.tables.versus.events import VersusEvent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.rules.state import Seat
    from service.tables.moves import Ending
    from service.tables.sessions.setup import TableSetup
    from service.tables.shoe import Shuffle


TURNS_A_HAND: Final = 40
"""Turns of a seat for each hand of its table; a hand takes some fifteen.

Who has used up those of his hands so far, by valuing cards anew or changing dealers, goes on without: the best values
are legal, single ones are not. So no record grows without bound.
"""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is open; what is published of its keys stands in its setup."""


@dataclass(frozen=True, slots=True)
class DealerSeated:
    """A dealer takes the table for the hands to come."""

    dealer: str
    """His key."""


@dataclass(frozen=True, slots=True)
class PilesShuffled:
    """Both piles of a dealer's table were shuffled whole, before a hand."""

    why: Shuffle


@dataclass(frozen=True, slots=True)
class KeyRevealed:
    """The hand is over, and the key that it was dealt from is no secret any more."""

    hand: int
    key: bytes
    """K of the hand, 32 bytes."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Nothing can be played here any more."""

    by_house: Ending | None = None
    """Why the house has closed it; None where the player did."""


TableEvent: TypeAlias = TableOpened | DealerSeated | PilesShuffled | KeyRevealed | TableClosed
"""What happens around the hands of a table."""

SessionEvent: TypeAlias = TableEvent | DealerEvent | VersusEvent | MoneyEvent | AttentionEvent
"""Whatever happens at a table, in order."""


class Session(Protocol):
    """A table as it stands between two moves. It holds hidden cards; its views do not."""

    @property
    def setup(self) -> TableSetup:
        """What it was opened with."""

    @property
    def number(self) -> int:
        """Of the hand that is played or was played last, counted from 1; 0 before the first."""

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be played any more."""

    @property
    def is_hand_running(self) -> bool:
        """Whether a hand is dealt and not over."""

    def turn(self, seat: int) -> int:
        """Return the number of what *seat* has seen happen, counted from 1 for the opening.

        It grows with each move that the seat makes or sees, and with no other: what is hidden from it moves nothing.
        """

    def legal(self, seat: int) -> tuple[str, ...]:
        """Return the names of the moves that *seat* may make now, in terms that give no card away."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a move made of a session."""

    session: Session
    events: tuple[SessionEvent, ...]
    """All of them; `service.tables.sessions.telling` says who may see which."""
    lines: tuple[str, ...]
    """What the record gets: the move, then what became public with it. While a hand is played they may hold moves that
    are for one side's eyes only."""


def final_hand(seat: Seat) -> str:
    """Return how a record writes a hand that is over: what its cards count, and the change of its total (R6)."""
    return f"{seat.hand}{'' if seat.change is None else f' change={seat.change}'}"


def within_turns(names: Iterable[str], turn: int, number: int) -> tuple[str, ...]:
    """Return those of the moves *names* that a seat may make with so many turns behind it in *number* hands."""
    has_turns = turn < TURNS_A_HAND * (number + 1)
    return tuple(name for name in names if has_turns or name not in ("choose", "seat"))
