"""What the ledger's books say of silver that went to GEMP and came from it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, func, or_, select

from service.campaign.ledger.accounts import CLEARING, Account
from service.campaign.ledger.record import REFUSED
from service.campaign.ledger.transfers import TransferKind
from service.campaign.settlement.reconciling import Books, Key, Movement, Ours, Standing, Totals, Way
from service.money import Silver
from service.storage.ledger_store import figures_on
from service.storage.schema import LEDGER_ENTRIES, LEDGER_POSTINGS, SETTLEMENTS, SETTLEMENTS_DUE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection, Row, Select

_TOGETHER: Final = 500
"""Ids that are looked up in one statement."""

_IS_DEPOSIT: Final = LEDGER_ENTRIES.c.kind == TransferKind.DEPOSIT.value
_IS_WITHDRAWAL: Final = LEDGER_ENTRIES.c.kind == TransferKind.WITHDRAW.value
_MOVED: Final = (LEDGER_ENTRIES.c.kind, LEDGER_ENTRIES.c.debit, LEDGER_ENTRIES.c.credit, LEDGER_ENTRIES.c.moved)

_STRETCH: Final[Select[Any]] = (
    select(LEDGER_POSTINGS.c.posting_id, LEDGER_ENTRIES.c.entry_id, *_MOVED)
    .select_from(LEDGER_ENTRIES.join(LEDGER_POSTINGS).outerjoin(SETTLEMENTS).outerjoin(SETTLEMENTS_DUE))
    .where(
        LEDGER_ENTRIES.c.sequence > bindparam("after"),
        LEDGER_ENTRIES.c.sequence <= bindparam("through"),
        or_(_IS_DEPOSIT, _IS_WITHDRAWAL),
        SETTLEMENTS_DUE.c.sequence.is_(None),
    )
    .order_by(LEDGER_ENTRIES.c.sequence, LEDGER_ENTRIES.c.number)
)
_POSTINGS: Final[Select[Any]] = (
    select(LEDGER_POSTINGS.c.posting_id, LEDGER_POSTINGS.c.outcome, LEDGER_ENTRIES.c.entry_id, *_MOVED)
    .select_from(LEDGER_POSTINGS.outerjoin(LEDGER_ENTRIES))
    .where(LEDGER_POSTINGS.c.posting_id.in_(bindparam("ids", expanding=True)))
    .order_by(LEDGER_POSTINGS.c.sequence, LEDGER_ENTRIES.c.number)
)
_SETTLEMENTS: Final[Select[Any]] = (
    select(LEDGER_ENTRIES.c.entry_id, *_MOVED, SETTLEMENTS_DUE.c.sequence.label("due"))
    .select_from(SETTLEMENTS.join(LEDGER_ENTRIES).outerjoin(SETTLEMENTS_DUE))
    .where(SETTLEMENTS.c.settlement_id.in_(bindparam("ids", expanding=True)))
)
# The indexes on either side of an entry leave GEMP's entries alone to be added up.
_DEPOSITED: Final = select(func.sum(LEDGER_ENTRIES.c.moved)).where(LEDGER_ENTRIES.c.debit == str(CLEARING), _IS_DEPOSIT)
_WITHDRAWN: Final = select(func.sum(LEDGER_ENTRIES.c.moved)).where(
    LEDGER_ENTRIES.c.credit == str(CLEARING), _IS_WITHDRAWAL
)
_UNAPPLIED: Final = select(func.sum(LEDGER_ENTRIES.c.moved), func.count()).select_from(
    SETTLEMENTS_DUE.join(SETTLEMENTS).join(LEDGER_ENTRIES)
)


def books_on(
    connection: Connection, after: int, most: int, deposit_ids: Sequence[str], settlement_ids: Sequence[str]
) -> Books:
    """See `service.campaign.settlement.store.SettlementStore.books`; in a transaction that sees one moment."""
    figures = figures_on(connection)
    through = max(after, min(after + most, figures.postings))
    stretch = connection.execute(_STRETCH, {"after": after, "through": through})
    return Books(
        stretch=tuple(map(_movement_of, stretch)),
        through=through,
        named=dict(_named(connection, deposit_ids, settlement_ids)),
        totals=_totals(connection),
        figures=figures,
    )


def _named(
    connection: Connection, deposit_ids: Sequence[str], settlement_ids: Sequence[str]
) -> Iterator[tuple[Key, Ours]]:
    for ids in _parts(deposit_ids):
        rows = connection.execute(_POSTINGS, {"ids": ids})
        for posting_id, entries in groupby(rows, lambda row: row.posting_id):
            yield Key(Way.DEPOSIT, posting_id), _deposit_of(list(entries))
    for ids in _parts(settlement_ids):
        for row in connection.execute(_SETTLEMENTS, {"ids": ids}):
            standing = Standing.DONE if row.due is None else Standing.NOT_ACKNOWLEDGED
            yield Key(Way.SETTLEMENT, row.entry_id), Ours(standing, _movement_of(row))


def _deposit_of(entries: list[Row[Any]]) -> Ours:
    """Return what there is under the id of a posting, of which these are the entries."""
    if entries[0].outcome == REFUSED:
        return Ours(Standing.REFUSED, None)
    if [row.kind for row in entries] == [TransferKind.DEPOSIT.value]:
        return Ours(Standing.DONE, _movement_of(entries[0]))
    return Ours(Standing.OTHER, None)


def _movement_of(row: Row[Any]) -> Movement:
    if row.kind == TransferKind.DEPOSIT:
        return Movement(Key(Way.DEPOSIT, row.posting_id), Account.parse(row.credit).name, Silver(row.moved))
    return Movement(Key(Way.SETTLEMENT, row.entry_id), Account.parse(row.debit).name, Silver(row.moved))


def _totals(connection: Connection) -> Totals:
    unapplied, count = connection.execute(_UNAPPLIED).one()
    return Totals(
        deposited=_silver(connection.scalar(_DEPOSITED)),
        withdrawn=_silver(connection.scalar(_WITHDRAWN)),
        unapplied=_silver(unapplied),
        unapplied_count=count,
    )


def _silver(total: Any) -> Silver:
    """Return a sum; of nothing it is NULL, and PostgreSQL makes it a decimal."""
    return Silver(int(total or 0))


def _parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(ids), _TOGETHER):
        yield ids[at : at + _TOGETHER]
