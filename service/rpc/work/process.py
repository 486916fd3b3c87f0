"""One spawned process that works, and what its owner and it tell each other.

The owner sends a job and gets its outcome through a pipe. How far the work is, and that nobody waits for it any more,
stands in memory that both share: it holds the last step only, so that a slow reader costs nothing.
"""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import resource
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from deckmapping.errors import DomainError
from service.logs import kind_and_place
from service.rpc.calls.errors import WorkFailedError
from service.rpc.work.executor import LOOK_EVERY_S, Step, StoppedError, require_waiting

if TYPE_CHECKING:
    from collections.abc import Generator
    from ctypes import Array
    from multiprocessing.connection import Connection

    from service.caller import Caller
    from service.rpc.work.executor import Job, News

    Result = TypeVar("Result")

PATIENCE_S: Final = 0.2
"""Seconds that work has to notice that it is of no use any more; after that its process is killed."""
LARGEST_MB: Final = 350
"""Memory with which a process ends after its work, and is replaced: it keeps tables of what it has been asked."""
_NICENESS: Final = 10
_DONE, _OF, _STOP = range(3)

SPAWNING: Final = multiprocessing.get_context("spawn")
"""Never forked: a forked child of a process that runs gRPC hangs."""


class ProcessGoneError(Exception):
    """The process ended, or was killed, while it worked."""


class _Outcome(NamedTuple):
    """How work ended."""

    result: Any = None
    refused: DomainError | None = None
    failed: str = ""
    """Kind and place of a fault; empty where there was none."""
    is_last: bool = False
    """Whether the process ends with it."""


class Process:
    """A process that does one job at a time. Only one thread may use it, but any may kill it."""

    def __init__(self, lifeline: Connection) -> None:
        """Start it; it ends when the other end of *lifeline* is closed, and so when its owner dies."""
        self._shared = SPAWNING.RawArray(ctypes.c_longlong, 3)
        self._connection, theirs = SPAWNING.Pipe()
        self._process = SPAWNING.Process(target=_work, args=(theirs, lifeline, self._shared), daemon=True)
        self._process.start()
        theirs.close()
        self._works = False
        self.is_of_use = True
        """Whether it can do another job after this one; not once it was killed, or has grown too large."""

    @property
    def pid(self) -> int:
        """The operating system's number of it."""
        pid = self._process.pid
        assert pid is not None
        return pid

    def exit_code(self) -> int | None:
        """Return with what a dead process ended, negative for a signal; None if nobody can tell."""
        self._process.join(PATIENCE_S)
        return self._process.exitcode

    def follow(self, job: Job[Result], caller: Caller, expected: str, news: News) -> Generator[Step, None, Result]:
        """Do *job*, as `Executor.follow` says. When it returns or raises, the process does nothing or is dead.

        Args:
            job: the work.
            caller: who waits for it.
            expected: what a deadline's error asks for.
            news: decides which steps are told.

        Raises:
            ProcessGoneError: it was killed.
            WorkFailedError: a fault in the work.
        """
        self._shared[:] = [0, 0, 0]
        try:
            self._connection.send(job)
            self._works = True
            while not self._connection.poll(LOOK_EVERY_S):
                require_waiting(caller, expected)
                step = Step(self._shared[_DONE], self._shared[_OF])
                if news.of(step):
                    yield step
            outcome = self._taken()
        except (EOFError, OSError):
            self.kill()
            raise ProcessGoneError from None
        finally:
            if self._works:
                self._stop()
        if outcome.refused is not None:
            raise outcome.refused
        if outcome.failed:
            raise WorkFailedError(outcome.failed)
        result: Result = outcome.result
        return result

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self.is_of_use = self._works = False
        self._process.kill()

    def bury(self) -> None:
        """Give back what a dead process held."""
        self._process.join()
        self._connection.close()

    def _taken(self) -> _Outcome:
        outcome: _Outcome = self._connection.recv()
        self._works = False
        self.is_of_use = not outcome.is_last
        return outcome

    def _stop(self) -> None:
        """Let its work end by itself, or else kill it."""
        self._shared[_STOP] = 1
        try:
            if self._connection.poll(PATIENCE_S):
                self._taken()
                return
        except (EOFError, OSError):
            pass
        self.kill()


def _work(connection: Connection, lifeline: Connection, shared: Array[ctypes.c_longlong]) -> None:
    """Do what is asked for. Ctrl-C reaches every process of a terminal; this one ends with its lifeline.

    The threads that answer calls go first where there are not enough processors for all.
    """
    os.nice(_NICENESS)
    logging.disable()  # what libraries say would stand between the lines of the service's log
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    is_last = False
    while not is_last:
        outcome = _outcome(connection.recv(), shared)
        is_last = _memory_mb() > LARGEST_MB
        connection.send(outcome._replace(is_last=is_last))


def _outcome(job: Job[object], shared: Array[ctypes.c_longlong]) -> _Outcome:
    def watch(done: int, of: int) -> None:
        shared[_DONE], shared[_OF] = done, of
        if shared[_STOP]:
            raise StoppedError

    try:
        return _Outcome(job(watch))
    except StoppedError:
        return _Outcome()
    except DomainError as error:
        return _Outcome(refused=error)
    except Exception as error:  # noqa: BLE001  # its text may hold anything
        return _Outcome(failed=kind_and_place(error))


def _memory_mb() -> int:
    """Return the memory that this process has now, 0 where nobody tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize() // 2**20


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(1)
