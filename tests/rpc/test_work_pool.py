"""The processes that work: win shares, and any other work with progress and cancellation."""

from __future__ import annotations

import os
import signal
import threading
import time
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.values import Value, whole
from service.rpc.calls.errors import CallerGoneError, DeadlineError, DrainingError, OverloadedError, WorkFailedError
from service.rpc.work.executor import InProcess, finished
from service.rpc.work.pool import WorkPool
from service.rpc.work.process import LARGEST_MB
from service.rpc.work.shares import PooledShares
from service.tiebreak.win_shares import Contest
from tests.rpc.work import (
    Asker,
    add,
    fail,
    grow,
    leave,
    processes,
    refuse,
    sleep_deaf,
    tick,
    wait_until_free,
    wait_until_gone,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.rpc.work.executor import Executor

SHORT = Contest(("a", "b"), ("a", "b"), (((whole(3),), (whole(5),)),) * 2, 8, 64)
ENDLESS_PILE = tuple((Value(at * at * 1009 + 1),) for at in range(60))
ENDLESS = Contest(("a", "b"), ("a", "b"), (ENDLESS_PILE,) * 2, 11, 64)
HALVES = (("a", Fraction(1, 2)), ("b", Fraction(1, 2)))


class Pool(WorkPool):
    """A pool of which win shares are asked."""

    def __init__(self, processes: int = 1, queue: int = 2) -> None:
        self.codes: list[int | None] = []
        super().__init__("work", "more time", processes=processes, queue=queue, lost=self.codes.append)
        self.compute = PooledShares(self).compute


@pytest.fixture
def pool() -> Iterator[Pool]:
    opened = Pool()
    yield opened
    opened.close()


def until(holds: Callable[[], bool]) -> None:
    for _ in range(12_000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it never came to be")


def test_no_process_is_started_before_the_first_computation(pool: Pool) -> None:
    assert processes(pool) == []
    assert pool.compute(SHORT, 30) == HALVES
    assert len(processes(pool)) == 1


def test_a_process_that_was_killed_is_replaced(pool: Pool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    for _ in range(3):  # the queue holds two: a place that were lost would show
        (pid,) = processes(pool)
        killer = threading.Timer(0.3, os.kill, (pid, signal.SIGKILL))
        killer.start()
        with pytest.raises(OverloadedError):
            pool.compute(ENDLESS, 30)
        killer.join()
        assert pool.compute(SHORT, 30) == HALVES


def test_who_waits_for_a_process_that_is_killed_gets_its_successor(pool: Pool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    (pid,) = processes(pool)
    outcomes: list[object] = []

    def ask(contest: Contest) -> None:
        try:
            outcomes.append(pool.compute(contest, 30))
        except OverloadedError as refused:
            outcomes.append(refused.violations[0].value)

    callers = [threading.Thread(target=ask, args=(contest,)) for contest in (ENDLESS, SHORT)]
    for caller in callers:
        caller.start()
        time.sleep(0.15)
    os.kill(pid, signal.SIGKILL)
    for caller in callers:
        caller.join()
    assert outcomes == ["a process that has ended", HALVES]
    assert pid not in processes(pool)


def test_an_idle_process_that_was_killed_costs_one_call(pool: Pool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    (pid,) = processes(pool)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(OverloadedError):
        pool.compute(SHORT, 30)
    assert pool.compute(SHORT, 30) == HALVES


def test_closing_abandons_what_still_runs(pool: Pool) -> None:
    refused: list[DrainingError] = []

    def ask() -> None:
        with pytest.raises(DrainingError) as caught:
            pool.compute(ENDLESS, 3600)
        refused.append(caught.value)

    caller = threading.Thread(target=ask)
    caller.start()
    until(lambda: bool(processes(pool)))
    time.sleep(0.3)
    (pid,) = processes(pool)
    started = time.monotonic()
    pool.close()
    caller.join()
    assert time.monotonic() - started < 120  # it would run for hours
    assert len(refused) == 1
    wait_until_gone(pid)
    pool.close()
    with pytest.raises(DrainingError):
        pool.compute(SHORT, 30)


def test_a_computation_ends_with_its_callers_time_and_its_place_is_free(patient: None) -> None:  # noqa: ARG001
    pool = Pool(queue=1)
    try:
        assert pool.compute(SHORT, 30) == HALVES
        before = processes(pool)
        for _ in range(3):
            with pytest.raises(DeadlineError):
                pool.compute(ENDLESS, 0.2)
            wait_until_free(pool)
            assert pool.compute(SHORT, 30) == HALVES
        assert processes(pool) == before  # ended, not killed
    finally:
        pool.close()


def test_computations_that_wait_when_their_time_is_over_never_begin() -> None:
    pool = Pool(queue=6)
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
        assert sorted(outcomes) == ["answered"] + ["late"] * 5
    finally:
        pool.close()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_a_computation_lets_the_threads_of_the_calls_go_first(pool: Pool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    (pid,) = processes(pool)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, own + 10)


def test_what_waits_at_the_stop_is_refused(pool: Pool) -> None:
    refused: list[str] = []

    def ask() -> None:
        with pytest.raises(DrainingError) as caught:
            pool.compute(ENDLESS, 30)
        refused.append(caught.value.violations[0].value)

    callers = [threading.Thread(target=ask) for _ in range(2)]
    for caller in callers:
        caller.start()
    until(lambda: pool.load() == (1, 1) and bool(processes(pool)))
    pool.close()
    for caller in callers:
        caller.join()
    assert refused == ["stopping"] * 2


def test_an_interrupt_from_the_terminal_does_not_reach_a_computation(pool: Pool) -> None:
    assert pool.compute(SHORT, 30) == HALVES
    (pid,) = processes(pool)
    os.kill(pid, signal.SIGINT)
    assert pool.compute(SHORT, 30) == HALVES
    assert processes(pool) == [pid]


# Any work


@pytest.fixture(params=["pool", "in process"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "in process":
        yield InProcess()
        return
    opened = Pool()
    yield opened
    opened.close()


def test_work_comes_to_its_result(executor: Executor) -> None:
    assert finished(executor.follow(partial(add, 2, 3), Asker().caller)) == 5


def test_work_says_how_far_it_is_and_never_more_often_than_five_times_a_second(executor: Executor) -> None:
    finished(executor.follow(partial(add, 2, 3), Asker().caller))  # a process has started
    started = time.monotonic()
    told = executor.follow(partial(tick, 200, 0.005), Asker().caller)
    steps = [step for step in told if step.of]  # 0 of 0 only where a machine is so busy that none comes for long
    seconds = time.monotonic() - started
    assert 2 <= len(steps) <= seconds / 0.2 + 1
    assert steps == sorted(set(steps))
    assert {step.of for step in steps} == {200}


def test_what_work_refuses_is_refused(executor: Executor) -> None:
    with pytest.raises(InvalidInputError) as caught:
        finished(executor.follow(refuse, Asker().caller))
    (fault,) = caught.value.violations
    assert (fault.field, fault.value, fault.expected) == ("setting.rule.drawsTo", "99", "less")
    assert finished(executor.follow(partial(add, 1, 1), Asker().caller)) == 2


def test_a_caller_who_cancels_ends_the_work(executor: Executor) -> None:
    asker = Asker()
    steps = executor.follow(partial(tick, 10_000, 0.01), asker.caller)
    next(steps)
    asker.cancelled.set()
    started = time.monotonic()
    with pytest.raises(CallerGoneError):
        list(steps)
    assert time.monotonic() - started < 30  # it would take 100 s


def test_time_that_is_over_ends_the_work(executor: Executor) -> None:
    with pytest.raises(DeadlineError):
        finished(executor.follow(partial(tick, 10_000, 0.01), Asker(0.4).caller))


def test_a_fault_in_a_process_is_told_by_kind_and_place_alone(pool: Pool) -> None:
    with pytest.raises(WorkFailedError) as caught:
        finished(pool.follow(partial(fail, "seed=deadbeef"), Asker().caller))
    assert str(caught.value).startswith("ZeroDivisionError < work.py:")
    assert "deadbeef" not in str(caught.value)
    assert finished(pool.follow(partial(add, 1, 1), Asker().caller)) == 2


def test_work_that_nobody_follows_any_more_ends_and_its_process_does_the_next(
    pool: Pool,
    patient: None,  # noqa: ARG001
) -> None:
    steps = pool.follow(partial(tick, 10_000, 0.01), Asker().caller)
    assert next(step.of for step in steps if step.of) == 10_000  # 0 of 0, as long as its process starts
    before = processes(pool)
    steps.close()
    assert pool.load() == (0, 0)
    assert finished(pool.follow(partial(tick, 1, 0), Asker().caller)) == before[0]


def test_deaf_work_is_killed_soon_and_its_place_is_free(pool: Pool) -> None:
    assert finished(pool.follow(partial(add, 1, 1), Asker().caller)) == 2
    (pid,) = processes(pool)
    asker = Asker()
    cancel = threading.Timer(0.3, asker.cancelled.set)
    cancel.start()
    started = time.monotonic()
    with pytest.raises(CallerGoneError):
        finished(pool.follow(partial(sleep_deaf, 60), asker.caller))
    assert 0.3 < time.monotonic() - started < 30
    wait_until_gone(pid)
    assert pool.load() == (0, 0)
    assert finished(pool.follow(partial(add, 1, 1), Asker().caller)) == 2


def test_a_caller_who_cancels_while_he_waits_leaves_the_queue(pool: Pool) -> None:
    first, second = Asker(), Asker()
    running = pool.follow(partial(tick, 10_000, 0.01), first.caller)
    next(running)
    cancel = threading.Timer(0.2, second.cancelled.set)
    cancel.start()
    with pytest.raises(CallerGoneError):
        finished(pool.follow(partial(add, 1, 1), second.caller))
    assert pool.load() == (1, 0)
    running.close()


def test_more_work_than_the_queue_holds_is_refused(pool: Pool) -> None:
    running = [pool.follow(partial(tick, 10_000, 0.01), Asker().caller)]
    next(running[0])
    waiting = threading.Thread(target=lambda: finished(pool.follow(partial(add, 1, 1), Asker().caller)))
    waiting.start()
    until(lambda: pool.load() == (1, 1))
    with pytest.raises(OverloadedError) as caught:
        finished(pool.follow(partial(add, 1, 1), Asker().caller))
    assert str(caught.value) == "work: got '2 at once', expected fewer at the same time"
    running[0].close()
    waiting.join()


def test_who_waits_for_a_process_is_told_so_within_a_second_and_again(pool: Pool) -> None:
    running = pool.follow(partial(tick, 10_000, 0.01), Asker().caller)
    next(running)
    started = time.monotonic()
    waiting = pool.follow(partial(tick, 200, 0.005), Asker().caller)
    for longest_s in (30, 60):  # a busy machine
        assert next(waiting) == (0, 0)
        assert time.monotonic() - started < longest_s
    assert time.monotonic() - started > 1
    running.close()
    later = list(waiting)
    assert {step.of for step in later if step.of} == {200}
    assert pool.load() == (0, 0)


def test_a_caller_who_goes_between_two_steps_leaves_the_queue(pool: Pool) -> None:
    running = pool.follow(partial(tick, 10_000, 0.01), Asker().caller)
    next(running)
    waiting = pool.follow(partial(add, 1, 1), Asker().caller)
    assert next(waiting) == (0, 0)
    waiting.close()
    assert pool.load() == (1, 0)
    running.close()


def test_work_that_says_nothing_for_long_is_told_about_all_the_same(executor: Executor) -> None:
    finished(executor.follow(partial(add, 1, 1), Asker().caller))  # a process has started
    told = list(executor.follow(partial(sleep_deaf, 2.2), Asker().caller))  # twice, on a machine that is not busy
    assert set(told) == {(0, 0)}


def test_a_process_that_dies_is_counted_with_its_exit_code_and_one_that_is_ended_is_not(pool: Pool) -> None:
    running = pool.follow(partial(tick, 10_000, 0.01), Asker().caller)
    next(running)
    os.kill(processes(pool)[0], signal.SIGKILL)
    with pytest.raises(OverloadedError):
        list(running)
    with pytest.raises(OverloadedError):
        finished(pool.follow(partial(leave, 7), Asker().caller))
    with pytest.raises(DeadlineError):  # deaf: it is killed on purpose
        finished(pool.follow(partial(sleep_deaf, 60), Asker(0.3).caller))
    ended = pool.follow(partial(tick, 10_000, 0.01), Asker().caller)
    next(ended)
    pool.close()
    with pytest.raises(DrainingError):
        list(ended)
    assert (pool.codes, pool.lost()) == ([-signal.SIGKILL, 7], 2)


def test_a_pool_without_a_place_says_how_many_threads_it_takes() -> None:
    pool = WorkPool("odds", "more time", processes=1, queue=0, workers=3)
    with pytest.raises(OverloadedError) as caught:
        finished(pool.follow(partial(add, 1, 1), Asker().caller))
    expected = "expected a service with SABACC_WORKERS of 3 or more"
    assert str(caught.value) == f"odds: got 'no thread for them', {expected}"


def test_a_process_that_has_grown_large_is_replaced_once_its_work_is_done(pool: Pool) -> None:
    first = finished(pool.follow(partial(grow, 10), Asker().caller))
    assert finished(pool.follow(partial(grow, LARGEST_MB), Asker().caller)) == first
    wait_until_gone(first)
    assert pool.load() == (0, 0)
    assert finished(pool.follow(partial(grow, 10), Asker().caller)) != first


def test_a_job_that_cannot_be_sent_leaves_the_process_as_it_was(pool: Pool) -> None:
    pid = finished(pool.follow(partial(tick, 1, 0), Asker().caller))
    with pytest.raises(Exception, match="pickle"):
        finished(pool.follow(lambda _: 1, Asker().caller))
    assert pool.load() == (0, 0)
    assert finished(pool.follow(partial(tick, 1, 0), Asker().caller)) == pid
