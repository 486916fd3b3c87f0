"""The pools of a service and what each may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.rpc.work.pool import WorkPool
from service.settings import ODDS_FROM, STREAMS_FROM

if TYPE_CHECKING:
    from collections.abc import Callable

    from structlog.typing import FilteringBoundLogger

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
    def of(cls, settings: Settings, logger: FilteringBoundLogger | None = None) -> Pools:
        """Return pools without processes: these are started when they are first needed.

        A call that waits for one holds a thread, and each pool has its own few of them. *logger*, where there is one,
        tells of processes that were lost.
        """

        def losing(kind: str) -> Callable[[int | None], object]:
            def tell(code: int | None) -> None:
                if logger is not None:
                    logger.warning("work process lost", text=f"{kind}, exit code {code}")

            return tell

        return cls(
            shares=WorkPool(
                "options.withWinShares",
                "more time for exact win shares, or a call without them",
                processes=settings.share_workers,
                queue=settings.waiting_shares,
                lost=losing("win shares"),
            ),
            odds=WorkPool(
                "odds",
                "more time for odds, or a smaller setting",
                processes=settings.odds_workers,
                queue=settings.waiting_odds,
                workers=ODDS_FROM,
                lost=losing("odds"),
            ),
            long=WorkPool(
                "odds",
                "more time for long work, or less of it",
                processes=settings.long_workers,
                queue=settings.most_streams,
                workers=STREAMS_FROM,
                lost=losing("long work"),
            ),
        )

    def close(self) -> None:
        """End all processes; what they do is abandoned, and who waits for it is refused."""
        for pool in (self.shares, self.odds, self.long):
            pool.close()
