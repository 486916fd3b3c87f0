"""Whether the ledger is whole: its chain, its entries and its balances come out again from what was asked of it.

The postings' own texts, which the chain keeps, are the truth. Everything else that is stored is reckoned from them
anew, with sums of its own: nothing here calls what decided on the postings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, shown
from service.audit.entries import FIRST_HEAD, next_head
from service.campaign.ledger.postings import verify_posting
from service.campaign.ledger.reckoning import Reckoning, Sums
from service.campaign.ledger.record import read_record, write_record
from service.campaign.ledger.snapshot import Fault, Progress
from service.campaign.ledger.store import Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.campaign.ledger.record import Record
    from service.campaign.ledger.snapshot import LedgerSnapshot, RawPosting

    Found = Iterator[Progress | Fault]
    Row = Mapping[str, object]

_MOST_FAULTS: Final = 100
"""After these the audit ends: one change can make everything after it wrong."""
_HEAD: Final = re.compile("[0-9a-f]{64}")


@dataclass(slots=True)
class _Walk:
    """How far the ledger has been followed."""

    kept_head: str
    postings: int = 0
    entries: int = 0
    head: str = FIRST_HEAD.hex()
    is_kept: bool = False
    reckoning: Reckoning = field(default_factory=Reckoning)


def audited(snapshot: LedgerSnapshot, kept_head: str = "") -> Found:
    """Follow the whole ledger, telling how far it is and each thing that does not fit, at most a hundred.

    Args:
        snapshot: what is stored.
        kept_head: as in `service.campaign.ledger.use_cases.Ledger.audit`.
    """
    faults = 0
    for found in _all(snapshot, kept_head):
        yield found
        faults += isinstance(found, Fault)
        if faults == _MOST_FAULTS:
            return


def _all(snapshot: LedgerSnapshot, kept_head: str) -> Found:
    walk, total, after = _Walk(kept_head), snapshot.counts()[0], -(2**63)
    while page := snapshot.page(after):
        for raw in page:
            yield from _posting(walk, raw)
        after = page[-1].sequence
        yield Progress(walk.postings, total)
    yield from _end(walk, snapshot)
    yield from _accounts(walk, snapshot)


# One posting


def _posting(walk: _Walk, raw: RawPosting) -> Iterator[Fault]:
    due = walk.postings + 1
    if raw.sequence != due:
        yield Fault(f"posting {due}", f"is missing: posting {raw.sequence} stands in its place")
    walk.postings, walk.entries = raw.sequence, walk.entries + len(raw.entries)
    where, payload = f"posting {raw.sequence}", str(raw.values["payload"])
    yield from _link(walk, raw, where)
    try:
        record = read_record(payload)
        verify_posting(record.posting)
    except InvalidInputError as fault:
        yield Fault(f"{where}, payload", f"is against the rules: {fault}")
        return
    except ValueError as fault:
        yield Fault(f"{where}, payload", str(fault))
        return
    if write_record(record) != payload:
        yield Fault(f"{where}, payload", "is not written as the ledger writes it")
    for column, value in _columns(record).items():
        yield from _unequal(f"{where}, {column}", raw.values[column], value)
    yield from _entries(walk, record, raw)


def _link(walk: _Walk, raw: RawPosting, where: str) -> Iterator[Fault]:
    """Follow the chain by one posting; from a wrong link it goes on with the head that is stored."""
    outcome, payload, head = (str(raw.values[column]) for column in ("outcome", "payload", "head"))
    if not (outcome.isascii() and payload.isascii()):
        yield Fault(f"{where}, payload", "is not ASCII")
    elif next_head(bytes.fromhex(walk.head), outcome, payload).hex() != head:
        yield Fault(f"{where}, head", "is not what the chain leads to: it, the payload or the outcome was changed")
    walk.head = head if _HEAD.fullmatch(head) else walk.head
    walk.is_kept = walk.is_kept or head == walk.kept_head


def _columns(record: Record) -> Row:
    """Return what a posting's row holds beside the chain."""
    reference = record.posting.reference
    return {
        "posting_id": record.posting.posting_id,
        "outcome": record.outcome,
        "table_id": reference.table_id if reference else None,
        "hand": reference.hand if reference else None,
        "create_time": record.time.isoformat(timespec="microseconds"),
    }


def _entries(walk: _Walk, record: Record, raw: RawPosting) -> Iterator[Fault]:
    entries = () if record.refusal is not None else record.posting.entries
    for number, (entry, row) in enumerate(zip_longest(entries, raw.entries), start=1):
        where = f"entry {record.posting.entry_id(number)}"
        if entry is None:
            yield Fault(where, "is stored, but no entry of its posting")
            continue
        expected, faults = walk.reckoning.enter(record.posting, Position(walk.postings, number))
        yield from faults
        if row is None:
            yield Fault(where, "is missing")
            continue
        for column, value in expected.items():
            yield from _unequal(f"{where}, {column}", row[column], value)


# The end


def _end(walk: _Walk, snapshot: LedgerSnapshot) -> Iterator[Fault]:
    """Compare the end of the chain with what is kept beside it."""
    counts, row = snapshot.counts(), snapshot.head_row()
    if counts[0] != walk.postings:
        yield Fault("postings", f"{counts[0]} are stored, but their numbers end with {walk.postings}")
    if counts[1] != walk.entries:
        yield Fault("entries", f"{counts[1]} are stored, but {walk.entries} belong to a posting")
    if row is None:
        yield Fault("head row", "is lost, or there are several")
    else:
        yield from _unequal("head row, sequence", row[0], walk.postings)
        yield from _unequal("head row, head", row[1], walk.head)
    if walk.kept_head not in {"", FIRST_HEAD.hex()} and not walk.is_kept:
        yield Fault("kept head", "no posting has it: what came before it was changed or removed since")


def _accounts(walk: _Walk, snapshot: LedgerSnapshot) -> Iterator[Fault]:
    """Compare each account with its sums; one that only refused postings have named has nothing."""
    due = {str(account): (account.kind.value, sums) for account, sums in walk.reckoning.sums.items()}
    total = 0
    for row in snapshot.accounts():
        account_id = str(row["account_id"])
        kind, sums = due.pop(account_id, (account_id.partition(":")[0], Sums()))
        where = f"account {shown(account_id)}"
        for column, value in (
            ("kind", kind),
            ("balance", sums.balance),
            ("held_out", sums.held_out),
            ("held_in", sums.held_in),
            ("last_sequence", sums.last[0]),
            ("last_number", sums.last[1]),
        ):
            yield from _unequal(f"{where}, {column}", row[column], value)
        total += row["balance"] if isinstance(row["balance"], int) else 0
    for account_id in sorted(due):
        yield Fault(f"account {account_id}", "is missing")
    if total != 0:
        yield Fault("all accounts", f"have {total} silver together, not 0: silver was made or lost")


def _unequal(where: str, found: object, expected: object) -> Iterator[Fault]:
    if type(found) is not type(expected) or found != expected:
        yield Fault(where, f"{shown(found)} is stored, not {shown(expected)}")
