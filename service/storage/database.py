"""Opening a database: engine, pragmas, migrations and the one way to run a transaction."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError

from deckmapping.errors import InvalidInputError
from service.storage.errors import SchemaMismatchError, StoreDownError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import URL, Connection, Engine

T = TypeVar("T")

_URL_SETTING: Final = "SABACC_DATABASE_URL"
_URL_FORMS: Final = "sqlite:///PATH or postgresql+psycopg://..."
_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_RETRIED: Final = frozenset({"40001", "40P01"})  # PostgreSQL: serialisation failure, deadlock
_TRIES: Final = 4
_WAIT_S: Final = 10  # for a lock, and on PostgreSQL for any statement: no call may hold its thread for ever
_MIGRATION_LOCK: Final = 7_271_109  # an arbitrary number: one migration at a time on PostgreSQL


def open_engine(url_text: str, pool_size: int, wait_s: int = _WAIT_S) -> Engine:
    """Make the engine for *url_text*; a SQLite file's folder is made where it is missing.

    Args:
        url_text: the database.
        pool_size: connections that may be open at once.
        wait_s: seconds that a lock, or on PostgreSQL any statement, may take.

    Raises:
        InvalidInputError: the URL is none, or of a database that is not supported. Its text is not repeated: it may
            hold a password.
    """
    try:
        url = make_url(url_text)
    except (ArgumentError, ValueError):
        raise InvalidInputError.of(_URL_SETTING, "", _URL_FORMS) from None
    if url.drivername in {"sqlite", "sqlite+pysqlite"}:
        return _sqlite(url, pool_size, wait_s)
    if url.drivername in {"postgresql", "postgresql+psycopg"}:
        return _postgresql(url, pool_size, wait_s)
    raise InvalidInputError.of(_URL_SETTING, url.drivername, _URL_FORMS)


def _postgresql(url: URL, pool_size: int, wait_s: int) -> Engine:
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=pool_size,
        max_overflow=0,
        pool_pre_ping=False,
        connect_args={"connect_timeout": 5},
    )

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _record: object) -> None:
        connection.execute(f"SET statement_timeout = '{wait_s}s'")
        connection.commit()

    return engine


def _sqlite(url: URL, pool_size: int, wait_s: int) -> Engine:
    if url.database in {None, "", ":memory:"}:
        raise InvalidInputError.of(_URL_SETTING, "a database in memory", _URL_FORMS)
    try:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise InvalidInputError.of(_URL_SETTING, fault.strerror, "a path whose folder can be made") from None
    engine = create_engine(url, pool_size=pool_size, max_overflow=0, connect_args={"timeout": wait_s})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _record: object) -> None:
        # The driver would begin a transaction only before the first write and so lose updates; we begin ourselves.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get("reads_only", False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


@contextmanager
def _store_errors() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        # SQLite reports a file that is no database, or a damaged one, as a plain DatabaseError.
        if not isinstance(error, OperationalError) and type(error) is not DatabaseError:
            raise
        # The driver's text names hosts and users; the caller learns only that the store is down.
        kind = getattr(error.orig, "sqlite_errorname", type(error.orig).__name__)
        raise StoreDownError.of("database", kind, "a database that answers") from error


def read(engine: Engine, work: Callable[[Connection], T], within_s: float = _WAIT_S) -> T:
    """Run *work*, which only reads, in one transaction that may take *within_s* seconds.

    Raises:
        StoreDownError: the database does not answer.
    """
    del within_s
    with _store_errors(), engine.connect() as raw:
        connection = raw.execution_options(reads_only=True)
        with connection.begin():
            return work(connection)


def write(engine: Engine, work: Callable[[Connection], T], within_s: float = _WAIT_S) -> T:
    """Run *work* in one transaction that commits as a whole or not at all, and may take *within_s* seconds.

    A serialisation failure or deadlock is tried again up to three times with a short pause; *work* must therefore have
    no effect but on its connection.

    Raises:
        StoreDownError: the database does not answer, or the last try failed too.
    """
    del within_s
    for attempt in range(1, _TRIES + 1):
        with _store_errors():
            try:
                with engine.begin() as connection:
                    return work(connection)
            except DBAPIError as error:
                if attempt == _TRIES or getattr(error.orig, "sqlstate", None) not in _RETRIED:
                    raise
        time.sleep(0.01 * attempt)
    raise AssertionError("unreachable")


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
        StoreDownError: the database does not answer.
    """
    return read(engine, lambda connection: MigrationContext.configure(connection).get_current_revision())


def upgrade(engine: Engine) -> str:
    """Bring the schema up to date, all or nothing, and return its revision. Safe to run twice and from two processes.

    Raises:
        StoreDownError: the database does not answer.
        SchemaMismatchError: the database is newer than this version of the service.
    """
    _refuse_newer(current_revision(engine))
    with _store_errors(), engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        command.upgrade(_config(connection), "head")
    return head_revision()


def require_current(engine: Engine) -> None:
    """Check that the schema is the one this version works with.

    Raises:
        StoreDownError: the database does not answer.
        SchemaMismatchError: the schema is older, newer or missing; the text says what to do.
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
        raise SchemaMismatchError.of(
            "database schema", revision, f"at most revision {head_revision()}: install a newer version of the service"
        )
