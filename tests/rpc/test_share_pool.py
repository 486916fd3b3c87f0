"""The processes that compute win shares."""

from __future__ import annotations

import os
import signal
import threading
import time
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from deckmapping.values import Value, whole
from service.rpc.errors import DeadlineError, OverloadedError
from service.rpc.share_pool import SharePool
from service.tiebreak.win_shares import Contest

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT = Contest(("a", "b"), ("a", "b"), (((whole(3),), (whole(5),)),) * 2, 8, 64)
ENDLESS_PILE = tuple((Value(at * at * 1009 + 1),) for at in range(60))
ENDLESS = Contest(("a", "b"), ("a", "b"), (ENDLESS_PILE,) * 2, 11, 64)
HALVES = (("a", Fraction(1, 2)), ("b", Fraction(1, 2)))


@pytest.fixture
def pool() -> Iterator[SharePool]:
    opened = SharePool(workers=1, queue=2)
    yield opened
    opened.close()


def processes(pool: SharePool) -> list[int]:
    return [] if pool._running is None else list(pool._running.pool._processes)


def wait_until_gone(pid: int) -> None:
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    raise AssertionError(f"process {pid} still runs")


def test_no_process_is_started_before_the_first_computation(pool: SharePool) -> None:
    assert processes(pool) == []
    assert pool.compute(SHORT, 30) == HALVES
    assert len(processes(pool)) == 1


def test_a_process_that_was_killed_is_replaced(pool: SharePool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    for _ in range(3):  # the queue holds two: a place that were lost would show
        (pid,) = processes(pool)
        killer = threading.Timer(0.3, os.kill, (pid, signal.SIGKILL))
        killer.start()
        with pytest.raises(OverloadedError):
            pool.compute(ENDLESS, 30)
        killer.join()
        assert pool.compute(SHORT, 30) == HALVES


def test_many_callers_of_a_killed_process_start_one_other(pool: SharePool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    (pid,) = processes(pool)
    outcomes: list[object] = []

    def ask() -> None:
        try:
            pool.compute(ENDLESS, 30)
        except OverloadedError as refused:
            outcomes.append(refused.violations[0].value)

    callers = [threading.Thread(target=ask) for _ in range(2)]
    for caller in callers:
        caller.start()
    time.sleep(0.3)
    os.kill(pid, signal.SIGKILL)
    for caller in callers:
        caller.join()
    assert outcomes == ["a pool that is starting again"] * 2
    assert pool.compute(SHORT, 30) == HALVES


def test_closing_abandons_what_still_runs(pool: SharePool) -> None:
    with pytest.raises(DeadlineError):
        pool.compute(ENDLESS, 0.5)
    (pid,) = processes(pool)
    started = time.monotonic()
    pool.close()
    assert time.monotonic() - started < 10  # it would run for hours
    wait_until_gone(pid)
    pool.close()


def test_a_computation_that_waits_when_its_time_is_over_frees_its_place() -> None:
    pool = SharePool(workers=1, queue=4)
    try:
        for _ in range(6):  # one runs, two are handed over; the others are taken back
            with pytest.raises(DeadlineError):
                pool.compute(ENDLESS, 0.3)
    finally:
        pool.close()


def test_what_waits_at_the_stop_is_refused(pool: SharePool) -> None:
    refused: list[str] = []

    def ask() -> None:
        with pytest.raises(OverloadedError) as caught:
            pool.compute(ENDLESS, 30)
        refused.append(caught.value.violations[0].expected)

    callers = [threading.Thread(target=ask) for _ in range(2)]
    for caller in callers:
        caller.start()
    while pool._running is None or len(pool._running.pool._pending_work_items) < 2:
        time.sleep(0.01)
    pool.close()
    for caller in callers:
        caller.join()
    assert refused == ["a call later"] * 2


def test_an_interrupt_from_the_terminal_does_not_reach_a_computation(pool: SharePool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    (pid,) = processes(pool)
    os.kill(pid, signal.SIGINT)
    assert pool.compute(SHORT, 30) == HALVES
    assert processes(pool) == [pid]
