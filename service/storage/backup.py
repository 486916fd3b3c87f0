"""Copying a SQLite file while it is in use: the copy is whole, checked, and there at once or not at all."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

from deckmapping.errors import InvalidInputError
from service.storage.checks import file_faults
from service.storage.errors import StoreDownError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Progress = Callable[[int, int], object]
    """Is told how many pages are copied, and of how many."""

_PAGES: Final = 256
"""Pages copied at a stroke, 1 MiB: between two strokes the progress is told."""
_WAIT_S: Final = 10
_TARGET: Final = "backup file"


class Backup(NamedTuple):
    """A copy that was made and checked."""

    path: Path
    size: int
    """Bytes."""
    ties: int


def back_up(source: Path, target: Path, progress: Progress, *, replace: bool = False) -> Backup:
    """Copy the SQLite file *source*, which may be in use, to *target*.

    The copy is what was committed when it began. It is one file, in no journal mode: the service that opens it sets its
    own again. It is checked before it gets its name, and is on the disk when this returns.

    Args:
        source: the database.
        target: the copy; only its owner can read it, because seeds are in it.
        progress: is told how far it is.
        replace: whether *target* may be there already.

    Raises:
        InvalidInputError: there is no such file, or *target* is there already, is the source, or cannot be written.
        StoreDownError: the source cannot be read, or the copy is not sound.
    """
    if not source.is_file():
        raise InvalidInputError.of("database", str(source), "a SQLite file")
    if target.exists() and (target.samefile(source) or not replace):
        raise InvalidInputError.of(_TARGET, str(target), "a file that is not there yet, or --force to replace a backup")
    with _part_of(target) as part:
        ties = _copy(source, part, progress)
        size = part.stat().st_size
        _name(part, target, replace=replace)
    return Backup(target, size, ties)


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """Make an empty file beside *target*, and take it away at the end if it is still there."""
    try:
        number, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except OSError as fault:
        raise InvalidInputError.of(_TARGET, f"{fault.strerror}: {target}", "a file that can be written") from None
    os.close(number)
    try:
        yield Path(name)
    finally:
        for left in (name, f"{name}-wal", f"{name}-shm", f"{name}-journal"):
            with suppress(FileNotFoundError):
                Path(left).unlink()


def _copy(source: Path, part: Path, progress: Progress) -> int:
    """Copy and check; return how many ties the copy has."""
    try:
        with closing(_connect(source)) as there, closing(_connect(part)) as here:
            # A reader that has begun keeps its view: writers go on, and never make the copy begin again.
            there.execute("BEGIN")
            there.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            there.backup(here, pages=_PAGES, progress=lambda _, left, all_: progress(all_ - left, all_))
            there.execute("ROLLBACK")
            here.execute("PRAGMA journal_mode=DELETE")
            faults = file_faults(lambda pragma: here.execute(pragma).fetchall())
            tables = here.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'tie'").fetchone()[0]
            ties: int = here.execute("SELECT count(*) FROM tie").fetchone()[0] if tables else 0
    except sqlite3.Error as error:
        raise StoreDownError.of(
            "database", getattr(error, "sqlite_errorname", type(error).__name__), "a SQLite file that can be copied"
        ) from error
    if faults:
        raise StoreDownError.of("database", faults[0], "a database without faults: run `sabacc db check`")
    return ties


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, isolation_level=None, timeout=_WAIT_S)


def _name(part: Path, target: Path, *, replace: bool) -> None:
    """Give the finished copy its name, so that it lasts; never over a file that came up meanwhile."""
    try:
        _sync(part)
        if replace:
            part.replace(target)
        else:
            target.hardlink_to(part)
        _sync(target.parent)
    except FileExistsError:
        raise InvalidInputError.of(_TARGET, str(target), "a file that is not there yet, or --force") from None
    except OSError as fault:
        raise InvalidInputError.of(_TARGET, f"{fault.strerror}: {target}", "a file that can be written") from None


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
