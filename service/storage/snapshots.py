"""Reading in several statements what the database holds at one moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import text

from service.storage.database import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

T = TypeVar("T")


def read_at_one_moment(engine: Engine, work: Callable[[Connection], T], within_s: float) -> T:
    """Run *work*, which only reads; what is written meanwhile does not show.

    Raises:
        StoreTimeoutError: the time was over, before or while the database was asked.
        StoreDownError: the database does not answer.
    """

    def look(connection: Connection) -> T:
        if connection.dialect.name == "postgresql":  # on SQLite every transaction is one snapshot
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        return work(connection)

    return read(engine, look, within_s)
