"""Exact win shares in processes of their own: one such computation inside the server would hold up every tie."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final, NamedTuple

from service.rpc.calls.errors import DeadlineError, OverloadedError
from service.tiebreak.win_shares import win_shares

if TYPE_CHECKING:
    from fractions import Fraction
    from multiprocessing.connection import Connection

    from service.tiebreak.win_shares import Contest


_NICENESS: Final = 10


class _Running(NamedTuple):
    """Processes, and the pipe whose end they wait for: they end when it is closed, and so when its owner dies."""

    pool: ProcessPoolExecutor
    lifeline: Connection


class SharePool:
    """A bounded pool of spawned processes, started at the first computation.

    Processes are spawned, never forked: a forked child of a process that runs gRPC hangs.
    """

    def __init__(self, workers: int, queue: int) -> None:
        self._workers = workers
        self._queue = queue
        self._taken = 0
        self._lock = threading.Lock()
        self._running: _Running | None = None

    def compute(self, contest: Contest, timeout_s: float) -> tuple[tuple[str, Fraction], ...]:
        """Return each player's chance of first place, by name.

        Raises:
            OverloadedError: as many computations as the queue holds are waiting or running.
            DeadlineError: the result is not there after *timeout_s* seconds. The computation ends then too, and its
                place in the queue is free.
        """
        self._take_place()
        until = time.monotonic() + timeout_s
        try:
            running = self._start()
            future = running.pool.submit(_compute, contest, until)
        except BrokenProcessPool:
            self._give_back()
            raise self._broken(running) from None
        except BaseException:
            self._give_back()
            raise
        future.add_done_callback(lambda _: self._give_back())
        try:
            return future.result(until - time.monotonic())
        except TimeoutError:  # of the waiting here, or of the computation there
            future.cancel()
            raise DeadlineError.of(
                "deadline", f"{timeout_s:.1f} s", "more time for exact win shares, or a call without them"
            ) from None
        except (BrokenProcessPool, CancelledError):  # killed, or taken back by `_end`
            raise self._broken(running) from None

    def load(self) -> tuple[int, int]:
        """Return how many computations run, and how many wait for a process."""
        with self._lock:
            running = min(self._taken, self._workers)
            return running, self._taken - running

    def close(self) -> None:
        """End the processes; what still runs is abandoned."""
        with self._lock:
            running = self._running
        if running is not None:
            self._end(running)

    def _take_place(self) -> None:
        with self._lock:
            if self._taken >= self._queue:
                raise OverloadedError.of(
                    "options.withWinShares", f"{self._queue} computations", "fewer at the same time"
                )
            self._taken += 1

    def _give_back(self) -> None:
        with self._lock:
            self._taken -= 1

    def _start(self) -> _Running:
        with self._lock:
            if self._running is None:
                context = multiprocessing.get_context("spawn")
                waited_for, lifeline = context.Pipe(duplex=False)
                pool = ProcessPoolExecutor(
                    self._workers, mp_context=context, initializer=_set_up, initargs=(waited_for,)
                )
                self._running = _Running(pool, lifeline)
            return self._running

    def _broken(self, running: _Running) -> OverloadedError:
        """Forget processes of which one was killed; the next computation starts others."""
        self._end(running)
        return OverloadedError.of("options.withWinShares", "a pool that is starting again", "a call later")

    def _end(self, running: _Running) -> None:
        with self._lock:
            if self._running is not running:
                return  # another thread ends it: a pool must be shut down once only
            self._running = None
        running.lifeline.close()
        running.pool.shutdown(wait=True, cancel_futures=True)


def _compute(contest: Contest, until: float) -> tuple[tuple[str, Fraction], ...]:
    """Compute in a process of the pool, until a moment of the monotonic clock that all processes of a machine share.

    Raises:
        TimeoutError: that moment has passed.
    """

    def in_time() -> None:
        if time.monotonic() >= until:
            raise TimeoutError

    in_time()
    return win_shares(contest, in_time)


def _set_up(waited_for: Connection) -> None:
    """Prepare a process of the pool. Ctrl-C reaches every process of a terminal; this one ends with its lifeline.

    The threads that answer calls go first where there are not enough processors for all.
    """
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(waited_for,), daemon=True).start()


def _end_with(waited_for: Connection) -> None:
    waited_for.poll(None)
    os._exit(1)
