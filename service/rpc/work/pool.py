"""Processes for work of one kind, few and bounded: one long computation inside the server would hold up every tie."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from service.rpc.calls.errors import DrainingError, OverloadedError
from service.rpc.work.executor import LOOK_EVERY_S, require_waiting
from service.rpc.work.process import SPAWNING, Process, ProcessGoneError

if TYPE_CHECKING:
    from collections.abc import Generator
    from multiprocessing.connection import Connection

    from deckmapping.errors import DomainError
    from service.caller import Caller
    from service.rpc.work.executor import Job, Step

    Result = TypeVar("Result")


class Threads:
    """How many threads that answer calls may wait for work of any kind, so that ties always find one."""

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most)

    def take(self) -> bool:
        """Take one, if there is one."""
        return self._free.acquire(blocking=False)

    def give_back(self) -> None:
        """Give one back."""
        self._free.release()


class WorkPool:
    """An `Executor` with spawned processes, started when they are first needed.

    Each kind of work has a pool of its own, so that what takes seconds does not wait behind what takes minutes.
    """

    def __init__(self, field: str, expected: str, *, processes: int, queue: int, threads: Threads) -> None:
        """Make a pool without processes.

        Args:
            field: names the work in errors.
            expected: what a deadline's error asks for.
            processes: at most; one does one job at a time.
            queue: how much work may run and wait together.
            threads: shared with the other pools.
        """
        self._field = field
        self._expected = expected
        self._most = processes
        self._queue = queue
        self._threads = threads
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
            process = self._free_process(caller)
            try:
                return (yield from process.follow(job, caller, self._expected))
            except ProcessGoneError:
                raise self._gone() from None
            finally:
                self._give_back(process)
        finally:
            self._leave_place()

    def load(self) -> tuple[int, int]:
        """Return how much work runs, and how much waits for a process."""
        with self._changed:
            running = min(self._taken, self._most)
            return running, self._taken - running

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
            if self._taken >= self._queue or not self._threads.take():
                raise OverloadedError.of(self._field, f"{self._queue} computations", "fewer at the same time")
            self._taken += 1

    def _leave_place(self) -> None:
        with self._changed:
            self._taken -= 1
        self._threads.give_back()

    def _free_process(self, caller: Caller) -> Process:
        """Wait for a process that has nothing to do, or start one where there are fewer than there may be."""
        with self._changed:
            while not self._closed:
                require_waiting(caller, self._expected)
                if self._idle:
                    return self._idle.pop()
                if len(self._all) < self._most:
                    process = Process(self._waited_for())
                    self._all.add(process)
                    return process
                self._changed.wait(LOOK_EVERY_S)
            raise self._stopping()

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

    def _gone(self) -> DomainError:
        with self._changed:
            if self._closed:
                return self._stopping()
        return OverloadedError.of(self._field, "a process that has ended", "a call later")

    def _stopping(self) -> DrainingError:
        return DrainingError.of(self._field, "stopping", "another instance, or this one after its restart")
