"""`sabacc db`: looking after the database."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  # typer reads it
from typing import Annotated, Final

import typer

from deckmapping.errors import InvalidInputError
from service.bootstrap import open_database
from service.cli.failures import ExitCode, reported, unusable
from service.cli.long_work import shown_when_long
from service.cli.options import Database  # noqa: TC001  # typer reads it
from service.cli.output import exact, line, make_console
from service.cli.settings import configured
from service.settings import Migrate
from service.storage.backup import back_up
from service.storage.checks import check
from service.storage.database import current_revision, open_engine, sqlite_file

database = typer.Typer(help="The database of stored ties.", no_args_is_help=True)

_PATIENCE_S: Final = 3600
_PG_DUMP: Final = "pg_dump --format=custom --file=FILE"


@database.command("upgrade")
def upgrade_database(*, database: Database = None) -> None:
    """Bring the database's schema up to date; safe to repeat."""
    with reported(as_json=False):
        with unusable():
            engine = open_database(configured(database_url=database, migrate=Migrate.ALWAYS))
        try:
            exact(make_console(), f"The schema is at revision {current_revision(engine)}.")
        finally:
            engine.dispose()


@database.command("check")
def check_database(*, database: Database = None) -> None:
    """Check file, schema and triggers, and change nothing. Exit code 0 if all is sound, 1 if not."""
    with reported(as_json=False):
        with unusable():
            url = configured(database_url=database).database_url.get_secret_value()
            path = sqlite_file(url)
            if path is not None:
                _require_file(path)
            engine = open_engine(url, 1, _PATIENCE_S)
        try:
            found = check(engine, _PATIENCE_S)
        finally:
            engine.dispose()
        console = make_console()
        exact(console, f"{found.kind}, schema revision {found.revision}, stored ties: {found.ties}")
        for fault in found.faults:
            line(console, f"WRONG: {fault}", bold=True)
        if not found.faults:
            exact(console, "Everything is sound. Whether nobody changed anything: sabacc audit verify.")
        if path is None:
            exact(console, f"To back it up: {_PG_DUMP} (restore with pg_restore)")
        if found.faults:
            raise typer.Exit(int(ExitCode.REFUSED))


@database.command("backup")
def back_up_database(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")],
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    database: Database = None,
) -> None:
    """Copy a SQLite database, which may be in use, and check the copy.

    To restore it: stop the service, remove the database with its -wal and -shm files, put the copy in its place, start.
    """
    with reported(as_json=False), unusable():
        path = sqlite_file(configured(database_url=database).database_url.get_secret_value())
        if path is None:
            raise InvalidInputError.of("database", "PostgreSQL", f"a SQLite file; for PostgreSQL use {_PG_DUMP}")
        with shown_when_long("copying") as progress:
            done = back_up(path, file, progress, replace=force)
        exact(make_console(), f"{done.path}: {done.ties} stored ties, {done.size} bytes, checked.")


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise InvalidInputError.of("database", str(path), "a SQLite file")
