"""Ties in SQLite or PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.storage.audit_chain import append
from service.storage.database import read, write
from service.storage.schema import TIES, VOIDS
from service.storage.tie_rows import in_utc, select_ties, tie_columns, tie_of
from service.tiebreak.changes import resolved, voided
from service.tiebreak.errors import EarlierAttemptStandsError
from service.tiebreak.model import Tie

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from service.caller import Caller
    from service.tiebreak.store import StoredTie, Void


class SqlTieStore:
    """`service.tiebreak.store.TieStore` over SQLAlchemy Core."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        dialect_insert = sqlite_insert if engine.dialect.name == "sqlite" else postgresql_insert
        self._insert_tie = dialect_insert(TIES).on_conflict_do_nothing().returning(TIES.c.tie_id)
        self._insert_void = dialect_insert(VOIDS).on_conflict_do_nothing().returning(VOIDS.c.tie_id)

    def add(self, tie: StoredTie, caller: Caller) -> tuple[StoredTie, bool]:
        """See `TieStore.add`."""

        def work(connection: Connection) -> tuple[StoredTie, bool]:
            if tie.tie.attempt > 1:
                _require_voided(connection, tie.tie)
            row_id = connection.scalar(self._insert_tie, tie_columns(tie))
            if row_id is not None:
                return replace(tie, audit_head=append(connection, row_id, resolved(tie), caller)), True
            stored = _get(connection, tie.tie)
            assert stored is not None
            return stored, False

        return write(self._engine, work, caller.seconds_left())

    def get(self, tie: Tie, caller: Caller) -> StoredTie | None:
        """See `TieStore.get`."""
        return read(self._engine, lambda connection: _get(connection, tie), caller.seconds_left())

    def earlier(self, tie: Tie, caller: Caller) -> tuple[StoredTie, ...]:
        """See `TieStore.earlier`."""
        if tie.attempt == 1:
            return ()
        query = select_ties().where(_same_stage(tie), TIES.c.attempt < tie.attempt).order_by(TIES.c.attempt)

        def work(connection: Connection) -> tuple[StoredTie, ...]:
            return tuple([tie_of(row) for row in connection.execute(query)])

        return read(self._engine, work, caller.seconds_left())

    def void(self, tie: Tie, void: Void, caller: Caller) -> tuple[StoredTie, bool] | None:
        """See `TieStore.void`."""

        def work(connection: Connection) -> tuple[StoredTie, bool] | None:
            row = connection.execute(select_ties().where(_same_tie(tie))).first()
            if row is None:
                return None
            stored = tie_of(row)
            values = {"tie_id": row.tie_id, "reason": void.reason, "void_time": in_utc(void.void_time)}
            if connection.scalar(self._insert_void, values) is None:
                first = _get(connection, tie)  # perhaps voided only since the row was read
                assert first is not None
                return first, False
            head = append(connection, row.tie_id, voided(stored, void), caller)
            return replace(stored, void=replace(void, audit_head=head)), True

        return write(self._engine, work, caller.seconds_left())

    def page(self, event: str, after: int, size: int, caller: Caller) -> tuple[tuple[tuple[int, StoredTie], ...], bool]:
        """See `TieStore.page`."""
        query = select_ties().where(TIES.c.tie_id > after).order_by(TIES.c.tie_id).limit(size + 1)
        if event:
            query = query.where(TIES.c.event == event)

        def work(connection: Connection) -> tuple[tuple[tuple[int, StoredTie], ...], bool]:
            rows = connection.execute(query).all()
            return tuple((row.tie_id, tie_of(row)) for row in rows[:size]), len(rows) > size

        return read(self._engine, work, caller.seconds_left())


def _same_stage(tie: Tie) -> Any:
    return and_(TIES.c.event == tie.event, TIES.c.stage == tie.stage)


def _same_tie(tie: Tie) -> Any:
    return and_(_same_stage(tie), TIES.c.attempt == tie.attempt)


def _get(connection: Connection, tie: Tie) -> StoredTie | None:
    row = connection.execute(select_ties().where(_same_tie(tie))).first()
    return None if row is None else tie_of(row)


def _require_voided(connection: Connection, tie: Tie) -> None:
    previous = _get(connection, Tie(tie.event, tie.stage, tie.attempt - 1))
    if previous is None or previous.void is None:
        state = "is not known" if previous is None else f"stands with result {previous.result_id}"
        raise EarlierAttemptStandsError.of(
            "attempt", tie.attempt, f"an attempt after one that was voided: attempt {tie.attempt - 1} {state}"
        )
