"""The database: whether it answers, its schema, whether it can be written to, and whether it is whole."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import func, select, text

from deckmapping.errors import DomainError, InvalidInputError
from service.audit.verification import verify
from service.doctor.file_systems import network_file_system, writable_folder
from service.doctor.finding import State, fail, fine, warn
from service.rpc.calls.callers import local_caller
from service.storage.audit_store import SqlAuditStore
from service.storage.checks import check
from service.storage.database import (
    current_revision,
    head_revision,
    open_engine,
    read,
    require_current,
    sqlite_file,
    write,
)
from service.storage.errors import SchemaMismatchError, SchemaNewerError, StoreTimeoutError
from service.storage.schema import CHANGING, METADATA, TIES
from service.storage.tie_rows import in_utc

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from sqlalchemy import Connection, Engine

    from service.doctor.finding import Finding
    from service.settings import Migrate

    Clock = Callable[[], datetime]

OLDEST_POSTGRESQL: Final = 13
LARGEST_DIFFERENCE_S: Final = 5
"""Seconds that the clocks of service and database may differ."""

_PATIENCE_S: Final = 5
_LONG_S: Final = 60  # for what reads the whole database


class Examined(NamedTuple):
    """What was found of the database, and what other checks need of it."""

    findings: tuple[Finding, ...]
    newest_tie: datetime | None = None
    """UTC; None where there is no tie, or none could be read."""


def examine_database(url: str, migrate: Migrate, clock: Clock) -> Examined:
    """Examine the database of *url*; nothing is changed, and a SQLite file that is not there is not made."""
    try:
        path = sqlite_file(url)
        if path is not None and not path.exists():
            return Examined((_place_for(path),))
        engine = open_engine(url, 1, _LONG_S)
    except InvalidInputError as error:
        return Examined((fail("database", str(error), "correct SABACC_DATABASE_URL"),))
    try:
        return _examine(engine, path, migrate, clock)
    finally:
        engine.dispose()


def _examine(engine: Engine, path: Path | None, migrate: Migrate, clock: Clock) -> Examined:
    reached = _told("database", lambda: _reached(engine, path))
    if reached.state is State.FAIL:
        return Examined((reached,))
    schema = _told("schema", lambda: _schema(engine, migrate))
    findings = [reached, schema]
    if path is None:
        findings.append(_told("database clock", lambda: _clocks(engine, clock)))
    else:
        findings.append(_told("database file", lambda: _file(engine, path)))
    if schema.state is not State.OK:
        return Examined(tuple(findings))
    findings += [
        _told("writing", lambda: _writable(engine)),
        _told("integrity", lambda: _whole(engine)),
        _told("audit log", lambda: _audit_log(engine)),
    ]
    newest = None
    with suppress(DomainError):  # told above already
        newest = read(engine, _newest_tie, _PATIENCE_S)
    return Examined(tuple(findings), newest)


def _told(name: str, check_it: Callable[[], Finding]) -> Finding:
    """Return what the check found, or that the database failed it."""
    try:
        return check_it()
    except DomainError as error:
        fault = error.violations[0]
        return fail(
            name,
            f"{fault.field}: {fault.value}",
            "is it running, is it damaged, and are host, user and password in SABACC_DATABASE_URL right?",
        )


def _place_for(path: Path) -> Finding:
    if writable_folder(path):
        return warn("database", f"{path} is not there yet", "nothing: the service makes it at its first start")
    return fail(
        "database", f"{path} is not there, and its folder cannot be written to", "give the service such a folder"
    )


def _reached(engine: Engine, path: Path | None) -> Finding:
    if path is not None:
        version = read(engine, lambda connection: str(connection.scalar(text("SELECT sqlite_version()"))), _PATIENCE_S)
        return fine("database", f"SQLite {version}, {path}")
    number = read(engine, lambda connection: int(str(connection.scalar(text("SHOW server_version_num")))), _PATIENCE_S)
    told = f"PostgreSQL {number // 10_000}.{number % 10_000}, database {engine.url.database}"
    if number // 10_000 < OLDEST_POSTGRESQL:
        return fail("database", told, f"use PostgreSQL {OLDEST_POSTGRESQL} or newer")
    return fine("database", told)


def _schema(engine: Engine, migrate: Migrate) -> Finding:
    try:
        require_current(engine)
    except SchemaMismatchError as error:
        fault = error.violations[0]
        told = f"revision {fault.value}, this version needs {head_revision()}"
        if isinstance(error, SchemaNewerError):
            return fail("schema", told, "install a newer version of the service")
        if migrate.allows(engine.dialect.name):
            return warn("schema", told, "nothing: the service brings it up to date at its start")
        return fail("schema", told, "run `sabacc db upgrade`")
    return fine("schema", f"revision {current_revision(engine)}, current")


def _writable(engine: Engine) -> Finding:
    todo = "give its user the right to write, on the primary database"
    try:
        refused = write(engine, _what_forbids_writing, _PATIENCE_S)
    except StoreTimeoutError:
        return warn("writing", f"another process writes, for {_PATIENCE_S} seconds now", "find out which one")
    except DomainError as error:
        return fail("writing", error.violations[0].value, todo)
    return fail("writing", refused, todo) if refused else fine("writing", "allowed")


def _what_forbids_writing(connection: Connection) -> str:
    """Return why nothing can be written, empty where it can. On SQLite the transaction itself has shown it."""
    if connection.dialect.name == "sqlite":
        return ""
    if connection.scalar(text("SELECT pg_is_in_recovery()")):
        return "the server is a standby"
    if connection.scalar(text("SHOW transaction_read_only")) == "on":
        return "transactions are read-only"
    may = text("SELECT has_table_privilege(:table, :verb)")
    forbidden = [
        f"{verb} {name}"
        for name in sorted(METADATA.tables)
        for verb in ("SELECT", "INSERT", *CHANGING.get(name, ()))
        if not connection.scalar(may, {"table": name, "verb": verb})
    ]
    return f"no right to {', '.join(forbidden)}" if forbidden else ""


def _clocks(engine: Engine, clock: Clock) -> Finding:
    before = clock()
    theirs = read(engine, lambda connection: connection.scalar(text("SELECT clock_timestamp()")), _PATIENCE_S)
    ours = before + (clock() - before) / 2
    difference = (in_utc(theirs) - ours).total_seconds()
    told = f"{abs(difference):.1f} s {'ahead of' if difference > 0 else 'behind'} this machine's"
    if abs(difference) > LARGEST_DIFFERENCE_S:
        return warn("database clock", told, "let both clocks be kept by NTP")
    return fine("database clock", told)


def _file(engine: Engine, path: Path) -> Finding:
    todo = "put the file on a local file system; for several machines use PostgreSQL"
    kind = network_file_system(path)
    if kind:
        return warn("database file", f"it is on {kind}, over a network", todo)
    journal = read(engine, lambda connection: str(connection.scalar(text("PRAGMA journal_mode"))), _PATIENCE_S)
    if journal != "wal":
        return warn("database file", f"its journal is {journal}, not wal", todo)
    return fine("database file", "on a local file system, with a write-ahead log")


def _whole(engine: Engine) -> Finding:
    checked = check(engine)
    if checked.faults:
        more = f", and {len(checked.faults) - 1} more" if checked.faults[1:] else ""
        return fail("integrity", f"{checked.faults[0]}{more}", "see `sabacc db check`; restore a backup")
    return fine("integrity", f"{checked.ties} ties, file and triggers sound")


def _audit_log(engine: Engine) -> Finding:
    try:
        found = SqlAuditStore(engine).examine(verify, local_caller(_LONG_S))
    except StoreTimeoutError:
        return warn("audit log", f"too long to verify in {_LONG_S} seconds", "run `sabacc audit verify`")
    if not found.valid:
        return fail(
            "audit log", found.reason, "somebody changed the database: see `sabacc audit verify`, restore a backup"
        )
    return fine("audit log", f"{found.entries} entries, the chain holds, head {found.head[:12]}")


def _newest_tie(connection: Connection) -> datetime | None:
    newest = connection.scalar(select(func.max(TIES.c.create_time)))
    return None if newest is None else in_utc(newest)
