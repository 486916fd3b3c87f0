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
from service.rpc.calls.errors import DeadlineError, OverloadedError
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
    refused: list[OverloadedError] = []

    def ask() -> None:
        with pytest.raises(OverloadedError) as caught:
            pool.compute(ENDLESS, 3600)
        refused.append(caught.value)

    caller = threading.Thread(target=ask)
    caller.start()
    while not processes(pool):
        time.sleep(0.01)
    time.sleep(0.3)
    (pid,) = processes(pool)
    started = time.monotonic()
    pool.close()
    caller.join()
    assert time.monotonic() - started < 10  # it would run for hours
    assert len(refused) == 1
    wait_until_gone(pid)
    pool.close()


def test_a_computation_ends_with_its_callers_time_and_its_place_is_free() -> None:
    pool = SharePool(workers=1, queue=1)
    try:
        assert pool.compute(SHORT, 30) == HALVES
        before = processes(pool)
        for _ in range(3):
            with pytest.raises(DeadlineError):
                pool.compute(ENDLESS, 0.2)
            free_at = time.monotonic() + 1
            while pool.load() != (0, 0):
                assert time.monotonic() < free_at
                time.sleep(0.005)
            assert pool.compute(SHORT, 30) == HALVES
        assert processes(pool) == before  # ended, not killed
    finally:
        pool.close()


def test_computations_that_wait_when_their_time_is_over_never_begin() -> None:
    pool = SharePool(workers=1, queue=6)
    outcomes: list[str] = []

    def ask(contest: Contest, timeout_s: float) -> None:
        try:
            pool.compute(contest, timeout_s)
            outcomes.append("answered")
        except DeadlineError:
            outcomes.append("late")

    try:
        assert pool.compute(SHORT, 30) == HALVES
        callers = [threading.Thread(target=ask, args=(ENDLESS, 1))]
        callers += [threading.Thread(target=ask, args=(ENDLESS, 0.3)) for _ in range(4)]
        callers.append(threading.Thread(target=ask, args=(SHORT, 30)))
        for caller in callers:
            caller.start()
            time.sleep(0.02)
        for caller in callers:
            caller.join()
        assert outcomes == ["late"] * 5 + ["answered"]
    finally:
        pool.close()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_a_computation_lets_the_threads_of_the_calls_go_first(pool: SharePool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    (pid,) = processes(pool)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, own + 10)


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
