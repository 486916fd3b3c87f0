"""Rows of the ledger's tables, and the postings, balances and lines they stand for."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, exists, select

from service.campaign.ledger.accounts import Account
from service.campaign.ledger.deciding import Balance, EntryType, HeldSilver, Movement
from service.campaign.ledger.errors import LedgerDamagedError
from service.campaign.ledger.postings import HandReference
from service.campaign.ledger.record import Record, read_record
from service.campaign.ledger.store import Line, Position, StoredPosting
from service.campaign.ledger.transfers import TransferKind
from service.money import Silver
from service.storage.schema import LEDGER_ACCOUNTS, LEDGER_ENTRIES, LEDGER_POSTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Row

_ENTRY = [column for column in LEDGER_ENTRIES.c if column is not LEDGER_ENTRIES.c.sequence]


def select_postings() -> Select[Any]:
    """Select postings, each with all its entries; the rows go to `postings_of`."""
    return (
        select(LEDGER_POSTINGS, *_ENTRY)
        .select_from(LEDGER_POSTINGS.outerjoin(LEDGER_ENTRIES))
        .order_by(LEDGER_POSTINGS.c.sequence, LEDGER_ENTRIES.c.number)
    )


def select_lines() -> Select[Any]:
    """Select entries with their postings; each row goes to `line_of`."""
    return select(LEDGER_POSTINGS, *_ENTRY).select_from(LEDGER_POSTINGS.join(LEDGER_ENTRIES))


def select_holds() -> Select[Any]:
    """Select holds with the hands that their postings are about; each row goes to `held_of`."""
    resolving = LEDGER_ENTRIES.alias("resolving")
    query = select(
        LEDGER_ENTRIES.c.entry_id,
        LEDGER_ENTRIES.c.debit,
        LEDGER_ENTRIES.c.credit,
        LEDGER_ENTRIES.c.held,
        LEDGER_POSTINGS.c.table_id,
        LEDGER_POSTINGS.c.hand,
        exists().where(resolving.c.resolves == LEDGER_ENTRIES.c.entry_id).label("is_resolved"),
    )
    return query.select_from(LEDGER_POSTINGS.join(LEDGER_ENTRIES)).where(LEDGER_ENTRIES.c.type == EntryType.HOLD.value)


def select_balances() -> Select[Any]:
    """Select what accounts have; each row goes to `balance_of`."""
    return select(*[LEDGER_ACCOUNTS.c[name] for name in ("account_id", "balance", "held_out", "held_in")])


def postings_of(rows: Iterable[Row[Any]]) -> tuple[StoredPosting, ...]:
    """Return the postings of rows of `select_postings`."""
    found = []
    for sequence, together in groupby(rows, lambda row: row.sequence):
        entries = list(together)
        movements = tuple([movement_of(row) for row in entries if row.entry_id is not None])
        found.append(StoredPosting(sequence, _record_of(entries[0]), movements, entries[0].head))
    return tuple(found)


def line_of(row: Row[Any], account: Account) -> Line:
    """Return the line of a row of `select_lines` in the statement of *account*."""
    return Line(Position(row.sequence, row.number), account, movement_of(row), _record_of(row))


def movement_of(row: Row[Any]) -> Movement:
    """Return what an entry changed."""
    return Movement(
        entry_id=row.entry_id,
        type=EntryType(row.type),
        kind=TransferKind(row.kind),
        debit=Account.parse(row.debit),
        credit=Account.parse(row.credit),
        moved=Silver(row.moved),
        held=Silver(row.held),
        resolves=row.resolves or "",
        debit_after=Silver(row.debit_after),
        credit_after=Silver(row.credit_after),
    )


def entry_columns(movement: Movement, position: Position) -> dict[str, object]:
    """Return what a new row of the table of entries holds."""
    return {
        "entry_id": movement.entry_id,
        "sequence": position.sequence,
        "number": position.number,
        "type": movement.type.value,
        "kind": movement.kind.value,
        "debit": str(movement.debit),
        "credit": str(movement.credit),
        "moved": movement.moved.count,
        "held": movement.held.count,
        "resolves": movement.resolves or None,
        "debit_after": movement.debit_after.count,
        "credit_after": movement.credit_after.count,
    }


def held_of(row: Row[Any]) -> HeldSilver:
    """Return what a row of `select_holds` holds, or once held."""
    return HeldSilver(
        Account.parse(row.debit),
        Account.parse(row.credit),
        Silver(row.held),
        HandReference(row.table_id, row.hand),
        is_resolved=bool(row.is_resolved),
    )


def balance_of(row: Row[Any]) -> Balance:
    """Return what a row of `select_balances` says that an account has."""
    return Balance(*map(Silver, row[1:]))


def _record_of(row: Row[Any]) -> Record:
    """Return what a posting's row tells of the call.

    Raises:
        LedgerDamagedError: the stored text is not what was once written.
    """
    try:
        return read_record(row.payload)
    except ValueError:
        raise LedgerDamagedError.of(f"posting {row.posting_id}", "its payload", "what was stored") from None
