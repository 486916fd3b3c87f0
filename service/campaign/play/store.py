"""What the campaign's tables ask of a store: each step in one transaction with all that it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.ladder.career import Advance, Career
    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.deciding import Balance
    from service.campaign.ledger.postings import Posting
    from service.campaign.play.duels import DuelHand
    from service.tables.sessions.store import StoredStep, StoredTable


class StoredCareer(NamedTuple):
    """A career as it stands."""

    number: int
    """Of its last step, counted from 1; 0 where none is stored."""
    career: Career


@dataclass(frozen=True, slots=True)
class CareerChange:
    """What becomes of a player's career with a step; nothing where it stays as it is."""

    player: str
    deed: str
    """In a word: ``open``, ``hand``, ``close`` or ``lesson``."""
    change: Callable[[Career, AbstractSet[str], Balance], Advance]
    """Takes the career, the keys of the rewards of which none are left, and what the player's wallet has by then.

    Raises a DomainError where the career does not allow the step; then nothing of the step is stored.
    """


@dataclass(frozen=True, slots=True)
class Effects:
    """What a step changes beside its table."""

    postings: tuple[Posting, ...] = ()
    """Each is written, or the step is not stored."""
    career: CareerChange | None = None
    duel: DuelHand | None = None
    is_running: bool = False
    """Whether a hand waits for a player after it."""
    verify: Callable[[], None] | None = None
    """Raises a DomainError where the step may not be stored; what is stored already is never asked again."""


class Waiting(NamedTuple):
    """A table at which a hand waits for a player."""

    table_id: str
    caller: str
    """Name of the caller whose table it is."""
    since: datetime


class PlayStore(Protocol):
    """Keeps tables for silver, the ledger and careers together.

    Each method is one transaction, given up when the caller's time is over. Locks are taken in one order: the table's
    step, the ledger's accounts by their ids, its head, what players have staked in a day, the waiting hand, careers,
    the grants, the head of the caller's feed.
    Every method may raise StoreTimeoutError or StoreDownError.
    """

    def add(
        self, table: StoredTable, opening: StoredStep, effects: Effects, caller: Caller
    ) -> tuple[StoredTable, StoredStep, bool]:
        """Store a table as `service.tables.sessions.store.TableStore.add` does, with *effects* where it is new.

        Raises:
            DomainError: of the effects.
        """

    def append(self, table_id: str, step: StoredStep, effects: Effects, caller: Caller) -> StoredStep | None:
        """Store *step* with *effects*, if it is the next one of its table.

        Returns:
            The step with what the career told in addition; None where another step has its number or request id.

        Raises:
            PostingRefusedError: what a posting needs is not there.
            DomainError: of the effects.
        """

    def career(self, player: str, caller: Caller) -> StoredCareer | None:
        """Return a player's career."""

    def change_career(self, change: CareerChange, time: datetime, caller: Caller) -> Advance:
        """Change a career without a table."""

    def balance(self, account: Account, caller: Caller) -> Balance:
        """Return what an account has."""

    def waiting(self, before: datetime, most: int, caller: Caller) -> tuple[Waiting, ...]:
        """Return up to *most* tables at which a hand has waited since before a moment, the longest first."""
