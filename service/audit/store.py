"""What the audit log's use cases ask of a store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.audit.entries import Change, Entry
    from service.caller import Caller

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry beside the change it is about."""

    entry: Entry
    change: Change | None
    """What is stored now; None where no such change is stored."""


@dataclass(frozen=True, slots=True)
class Untold:
    """A stored change that has no entry, or more than one."""

    change: str
    """Its name in words."""
    entries: int
    last_sequence: int
    """Number of its last entry; 0 where it has none."""


class Snapshot(Protocol):
    """The log and everything it is about at one moment; what is written meanwhile does not show."""

    def count(self) -> int:
        """Return how many entries there are."""

    def head_row(self) -> tuple[int, str] | None:
        """Return number and head of the last entry as the store keeps them beside the log; None where it has lost them.

        An empty log has number 0.
        """

    def page(self, after: int) -> tuple[Logged, ...]:
        """Return the next entries with a number above *after* in the order of their numbers; none at the end."""

    def untold(self) -> Untold | None:
        """Return the first stored change that not exactly one entry is about."""


class AuditStore(Protocol):
    """Reads the audit log. Each method is one transaction, given up when the caller's time is over."""

    def page(self, after: int, size: int, caller: Caller) -> tuple[tuple[Entry, ...], bool]:
        """Return up to *size* entries with a number above *after*, and whether more follow."""

    def examine(self, work: Callable[[Snapshot], T], caller: Caller) -> T:
        """Let *work* look at one snapshot."""
