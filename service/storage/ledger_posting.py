"""Writing a posting in a transaction, which may be that of a hand's result: both are stored, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import bindparam, exists, func, insert, select, union
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.audit.entries import next_head
from service.campaign.ledger.accounts import Account
from service.campaign.ledger.deciding import Balance, HeldSilver, Refusal, decide
from service.campaign.ledger.record import recorded, write_record
from service.campaign.ledger.store import Position, StoredPosting
from service.campaign.ledger.transfers import Hold, Transfer
from service.storage.ledger_rows import (
    balance_of,
    entry_columns,
    held_of,
    postings_of,
    select_balances,
    select_holds,
    select_postings,
)
from service.storage.schema import LEDGER_ACCOUNTS, LEDGER_ENTRIES, LEDGER_HEAD, LEDGER_POSTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select

    from service.caller import Caller
    from service.campaign.ledger.postings import Posting
    from service.campaign.ledger.record import Record

# Each statement is made once: SQLAlchemy takes longer to make one than a database to answer it.
_NAMED: Final[BindParameter[Any]] = bindparam("named", expanding=True)
"""Ids of the accounts that a posting names."""
_HOLD_IDS: Final[BindParameter[Any]] = bindparam("holds", expanding=True)
"""Of those that it resolves."""
_ACCOUNT_ID: Final = LEDGER_ACCOUNTS.c.account_id
_IS_NAMED: Final = _ACCOUNT_ID.in_(_NAMED)
_IS_OF_A_HOLD: Final = _ACCOUNT_ID.in_(
    union(
        *[
            select(side).where(LEDGER_ENTRIES.c.entry_id.in_(_HOLD_IDS))
            for side in (LEDGER_ENTRIES.c.debit, LEDGER_ENTRIES.c.credit)
        ],
        select(_ACCOUNT_ID).where(_IS_NAMED),
    )
)


def _locked(are_touched: ColumnElement[bool]) -> Select[Any]:
    """Select accounts and lock them in the order of their ids; none where the id is stored or a named one is new."""
    known = LEDGER_ACCOUNTS.alias("known")
    number_known = select(func.count()).where(known.c.account_id.in_(_NAMED)).scalar_subquery()
    is_stored = exists().where(LEDGER_POSTINGS.c.posting_id == bindparam("id"))
    return (
        select_balances()
        .where(are_touched, number_known == bindparam("number_named"), ~is_stored)
        .order_by(_ACCOUNT_ID)
        .with_for_update()
    )


_FIND: Final = select_postings().where(LEDGER_POSTINGS.c.posting_id == bindparam("id"))
_KNOWN: Final = select(_ACCOUNT_ID).where(_IS_NAMED)
_BALANCES: Final = select_balances().where(_IS_NAMED)
_HOLDS: Final = select_holds().where(LEDGER_ENTRIES.c.entry_id.in_(_HOLD_IDS))
_LOCKED_NAMED: Final = _locked(_IS_NAMED)
_LOCKED_OF_HOLDS: Final = _locked(_IS_OF_A_HOLD)
_LOCKED_HEAD: Final = select(LEDGER_HEAD.c.sequence, LEDGER_HEAD.c.head).with_for_update()
_INSERT_ENTRY: Final = insert(LEDGER_ENTRIES)


class _IfNew(NamedTuple):
    """Inserts that leave alone what is there, as one database words them."""

    account: Any
    posting: Any
    """Returns nothing where the posting is there."""


_IF_NEW: Final = {
    "sqlite": _IfNew(
        sqlite_insert(LEDGER_ACCOUNTS).on_conflict_do_nothing(),
        sqlite_insert(LEDGER_POSTINGS).on_conflict_do_nothing().returning(LEDGER_POSTINGS.c.sequence),
    ),
    "postgresql": _IfNew(
        postgresql_insert(LEDGER_ACCOUNTS).on_conflict_do_nothing(),
        postgresql_insert(LEDGER_POSTINGS).on_conflict_do_nothing().returning(LEDGER_POSTINGS.c.sequence),
    ),
}


def post_on(connection: Connection, posting: Posting, time: datetime, caller: Caller) -> tuple[StoredPosting, bool]:
    """Write a verified posting with what it changes, or refused, unless its id is stored.

    Locks are taken in one order: new accounts, then all accounts by their ids, then the head of the chain, for which
    all other postings wait from there to the end of the transaction. So this must be the last thing that a transaction
    does, and whatever else it locks must always be locked before.

    Returns:
        What is stored under the id, and whether it was written now.
    """
    touched = _Touched.by(posting)
    locked = touched.lock(connection)
    if not locked:  # the usual posting is new and of known accounts: only one that is not pays for finding that out
        stored = find_posting(connection, posting.posting_id)
        if stored is not None:
            return stored, False
        touched.open(connection)
        locked = touched.lock(connection)
    decision = decide(posting, _balances(locked), touched.holds(connection))
    refusal = decision if isinstance(decision, Refusal) else None
    record = recorded(posting, time, caller, refusal)
    sequence, head = _append(connection, record)
    if sequence is None:  # another call with this id has come first, since it was looked for
        stored = find_posting(connection, posting.posting_id)
        assert stored is not None
        return stored, False
    movements = () if isinstance(decision, Refusal) else decision
    if movements:
        rows = [entry_columns(each, Position(sequence, at)) for at, each in enumerate(movements, start=1)]
        connection.execute(_INSERT_ENTRY, rows)  # triggers move the accounts
    return StoredPosting(sequence, record, movements, head), True


def rehearse_on(connection: Connection, posting: Posting, time: datetime, caller: Caller) -> tuple[StoredPosting, bool]:
    """Tell what `post_on` would do now, in a transaction that sees one moment; nothing is locked and nothing written.

    Returns:
        What is stored under the id, or else what would be, without number and head, and whether it would be new.
    """
    stored = find_posting(connection, posting.posting_id)
    if stored is not None:
        return stored, False
    touched = _Touched.by(posting)
    holds = touched.holds(connection)
    ids = {*touched.named, *[str(side) for held in holds.values() for side in (held.debit, held.credit)]}
    balances = _balances(connection.execute(_BALANCES, {"named": sorted(ids)}))
    decision = decide(posting, balances, holds)
    refusal = decision if isinstance(decision, Refusal) else None
    movements = () if isinstance(decision, Refusal) else decision
    return StoredPosting(0, recorded(posting, time, caller, refusal), movements, ""), True


def find_posting(connection: Connection, posting_id: str) -> StoredPosting | None:
    """Return the posting stored under this id."""
    rows = connection.execute(_FIND, {"id": posting_id}).all()
    return postings_of(rows)[0] if rows else None


class _Touched(NamedTuple):
    """What a posting needs of what is stored."""

    posting_id: str
    named: dict[str, Account]
    """Accounts by their ids, in this order."""
    hold_ids: list[str]
    """Holds that it resolves, whose accounts it touches, too."""

    @classmethod
    def by(cls, posting: Posting) -> _Touched:
        moving = [entry for entry in posting.entries if isinstance(entry, (Transfer, Hold))]
        named = {str(account): account for entry in moving for account in (entry.debit, entry.credit)}
        holds = [entry.hold_id for entry in posting.entries if not isinstance(entry, (Transfer, Hold))]
        return cls(posting.posting_id, named, holds)

    def lock(self, connection: Connection) -> Sequence[Row[Any]]:
        """Lock all accounts in the order of their ids; none where the id is stored or a named account is not."""
        wanted = {"id": self.posting_id, "named": list(self.named), "number_named": len(self.named)}
        if not self.hold_ids:
            return connection.execute(_LOCKED_NAMED, wanted).all()
        return connection.execute(_LOCKED_OF_HOLDS, {**wanted, "holds": self.hold_ids}).all()

    def open(self, connection: Connection) -> None:
        """Open the accounts that nobody has named before, with nothing in them.

        Before any account is locked: no call that has locked one ever waits here, so that none can wait in a circle.
        """
        known = set(connection.scalars(_KNOWN, {"named": list(self.named)}))
        empty = {"balance": 0, "held_out": 0, "held_in": 0, "last_sequence": 0, "last_number": 0}
        rows = [
            {"account_id": account_id, "kind": self.named[account_id].kind.value, **empty}
            for account_id in sorted(self.named.keys() - known)
        ]
        if rows:
            connection.execute(_IF_NEW[connection.dialect.name].account, rows)

    def holds(self, connection: Connection) -> dict[str, HeldSilver]:
        """Return the holds that are resolved; while their accounts are locked nobody else can resolve them."""
        if not self.hold_ids:
            return {}
        return {row.entry_id: held_of(row) for row in connection.execute(_HOLDS, {"holds": self.hold_ids})}


def _balances(rows: Iterable[Row[Any]]) -> dict[Account, Balance]:
    return {Account.parse(row.account_id): balance_of(row) for row in rows}


def _append(connection: Connection, record: Record) -> tuple[int | None, str]:
    """Write the next link of the chain; return its number, None where the id is stored by now, and its head."""
    payload = write_record(record)
    last, previous = connection.execute(_LOCKED_HEAD).one()
    head = next_head(bytes.fromhex(previous), record.outcome, payload).hex()
    reference = record.posting.reference
    values: dict[str, Any] = {
        "sequence": last + 1,
        "posting_id": record.posting.posting_id,
        "outcome": record.outcome,
        "payload": payload,
        "table_id": reference.table_id if reference else None,
        "hand": reference.hand if reference else None,
        "create_time": record.time,
        "head": head,
    }
    # A trigger moves the head row, and refuses a posting that does not follow the last one.
    return connection.scalar(_IF_NEW[connection.dialect.name].posting, values), head
