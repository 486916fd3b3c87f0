"""The pools of a service and what each may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.rpc.work.pool import Threads, WorkPool

if TYPE_CHECKING:
    from service.settings import Settings


@dataclass(frozen=True, slots=True)
class Pools:
    """The processes that work: what takes seconds never waits behind what takes minutes."""

    shares: WorkPool
    """Exact win shares."""
    odds: WorkPool
    """What is answered at once."""
    long: WorkPool
    """Designs, simulations and counts, which answer with a stream."""

    @classmethod
    def of(cls, settings: Settings) -> Pools:
        """Return pools without processes: these are started when they are first needed.

        A call that waits for them holds a thread; at least a quarter of the threads is always left to others.
        """
        workers = settings.workers
        threads = Threads(max(1, workers - max(1, workers // 4)))
        return cls(
            shares=WorkPool(
                "options.withWinShares",
                "more time for exact win shares, or a call without them",
                processes=settings.share_workers,
                queue=settings.waiting_shares,
                threads=threads,
            ),
            odds=WorkPool(
                "odds",
                "more time for odds, or a smaller setting",
                processes=settings.odds_workers,
                queue=settings.waiting_odds,
                threads=threads,
            ),
            long=WorkPool(
                "odds",
                "more time for long work, or less of it",
                processes=settings.long_workers,
                queue=settings.most_streams,
                threads=threads,
            ),
        )

    def close(self) -> None:
        """End all processes; what they do is abandoned, and who waits for it is refused."""
        for pool in (self.shares, self.odds, self.long):
            pool.close()
