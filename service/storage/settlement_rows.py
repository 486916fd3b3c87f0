"""Rows of settlements, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, select

from service.campaign.ledger.accounts import Account
from service.campaign.settlement.settlements import Settlement
from service.money import Silver
from service.storage.acknowledgement_rows import last_told, standing
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


def select_settlements() -> Select[Any]:
    """Select settlements with their entries and what was acknowledged last; each row goes to `settlement_of`."""
    told = last_told(SETTLEMENT_ACKNOWLEDGEMENTS, SETTLEMENTS.c.sequence)
    entries = SETTLEMENTS.join(LEDGER_ENTRIES).join(LEDGER_POSTINGS)
    return select(
        SETTLEMENTS, LEDGER_ENTRIES.c.debit, LEDGER_ENTRIES.c.moved, LEDGER_POSTINGS.c.create_time, *told.columns
    ).select_from(entries.outerjoin(told.source, told.is_of))


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
        **standing(row),
    )
