"""Tables for silver, the ledger and careers in SQLite or PostgreSQL: each step in one transaction with its effects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.campaign.ledger.accounts import wallet
from service.campaign.ledger.deciding import EMPTY
from service.campaign.play.store import StoredCareer, Waiting
from service.campaign.play.telling import told_of
from service.storage.career_steps import change_on, stored_career
from service.storage.database import read, write
from service.storage.duel_days import stake_on
from service.storage.ledger_posting import Asked, post_all_on
from service.storage.ledger_rows import balance_of, select_balances
from service.storage.schema import LEDGER_ACCOUNTS, WAITING_HANDS
from service.storage.tie_rows import in_utc

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, Engine

    from service.caller import Caller
    from service.campaign.ladder.career import Advance
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.deciding import Balance
    from service.campaign.play.store import CareerChange, Effects
    from service.storage.table_store import Also, SqlTableStore
    from service.tables.sessions.store import StoredStep, StoredTable

_BALANCE: Final = select_balances().where(LEDGER_ACCOUNTS.c.account_id == bindparam("id"))
_OVER: Final = delete(WAITING_HANDS).where(WAITING_HANDS.c.table_id == bindparam("table"))


class SqlPlayStore:
    """`service.campaign.play.store.PlayStore` over SQLAlchemy Core."""

    def __init__(self, engine: Engine, tables: SqlTableStore, ladder: Ladder) -> None:
        self._engine = engine
        self._tables = tables
        self._ladder = ladder
        dialect_insert = sqlite_insert if engine.dialect.name == "sqlite" else postgresql_insert
        waits = dialect_insert(WAITING_HANDS)
        self._waits = waits.on_conflict_do_update(
            index_elements=[WAITING_HANDS.c.table_id], set_={"since": waits.excluded.since}
        )

    def add(
        self, table: StoredTable, opening: StoredStep, effects: Effects, caller: Caller
    ) -> tuple[StoredTable, StoredStep, bool]:
        """See `PlayStore.add`."""
        return self._tables.add(table, opening, caller, self._with(table.table_id, effects, caller))

    def append(self, table_id: str, step: StoredStep, effects: Effects, caller: Caller) -> StoredStep | None:
        """See `PlayStore.append`."""
        return self._tables.append_with(table_id, step, caller, self._with(table_id, effects, caller))

    def career(self, player: str, caller: Caller) -> StoredCareer | None:
        """See `PlayStore.career`."""
        return read(self._engine, lambda connection: stored_career(connection, player), caller.seconds_left())

    def change_career(self, change: CareerChange, time: datetime, caller: Caller) -> Advance:
        """See `PlayStore.change_career`."""

        def work(connection: Connection) -> Advance:
            has = _balance(connection, wallet(change.player))
            return change_on(connection, change, has, self._ladder, time)

        return write(self._engine, work, caller.seconds_left())

    def balance(self, account: Account, caller: Caller) -> Balance:
        """See `PlayStore.balance`."""
        return read(self._engine, lambda connection: _balance(connection, account), caller.seconds_left())

    def waiting(self, before: datetime, most: int, caller: Caller) -> tuple[Waiting, ...]:
        """See `PlayStore.waiting`."""
        since = WAITING_HANDS.c.since
        query = select(WAITING_HANDS).where(since < in_utc(before)).order_by(since).limit(most)

        def work(connection: Connection) -> tuple[Waiting, ...]:
            rows = connection.execute(query)
            return tuple([Waiting(row.table_id, row.caller, in_utc(row.since)) for row in rows])

        return read(self._engine, work, caller.seconds_left())

    def _with(self, table_id: str, effects: Effects, caller: Caller) -> Also:
        return lambda connection, step: self._apply(connection, table_id, step, effects, caller)

    def _apply(
        self, connection: Connection, table_id: str, step: StoredStep, effects: Effects, caller: Caller
    ) -> StoredStep:
        """Do all that *step* changes beside its table; return it with what the career tells."""
        if effects.verify is not None:
            effects.verify()
        time = in_utc(step.create_time)
        if effects.postings:
            for stored, _ in post_all_on(connection, [Asked(each, time, caller) for each in effects.postings]):
                if stored.record.refusal is not None:
                    raise stored.record.refusal.error(replayed=False)
        if effects.duel is not None:
            stake_on(connection, effects.duel)
        if effects.is_running:
            connection.execute(self._waits, {"table_id": table_id, "caller": caller.name, "since": time})
        elif effects.postings:
            connection.execute(_OVER, {"table": table_id})
        if effects.career is None:
            return step
        has = _balance(connection, wallet(effects.career.player))
        advance = change_on(connection, effects.career, has, self._ladder, time, table_id=table_id)
        return replace(step, told=(*step.told, *map(told_of, advance.events)))


def _balance(connection: Connection, account: Account) -> Balance:
    row: Any = connection.execute(_BALANCE, {"id": str(account)}).first()
    return EMPTY if row is None else balance_of(row)
