"""Opening a database: engine, migrations and the one way to run a transaction."""

from __future__ import annotations

import random
import time
from contextlib import contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from deckmapping.errors import DomainError, InvalidInputError
from service.storage.engines import (
    URL_FORMS,
    URL_SETTING,
    Fault,
    cause_of,
    fault_of,
    open_postgresql,
    open_sqlite,
    too_late,
)
from service.storage.errors import SchemaMismatchError, SchemaNewerError, StoreDamagedError, StoreDownError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import BoundedSemaphore

    from sqlalchemy import URL, Connection, Engine

    from service.storage.engines import Limits

T = TypeVar("T")

LONGEST_S: Final = 10.0
"""Seconds that a transaction may take unless told otherwise: no call may hold its thread for ever."""

_SQLITE: Final = frozenset({"sqlite", "sqlite+pysqlite"})
_POSTGRESQL: Final = frozenset({"postgresql", "postgresql+psycopg"})
_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_DAMAGED: Final = "SQLITE_CORRUPT"
_LONGEST_PAUSE_S: Final = 0.4
_MIGRATION_LOCK: Final = 7_271_109  # an arbitrary number: one migration at a time on PostgreSQL


def open_engine(url_text: str, pool_size: int, longest_s: float = LONGEST_S) -> Engine:
    """Make the engine for *url_text*; a SQLite file's folder is made where it is missing.

    Args:
        url_text: the database.
        pool_size: connections that may be open at once.
        longest_s: seconds that a statement or a lock may take, whatever its caller allows.

    Raises:
        InvalidInputError: the URL is none, or of a database that is not supported. Its text is not repeated: it may
            hold a password.
    """
    url = _read_url(url_text)
    open_one = open_sqlite if url.drivername in _SQLITE else open_postgresql
    return open_one(url, pool_size, longest_s)


def sqlite_file(url_text: str) -> Path | None:
    """Return the SQLite file of *url_text*, links followed; None for PostgreSQL.

    Raises:
        InvalidInputError: the URL is none, or of a database that is not supported.
    """
    url = _read_url(url_text)
    return Path(str(url.database)).resolve() if url.drivername in _SQLITE else None


def _read_url(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InvalidInputError.of(URL_SETTING, "", URL_FORMS) from None
    if url.drivername not in _SQLITE | _POSTGRESQL:
        raise InvalidInputError.of(URL_SETTING, url.drivername, URL_FORMS)
    if url.drivername in _SQLITE and url.database in {None, "", ":memory:"}:
        raise InvalidInputError.of(URL_SETTING, "a database in memory", URL_FORMS)
    return url


def read(engine: Engine, work: Callable[[Connection], T], within_s: float = LONGEST_S) -> T:
    """Run *work*, which only reads, in one transaction that may take *within_s* seconds.

    Raises:
        StoreTimeoutError: the time was over, before or while the database was asked.
        StoreDownError: the database does not answer.
    """
    return _run(engine, work, within_s, reads_only=True)


def write(engine: Engine, work: Callable[[Connection], T], within_s: float = LONGEST_S) -> T:
    """Run *work* in one transaction that commits as a whole or not at all, and may take *within_s* seconds.

    *work* may be run again: after a serialisation failure or deadlock as long as there is time, and once after a
    connection that broke before the commit. So it must have no effect but on its connection.

    Raises:
        StoreTimeoutError: the time was over, before or while the database was asked; nothing was stored.
        StoreDownError: the database does not answer; where it broke off at the commit, it may be stored or not.
    """
    return _run(engine, work, within_s, reads_only=False)


def _run(engine: Engine, work: Callable[[Connection], T], within_s: float, *, reads_only: bool) -> T:
    limits: Limits = engine.get_execution_options()["limits"]
    until = time.monotonic() + within_s
    for tries in count(1):
        try:
            turn = nullcontext() if reads_only else _place(limits.writers, until)
            with turn, _place(limits.connections, until):
                return _once(engine, work, until, reads_only=reads_only)
        except DBAPIError as error:
            fault = fault_of(error)
            if fault is Fault.OURS:
                raise
            pause = random.uniform(0, min(_LONGEST_PAUSE_S, 0.01 * 2**tries))  # noqa: S311  # no secret
            again = fault is Fault.CONFLICT or (fault is Fault.LOST and tries == 1)
            if not again or time.monotonic() + pause >= until:
                raise _told(fault, error) from error
        time.sleep(pause)
    raise AssertionError("unreachable")


def _once(engine: Engine, work: Callable[[Connection], T], until: float, *, reads_only: bool) -> T:
    with engine.connect() as raw:
        connection = raw.execution_options(reads_only=reads_only, until=until)
        with connection.begin() as transaction:
            result = work(connection)
            try:
                transaction.commit()
            except BaseException as error:
                # A commit that SQLite refuses leaves its transaction open: no other one may get this connection.
                connection.invalidate()
                if isinstance(error, DBAPIError) and fault_of(error) is Fault.LOST and not reads_only:
                    raise _told(Fault.LOST, error) from error  # nobody knows whether it is stored
                raise
        return result


@contextmanager
def _place(places: BoundedSemaphore, until: float) -> Iterator[None]:
    left = until - time.monotonic()
    if left <= 0 or not places.acquire(timeout=left):
        raise too_late()
    try:
        yield
    finally:
        places.release()


def _told(fault: Fault, error: DBAPIError) -> DomainError:
    """Say what a caller may know: the driver's own text names hosts and users."""
    if fault in {Fault.LATE, Fault.CONFLICT}:
        return too_late()
    kind = getattr(error.orig, "sqlite_errorname", type(error.orig).__name__)
    damaged = kind.startswith(_DAMAGED)
    told = (StoreDamagedError if damaged else StoreDownError).of("database", kind, "a database that answers")
    told.cause = cause_of(error)
    return told


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def head_revision() -> str:
    """Return the schema revision that this version of the service works with."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def current_revision(engine: Engine) -> str | None:
    """Return the database's schema revision; None for an empty database.

    Raises:
        StoreTimeoutError: the database takes too long.
        StoreDownError: the database does not answer.
    """
    return read(engine, lambda connection: MigrationContext.configure(connection).get_current_revision())


def upgrade(engine: Engine) -> str:
    """Bring the schema up to date, all or nothing, and return its revision. Safe to run twice and from two processes.

    It takes the time it needs; on SQLite it waits for a writer no longer than a transaction does.

    Raises:
        StoreTimeoutError: a writer holds the SQLite file all the time.
        StoreDownError: the database does not answer.
        SchemaNewerError: the database is newer than this version of the service.
    """
    _refuse_newer(current_revision(engine))
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            command.upgrade(_config(connection), "head")
    except DBAPIError as error:
        fault = fault_of(error)
        if fault is Fault.OURS:
            raise
        raise _told(fault, error) from error
    return head_revision()


def require_current(engine: Engine) -> None:
    """Check that the schema is the one this version works with.

    Raises:
        StoreTimeoutError: the database takes too long.
        StoreDownError: the database does not answer.
        SchemaNewerError: the database is newer than this version of the service.
        SchemaMismatchError: the schema is older or missing; the text says what to do.
    """
    revision = current_revision(engine)
    _refuse_newer(revision)
    if revision != head_revision():
        raise SchemaMismatchError.of(
            "database schema", revision or "none", f"revision {head_revision()}: run `sabacc db upgrade`"
        )


def _refuse_newer(revision: str | None) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if revision is not None and revision not in known:
        raise SchemaNewerError.of(
            "database schema", revision, f"at most revision {head_revision()}: install a newer version of the service"
        )
