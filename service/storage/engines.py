"""What differs between SQLite and PostgreSQL: opening, beginning a transaction in time, and what a fault means."""

from __future__ import annotations

import math
import sqlite3
import time
from enum import Enum, auto, unique
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import create_engine, event
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, InternalError, OperationalError

from deckmapping.errors import InvalidInputError
from service.storage.errors import StoreTimeoutError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.engine import ExceptionContext

URL_SETTING: Final = "SABACC_DATABASE_URL"
URL_FORMS: Final = "sqlite:///PATH or postgresql+psycopg://..."

_SHORTEST_S: Final = 0.05
# The server gives up a little before the caller does, so that he still gets its answer.
_MARGIN_S: Final = 0.2
_LIMIT_MS: Final = "limit_ms"
"""Where a connection to PostgreSQL notes how long each statement may take as the server was told last."""
_STEPS: Final = 20_000
"""Steps of SQLite's machine, about a millisecond of work, after which a statement looks at the clock."""

_LONGEST_CAUSE: Final = 200  # characters
_CONFLICTS: Final = frozenset({"40001", "40P01"})  # serialisation failure, deadlock
_TIMEOUTS: Final = frozenset({"57014", "55P03"})  # statement cancelled, lock not available
_BROKEN: Final = ("08", "57P01", "57P02", "57P03")  # connection exceptions; shut down, crashed, starting

# A server whose machine is gone never answers; TCP notices within some eleven seconds. A Unix socket ignores all this.
_CONNECTING: Final = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class Limits(NamedTuple):
    """An engine's own limits; it carries them as the execution option ``limits``."""

    longest_s: float
    """Seconds that a statement or a lock may take whatever its caller allows."""
    connections: BoundedSemaphore
    """As many places as the pool has connections: who waits for one waits here, for as long as he has time."""
    writers: BoundedSemaphore
    """One place on SQLite, which has one writer at a time: a waiting thread is woken at once."""


@unique
class Fault(Enum):
    """What an error of the database means for the transaction it ended."""

    CONFLICT = auto()
    """Another transaction was in the way; nothing was stored, and the same again may succeed."""
    LATE = auto()
    """The time was over, or a lock was held all the time; nothing was stored."""
    LOST = auto()
    """The connection broke. Nothing was stored, unless it was asked to commit."""
    DOWN = auto()
    """The database does not answer, or not as a database."""
    OURS = auto()
    """A statement or a value that the database refuses."""


def open_postgresql(url: URL, pool_size: int, longest_s: float) -> Engine:
    """Make the engine of a PostgreSQL database."""
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=pool_size,
        max_overflow=0,
        hide_parameters=True,  # an error would tell them, and secrets and hidden cards are among them
        use_native_hstore=False,  # there is none here, and looking for it costs each connection three round trips
        # The driver would send BEGIN by itself; we send it together with the time limits, in one round trip.
        connect_args={
            **{name: value for name, value in _CONNECTING.items() if name not in url.query},
            "autocommit": True,
        },
        execution_options={"limits": Limits(longest_s, BoundedSemaphore(pool_size), BoundedSemaphore(pool_size))},
    )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        access = " READ ONLY" if connection.get_execution_options().get("reads_only") else ""
        connection.exec_driver_sql(f"BEGIN ISOLATION LEVEL READ COMMITTED{access}; {_limited(connection)}")

    @event.listens_for(engine, "before_cursor_execute")
    def _in_time(connection: Connection, *_: object) -> None:
        _refuse_late_statement(connection)
        # The server's limit is each statement's own. It is set anew only where the last one reaches past the end, so
        # that a transaction as short as they are costs no further round trip.
        if connection.info[_LIMIT_MS] > 1000 * max(_SHORTEST_S, _seconds_left(connection)):
            connection.exec_driver_sql(_limited(connection))

    @event.listens_for(engine, "handle_error")
    def _see_broken_connection(context: ExceptionContext) -> None:
        error = context.sqlalchemy_exception
        if context.connection is not None and isinstance(error, DBAPIError) and _is_broken(error):
            context.is_disconnect = True  # the driver may not have seen the end of the connection yet

    return engine


