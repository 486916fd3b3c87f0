"""Tables, their steps and the callers' feeds in SQLite or PostgreSQL."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import String, bindparam, func, insert, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.storage.database import LONGEST_S, read, write
from service.storage.feed_bell import FeedBell
from service.storage.schema import FEED_EVENTS, FEED_HEADS, GAME_TABLES, TABLE_KEYS, TABLE_STEPS
from service.storage.table_rows import (
    STANDING,
    WHOLE_STEP,
    entry_of,
    event_columns,
    read_texts,
    select_table,
    standing_of,
    step_columns,
    step_of,
    table_columns,
    table_of,
    told_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine, Select

    from service.caller import Caller
    from service.tables.sessions.store import FeedEntry, LastStep, StoredStep, StoredTable
    from service.tables.sessions.telling import Told

Also: TypeAlias = "Callable[[Connection, StoredStep], StoredStep]"
"""What a step does beside its table, in the same transaction; it returns the step with all that is told of it."""

LOOK_S: Final = 0.25
"""Seconds between two looks of a thread that waits for a feed: at what others stored, and whether anybody waits."""

_LAST_LOOK_S: Final = 0.2
"""Seconds before the end of his call that a wait ends, so that there is time for a last look and the answer."""

_NEW: Final = "new_"
"""What a step's values are called where its row is taken from a SELECT: columns' own names are taken there."""

_INSERT_KEY: Final = insert(TABLE_KEYS)
_INSERT_STEP: Final = insert(TABLE_STEPS)
_INSERT_EVENTS: Final = insert(FEED_EVENTS)
_OF_TABLE: Final = GAME_TABLES.c.table_id == bindparam("table_id")
_REQUEST_ID: Final = bindparam("request_id", type_=String())
_BY_ID: Final = select_table(STANDING, _OF_TABLE)
_BY_STEP: Final = select_table(WHOLE_STEP, _OF_TABLE, TABLE_STEPS.c.request_id == _REQUEST_ID)
_BY_REQUEST: Final = select_table(WHOLE_STEP, GAME_TABLES.c.request_id == _REQUEST_ID, TABLE_STEPS.c.number == 1)
_TOLD: Final = (
    select(FEED_EVENTS)
    .where(FEED_EVENTS.c.table_id == bindparam("table_id"), FEED_EVENTS.c.step == bindparam("step"))
    .order_by(FEED_EVENTS.c.sequence)
)
_FEED: Final = (
    select(FEED_EVENTS, TABLE_STEPS.c.create_time)
    .join(TABLE_STEPS)
    .where(FEED_EVENTS.c.caller == bindparam("caller"), FEED_EVENTS.c.sequence > bindparam("after"))
    .order_by(FEED_EVENTS.c.sequence)
    .limit(bindparam("most"))
)
_HEAD: Final = select(FEED_HEADS.c.sequence).where(FEED_HEADS.c.caller == bindparam("caller"))


def _nothing_else(_: Connection, step: StoredStep) -> StoredStep:
    """Leave it at the step."""
    return step


class SqlTableStore:
    """`service.tables.sessions.store.TableStore` over SQLAlchemy Core."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._bell = FeedBell()
        dialect_insert = sqlite_insert if engine.dialect.name == "sqlite" else postgresql_insert
        of_request = [GAME_TABLES.c.caller, GAME_TABLES.c.request_id]
        self._insert_table = (
            dialect_insert(GAME_TABLES)
            .on_conflict_do_nothing(index_elements=of_request)
            .returning(GAME_TABLES.c.table_id)
        )
        self._insert_next = (
            dialect_insert(TABLE_STEPS)
            .from_select([column.name for column in TABLE_STEPS.c], _next_step())
            .on_conflict_do_nothing()
            .returning(TABLE_STEPS.c.number)
        )
        head = dialect_insert(FEED_HEADS)
        self._move_head = head.on_conflict_do_update(
            index_elements=[FEED_HEADS.c.caller], set_={"sequence": FEED_HEADS.c.sequence + head.excluded.sequence}
        ).returning(FEED_HEADS.c.sequence)

    def add(
        self, table: StoredTable, opening: StoredStep, caller: Caller, also: Also = _nothing_else
    ) -> tuple[StoredTable, StoredStep, bool]:
        """See `TableStore.add`; *also* is done where the table is new."""

        def work(connection: Connection) -> tuple[StoredTable, StoredStep, int | None]:
            if connection.scalar(self._insert_table, table_columns(table, caller)) is None:
                stored = _get(connection, _BY_REQUEST, caller, request_id=table.request_id)
                assert stored is not None
                return *stored, None
            connection.execute(_INSERT_KEY, {"table_id": table.table_id, "last_key": table.last_key})
            connection.execute(_INSERT_STEP, step_columns(table.table_id, opening))
            first = also(connection, opening)
            return table, first, self.tell(connection, table.table_id, first, caller)

        stored, first, last = write(self._engine, work, caller.seconds_left())
        if last is not None:
            self._bell.ring(caller.name, last)
        return stored, first, last is not None

    def get(self, table_id: str, caller: Caller) -> tuple[StoredTable, LastStep] | None:
        """See `TableStore.get`."""
        wanted = {"caller": caller.name, "table_id": table_id}
        row = read(self._engine, lambda connection: connection.execute(_BY_ID, wanted).first(), caller.seconds_left())
        return None if row is None else (table_of(row), standing_of(row))

    def append(self, table_id: str, step: StoredStep, caller: Caller) -> bool:
        """See `TableStore.append`."""
        return self.append_with(table_id, step, caller, _nothing_else) is not None

    def append_with(self, table_id: str, step: StoredStep, caller: Caller, also: Also) -> StoredStep | None:
        """Store a step as `append` does, and in the same transaction what *also* does.

        Returns:
            The step with all that is told of it; None where another step has its number or its request id.
        """
        values = {f"{_NEW}{name}": value for name, value in step_columns(table_id, step).items()}

        def work(connection: Connection) -> tuple[StoredStep, int] | None:
            if connection.scalar(self._insert_next, {**values, "caller": caller.name}) is None:
                return None
            told = also(connection, step)
            return told, self.tell(connection, table_id, told, caller)

        done = write(self._engine, work, caller.seconds_left())
        if done is None:
            return None
        told, last = done
        self._bell.ring(caller.name, last)
        return told

    def step_of(self, table_id: str, request_id: str, caller: Caller) -> StoredStep | None:
        """See `TableStore.step_of`."""

        def work(connection: Connection) -> tuple[StoredTable, StoredStep] | None:
            return _get(connection, _BY_STEP, caller, table_id=table_id, request_id=request_id)

        found = read(self._engine, work, caller.seconds_left())
        return None if found is None else found[1]

    def public_lines(self, table_id: str, caller: Caller) -> tuple[str, ...]:
        """See `TableStore.public_lines`."""
        of_table = TABLE_STEPS.c.table_id == table_id
        over = select(func.max(TABLE_STEPS.c.number)).where(of_table, TABLE_STEPS.c.is_over).scalar_subquery()
        query = (
            select(TABLE_STEPS.c.lines)
            .join(GAME_TABLES)
            .where(of_table, GAME_TABLES.c.caller == caller.name, TABLE_STEPS.c.number <= over)
            .order_by(TABLE_STEPS.c.number)
        )

        def work(connection: Connection) -> tuple[str, ...]:
            return tuple([line for lines in connection.scalars(query) for line in read_texts(lines)])

        return read(self._engine, work, caller.seconds_left())

    def feed(self, after: int, most: int, caller: Caller) -> tuple[FeedEntry, ...]:
        """See `TableStore.feed`."""
        wanted = {"caller": caller.name, "after": after, "most": most}

        def work(connection: Connection) -> tuple[FeedEntry, ...]:
            return tuple([entry_of(row) for row in connection.execute(_FEED, wanted)])

        return read(self._engine, work, caller.seconds_left())

    def feed_head(self, caller: Caller) -> int:
        """See `TableStore.feed_head`."""
        return self._head(caller, caller.seconds_left())

    def wait_for_feed(self, after: int, seconds: float, caller: Caller) -> bool:
        """See `TableStore.wait_for_feed`; it also ends, with False, when nobody waits for its answer any more.

        No connection is held meanwhile. What this process stores is seen at once, what others store within `LOOK_S`.
        """
        until = time.monotonic() + min(seconds, caller.seconds_left() - _LAST_LOOK_S)
        while True:
            if caller.has_gone() or caller.seconds_left() <= 0:
                return False
            if self._bell.last(caller.name) > after:
                return True
            if self._head(caller, min(LONGEST_S, caller.seconds_left())) > after:
                return True
            left = until - time.monotonic()
            if left <= 0:
                return False
            self._bell.wait(caller.name, after, min(left, LOOK_S))

    def _head(self, caller: Caller, within_s: float) -> int:
        wanted = {"caller": caller.name}
        return read(self._engine, lambda connection: connection.scalar(_HEAD, wanted) or 0, within_s)

    def tell(self, connection: Connection, table_id: str, step: StoredStep, caller: Caller) -> int:
        """Give the events of *step* the next numbers of the caller's feed; return the last one, 0 for no events.

        From here to its end the transaction holds the head of his feed, so that his other writers wait and no number
        becomes visible before a smaller one. It must therefore be the last thing that a transaction does.
        """
        if not step.told:
            return 0
        last: int = connection.scalar(self._move_head, {"caller": caller.name, "sequence": len(step.told)})
        connection.execute(_INSERT_EVENTS, event_columns(table_id, step, caller, last))
        return last


def _next_step() -> Any:
    """Select a new step's values once, if its table is the caller's and the step before is the table's last."""
    values = {column.name: bindparam(f"{_NEW}{column.name}", type_=column.type) for column in TABLE_STEPS.c}
    of_table = TABLE_STEPS.c.table_id == values["table_id"]
    last = select(func.max(TABLE_STEPS.c.number)).where(of_table).scalar_subquery()
    return select(*values.values()).where(
        GAME_TABLES.c.table_id == values["table_id"],
        GAME_TABLES.c.caller == bindparam("caller"),
        last == values["number"] - 1,
    )


def _get(
    connection: Connection, query: Select[Any], caller: Caller, **wanted: str
) -> tuple[StoredTable, StoredStep] | None:
    """Return one of the caller's tables, and a whole step of it."""
    row = connection.execute(query, {"caller": caller.name, **wanted}).first()
    return None if row is None else (table_of(row), step_of(row, _told(connection, row.table_id, row.number)))


def _told(connection: Connection, table_id: str, step: int) -> tuple[Told, ...]:
    rows = connection.execute(_TOLD, {"table_id": table_id, "step": step})
    return tuple([told_of(row) for row in rows])
