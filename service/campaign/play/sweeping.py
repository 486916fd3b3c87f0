"""Hands for silver that wait too long for a player: found by rounds of the service, besides by the next call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from service.caller import Caller, Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, timedelta

    from service.campaign.play.store import PlayStore
    from service.tables.sessions.use_cases import Tables

MOST_A_ROUND: Final = 100
"""Hands that a round plays to their ends; the next one goes on."""
_SECONDS: Final = 10.0
"""That each of them may take."""
_ITSELF: Final = "sabacc"
"""By what name the service asks who has waited."""


class Round(NamedTuple):
    """What a round did."""

    done: int
    """Hands that were played to their ends."""
    failed: tuple[str, ...] = ()
    """Ids of the tables at which it could not be done; the next round tries again."""

    def __str__(self) -> str:
        failed = f"; not at {', '.join(self.failed)}" if self.failed else ""
        return f"hands played to their ends: {self.done}{failed}" if self.done or self.failed else ""


@dataclass(frozen=True, slots=True)
class Sweeping:
    """One round after the other.

    Several services may make them at the same time: a table's next step is stored once, whoever makes it.
    """

    store: PlayStore
    tables: Tables
    longest_wait: timedelta
    clock: Callable[[], datetime]

    def round(self, goes_on: Callable[[], bool] = lambda: True) -> Round:
        """Play hands that have waited too long to their ends, the longest first.

        Args:
            goes_on: is asked before each of them; False ends the round.

        Raises:
            StoreTimeoutError: the database takes too long.
            StoreDownError: the database does not answer.
        """
        before = self.clock() - self.longest_wait
        waiting = self.store.waiting(before, MOST_A_ROUND, _caller(_ITSELF))
        done, failed = 0, []
        for hand in waiting:
            if not goes_on():
                break
            try:
                self.tables.time_out(hand.table_id, _caller(hand.caller))
            except Exception:  # noqa: BLE001  # the others shall not wait for one that is damaged, however it is
                failed.append(hand.table_id)
            else:
                done += 1
        return Round(done, tuple(failed))


def _caller(name: str) -> Caller:
    """Return the service in the place of a caller, whose table it plays."""
    return Caller(name, Role.LOCAL, lambda: _SECONDS)