def open_sqlite(url: URL, pool_size: int, longest_s: float) -> Engine:
    """Make the engine of a SQLite file; its folder is made where it is missing.

    Raises:
        InvalidInputError: its folder cannot be made.
    """
    try:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise InvalidInputError.of(URL_SETTING, fault.strerror, "a path whose folder can be made") from None
    engine = create_engine(
        url,
        pool_size=pool_size,
        max_overflow=0,
        hide_parameters=True,
        connect_args={"timeout": longest_s},
        execution_options={"limits": Limits(longest_s, BoundedSemaphore(pool_size), BoundedSemaphore(1))},
    )

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _record: object) -> None:
        # The driver would begin a transaction only before the first write and so lose updates; we begin ourselves.
        connection.isolation_level = None
        # A REPLACE deletes rows; their triggers see it only if told to.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "recursive_triggers=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        until = _end_of(connection)
        raw.set_progress_handler(lambda: time.monotonic() >= until, _STEPS)
        # Past the engine's own events: it is no statement that can wait.
        raw.execute(f"PRAGMA busy_timeout={_patience_ms(connection)}")
        reads = connection.get_execution_options().get("reads_only")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    event.listen(engine, "before_cursor_execute", _refuse_late_statement)
    return engine


def fault_of(error: DBAPIError) -> Fault:
    """Tell what *error* means."""
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite_fault(error, getattr(error.orig, "sqlite_errorname", ""))
    state = getattr(error.orig, "sqlstate", None) or ""
    if error.connection_invalidated:
        return Fault.LOST
    if state in _CONFLICTS:
        return Fault.CONFLICT
    if state in _TIMEOUTS:
        return Fault.LATE
    return Fault.DOWN if isinstance(error, OperationalError) or _is_broken(error) else Fault.OURS


def cause_of(error: DBAPIError) -> str:
    """Return what the operator needs to know: SQLite's name of the error, or the server's or the system's last words.

    They may name a database or a user, so they are for the log. A URL that is taken apart wrongly could show a part of
    its password as the host, so nothing that stands before the last colon is told.
    """
    name: str | None = getattr(error.orig, "sqlite_errorname", None)
    if name:
        return name
    told = next((line for line in str(error.orig).splitlines() if "failed: " in line or "FATAL: " in line), "")
    return told.rpartition("FATAL: " if "FATAL: " in told else ": ")[2].strip()[:_LONGEST_CAUSE]


def is_unreadable(error: DBAPIError) -> bool:
    """Tell whether SQLite gave a value that Python cannot read: a text that is not UTF-8."""
    return isinstance(error.orig, sqlite3.Error) and not hasattr(error.orig, "sqlite_errorname")


def _is_broken(error: DBAPIError) -> bool:
    """Tell whether the server says that it goes, or the driver by itself that it got no sensible answer."""
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is None:
        return isinstance(error, (OperationalError, InterfaceError, InternalError))
    return state.startswith(_BROKEN)


def _sqlite_fault(error: DBAPIError, name: str) -> Fault:
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_INTERRUPT")):
        return Fault.LATE
    # SQLite reports a file that is no database, or a damaged one, as a plain DatabaseError.
    return Fault.DOWN if isinstance(error, OperationalError) or type(error) is DatabaseError else Fault.OURS


def _end_of(connection: Connection) -> float:
    """Return the moment at which the transaction of *connection* must be over; without a caller there is none."""
    until: float = connection.get_execution_options().get("until", math.inf)
    return until


def _seconds_left(connection: Connection) -> float:
    return _end_of(connection) - time.monotonic()


def _patience_ms(connection: Connection) -> int:
    """Return how long a statement may take; at least a little, because 0 would mean for ever."""
    limits: Limits = connection.get_execution_options()["limits"]
    return int(1000 * max(_SHORTEST_S, min(limits.longest_s, _seconds_left(connection) - _MARGIN_S)))


def _limited(connection: Connection) -> str:
    """Return what limits the statements from now on on PostgreSQL, and take note of it."""
    ms = connection.info[_LIMIT_MS] = _patience_ms(connection)
    return f"SET LOCAL statement_timeout = {ms}; SET LOCAL lock_timeout = {ms}"


def _refuse_late_statement(connection: Connection, *_: object) -> None:
    """Send no further statement when the time is over."""
    if _seconds_left(connection) <= 0:
        raise too_late()


def too_late() -> StoreTimeoutError:
    """Return the error of a transaction whose time is over."""
    return StoreTimeoutError.of("database", "no answer in time", "a database that is less busy, or more time")
