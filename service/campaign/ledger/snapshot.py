"""What an audit looks at and what it finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class RawPosting(NamedTuple):
    """A stored posting, value by value; any of them may be anything where somebody changed it from outside."""

    sequence: int
    values: Mapping[str, object]
    """By column; the time as ISO 8601 text in UTC where it is one."""
    entries: tuple[Mapping[str, object], ...]
    """Those with its sequence number by their own numbers, each by column."""


class LedgerSnapshot(Protocol):
    """All that is stored of the ledger at one moment; what is written meanwhile does not show."""

    def counts(self) -> tuple[int, int]:
        """Return how many postings and entries there are."""

    def head_row(self) -> tuple[object, object] | None:
        """Return number and head of the last posting as the store keeps them; None where they are lost or doubled."""

    def page(self, after: int) -> tuple[RawPosting, ...]:
        """Return the next postings with a number above *after* in the order of their numbers; none at the end."""

    def accounts(self) -> Iterator[Mapping[str, object]]:
        """Return all accounts by their ids, each by column."""


class Progress(NamedTuple):
    """How far an audit is."""

    done: int
    """Postings."""
    total: int


class Fault(NamedTuple):
    """Something that does not fit."""

    where: str
    """Row and column in words: ``posting 7, payload``, ``entry r-7#1, moved``, ``account wallet:lando, balance``."""
    words: str
    """What was found and what was expected."""

    def __str__(self) -> str:
        return f"{self.where}: {self.words}"


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found."""

    postings: int
    entries: int
    head_row: tuple[object, object] | None
    """Number and head of the last posting as they are stored."""
    faults: tuple[Fault, ...]

    @property
    def passed(self) -> bool:
        """Whether everything fits."""
        return not self.faults
