"""Rows of settlements, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, and_, func, select

from service.campaign.ledger.accounts import Account
from service.campaign.settlement.settlements import Settlement, SettlementState
from service.money import Silver
from service.storage.schema import (
    LEDGER_ENTRIES,
    LEDGER_POSTINGS,
    SETTLEMENT_ACKNOWLEDGEMENTS,
    SETTLEMENTS,
    SETTLEMENTS_DUE,
)
from service.storage.tie_rows import in_utc

if TYPE_CHECKING:
    from sqlalchemy import Row

_TOLD = SETTLEMENT_ACKNOWLEDGEMENTS.alias("told")


def select_settlements() -> Select[Any]:
    """Select settlements with their entries and what was acknowledged last; each row goes to `settlement_of`."""
    number = SETTLEMENT_ACKNOWLEDGEMENTS.c.number
    last = select(func.max(number)).where(SETTLEMENT_ACKNOWLEDGEMENTS.c.sequence == SETTLEMENTS.c.sequence)
    is_last = and_(_TOLD.c.sequence == SETTLEMENTS.c.sequence, _TOLD.c.number == last.scalar_subquery())
    return select(
        SETTLEMENTS,
        LEDGER_ENTRIES.c.debit,
        LEDGER_ENTRIES.c.moved,
        LEDGER_POSTINGS.c.create_time,
        _TOLD.c.state,
        _TOLD.c.reason,
        _TOLD.c.create_time.label("acknowledge_time"),
    ).select_from(SETTLEMENTS.join(LEDGER_ENTRIES).join(LEDGER_POSTINGS).outerjoin(_TOLD, is_last))


def select_due() -> Select[Any]:
    """Select only those settlements that GEMP has not applied."""
    return select_settlements().join(SETTLEMENTS_DUE, SETTLEMENTS_DUE.c.sequence == SETTLEMENTS.c.sequence)


def settlement_of(row: Row[Any]) -> Settlement:
    """Return a settlement as it stands."""
    return Settlement(
        sequence=row.sequence,
        settlement_id=row.settlement_id,
        player=Account.parse(row.debit).name,
        amount=Silver(row.moved),
        create_time=in_utc(row.create_time),
        state=SettlementState(row.state or SettlementState.PENDING),
        reason=row.reason or "",
        acknowledge_time=None if row.acknowledge_time is None else in_utc(row.acknowledge_time),
    )
