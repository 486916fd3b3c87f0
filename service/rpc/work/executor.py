"""What long work is to whoever asks for it, and how it is done in this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from service.rpc.calls.errors import CallerGoneError, DeadlineError

if TYPE_CHECKING:
    from service.caller import Caller

LOOK_EVERY_S: Final = 0.05
"""Seconds between looks at whether the caller still waits."""
TELL_EVERY_S: Final = 0.2
"""Seconds between two steps that are told, at least."""
SILENT_S: Final = 0.8
"""Seconds after which a step is told though nothing has changed, so that who waits sees that it goes on."""

Watch: TypeAlias = Callable[[int, int], object]
"""What work calls often with what is done and of how much (`service.odds.progress.Progress`); it ends the work by what
it raises."""

Result = TypeVar("Result")
Job: TypeAlias = Callable[[Watch], Result]
"""Work. To be done in another process it must be picklable: a partial of a module's function."""


class Step(NamedTuple):
    """How far work is."""

    done: int
    of: int
    """0 while nobody knows."""


class Executor(Protocol):
    """Does work for callers."""

    def follow(self, job: Job[Result], caller: Caller) -> Generator[Step, None, Result]:
        """Do *job*: yield how far it is, also while it waits, and return its result.

        The work ends, and its place is free, when the generator is closed or the caller waits no longer.

        Raises:
            OverloadedError: too much work is waiting or running.
            DrainingError: the service stops.
            DeadlineError: the caller's time is over before the result is there.
            CallerGoneError: he has cancelled the call.
            DomainError: what the job itself refuses.
        """


def finished(steps: Generator[Step, None, Result]) -> Result:
    """Let work come to its end and return its result; the errors are those of `Executor.follow`."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


class Followed(Generic[Result]):
    """The steps of work to loop over, and its result after the loop."""

    result: Result

    def __init__(self, steps: Generator[Step, None, Result]) -> None:
        self._steps = steps

    def __iter__(self) -> Generator[Step, None, None]:
        """Yield each step; the errors are those of `Executor.follow`."""
        self.result = yield from self._steps


def require_waiting(caller: Caller, expected: str) -> None:
    """Check that an answer is still of use.

    Raises:
        DeadlineError: the caller's time is over; *expected* is what the error asks for.
        CallerGoneError: he has cancelled the call.
    """
    if caller.seconds_left() <= 0:
        raise DeadlineError.of("deadline", "passed", expected)
    if caller.has_gone():
        raise CallerGoneError.of("call", "cancelled", "a caller who waits for the answer")


class News:
    """Which steps of work are told: those that tell something new, but not too many, and any after a silence."""

    def __init__(self) -> None:
        self._last = Step(0, 0)
        self._at = time.monotonic() - TELL_EVERY_S

    def of(self, step: Step) -> bool:
        """Tell whether *step* is worth telling now."""
        now = time.monotonic()
        if now - self._at < (SILENT_S if step == self._last else TELL_EVERY_S):
            return False
        self._last, self._at = step, now
        return True


class StoppedError(Exception):
    """Nobody waits for the work any more."""


class InProcess:
    """An `Executor` of a command: the work is done in this process, by a thread that ends with it."""

    def follow(self, job: Job[Result], caller: Caller) -> Generator[Step, None, Result]:
        """See `Executor.follow`; it is never overloaded."""
        found: list[Result] = []
        failed: list[BaseException] = []
        steps = [Step(0, 0)]
        over, stopped = threading.Event(), threading.Event()

        def watch(done: int, of: int) -> None:
            if stopped.is_set():
                raise StoppedError
            steps[0] = Step(done, of)

        def work() -> None:
            try:
                found.append(job(watch))
            except BaseException as error:  # noqa: BLE001  # it is raised where the work is waited for
                failed.append(error)
            over.set()

        threading.Thread(target=work, name="work", daemon=True).start()
        news = News()
        try:
            while not over.wait(LOOK_EVERY_S):
                require_waiting(caller, "more time for this work")
                if news.of(steps[0]):
                    yield steps[0]
        finally:
            stopped.set()
        if failed:
            raise failed[0]
        return found[0]
