"""A posting: entries that are written together or not at all, under an id of the caller's own making."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, Violation, shown
from service.campaign.ledger.transfers import (
    BY_HAND,
    Hold,
    Post,
    Transfer,
    Void,
    VoidCause,
    moving_faults,
    posting_faults,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.campaign.ledger.transfers import Entry

MOST_ENTRIES: Final = 64
"""Entries of one posting: the shares of four tables of sixteen."""
LONGEST_REASON: Final = 255
"""Characters: what GEMP's own record of a transfer holds."""
MOST_HAND: Final = 2**31 - 1

_POSTING_ID: Final = re.compile("[ -~]{1,64}")
_HOLD_ID: Final = re.compile("[ -~]{1,64}#[1-9][0-9]?")
_TABLE_ID: Final = re.compile("[!-~]{1,60}")
_DIRECTOR: Final = re.compile("[ -~]{1,60}")


@dataclass(frozen=True, slots=True)
class HandReference:
    """The hand that a posting is about."""

    table_id: str
    """1 to 60 printable ASCII characters without blanks."""
    hand: int
    """Counted from 1."""

    def __str__(self) -> str:
        return f"hand {self.hand} of table {self.table_id}"


@dataclass(frozen=True, slots=True)
class ByHand:
    """Who made a posting by hand, and why."""

    director: str
    """1 to 60 printable ASCII characters."""
    reason: str
    """1 to 255 printable characters on one line."""


@dataclass(frozen=True, slots=True)
class Posting:
    """What a caller asks the ledger to write."""

    posting_id: str
    """1 to 64 printable ASCII characters; the same id never means anything else."""
    entries: tuple[Entry, ...]
    """1 to 64. Each is done upon what those before it have left."""
    reference: HandReference | None = None
    """Needed by every posting that holds silver or resolves a hold."""
    by_hand: ByHand | None = None
    """Needed by prizes and corrections."""

    def entry_id(self, number: int) -> str:
        """Return the id of the entry with this *number*, counted from 1; a hold is posted or voided by its id."""
        return f"{self.posting_id}#{number}"


def verify_posting(posting: Posting) -> None:
    """Check all of a posting that does not depend on what the accounts hold.

    Raises:
        InvalidInputError: something of it cannot be; every fault is told.
    """
    faults = list(_faults(posting))
    if faults:
        raise InvalidInputError.all(faults)


def verify_posting_id(posting_id: str) -> None:
    """Check the id of a posting.

    Raises:
        InvalidInputError: it is none.
    """
    faults = list(_id_faults(posting_id))
    if faults:
        raise InvalidInputError.all(faults)


def verify_reference(reference: HandReference) -> None:
    """Check what names a hand.

    Raises:
        InvalidInputError: it names none.
    """
    faults = list(_reference_faults(reference))
    if faults:
        raise InvalidInputError.all(faults)


def _faults(posting: Posting) -> Iterator[Violation]:
    yield from _id_faults(posting.posting_id)
    if not 1 <= len(posting.entries) <= MOST_ENTRIES:
        yield Violation("entries", f"{len(posting.entries)} entries", f"1 to {MOST_ENTRIES} entries")
    for at, entry in enumerate(posting.entries):
        yield from _entry_faults(entry, f"entries[{at}]")
    yield from _resolution_faults(posting)
    if posting.reference is not None:
        yield from _reference_faults(posting.reference)
    elif any(isinstance(entry, (Hold, Post, Void)) for entry in posting.entries):
        yield Violation("reference", "", "the hand that silver is held for")
    yield from _by_hand_faults(posting)


def _id_faults(posting_id: str) -> Iterator[Violation]:
    if not _POSTING_ID.fullmatch(posting_id):
        yield Violation("postingId", shown(posting_id), "1 to 64 printable ASCII characters")


def _entry_faults(entry: Entry, field: str) -> Iterator[Violation]:
    if isinstance(entry, (Transfer, Hold)):
        yield from moving_faults(entry, field)
        return
    if not _HOLD_ID.fullmatch(entry.hold_id):
        yield Violation(f"{field}.holdId", shown(entry.hold_id), "the id of a posting, # and the number of its entry")
    if isinstance(entry, Post):
        yield from posting_faults(entry, field)


def _resolution_faults(posting: Posting) -> Iterator[Violation]:
    """Refuse a hold that is resolved twice, a result of a hand without a card, and a decided hand without a result."""
    is_decided = any(isinstance(entry, Post) for entry in posting.entries)
    seen: set[str] = set()
    for at, entry in enumerate(posting.entries):
        if not isinstance(entry, (Post, Void)):
            continue
        if entry.hold_id in seen:
            yield Violation(f"entries[{at}].holdId", shown(entry.hold_id), "each hold once")
        seen.add(entry.hold_id)
        if isinstance(entry, Void) and is_decided != (entry.cause is VoidCause.DECIDED):
            expected = "decided: the hand has a result" if is_decided else "no-card: nothing of the hand is posted"
            yield Violation(f"entries[{at}].cause", entry.cause.value, expected)


def _reference_faults(reference: HandReference) -> Iterator[Violation]:
    if not _TABLE_ID.fullmatch(reference.table_id):
        expected = "1 to 60 printable ASCII characters without blanks"
        yield Violation("reference.tableId", shown(reference.table_id), expected)
    if not 1 <= reference.hand <= MOST_HAND:
        yield Violation("reference.hand", shown(reference.hand), f"1 to {MOST_HAND}")


def _by_hand_faults(posting: Posting) -> Iterator[Violation]:
    made = posting.by_hand
    if made is None:
        kinds = sorted({entry.kind for entry in posting.entries if isinstance(entry, Transfer)} & BY_HAND)
        if kinds:
            yield Violation("director", "", f"who makes the {' and '.join(kinds)}, and why")
        return
    if not _DIRECTOR.fullmatch(made.director):
        yield Violation("director", shown(made.director), "1 to 60 printable ASCII characters")
    if not (0 < len(made.reason) <= LONGEST_REASON and made.reason.isprintable() and made.reason.strip()):
        yield Violation("reason", shown(made.reason), f"1 to {LONGEST_REASON} printable characters on one line")
