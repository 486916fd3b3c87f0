"""Work that the service does by itself, again and again, as long as it runs."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from deckmapping.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from structlog.typing import FilteringBoundLogger

    Goes = Callable[[], bool]


class Rounds:
    """Does some work in a thread of its own, every so many seconds, until the context ends.

    A round that fails is logged, and the next one comes all the same. The end waits for the round that runs.
    """

    def __init__(self, name: str, every_s: float, work: Callable[[Goes], object], logger: FilteringBoundLogger) -> None:
        """Prepare the rounds.

        Args:
            name: of the work, for the log.
            every_s: seconds between two rounds.
            work: makes one round and returns what it did, in words; it asks whether it may go on.
            logger: told of rounds that did something, and of those that failed.
        """
        self._name = name
        self._every_s = every_s
        self._work = work
        self._logger = logger
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._go_round, name=name, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _go_round(self) -> None:
        while not self._ended.wait(self._every_s):
            try:
                done = self._work(lambda: not self._ended.is_set())
            except DomainError as error:
                self._logger.warning(self._name, text=f"the round failed: {error.cause or type(error).__name__}")
            except Exception:  # no fault of one round ends them all
                self._logger.exception(self._name)
            else:
                if words := str(done):
                    self._logger.info(self._name, text=words)
