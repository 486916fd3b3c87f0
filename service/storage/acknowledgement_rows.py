"""Rows of what GEMP acknowledges, of settlements and of grants alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, func, insert, select

from service.audit.entries import told_of
from service.campaign.settlement.acknowledging import SettlementState
from service.campaign.settlement.audit import RawAcknowledgement
from service.storage.tie_rows import in_utc

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import Column, ColumnElement, Connection, FromClause, Row, Table

    from service.caller import Caller
    from service.campaign.settlement.acknowledging import Acknowledgement


class LastTold(NamedTuple):
    """What was acknowledged last of each thing."""

    source: FromClause
    """To be joined."""
    is_of: ColumnElement[bool]
    """The condition of the join."""
    columns: tuple[ColumnElement[Any], ...]
    """For `standing`."""


def last_told(table: Table, sequence: Column[Any]) -> LastTold:
    """Return the last rows of *table* for the things whose numbers are in the column *sequence*."""
    told = table.alias("told")
    last = select(func.max(table.c.number)).where(table.c.sequence == sequence).scalar_subquery()
    is_of = and_(told.c.sequence == sequence, told.c.number == last)
    return LastTold(told, is_of, (told.c.state, told.c.reason, told.c.create_time.label("acknowledge_time")))


def standing(row: Row[Any]) -> dict[str, Any]:
    """Return how a thing stands, as the fields that settlements and grants have for it."""
    return {
        "state": SettlementState(row.state or SettlementState.PENDING),
        "reason": row.reason or "",
        "acknowledge_time": None if row.acknowledge_time is None else in_utc(row.acknowledge_time),
    }


def tell(
    connection: Connection, table: Table, sequence: int, told: Acknowledgement, *, time: datetime, caller: Caller
) -> dict[str, Any]:
    """Store what is told of the thing with this number, and return how it stands then; see `standing`.

    Nobody else may acknowledge it before the transaction ends.
    """
    count = connection.scalar(select(func.count()).where(table.c.sequence == sequence)) or 0
    moment = in_utc(time)
    values = {
        "sequence": sequence,
        "number": count + 1,
        "state": told.state.value,
        "reason": told.reason,
        "caller": json.dumps(told_of(caller), sort_keys=True, separators=(",", ":"), ensure_ascii=True),
        "create_time": moment,
    }
    connection.execute(insert(table), values)
    return {"state": told.state, "reason": told.reason, "acknowledge_time": moment}


def raw_told(
    connection: Connection, table: Table, first: int, last: int
) -> Mapping[int, tuple[RawAcknowledgement, ...]]:
    """Return what is stored of the things whose numbers are *first* to *last*, by these."""
    query = select(table).where(table.c.sequence.between(first, last)).order_by(table.c.sequence, table.c.number)
    told: dict[int, list[RawAcknowledgement]] = {}
    for row in connection.execute(query):
        told.setdefault(row.sequence, []).append(RawAcknowledgement(row.number, row.state))
    return {sequence: tuple(each) for sequence, each in told.items()}
