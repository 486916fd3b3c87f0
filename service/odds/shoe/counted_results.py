"""How the hands of a shoe come out for a perfect counter: with what chance he wins, pushes and loses each of them.

What a hand earns is a straight line in what is paid and what is lost. So the shares of its results are read off two
tables that differ in nothing but what a loss costs, and in the cards that are left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from deckmapping.errors import InvalidInputError
from service.odds.progress import unwatched
from service.odds.shoe.counting import Walk
from service.odds.table.many_tables import ManyTables
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.odds.hands.hands import Hands
    from service.odds.progress import Progress
    from service.odds.shoe.counting import CountingOrder
    from service.odds.table.many_tables import ManyPlays

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CountedResults:
    """The hands of sampled shoes. Arrays have one row a shoe and one column a hand; the first is the same in all."""

    edges: Floats
    """What each hand earns, in bets, as the counter knows before he bets on it."""
    lost: Floats
    """The chance that it costs what a loss costs, a dealer's perfect sabacc included."""
    won: Floats
    """The chance that it is won without perfect sabacc."""
    perfect: Floats
    """The chance of the player's perfect sabacc where the dealer has none."""


def counted_results(order: CountingOrder, progress: Progress = unwatched) -> CountedResults:
    """Play the shoes of *order* as `service.odds.shoe.counting` does, and tell how their hands come out.

    Raises:
        InvalidInputError: as `counter_gain`; or the player wins double, or a dealer's perfect sabacc costs another
            number of bets than his other wins.
    """
    stakes = order.setting.stakes
    if stakes.wins != 1 or stakes.costs != stakes.perfect_costs:
        raise InvalidInputError.of("setting", str(stakes), "one bet for a win, and the same for every loss")
    walk = Walk.of(order)
    reading = _Reading.of(walk.tables)
    found = np.zeros((4, order.shoes, order.cut))
    found[:, :, 0] = reading.shares(walk.player, walk.dealer, walk.opening)
    for rows, hand, shoes, plays in walk.hands(progress):
        found[:, rows, hand + 1] = reading.shares(shoes.player, shoes.dealer, plays)
    return CountedResults(*found)


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads the shares of the results off what hands earn."""

    tables: ManyTables
    double: ManyTables
    """The same where a loss costs two bets, or one where it costs two here."""

    @classmethod
    def of(cls, tables: ManyTables) -> _Reading:
        """Return what reads the results of *tables*."""
        setting = tables.setting
        rule = replace(setting.rule, wins_double=not setting.rule.wins_double)
        return cls(tables, ManyTables.of(replace(setting, rule=rule)))

    def shares(self, player: Ints, dealer: Ints, plays: ManyPlays) -> Floats:
        """Return edge, lost, won and perfect (rows) of the tables with these piles (columns)."""
        stakes, other = self.tables.setting.stakes, self.double.setting.stakes
        otherwise = self.double.solve(player, dealer, plays.draws).edges
        lost = (plays.edges - otherwise) / (other.costs - stakes.costs)
        own, his = self.tables.player.hands, self.tables.dealer.hands
        perfect = opening_perfect(own, player) * (1 - opening_perfect(his, dealer))
        won = plays.edges + stakes.costs * lost - float(stakes.perfect_pays) * perfect
        return np.stack([plays.edges, lost, won, perfect])


def opening_perfect(hands: Hands, piles: Ints) -> Floats:
    """Return the chance that the first two cards of each pile (a column of *piles*) are a perfect sabacc."""
    size, chance = piles.sum(axis=0), np.zeros(piles.shape[1])
    for held in hands.levels[FIRST_CARDS - 1].held[hands.is_perfect]:
        kinds = np.flatnonzero(held)
        first, last = piles[kinds[0]], piles[kinds[-1]]
        chance += first * (first - 1) if len(kinds) == 1 else 2 * first * last
    found: Floats = chance / (size * (size - 1))
    return found
