"""Two accounts in a database, and what pays into them, side by side and by the clock."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from sqlalchemy import text

from service.storage.database import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

SLACK_S = 8
"""What a busy machine may add to a wait."""


def pay(account: int) -> Callable[[Connection], object]:
    return lambda held: held.execute(text("UPDATE account SET silver = silver + 1 WHERE id = :id"), {"id": account})


def silver(engine: Engine) -> list[int]:
    query = text("SELECT silver FROM account ORDER BY id")
    return read(engine, lambda held: list(held.scalars(query)))


def seconds(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def side_by_side(*works: Callable[[], object]) -> None:
    """Run all at once; the first fault of any of them is raised."""
    faults: list[Exception] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as fault:  # noqa: BLE001  # whatever a thread raises fails the test
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for fault in faults:
        raise fault
