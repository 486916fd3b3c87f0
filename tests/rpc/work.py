"""Work for tests of the pools: module functions, so that another process finds them."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError
from service.caller import Caller, Role
from service.rpc.calls.callers import counting_down

if TYPE_CHECKING:
    from service.rpc.work.executor import Watch
    from service.rpc.work.pool import WorkPool


def add(left: int, right: int, watch: Watch) -> int:
    """Add two numbers."""
    watch(1, 1)
    return left + right


def tick(steps: int, pause_s: float, watch: Watch) -> int:
    """Take that many steps and return the number of the process."""
    for step in range(steps):
        watch(step, steps)
        time.sleep(pause_s)
    return os.getpid()


_KEPT: list[bytearray] = []


def grow(megabytes: int, _watch: Watch) -> int:
    """Keep that much memory and return the number of the process."""
    _KEPT.append(bytearray(b"x") * (megabytes * 2**20))
    return os.getpid()


def sleep_deaf(seconds: float, _watch: Watch) -> None:
    """Do not say how far it is, and so hear nothing."""
    time.sleep(seconds)


def leave(code: int, _watch: Watch) -> None:
    """End the process with that exit code."""
    os._exit(code)


def refuse(_watch: Watch) -> None:
    """Refuse, as domain code does."""
    raise InvalidInputError.of("setting.rule.drawsTo", 99, "less")


def fail(secret: str, _watch: Watch) -> None:
    """Fail, as code with a fault does."""
    raise ZeroDivisionError(secret)


class Asker:
    """A caller who can cancel."""

    def __init__(self, timeout_s: float = 30) -> None:
        self.cancelled = threading.Event()
        self.caller = Caller("asker", Role.GAME, counting_down(timeout_s), has_gone=self.cancelled.is_set)


def processes(pool: WorkPool) -> list[int]:
    """The numbers of a pool's processes."""
    return [process.pid for process in pool._all]


def wait_until_gone(pid: int) -> None:
    """Wait until a process has ended."""
    for _ in range(12_000):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    raise AssertionError(f"process {pid} still runs")


def wait_until_free(pool: WorkPool, within_s: float = 60) -> None:
    """Wait until nothing runs or waits in a pool."""
    free_at = time.monotonic() + within_s
    while pool.load() != (0, 0):
        assert time.monotonic() < free_at
        time.sleep(0.005)
