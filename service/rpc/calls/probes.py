"""Where those wait who ask for health: strangers, so they have threads of their own, and displace only each other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final

from service.rpc.calls.waiting import Waiting

PATIENCE_S: Final = 0.5
"""Seconds from when a probe gets its thread until its request must have arrived; probes themselves wait for a second
or two."""
PLACES: Final = 32
"""Probes whose requests are awaited at the same time."""
PLACES_OF_ONE: Final = 16
"""The same of one network address; so many may ask in the same moment without losing their places to each other."""


class Probes(Waiting):
    """Waits for requests of probes. One that finds no place takes that of the oldest one of its address, else of all.

    A probe's request comes with its call or not at all. So whoever keeps his back loses the place to the next one,
    and no flood keeps a probe out that says what it wants.
    """

    def __init__(self, name: str) -> None:
        super().__init__(PATIENCE_S)
        # One more than there are places: who makes room for himself never waits for a thread.
        self.threads = ThreadPoolExecutor(PLACES + 1, thread_name_prefix=name)

    def close(self) -> None:
        """Stop waiting for anybody; the server that uses the threads has stopped before."""
        super().close()
        self.threads.shutdown()

    def _admit(self, whose: str) -> None:
        his = [number for number, each in self._held.items() if each.whose == whose]
        if len(his) >= PLACES_OF_ONE:
            self._cancel(his[0])
        elif len(self._held) >= PLACES:
            self._cancel(next(iter(self._held)))
