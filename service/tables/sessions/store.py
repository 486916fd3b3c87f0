"""What the use cases of tables ask of a store. Rows are append-only; the last step of a table tells how it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from service.caller import Caller
    from service.tables.sessions.session import Session, Step
    from service.tables.sessions.telling import Told


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was opened."""

    table_id: str
    request_id: str
    """The caller's own name for the call that opened it."""
    content: str
    """Canonical JSON of what that call asked for."""
    head: tuple[str, ...]
    """Of its record."""
    last_key: bytes = field(repr=False)
    """Secret: the key of its last hand, from which those of all others follow."""
    create_time: datetime


@dataclass(frozen=True, slots=True)
class LastStep:
    """How a table stands: all that the next move needs of its last step."""

    number: int
    """Of that step, counted from 1."""
    state: str = field(repr=False)
    """The table after it (`service.tables.sessions.playing.write_session`); it holds hidden cards."""
    create_time: datetime


@dataclass(frozen=True, slots=True)
class StoredStep:
    """What one call made of a table; the first is its opening."""

    number: int
    """Counted from 1."""
    request_id: str
    """The caller's own name for the call; empty for the opening."""
    content: str
    """Seat, turn and move, as they were asked for; empty for the opening."""
    seat: int
    state: str = field(repr=False)
    """The table after it (`service.tables.sessions.playing.write_session`); it holds hidden cards."""
    lines: tuple[str, ...] = field(repr=False)
    """What the record gets; they may tell of a hand that is not over."""
    is_over: bool
    """Whether no hand is being played after it: the record is public up to here."""
    told: tuple[Told, ...] = field(repr=False)
    """What happened, for each seat that may see it."""
    create_time: datetime

    @property
    def standing(self) -> LastStep:
        """How the table stands after it."""
        return LastStep(self.number, self.state, self.create_time)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One event as the caller's feed has it."""

    sequence: int
    """Counted from 1 for each caller, without a gap."""
    table_id: str
    step: int
    """Number of the step that it belongs to."""
    told: Told
    create_time: datetime


class SilverTables(Protocol):
    """Keeps what happens at tables for silver, each step in one transaction with what it moves in the ledger.

    Every method but the last may raise StoreTimeoutError or StoreDownError.
    """

    def add(
        self, table: StoredTable, opening: StoredStep, session: Session, caller: Caller
    ) -> tuple[StoredTable, StoredStep, bool]:
        """Store a table as `TableStore.add` does, unless its player may not open it.

        Args:
            table: the new table.
            opening: its first step.
            session: the table after it.
            caller: whose table it is.

        Raises:
            DomainError: he may not.
        """

    def append(self, before: Session, step: Step, stored: StoredStep, caller: Caller) -> StoredStep | None:
        """Store a step as `TableStore.append` does, with the silver that it holds and pays.

        Args:
            before: the table before it.
            step: what the move made of it.
            stored: the same as it is to be stored.
            caller: whose table it is.

        Returns:
            What was stored, with all that is told of it; None where another step has its number or its request id.

        Raises:
            DomainError: the player or the house cannot pay what the hand may cost, or may not play on. Nothing is
                stored then.
        """

    def is_overdue(self, last: LastStep) -> bool:
        """Tell whether a hand has waited longer for its player since *last* than it may."""


class TableStore(Protocol):
    """Keeps tables, what happened at them, and a feed of it for each caller. A caller knows his own tables alone.

    Every method may raise StoreTimeoutError or StoreDownError.
    """

    def add(self, table: StoredTable, opening: StoredStep, caller: Caller) -> tuple[StoredTable, StoredStep, bool]:
        """Store a table with its opening, unless the caller has used its request id before.

        Returns:
            The table stored under this request id, its opening, and whether it was stored now.
        """

    def get(self, table_id: str, caller: Caller) -> tuple[StoredTable, LastStep] | None:
        """Return a table and how it stands; None if the caller has opened no such table."""

    def append(self, table_id: str, step: StoredStep, caller: Caller) -> bool:
        """Store *step*, if it is the next one of its table, and give its events the next numbers of the feed.

        All is done in one transaction, in which the feed's counter is locked: numbers become visible in their order.

        Returns:
            Whether it was stored; if not, another step has its number or its request id.
        """

    def step_of(self, table_id: str, request_id: str, caller: Caller) -> StoredStep | None:
        """Return the step of a table that an earlier call with this request id made; None if there is none."""

    def public_lines(self, table_id: str, caller: Caller) -> tuple[str, ...]:
        """Return the record's lines after the head, up to the last step after which no hand was being played."""

    def feed(self, after: int, most: int, caller: Caller) -> tuple[FeedEntry, ...]:
        """Return the caller's events with numbers above *after*, in order, *most* at most."""

    def feed_head(self, caller: Caller) -> int:
        """Return the number of the caller's last event; 0 before the first."""

    def wait_for_feed(self, after: int, seconds: float, caller: Caller) -> bool:
        """Wait until the caller may have an event with a number above *after*, and tell whether that was seen.

        Args:
            after: the last number that is known.
            seconds: how long to wait at most.
            caller: whose feed.
        """
