"""Ties in SQLite or PostgreSQL."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, and_, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.storage.database import read, write
from service.storage.schema import TIES, VOIDS
from service.tiebreak.errors import EarlierAttemptStandsError
from service.tiebreak.model import Tie
from service.tiebreak.store import StoredTie, Void

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, Engine, Row

    from service.caller import Caller


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
            added = connection.execute(self._insert_tie, _columns(tie)).first()
            if added is not None:
                return tie, True
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
        query = _stored().where(_same_stage(tie), TIES.c.attempt < tie.attempt).order_by(TIES.c.attempt)

        def work(connection: Connection) -> tuple[StoredTie, ...]:
            return tuple([_tie(row) for row in connection.execute(query)])

        return read(self._engine, work, caller.seconds_left())

    def void(self, tie: Tie, void: Void, caller: Caller) -> tuple[StoredTie, bool] | None:
        """See `TieStore.void`."""

        def work(connection: Connection) -> tuple[StoredTie, bool] | None:
            row_id = connection.scalar(select(TIES.c.tie_id).where(_same_tie(tie)))
            if row_id is None:
                return None
            values = {"tie_id": row_id, "reason": void.reason, "void_time": _utc(void.void_time)}
            added = connection.execute(self._insert_void, values).first()
            stored = _get(connection, tie)
            assert stored is not None
            return stored, added is not None

        return write(self._engine, work, caller.seconds_left())

    def page(self, event: str, after: int, size: int, caller: Caller) -> tuple[tuple[tuple[int, StoredTie], ...], bool]:
        """See `TieStore.page`."""
        query = _stored().where(TIES.c.tie_id > after).order_by(TIES.c.tie_id).limit(size + 1)
        if event:
            query = query.where(TIES.c.event == event)

        def work(connection: Connection) -> tuple[tuple[tuple[int, StoredTie], ...], bool]:
            rows = connection.execute(query).all()
            return tuple((row.tie_id, _tie(row)) for row in rows[:size]), len(rows) > size

        return read(self._engine, work, caller.seconds_left())


def _stored() -> Select[Any]:
    return select(TIES, VOIDS.c.reason, VOIDS.c.void_time).select_from(TIES.outerjoin(VOIDS))


def _same_stage(tie: Tie) -> Any:
    return and_(TIES.c.event == tie.event, TIES.c.stage == tie.stage)


def _same_tie(tie: Tie) -> Any:
    return and_(_same_stage(tie), TIES.c.attempt == tie.attempt)


def _get(connection: Connection, tie: Tie) -> StoredTie | None:
    row = connection.execute(_stored().where(_same_tie(tie))).first()
    return None if row is None else _tie(row)


def _require_voided(connection: Connection, tie: Tie) -> None:
    previous = _get(connection, Tie(tie.event, tie.stage, tie.attempt - 1))
    if previous is None or previous.void is None:
        state = "is not known" if previous is None else f"stands with result {previous.result_id}"
        raise EarlierAttemptStandsError.of(
            "attempt", tie.attempt, f"an attempt after one that was voided: attempt {tie.attempt - 1} {state}"
        )


def _columns(tie: StoredTie) -> dict[str, object]:
    return {
        "event": tie.tie.event,
        "stage": tie.tie.stage,
        "attempt": tie.tie.attempt,
        "result_id": tie.result_id,
        "catalogue_version": tie.catalogue_version,
        "content": tie.content,
        "transcript": tie.transcript,
        "create_time": _utc(tie.create_time),
    }


def _utc(moment: datetime) -> datetime:
    """SQLite forgets the zone, so that everything is stored, and read again, in UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _tie(row: Row[Any]) -> StoredTie:
    return StoredTie(
        tie=Tie(row.event, row.stage, row.attempt),
        result_id=row.result_id,
        catalogue_version=row.catalogue_version,
        content=row.content,
        transcript=row.transcript,
        create_time=_utc(row.create_time),
        void=None if row.reason is None else Void(row.reason, _utc(row.void_time)),
    )
