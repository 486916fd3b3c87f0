"""Telling the waiting threads of this process that a caller's feed has new events."""

from __future__ import annotations

from threading import Condition


class FeedBell:
    """Knows, for each caller, the last number of his feed that this process has stored.

    It remembers one number a caller for as long as the process lives: callers are the few identities of the service.
    """

    def __init__(self) -> None:
        self._rung = Condition()
        self._lasts: dict[str, int] = {}

    def ring(self, caller: str, last: int) -> None:
        """Wake whoever waits for the feed of *caller*, whose events up to number *last* are stored."""
        with self._rung:
            self._lasts[caller] = max(last, self._lasts.get(caller, 0))
            self._rung.notify_all()

    def last(self, caller: str) -> int:
        """Return the last number that it has been rung for; 0 before the first."""
        with self._rung:
            return self._lasts.get(caller, 0)

    def wait(self, caller: str, after: int, seconds: float) -> None:
        """Return once it has been rung for an event of *caller* after number *after*, or *seconds* are over."""
        with self._rung:
            self._rung.wait_for(lambda: self._lasts.get(caller, 0) > after, seconds)
