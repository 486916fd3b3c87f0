"""What the tie-break use cases ask of a store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from service.caller import Caller
    from service.tiebreak.model import Tie


@dataclass(frozen=True, slots=True)
class Void:
    """Why and when an attempt was voided."""

    reason: str
    void_time: datetime
    audit_head: str = ""
    """The audit log's head up to this void, 64 hexadecimal digits; empty until it is stored."""


@dataclass(frozen=True, slots=True)
class StoredTie:
    """One stored attempt. The transcript is the truth; everything else of the answer is read from it."""

    tie: Tie
    result_id: str
    """64 hexadecimal digits."""
    catalogue_version: str
    content: str
    """Canonical JSON of what was asked (`service.tiebreak.content`)."""
    transcript: str
    create_time: datetime
    """UTC."""
    void: Void | None = None
    audit_head: str = ""
    """The audit log's head up to the storing of this tie, 64 hexadecimal digits; empty until it is stored."""


class TieStore(Protocol):
    """Stores ties for ever. Each method is one transaction, given up when the caller's time is over.

    What changes something writes an entry of the audit log in the same transaction.
    """

    def add(self, tie: StoredTie, caller: Caller) -> tuple[StoredTie, bool]:
        """Store *tie* if its key is free and, for attempt n > 1, attempt n - 1 is stored and voided.

        Returns:
            The tie that is stored under the key, with its audit head, and whether it is the one given now.

        Raises:
            EarlierAttemptStandsError: attempt n - 1 is missing or not voided.
        """

    def get(self, tie: Tie, caller: Caller) -> StoredTie | None:
        """Return the stored tie of this key."""

    def earlier(self, tie: Tie, caller: Caller) -> tuple[StoredTie, ...]:
        """Return the stored attempts before this one, the oldest first."""

    def void(self, tie: Tie, void: Void, caller: Caller) -> tuple[StoredTie, bool] | None:
        """Void a stored tie.

        Returns:
            None where there is no such tie; else the tie with the void that stands, and whether it is the one given
            now.
        """

    def page(self, event: str, after: int, size: int, caller: Caller) -> tuple[tuple[tuple[int, StoredTie], ...], bool]:
        """Return up to *size* ties with a row number above *after*, each with its number, and whether more follow.

        An empty *event* means all events.
        """
