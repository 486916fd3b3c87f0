"""What a perfect counter of cards earns: he knows what is left of both piles and bets by it.

Hands of a shoe are sampled, but not their results: what each hand earns is worked out from the piles that are left,
with the best play for just these piles, so that the only chance in it is which cards have gone. Most of this chance
goes too: a hand played as the first of the shoe is earns, whatever went before it, the same on average as the first,
for the cards that come next from a shuffled pile are as good as those on its top. What a later hand would earn by that
play is worked out beside, and its distance from this known mean is taken off (a control variate).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from deckmapping.errors import InvalidInputError
from service.odds.progress import unwatched
from service.odds.setting import Draws
from service.odds.shoe.counting_shoes import Shoes
from service.odds.table.many_tables import ManyTables, counts_of
from service.rules.hand import MOST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from service.odds.progress import Progress
    from service.odds.setting import Setting
    from service.odds.table.many_tables import ManyPlays

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

MOST_SHOES: Final = 1_000_000
MOST_BET: Final = 1000
"""The largest bet on a hand, in bets of a shoe's first hand."""
MOST_STEPS: Final = 10_000_000_000
"""The most sums and products that counting may need: a minute or two of one processor."""


@dataclass(frozen=True, slots=True)
class CountingOrder:
    """What is counted."""

    setting: Setting
    """The table with both piles whole; draws are finite."""
    cut: int = 3
    """Hands a shoe."""
    least_bet: Fraction = Fraction(1)
    """Of every hand but a shoe's first, whose bet is 1."""
    most_bet: Fraction = Fraction(2)
    leaves: bool = False
    """Whether he leaves a shoe, to begin another one, once its next hand is not good for him."""
    shoes: int = 10_000
    """How many are sampled."""
    seed: int = 1

    def __post_init__(self) -> None:
        setting = self.setting
        sizes = setting.player.pile.size, setting.dealer.pile.size
        if setting.draws is not Draws.FINITE:
            raise InvalidInputError.of("draws", setting.draws, "finite draws: there is nothing to count in others")
        if setting.dealer_sees_hand:
            raise InvalidInputError.of("dealerSeesHand", "true", "a dealer who plays by his rule")
        if not 1 <= self.cut <= min(sizes) // MOST_CARDS:
            most = min(sizes) // MOST_CARDS
            raise InvalidInputError.of("cut", self.cut, f"from 1 to {most} hands a shoe, for which the piles suffice")
        if not 0 <= self.least_bet <= self.most_bet <= MOST_BET:
            bets = f"{self.least_bet} to {self.most_bet}"
            raise InvalidInputError.of("bets", bets, f"from 0 to {MOST_BET} times the first bet, the least one first")
        if not 2 <= self.shoes <= MOST_SHOES:
            raise InvalidInputError.of("shoes", self.shoes, f"from 2 to {MOST_SHOES}")
        if self.seed < 0:
            raise InvalidInputError.of("seed", "a negative number", "0 or more")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error."""

    mean: float
    standard_error: float

    @classmethod
    def of(cls, sample: Floats) -> Estimate:
        """Return the mean of *sample*, two numbers or more."""
        return cls(float(sample.mean()), float(sample.std(ddof=1)) / sqrt(len(sample)))


@dataclass(frozen=True, slots=True)
class CounterGain:
    """What counting earns. Gains are the player's, in first bets."""

    order: CountingOrder
    first_edge: float
    """What the first hand of a shoe earns, and by its play, if nobody counts, every hand on average."""
    uncounted: float
    """A shoe with the same bet on every hand and that play: `first_edge` times the hands, without sampling."""
    flat: Estimate
    """A shoe with the same bet on every hand, played as is best for what is left."""
    spread: Estimate
    """A shoe so played, with the largest bet where the next hand is good for the player, else the smallest, or none."""
    bets: Estimate
    """What is bet on such a shoe."""
    by_bet: Estimate
    """What one bet so made earns: gains by bets."""
    edge_deviation: float
    """Standard deviation of what hands after the first earn, as the cards gone make it."""
    good_hands: float
    """Share of the hands after the first that are good for the player."""


def counter_gain(order: CountingOrder, progress: Progress = unwatched) -> CounterGain:
    """Tell what a perfect counter earns; the same order gives the same answer.

    Args:
        order: what is counted.
        progress: told how many shoes have been played, of how many.

    Raises:
        InvalidInputError: it would take more than `MOST_STEPS`; it says what to reduce.
    """
    return sampled_shoes(order, progress).gain(order)


