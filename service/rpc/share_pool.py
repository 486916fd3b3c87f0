"""Exact win shares in processes of their own: one such computation inside the server would hold up every tie."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from service.rpc.errors import DeadlineError, OverloadedError
from service.tiebreak.win_shares import win_shares

if TYPE_CHECKING:
    from fractions import Fraction

    from service.tiebreak.win_shares import Contest


class SharePool:
    """A bounded pool of spawned processes, started at the first computation.

    Processes are spawned, never forked: a forked child of a process that runs gRPC hangs.
    """

    def __init__(self, workers: int, queue: int) -> None:
        self._workers = workers
        self._queue = queue
        self._free = threading.BoundedSemaphore(queue)
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def compute(self, contest: Contest, timeout_s: float) -> tuple[tuple[str, Fraction], ...]:
        """Return each player's chance of first place, by name.

        Raises:
            OverloadedError: as many computations as the queue holds are waiting or running.
            DeadlineError: the result is not there after *timeout_s* seconds. A computation that runs goes on, and
                keeps its place in the queue until it ends.
        """
        if not self._free.acquire(blocking=False):
            raise OverloadedError.of("options.withWinShares", f"{self._queue} computations", "fewer at the same time")
        try:
            future = self._start().submit(win_shares, contest)
        except BrokenProcessPool:
            self._free.release()
            self._drop()
            raise OverloadedError.of("options.withWinShares", "a pool that is starting again", "a call later") from None
        except BaseException:
            self._free.release()
            raise
        future.add_done_callback(lambda _: self._free.release())
        try:
            return future.result(timeout_s)
        except TimeoutError:
            future.cancel()
            raise DeadlineError.of(
                "deadline", f"{timeout_s:.1f} s", "more time for exact win shares, or a call without them"
            ) from None
        except BrokenProcessPool:
            self._drop()
            raise OverloadedError.of("options.withWinShares", "a pool that is starting again", "a call later") from None

    def close(self) -> None:
        """Stop the processes; what still runs is abandoned."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._workers, mp_context=multiprocessing.get_context("spawn"), initializer=_follow_parent
                )
            return self._pool

    def _drop(self) -> None:
        """Forget a pool whose process was killed; the next computation starts another."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _follow_parent() -> None:
    """End this process when its parent ends, however that happens: its queue alone would never tell.

    Ctrl-C reaches every process of a terminal; the parent stops this one in its own time.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
