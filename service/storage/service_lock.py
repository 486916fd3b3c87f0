"""One service a SQLite file: a lock beside it that its holder's end, however it comes, sets free."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError
from service.storage.database import sqlite_file
from service.storage.engines import URL_SETTING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def sole_service(url_text: str) -> Iterator[None]:
    """Be the one service of a SQLite file as long as the context lasts; PostgreSQL serves many.

    SQLite has one writer at a time, so a second service would only slow both down, and nobody would see why. Commands
    that work in process go without: each of their transactions waits for its turn in SQLite's own locks.

    Raises:
        InvalidInputError: another service holds the file, the URL is none, or the lock cannot be made.
    """
    path = sqlite_file(url_text)
    if path is None:
        yield
        return
    lock = path.with_name(f"{path.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as fault:
        raise InvalidInputError.of(URL_SETTING, fault.strerror, f"a folder in which {lock.name} can be made") from None
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(number, 20).decode("ascii", "replace").strip()
            raise InvalidInputError.of(
                URL_SETTING,
                f"a SQLite file that process {holder or '?'} serves",
                "a file of its own for each service, or PostgreSQL for several",
            ) from None
        # For people only. The file stays: who took it away could let two services hold two locks of the same name.
        os.ftruncate(number, 0)
        os.write(number, f"{os.getpid()}\n".encode("ascii"))
        yield
    finally:
        os.close(number)
