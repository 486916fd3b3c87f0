"""Writing a posting in a transaction, which may be that of a hand's result: both are stored, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import bindparam, insert, select
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
    from collections.abc import Iterable
    from datetime import datetime

    from sqlalchemy import BindParameter, Connection

    from service.caller import Caller
    from service.campaign.ledger.postings import Posting
    from service.campaign.ledger.record import Record

# Each statement is made once: SQLAlchemy takes longer to make one than a database to answer it.
_IDS: Final[BindParameter[Any]] = bindparam("ids", expanding=True)
_FIND: Final = select_postings().where(LEDGER_POSTINGS.c.posting_id == bindparam("id"))
_HOLDS: Final = select_holds().where(LEDGER_ENTRIES.c.entry_id.in_(_IDS), LEDGER_ENTRIES.c.type == "hold")
_RESOLVED: Final = select(LEDGER_ENTRIES.c.resolves).where(LEDGER_ENTRIES.c.resolves.in_(_IDS))
_KNOWN: Final = select(LEDGER_ACCOUNTS.c.account_id).where(LEDGER_ACCOUNTS.c.account_id.in_(_IDS))
_BALANCES: Final = (
    select_balances().where(LEDGER_ACCOUNTS.c.account_id.in_(_IDS)).order_by(LEDGER_ACCOUNTS.c.account_id)
)
_LOCKED: Final = _BALANCES.with_for_update()
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
    stored = find_posting(connection, posting.posting_id)
    if stored is not None:
        return stored, False
    asked = _asked_holds(connection, posting)
    accounts = _open(connection, posting)
    accounts.update(account for held in asked.values() for account in (held.debit, held.credit))
    balances = _lock(connection, accounts)
    decision = decide(posting, balances, _as_they_stand(connection, asked))
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
    asked = _asked_holds(connection, posting)
    accounts = _named(posting) | {account for held in asked.values() for account in (held.debit, held.credit)}
    rows = connection.execute(_BALANCES, {"ids": sorted(map(str, accounts))})
    balances = {Account.parse(row.account_id): balance_of(row) for row in rows}
    decision = decide(posting, balances, _as_they_stand(connection, asked))
    refusal = decision if isinstance(decision, Refusal) else None
    movements = () if isinstance(decision, Refusal) else decision
    return StoredPosting(0, recorded(posting, time, caller, refusal), movements, ""), True


def find_posting(connection: Connection, posting_id: str) -> StoredPosting | None:
    """Return the posting stored under this id."""
    rows = connection.execute(_FIND, {"id": posting_id}).all()
    return postings_of(rows)[0] if rows else None


def _asked_holds(connection: Connection, posting: Posting) -> dict[str, HeldSilver]:
    """Return what is stored of the holds that *posting* resolves: it never changes, so that nothing need be locked."""
    ids = _resolved_ids(posting)
    if not ids:
        return {}
    return {row.entry_id: held_of(row, is_resolved=False) for row in connection.execute(_HOLDS, {"ids": ids})}


def _as_they_stand(connection: Connection, asked: dict[str, HeldSilver]) -> dict[str, HeldSilver]:
    """Tell of each hold whether it is resolved; its accounts are locked, so that this stays so."""
    if not asked:
        return {}
    resolved = set(connection.scalars(_RESOLVED, {"ids": sorted(asked)}))
    return {hold_id: held._replace(is_resolved=hold_id in resolved) for hold_id, held in asked.items()}


def _resolved_ids(posting: Posting) -> list[str]:
    return sorted({entry.hold_id for entry in posting.entries if not isinstance(entry, (Transfer, Hold))})


def _named(posting: Posting) -> set[Account]:
    """Return the accounts that *posting* names itself."""
    moving = [entry for entry in posting.entries if isinstance(entry, (Transfer, Hold))]
    return {account for entry in moving for account in (entry.debit, entry.credit)}


def _open(connection: Connection, posting: Posting) -> set[Account]:
    """Return the accounts that *posting* names; those that nobody has named before are opened, with nothing in them.

    Before any account is locked: no call that has locked one ever waits here, so that none can wait in a circle.
    """
    accounts = _named(posting)
    if not accounts:
        return accounts
    by_id = {str(account): account for account in accounts}
    known = set(connection.scalars(_KNOWN, {"ids": sorted(by_id)}))
    new = sorted(by_id.keys() - known)
    if new:
        empty = {"balance": 0, "held_out": 0, "held_in": 0, "last_sequence": 0, "last_number": 0}
        rows = [{"account_id": account_id, "kind": by_id[account_id].kind.value, **empty} for account_id in new]
        connection.execute(_IF_NEW[connection.dialect.name].account, rows)
    return accounts


def _lock(connection: Connection, accounts: Iterable[Account]) -> dict[Account, Balance]:
    """Lock accounts in the order of their ids and return what they have."""
    ids = sorted(map(str, accounts))
    rows = connection.execute(_LOCKED, {"ids": ids}).all() if ids else ()
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
