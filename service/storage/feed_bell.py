"""Telling the waiting threads of this process that a caller's feed may have new events."""

from __future__ import annotations

from threading import Condition


class FeedBell:
    """Counts, for each caller, how often something was added to his feed; whoever knows an older count need not wait.

    It remembers one number a caller for as long as the process lives: callers are the few identities of the service.
    """

    def __init__(self) -> None:
        self._rung = Condition()
        self._counts: dict[str, int] = {}

    def ring(self, caller: str) -> None:
        """Wake whoever waits for the feed of *caller*."""
        with self._rung:
            self._counts[caller] = self._counts.get(caller, 0) + 1
            self._rung.notify_all()

    def count(self, caller: str) -> int:
        """Return how often it has been rung for *caller*. To be asked before looking at the feed, not after."""
        with self._rung:
            return self._counts.get(caller, 0)

    def wait(self, caller: str, known: int, seconds: float) -> None:
        """Return once it has been rung for *caller* more than *known* times, and after *seconds* in any case."""
        with self._rung:
            self._rung.wait_for(lambda: self._counts.get(caller, 0) > known, seconds)