@dataclass(frozen=True, slots=True)
class ShoeSample:
    """What the hands of sampled shoes earn. Arrays have one row a shoe and one column a hand after the first."""

    first: float
    """What the first hand earns."""
    best: Floats
    """What a later hand earns, played as is best for what is left."""
    uncounted: Floats
    """What it earns played as the first; it is so much on average as the first."""

    def gain(self, order: CountingOrder) -> CounterGain:
        """Tell what a counter earns who may bet as *order* says, at a cut no later than that of the sample."""
        first, best = self.first, self.best[:, : order.cut - 1]
        least, most = float(order.least_bet), float(order.most_bet)
        known = (self.uncounted[:, : order.cut - 1] - first).sum(axis=1)  # has the mean 0
        is_good = best > 0
        stays = np.logical_and.accumulate(is_good, axis=1) if order.leaves else np.ones_like(is_good)
        bets = np.where(is_good, most, least) * stays
        # A hand's gain follows `known` as steeply as it is bet on: by the middle of both bets, as some hands are good.
        spread = first + (bets * best).sum(axis=1) - (least + most) / 2 * known
        total_bets = 1 + bets.sum(axis=1)
        ratio = spread.mean() / total_bets.mean()
        deviation = Estimate.of((spread - ratio * total_bets) / total_bets.mean())
        return CounterGain(
            order=order,
            first_edge=first,
            uncounted=order.cut * first,
            flat=Estimate.of(first + best.sum(axis=1) - known),
            spread=Estimate.of(spread),
            bets=Estimate.of(total_bets),
            by_bet=Estimate(float(ratio), deviation.standard_error),
            edge_deviation=float(best.std()) if best.size else 0.0,
            good_hands=float(is_good.mean()) if best.size else 0.0,
        )


def sampled_shoes(order: CountingOrder, progress: Progress = unwatched) -> ShoeSample:
    """Play the shoes of *order*; its bets do not matter. What is raised is said at `counter_gain`."""
    walk = Walk.of(order)
    best, uncounted = (np.zeros((order.shoes, order.cut - 1)) for _ in range(2))
    for rows, hand, shoes, plays in walk.hands(progress):
        best[rows, hand] = plays.edges
        uncounted[rows, hand] = walk.tables.solve(shoes.player, shoes.dealer, walk.opening.draws).edges
    return ShoeSample(float(walk.opening.edges[0]), best, uncounted)


@dataclass(frozen=True, slots=True)
class Walk:
    """A way through sampled shoes, hand by hand."""

    order: CountingOrder
    tables: ManyTables
    player: Ints
    """The player's whole pile, in one column; likewise the dealer's."""
    dealer: Ints
    opening: ManyPlays
    """The first hand of a shoe."""

    @classmethod
    def of(cls, order: CountingOrder) -> Walk:
        """Return the way through the shoes of *order*; what is raised is said at `counter_gain`."""
        tables = ManyTables.of(order.setting)
        per_shoe = 2 * tables.steps * max(order.cut - 1, 1)
        if order.shoes * per_shoe > MOST_STEPS:
            most = f"at most {MOST_STEPS // per_shoe} shoes of {order.cut} hands"
            raise InvalidInputError.of("shoes", order.shoes, most)
        player = counts_of(tables.player, [order.setting.player.pile.counts])
        dealer = counts_of(tables.dealer, [order.setting.dealer.pile.counts])
        return cls(order, tables, player, dealer, tables.solve(player, dealer))

    def hands(self, progress: Progress = unwatched) -> Iterator[tuple[slice, int, Shoes, ManyPlays]]:
        """Yield each hand after the first, for many shoes at once.

        Yields:
            Which shoes, the hand (0 for the second of a shoe), what is left in these shoes, and the best play for it.
        """
        order = self.order
        for start in range(0, order.shoes, self.tables.at_once):
            end = min(start + self.tables.at_once, order.shoes)
            chance = np.random.default_rng((order.seed, start))  # so that the first hands are the same at every cut
            shoes = Shoes.of(self.tables, self.player, self.dealer, end - start, chance)
            plays = self.opening
            for hand in range(order.cut - 1):
                shoes.play_hand(plays)
                plays = self.tables.solve(shoes.player, shoes.dealer)
                yield slice(start, end), hand, shoes, plays
            progress(end, order.shoes)
