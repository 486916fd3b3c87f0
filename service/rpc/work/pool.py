"""Processes for work of one kind, few and bounded: one long computation inside the server would hold up every tie."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, TypeVar

from service.rpc.calls.errors import DrainingError, OverloadedError
from service.rpc.calls.places import require_place
from service.rpc.work.executor import LOOK_EVERY_S, News, Step, require_waiting
from service.rpc.work.process import SPAWNING, Process, ProcessGoneError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from multiprocessing.connection import Connection

    from deckmapping.errors import DomainError
    from service.caller import Caller
    from service.rpc.work.executor import Job

    Result = TypeVar("Result")

_NOTHING: Final = Step(0, 0)


class WorkPool:
    """An `Executor` with spawned processes, started when they are first needed.

    Each kind of work has a pool of its own, so that what takes seconds does not wait behind what takes minutes.
    """

    def __init__(
        self,
        field: str,
        expected: str,
        *,
        processes: int,
        queue: int,
        workers: int = 1,
        lost: Callable[[int | None], object] = lambda _: None,
    ) -> None:
        """Make a pool without processes.

        Args:
            field: names the work in errors.
            expected: what a deadline's error asks for.
            processes: at most; one does one job at a time.
            queue: how much work may run and wait together: as many threads that answer calls wait for it.
            workers: how many of these threads there must be for a queue of more than none.
            lost: told the exit code of each process that has ended though nobody wanted it to.
        """
        self._field = field
        self._expected = expected
        self._most = processes
        self._queue = queue
        self._workers = workers
        self._tell_lost = lost
        self._lost = 0
        self._changed = threading.Condition()
        self._taken = 0
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._lifeline: tuple[Connection, Connection] | None = None
        self._closed = False

    def follow(self, job: Job[Result], caller: Caller) -> Generator[Step, None, Result]:
        """See `Executor.follow`."""
        self._take_place()
        try:
            news = News()
            process = yield from self._free_process(caller, news)
            try:
                return (yield from process.follow(job, caller, self._expected, news))
            except ProcessGoneError:
                raise self._gone(process) from None
            finally:
                self._give_back(process)
        finally:
            self._leave_place()

    def load(self) -> tuple[int, int]:
        """Return how much work runs, and how much waits for a process."""
        with self._changed:
            running = min(self._taken, self._most)
            return running, self._taken - running

    def lost(self) -> int:
        """Return how many processes have ended though nobody wanted them to."""
        with self._changed:
            return self._lost

    def close(self) -> None:
        """Kill the processes; what runs and waits is refused, and so is what comes later."""
        with self._changed:
            self._closed = True
            for process in self._all:
                process.kill()
            idle, self._idle = self._idle, []
            self._all.difference_update(idle)
            if self._lifeline is not None:
                self._lifeline[1].close()
            self._changed.notify_all()
        for process in idle:
            process.bury()

    def _take_place(self) -> None:
        with self._changed:
            if self._closed:
                raise self._stopping()
            require_place(self._field, self._taken, self._queue, self._workers)
            self._taken += 1

    def _leave_place(self) -> None:
        with self._changed:
            self._taken -= 1

    def _free_process(self, caller: Caller, news: News) -> Generator[Step, None, Process]:
        """Wait for a process that has nothing to do; what runs before is nothing that is done for this caller."""
        while (process := self._idle_or_new(caller)) is None:
            if news.of(_NOTHING):
                yield _NOTHING
        return process

    def _idle_or_new(self, caller: Caller) -> Process | None:
        """Return a process that has nothing to do, or start one; None where after a moment there may be none."""
        with self._changed:
            if self._closed:
                raise self._stopping()
            require_waiting(caller, self._expected)
            if self._idle:
                return self._idle.pop()
            if len(self._all) < self._most:
                process = Process(self._waited_for())
                self._all.add(process)
                return process
            self._changed.wait(LOOK_EVERY_S)
            return None

    def _waited_for(self) -> Connection:
        if self._lifeline is None:
            self._lifeline = SPAWNING.Pipe(duplex=False)
        return self._lifeline[0]

    def _give_back(self, process: Process) -> None:
        with self._changed:
            is_of_use = process.is_of_use and not self._closed
            if is_of_use:
                self._idle.append(process)
            else:
                self._all.discard(process)
            self._changed.notify()
        if not is_of_use:
            process.kill()
            process.bury()

    def _gone(self, process: Process) -> DomainError:
        with self._changed:
            if self._closed:
                return self._stopping()
            self._lost += 1
        self._tell_lost(process.exit_code())
        return OverloadedError.of(self._field, "a process that has ended", "a call later")

    def _stopping(self) -> DrainingError:
        return DrainingError.of(self._field, "stopping", "another instance, or this one after its restart")
