"""A player at a table between two keys: what he sees, and what he is about to do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from sabacc.v1 import tables_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sabacc.v1 import ledger_pb2
    from sabacc.v1.tables_pb2 import Absence, MoveKind

USUAL_BET: Final = 10
"""Chips."""


@unique
class Page(StrEnum):
    """What the screen shows."""

    TABLE = "table"
    CHOOSE = "choose"
    """What a card may count."""
    DEALERS = "dealers"
    """Who may take the table."""
    PLAYED = "played"
    """What has been played so far."""
    ACCOUNT = "account"
    """All that happened since his last move."""
    HELP = "help"
    CLOSING = "closing"
    """The table, with the question whether to close it in mid-hand, or in the middle of a match."""
    CONCEDING = "conceding"
    """The table, with the question whether to concede the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Make:
    """Make a move; what it says beside its kind is as in MakeMoveRequest."""

    move: MoveKind
    amount: int = 0
    position: int = 0
    choice: str = ""
    change: int = 0
    dealer: str = ""
    absence: Absence = pb.ABSENCE_UNSPECIFIED


@dataclass(frozen=True, slots=True)
class Advise:
    """Ask the coach."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table."""


Order: TypeAlias = Make | Advise | Close
"""What is asked of the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A player at a table."""

    view: pb.TableView
    theme: pb.GetThemeResponse
    """Of the table; the standard table borrows the light of one."""
    told: tuple[str, ...] = ()
    """Sentences about what happened since his last key."""
    news: frozenset[str] = frozenset()
    """Those of them that tell of his career, or that Lando comes or leaves: they are shown before others."""
    hint: str = ""
    """What is wrong with his last key."""
    wallet: ledger_pb2.Wallet | None = None
    """What he owns, at a table for silver; None where that is not known."""
    bet: int = USUAL_BET
    """Chips or silver that he bets next."""
    typed: str = ""
    """Digits of another bet."""
    page: Page = Page.TABLE
    position: int = 0
    """The card that he is about to value, on the page for that."""
    titles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What cards are called that have been seen here, with what is printed on them, by id."""

    @property
    def own(self) -> pb.SeatView:
        """His side."""
        return self.view.seats[self.view.seat]

    @property
    def other(self) -> pb.SeatView:
        """The dealer's side, or the other player's."""
        return self.view.seats[1 - self.view.seat]

    @property
    def is_hand_running(self) -> bool:
        """Whether a hand is dealt and not over."""
        return self.view.phase not in (pb.HAND_PHASE_UNSPECIFIED, pb.HAND_PHASE_FINISHED)

    def looking_at(self, view: pb.TableView) -> Sitting:
        """Return the same player before the table as it stands now."""
        seen = {
            card.blueprint_id: card.title if card.title in card.printed else f"{card.title} ({'/'.join(card.printed)})"
            for seat in view.seats
            for card in seat.cards
        }
        return replace(self, view=view, bet=self._bet_at(view), titles=MappingProxyType({**self.titles, **seen}))

    def _bet_at(self, view: pb.TableView) -> int:
        """Return the next bet, as near as the table takes it: a new shoe for silver may ask for more, or for less."""
        if pb.MOVE_KIND_BET in view.moves and view.HasField("score"):
            return max(view.least_bet, min(self.bet, view.largest_bet))
        return self.bet

    def may(self, move: MoveKind) -> bool:
        """Tell whether *move* may be made now."""
        return move in self.view.moves
