"""Whether the audit log is whole: every link of its chain, and every stored change, come out again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.audit.entries import FIRST_HEAD, next_head, told

if TYPE_CHECKING:
    from service.audit.store import Logged, Snapshot

_BEFORE_ALL: Final = -(2**63)
"""Below every number that an entry can have, so that none is passed over."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What verifying the log found."""

    entries: int
    """How many there are."""
    head: str
    """The log's head as it is stored, 64 hexadecimal digits; empty where it is lost."""
    reason: str = ""
    """The first thing that does not fit; empty for a log that is whole."""
    first_bad_sequence: int = 0
    """Number of the first entry that is wrong or missing; 0 where the fault lies elsewhere, or there is none."""
    kept_sequence: int = 0
    """Number of the entry with the kept head; 0 where none was given, or none was met that has it."""

    @property
    def valid(self) -> bool:
        """Whether everything fits."""
        return not self.reason


@dataclass(slots=True)
class _Walk:
    """How far the chain has been followed."""

    kept_head: str
    sequence: int = 0
    head: bytes = FIRST_HEAD
    kept_sequence: int = 0
    reason: str = ""
    bad: int = 0

    def step(self, logged: Logged) -> bool:
        """Follow the chain by one entry, and tell whether it fits."""
        entry, due = logged.entry, self.sequence + 1
        self.reason = _entry_fault(logged, due, self.head)
        if self.reason:
            self.bad = due
            return False
        self.sequence, self.head = due, bytes.fromhex(entry.head)
        if entry.head == self.kept_head:
            self.kept_sequence = due
        return True


def verify(log: Snapshot, kept_head: str = "") -> Verification:
    """Recompute the whole chain and compare it with what is stored.

    Args:
        log: the log and the changes it is about.
        kept_head: a head that somebody noted earlier, 64 lower-case hexadecimal digits; empty for none. Who can change
            the whole database can also write a new chain: only a kept head shows that.
    """
    walk = _Walk(kept_head)
    _follow(log, walk)
    entries, row = log.count(), log.head_row()
    if not walk.reason:
        walk.reason = _end_fault(walk, entries, row) or _untold_fault(log, walk) or _kept_fault(walk)
    return Verification(entries, row[1] if row else "", walk.reason, walk.bad, walk.kept_sequence)


def _follow(log: Snapshot, walk: _Walk) -> None:
    after = _BEFORE_ALL
    while page := log.page(after):
        for logged in page:
            if not walk.step(logged):
                return
        after = walk.sequence


def _entry_fault(logged: Logged, due: int, head: bytes) -> str:
    """Say what is wrong with the entry that stands where number *due* must, after *head*; nothing where it fits."""
    entry, change = logged.entry, logged.change
    if entry.sequence != due:
        return f"entry {due} is missing: entry {entry.sequence} stands in its place"
    if not (entry.kind.isascii() and entry.payload.isascii()):
        return f"entry {due} is not ASCII"
    if next_head(head, entry.kind, entry.payload).hex() != entry.head:
        return f"the head of entry {due} is not what the chain leads to"
    if change is None or change.kind != entry.kind:
        return f"what entry {due} tells is not stored"
    document = _document(entry.payload)
    for key, value in told(change).items():
        if document.get(key) != value:
            return f"entry {due} tells another {key} than is stored"
    return ""


def _document(payload: str) -> dict[str, object]:
    try:
        document = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _end_fault(walk: _Walk, entries: int, row: tuple[int, str] | None) -> str:
    """Compare the end of the chain with what is kept beside it."""
    if entries != walk.sequence:
        return f"there are {entries} entries, but the chain has {walk.sequence}"
    if row is None:
        return "the head that is kept beside the log is lost"
    if row[0] > walk.sequence:
        walk.bad = walk.sequence + 1
        return f"entry {walk.bad} is missing: {row[0]} were written"
    if row != (walk.sequence, walk.head.hex()):
        return f"the head that is kept beside the log is not that of entry {walk.sequence}"
    return ""


def _untold_fault(log: Snapshot, walk: _Walk) -> str:
    found = log.untold()
    if found is None:
        return ""
    walk.bad = found.last_sequence
    return f"{found.change} is stored with {found.entries or 'no'} entries in place of one"


def _kept_fault(walk: _Walk) -> str:
    if walk.kept_head in {"", FIRST_HEAD.hex()} or walk.kept_sequence:
        return ""
    return "no entry has the kept head: what came before it was changed or removed since"
