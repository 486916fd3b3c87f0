"""Calls that keep a thread waiting for their caller: gRPC itself would let them do so for ever."""

from __future__ import annotations

import itertools
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import grpc

_LOOK_EVERY_S: Final = 0.1


class Held(NamedTuple):
    """A thread that waits."""

    since: float
    """Seconds of the clock that never goes back."""
    whose: str
    """Whom it is counted for: a caller's name, an address, or empty for nobody."""
    context: grpc.ServicerContext


class Waiting:
    """The threads that wait, the oldest first; cancels calls that hold one for longer than they may."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._held: dict[int, Held] = {}
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, name="waiting", daemon=True)
        self._thread.start()

    @contextmanager
    def held(self, context: grpc.ServicerContext, whose: str) -> Iterator[None]:
        """Wait for the call's caller inside; it is cancelled when that takes too long.

        Raises:
            OverloadedError: nobody waits for this one as well.
        """
        number = next(self._numbers)
        with self._lock:
            self._admit(whose)
            self._held[number] = Held(time.monotonic(), whose, context)
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(number, None)

    def close(self) -> None:
        """Stop looking."""
        self._closed.set()
        self._thread.join()

    def _admit(self, whose: str) -> None:
        """Make room for one more of *whose*, or refuse it; the lock is held."""

    def _overdue(self, now: float) -> list[int]:
        """Return the numbers of those that are cancelled now; the lock is held."""
        return [number for number, each in self._held.items() if now - each.since > self._patience_s]

    def _cancel(self, number: int) -> None:
        """Cancel a call; its thread counts no longer, though it takes a moment to notice."""
        self._held.pop(number).context.cancel()

    def _look(self) -> None:
        with self._lock:
            for number in self._overdue(time.monotonic()):
                self._cancel(number)

    def _keep_looking(self) -> None:
        while not self._closed.wait(_LOOK_EVERY_S):
            self._look()
