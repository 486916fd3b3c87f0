"""What the audit of settlements looks at, value by value, whatever somebody has put there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from service.campaign.ledger.transfers import TransferKind
from service.campaign.settlement.audit import RawSettlement
from service.storage.acknowledgement_rows import raw_told
from service.storage.schema import LEDGER_ENTRIES, SETTLEMENT_ACKNOWLEDGEMENTS, SETTLEMENTS, SETTLEMENTS_DUE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Select

_PAGE: Final = 500
"""Settlements that are in memory at once."""

_SETTLEMENTS: Final = (
    select(SETTLEMENTS, LEDGER_ENTRIES.c.kind, SETTLEMENTS_DUE.c.sequence.label("due"))
    .select_from(SETTLEMENTS.outerjoin(LEDGER_ENTRIES).outerjoin(SETTLEMENTS_DUE))
    .order_by(SETTLEMENTS.c.sequence)
    .limit(_PAGE)
)
_STRAYS: Final[tuple[tuple[str, Select[Any]], ...]] = (
    (
        "withdrawal",
        select(LEDGER_ENTRIES.c.entry_id)
        .select_from(LEDGER_ENTRIES.outerjoin(SETTLEMENTS))
        .where(LEDGER_ENTRIES.c.kind == TransferKind.WITHDRAW.value, SETTLEMENTS.c.sequence.is_(None)),
    ),
    (
        "what is due of settlement",
        select(SETTLEMENTS_DUE.c.sequence)
        .select_from(SETTLEMENTS_DUE.outerjoin(SETTLEMENTS))
        .where(SETTLEMENTS.c.sequence.is_(None)),
    ),
    (
        "an acknowledgement of settlement",
        select(SETTLEMENT_ACKNOWLEDGEMENTS.c.sequence)
        .select_from(SETTLEMENT_ACKNOWLEDGEMENTS.outerjoin(SETTLEMENTS))
        .where(SETTLEMENTS.c.sequence.is_(None)),
    ),
)
_MOST_STRAYS: Final = 100


class SqlSettlementSnapshot:
    """`service.campaign.settlement.audit.SettlementSnapshot` in one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def page(self, after: int) -> tuple[RawSettlement, ...]:
        """See `SettlementSnapshot.page`."""
        rows = self._connection.execute(_SETTLEMENTS.where(SETTLEMENTS.c.sequence > after)).all()
        if not rows:
            return ()
        told = raw_told(self._connection, SETTLEMENT_ACKNOWLEDGEMENTS, rows[0].sequence, rows[-1].sequence)
        return tuple(
            [
                RawSettlement(
                    row.sequence, row.settlement_id, row.kind, row.due is not None, told.get(row.sequence, ())
                )
                for row in rows
            ]
        )

    def strays(self) -> Iterator[tuple[str, object]]:
        """See `SettlementSnapshot.strays`."""
        for what, query in _STRAYS:
            for which in self._connection.scalars(query.limit(_MOST_STRAYS)):
                yield what, which
