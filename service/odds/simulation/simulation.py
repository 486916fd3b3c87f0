"""Hands dealt by chance at a solved table: a check of the exact odds by other means, and a picture of their spread.

What a hand is worth, which end is the better one and when the player draws are read from the tables of the solution;
the cards are drawn one by one and the results are counted, so that no chance that was worked out enters.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from deckmapping.errors import InvalidInputError
from service.odds.progress import unwatched
from service.odds.simulation.seating import PERFECT, Table
from service.odds.table.outcomes import Outcomes, earned
from service.rules.ranking import is_over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from service.odds.progress import Progress
    from service.odds.table.outcomes import Odds
    from service.odds.table.solution import Solution

BATCH: Final = 2**15
"""Hands that are dealt at once: enough to make the calls of numpy cheap, and few enough for a processor's cache."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of hands dealt by chance."""

    hands: int
    seed: int
    edge: float
    """What the player won, in bets a hand."""
    variance: float
    """Of one hand's result, in squared bets."""
    outcomes: Outcomes
    """Shares of the hands dealt."""

    @property
    def standard_error(self) -> float:
        """The standard error of `edge`."""
        return sqrt(self.variance / self.hands)

    def errors_off(self, odds: Odds) -> float:
        """Return how many of its standard errors `edge` is above that of *odds*; up to 4 either way is agreement."""
        off = self.edge - float(odds.edge)
        return off / self.standard_error if self.standard_error else inf * off if off else 0.0


def simulate(solution: Solution, hands: int, seed: int, progress: Progress = unwatched) -> Simulated:
    """Deal *hands* hands at the table of *solution* and count what comes of them.

    The same seed and number of hands give the same result on every machine (for a version of numpy: it may change how
    it draws bounded numbers from the bits of PCG64, which it may not change).

    Args:
        solution: the table and the player's play.
        hands: how many, at least one.
        seed: 0 or more.
        progress: told the hands dealt after every batch.

    Raises:
        InvalidInputError: no hands, or a negative seed.
    """
    if hands < 1:
        raise InvalidInputError.of("hands", hands, "one hand or more")
    if seed < 0:
        raise InvalidInputError.of("seed", "a negative number", "0 or more")
    table, deal = Table.of(solution), np.random.Generator(np.random.PCG64(seed))
    first_over = PERFECT + 1 + sum(not is_over(total) for total, _ in solution.ladder.ends)
    counted: Counter[str] = Counter()
    done = 0
    for player, dealer in table.batches(deal, hands, BATCH):
        counted.update(_counted(player, dealer, first_over))
        done += len(player)
        progress(done, hands)
    outcomes = Outcomes(**{name: Fraction(count, hands) for name, count in counted.items()})
    edge, variance = earned(solution.setting, outcomes)
    return Simulated(hands, seed, float(edge), float(variance), outcomes)


def _counted(player: NDArray[np.integer], dealer: NDArray[np.integer], first_over: int) -> Mapping[str, int]:
    """Count the outcomes of hands by the ends of both sides, whose lower number is the better."""
    player_perfect, dealer_perfect = player == PERFECT, dealer == PERFECT
    wins, loses = player < dealer, player > dealer
    player_over, dealer_over = player >= first_over, dealer >= first_over
    return {
        name: int(np.count_nonzero(hands))
        for name, hands in {
            "win": wins & ~player_perfect,
            "perfect": wins & player_perfect,
            "push": player == dealer,
            "lose": loses & ~dealer_perfect,
            "dealer_perfect": loses & dealer_perfect,
            "player_over": player_over & ~dealer_perfect,
            "dealer_over": dealer_over & ~player_perfect,
            "both_over": player_over & dealer_over,
        }.items()
    }
