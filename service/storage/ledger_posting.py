"""Writing postings in a transaction, which may be that of a hand's result: both are stored, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import bindparam, insert
from sqlalchemy.dialects.postgresql import insert as postgresql_insert

from service.audit.entries import next_head
from service.campaign.ledger.deciding import Refusal, Standing, decide
from service.campaign.ledger.record import recorded, write_record
from service.campaign.ledger.store import Position, StoredPosting
from service.storage.ledger_locks import Touched, lock_head
from service.storage.ledger_rows import entry_columns, postings_of, select_postings
from service.storage.schema import LEDGER_ENTRIES, LEDGER_POSTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from service.caller import Caller
    from service.campaign.ledger.postings import Posting
    from service.campaign.ledger.record import Record

_FIND: Final = select_postings().where(LEDGER_POSTINGS.c.posting_id.in_(bindparam("ids", expanding=True)))
_INSERT_ENTRY: Final = insert(LEDGER_ENTRIES)
_INSERT_IF_NEW: Final = {
    "sqlite": insert(LEDGER_POSTINGS),  # there is one writer at a time, who has seen that the id is new
    "postgresql": postgresql_insert(LEDGER_POSTINGS).on_conflict_do_nothing(),
}


class Asked(NamedTuple):
    """A verified posting that is to be written."""

    posting: Posting
    time: datetime
    caller: Caller


def post_all_on(connection: Connection, asked: Sequence[Asked]) -> list[tuple[StoredPosting, bool]]:
    """Write verified postings one after the other, each with what it changes, or refused, unless its id is stored.

    Locks are taken in one order, those of all postings before the first is written: new accounts, then all accounts by
    their ids, then the head of the chain, for which all other postings wait from there to the end of the transaction.
    So a transaction does this once, and what it locks afterwards nobody may lock before a ledger's account.

    Returns:
        What is stored under the id of each, and whether it was written now.
    """
    stored: dict[str, StoredPosting] = {}
    touched = Touched.by(each.posting for each in asked)
    balances = touched.lock_if_usual(connection)
    if not balances:
        stored = find_postings(connection, touched.posting_ids)
        new = [each.posting for each in asked if each.posting.posting_id not in stored]
        if not new:
            return [(stored[each.posting.posting_id], False) for each in asked]
        touched = Touched.by(new)
        balances = touched.lock(connection)
    standing = Standing(balances, touched.holds(connection))
    chain = _Chain(connection, standing, stored, *lock_head(connection))
    return [chain.answer(each) for each in asked]


def rehearse_on(connection: Connection, posting: Posting, time: datetime, caller: Caller) -> tuple[StoredPosting, bool]:
    """Tell what `post_all_on` would do now with one posting, in a transaction that sees one moment.

    Nothing is locked and nothing written.

    Returns:
        What is stored under the id, or else what would be, without number and head, and whether it would be new.
    """
    stored = find_posting(connection, posting.posting_id)
    if stored is not None:
        return stored, False
    touched = Touched.by([posting])
    decision = decide(posting, touched.look(connection), touched.holds(connection))
    refusal = decision if isinstance(decision, Refusal) else None
    movements = () if isinstance(decision, Refusal) else decision
    return StoredPosting(0, recorded(posting, time, caller, refusal), movements, ""), True


def find_posting(connection: Connection, posting_id: str) -> StoredPosting | None:
    """Return the posting stored under this id."""
    return find_postings(connection, [posting_id]).get(posting_id)


def find_postings(connection: Connection, posting_ids: Iterable[str]) -> dict[str, StoredPosting]:
    """Return the postings stored under these ids."""
    found = postings_of(connection.execute(_FIND, {"ids": list(posting_ids)}))
    return {each.record.posting.posting_id: each for each in found}


@dataclass(slots=True)
class _Chain:
    """The end of the chain in a transaction that has locked it, with all that the postings to come touch."""

    connection: Connection
    standing: Standing
    stored: dict[str, StoredPosting]
    """Postings that are stored, by id."""
    sequence: int
    head: str

    def answer(self, asked: Asked) -> tuple[StoredPosting, bool]:
        """Write a posting unless its id is stored; return what is, and whether it was written now."""
        posting_id = asked.posting.posting_id
        if posting_id in self.stored:
            return self.stored[posting_id], False
        written = self._write(asked)
        if written is None:  # another call with this id has come first, since it was looked for
            self.stored.update(find_postings(self.connection, [posting_id]))
            return self.stored[posting_id], False
        self.stored[posting_id] = written
        return written, True

    def _write(self, asked: Asked) -> StoredPosting | None:
        decision = decide(asked.posting, self.standing.balances, self.standing.holds)
        refusal = decision if isinstance(decision, Refusal) else None
        record = recorded(asked.posting, asked.time, asked.caller, refusal)
        if not self._append(record):
            return None
        movements = () if isinstance(decision, Refusal) else decision
        if movements:
            rows = [entry_columns(each, Position(self.sequence, at)) for at, each in enumerate(movements, start=1)]
            self.connection.execute(_INSERT_ENTRY, rows)  # triggers move the accounts
        for each in movements:
            self.standing.enter(each, asked.posting.reference)
        return StoredPosting(self.sequence, record, movements, self.head)

    def _append(self, record: Record) -> bool:
        """Write the next link, unless its id is stored by now; tell whether it was written."""
        payload = write_record(record)
        head = next_head(bytes.fromhex(self.head), record.outcome, payload).hex()
        reference = record.posting.reference
        values: dict[str, Any] = {
            "sequence": self.sequence + 1,
            "posting_id": record.posting.posting_id,
            "outcome": record.outcome,
            "payload": payload,
            "table_id": reference.table_id if reference else None,
            "hand": reference.hand if reference else None,
            "create_time": record.time,
            "head": head,
        }
        # A trigger moves the head row, and refuses a posting that does not follow the last one.
        done = self.connection.execute(
            _INSERT_IF_NEW[self.connection.dialect.name], values, execution_options={"preserve_rowcount": True}
        )
        if done.rowcount == 0:
            return False
        self.sequence, self.head = self.sequence + 1, head
        return True
