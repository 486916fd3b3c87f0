"""On which totals two players stand who both play as well as a stand-on total allows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from service.odds.hands.final_hands import MOST_STAND_ON
from service.odds.setting import Draws
from service.odds.versus.versus import edge, ranked
from service.odds.versus.zero_sum import mixed, saddle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.odds.kinds import Side
    from service.odds.versus.versus import Ranked
    from service.odds.versus.zero_sum import Mixed

TOTALS: Final = tuple(range(MOST_STAND_ON + 1))
"""Every whole stand-on total that matters: on 0 nobody draws, and who draws on 11 can only lose by it."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """How often each player stands on which total, so that neither gains by any other stand-on total.

    That is the best among stand-on totals; a play that looks at more than the total is not asked about.
    """

    first: Mapping[int, Fraction]
    """Shares of the first player's stand-on totals, those with none left out: one of them where it is pure."""
    second: Mapping[int, Fraction]
    edge: Fraction
    """What the first player wins, in bets a hand."""
    edges: tuple[tuple[Fraction, ...], ...]
    """The same for each pair of `TOTALS`: rows the first player's, columns the second's."""

    @property
    def is_pure(self) -> bool:
        """Whether each player always stands on one and the same total."""
        return len(self.first) == len(self.second) == 1

    @property
    def replies_of_first(self) -> tuple[Fraction, ...]:
        """What the first player wins with each of `TOTALS` against the second's shares; none is above `edge`."""
        return tuple(_mean(dict(zip(TOTALS, row, strict=True)), self.second) for row in self.edges)

    @property
    def replies_to_first(self) -> tuple[Fraction, ...]:
        """What he wins with his shares against each of the second's `TOTALS`; none is below `edge`."""
        return tuple(
            _mean(dict(zip(TOTALS, column, strict=True)), self.first) for column in zip(*self.edges, strict=True)
        )


def equilibrium(first: Side, second: Side, draws: Draws = Draws.FINITE) -> Equilibrium:
    """Find the equilibrium stand-on totals of two players: the lowest pure ones if there are any, else mixed ones.

    Args:
        first: one side, with what its variant and playing character allow it.
        second: the other.
        draws: whether a card drawn is gone.

    Raises:
        InvalidInputError: a pile of fewer than two cards.
    """
    return equilibrium_of(
        [ranked(first, total, draws, "first") for total in TOTALS],
        [ranked(second, total, draws, "second") for total in TOTALS],
    )


def equilibrium_of(first: Sequence[Ranked], second: Sequence[Ranked]) -> Equilibrium:
    """Find the equilibrium of two players whose final hands are given for each of `TOTALS`."""
    edges = tuple(tuple(edge(one, two) for two in second) for one in first)
    if pure := saddle(edges):
        row, column = pure
        return Equilibrium({TOTALS[row]: Fraction(1)}, {TOTALS[column]: Fraction(1)}, edges[row][column], edges)
    return _of_mixed(mixed(edges), edges)


def _of_mixed(found: Mixed, edges: tuple[tuple[Fraction, ...], ...]) -> Equilibrium:
    rows, columns = (
        {total: share for total, share in zip(TOTALS, shares, strict=True) if share}
        for shares in (found.rows, found.columns)
    )
    return Equilibrium(rows, columns, found.value, edges)


def _mean(edges: Mapping[int, Fraction], shares: Mapping[int, Fraction]) -> Fraction:
    return sum((edges[total] * share for total, share in shares.items()), Fraction(0))
