"""Settlements and their acknowledgements in SQLite or PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from sqlalchemy import bindparam, select

from service.campaign.settlement.acknowledging import is_news
from service.campaign.settlement.errors import SettlementAppliedError
from service.campaign.settlement.store import Page
from service.storage.acknowledgement_rows import tell
from service.storage.database import read, write
from service.storage.schema import SETTLEMENT_ACKNOWLEDGEMENTS, SETTLEMENTS, SETTLEMENTS_DUE
from service.storage.settlement_books import books_on
from service.storage.settlement_rows import select_due, select_settlements, settlement_of
from service.storage.settlement_snapshot import SqlSettlementSnapshot
from service.storage.snapshots import read_at_one_moment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Engine

    from service.caller import Caller
    from service.campaign.settlement.acknowledging import Acknowledgement
    from service.campaign.settlement.audit import SettlementSnapshot
    from service.campaign.settlement.reconciling import Books
    from service.campaign.settlement.settlements import Settlement

T = TypeVar("T")

_ALL: Final = select_settlements().order_by(SETTLEMENTS.c.sequence)
_DUE: Final = select_due().order_by(SETTLEMENTS.c.sequence)
_BY_ID: Final = select_settlements().where(SETTLEMENTS.c.settlement_id == bindparam("id"))
_LOCKED: Final = (
    select(SETTLEMENTS_DUE.c.sequence)
    .join(SETTLEMENTS)
    .where(SETTLEMENTS.c.settlement_id == bindparam("id"))
    .with_for_update(of=SETTLEMENTS_DUE)
)


class SqlSettlementStore:
    """`service.campaign.settlement.store.SettlementStore` over SQLAlchemy Core."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def page(self, after: int, size: int, caller: Caller, *, applied_too: bool) -> Page:
        """See `SettlementStore.page`."""
        query = (_ALL if applied_too else _DUE).where(SETTLEMENTS.c.sequence > after).limit(size + 1)

        def work(connection: Connection) -> Page:
            rows = connection.execute(query).all()
            return Page(tuple(map(settlement_of, rows[:size])), len(rows) > size)

        return read(self._engine, work, caller.seconds_left())

    def acknowledge(self, told: Acknowledgement, time: datetime, caller: Caller) -> tuple[Settlement, bool] | None:
        """See `SettlementStore.acknowledge`."""
        return write(
            self._engine, lambda connection: _acknowledge(connection, told, time, caller), caller.seconds_left()
        )

    def books(
        self, after: int, most: int, deposit_ids: Sequence[str], settlement_ids: Sequence[str], caller: Caller
    ) -> Books:
        """See `SettlementStore.books`."""
        return read_at_one_moment(
            self._engine,
            lambda connection: books_on(connection, after, most, deposit_ids, settlement_ids),
            caller.seconds_left(),
        )

    def examine(self, work: Callable[[SettlementSnapshot], T], caller: Caller) -> T:
        """See `SettlementStore.examine`."""
        return read_at_one_moment(
            self._engine, lambda connection: work(SqlSettlementSnapshot(connection)), caller.seconds_left()
        )


def _acknowledge(
    connection: Connection, told: Acknowledgement, time: datetime, caller: Caller
) -> tuple[Settlement, bool] | None:
    """Look at a settlement while nobody else can acknowledge it, and write what is news."""
    wanted = {"id": told.id}
    connection.execute(_LOCKED, wanted).all()
    row = connection.execute(_BY_ID, wanted).first()
    if row is None:
        return None
    settlement = settlement_of(row)
    if not is_news(settlement, told, SettlementAppliedError):
        return settlement, False
    # A trigger removes what is applied from what is due.
    after = tell(connection, SETTLEMENT_ACKNOWLEDGEMENTS, settlement.sequence, told, time=time, caller=caller)
    return replace(settlement, **after), True
