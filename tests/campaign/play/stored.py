"""All that a database holds, and calls that die on their way into it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pytest
from sqlalchemy import select

from deckmapping.errors import DomainError
from service.storage import play_store
from service.storage.database import read
from service.storage.schema import METADATA
from service.storage.table_store import SqlTableStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Engine

T = TypeVar("T")

POINTS: Final[dict[str, tuple[Any, str, bool]]] = {
    "before the postings": (play_store, "post_all_on", False),
    "after the postings": (play_store, "post_all_on", True),
    "after the day's stakes": (play_store, "stake_on", True),
    "before the career": (play_store, "change_on", False),
    "after the career": (play_store, "change_on", True),
    "before the feed": (SqlTableStore, "tell", False),
    "after the feed": (SqlTableStore, "tell", True),
}
"""Where a call may die in its transaction: before or after which of its parts."""


class KilledError(BaseException):
    """The process is gone."""


@contextmanager
def killed(point: str) -> Iterator[None]:
    """Let every call die at *point*; the call inside must."""
    owner, name, is_after = POINTS[point]
    part = getattr(owner, name)

    def dies(*args: object, **named: object) -> None:
        if is_after:
            part(*args, **named)
        raise KilledError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, dies)
        with pytest.raises(KilledError):
            yield


def everything(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return read(
        engine,
        lambda connection: {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in METADATA.sorted_tables
        },
    )


def at_once(*works: Callable[[], T]) -> list[T | DomainError]:
    """Do all at the same instant; what comes of each, in their order."""
    ready = Barrier(len(works))

    def one(work: Callable[[], T]) -> T | DomainError:
        ready.wait()
        try:
            return work()
        except DomainError as error:
            return error

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(one, works))
