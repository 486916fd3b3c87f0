"""What every hand that a pile can give is worth, as tables generated from the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from deckmapping.values import Value
from service.odds.hands.limits import verify_kinds
from service.odds.hands.multisets import levels
from service.odds.hands.totals import best_totals, with_open_values
from service.rules.hand import FIRST_CARDS, Hand
from service.rules.opening import perfect_values
from service.rules.ranking import is_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from service.odds.hands.multisets import Level
    from service.odds.kinds import Kind
    from service.rules.cards import SideRules


@dataclass(frozen=True, slots=True)
class Ends:
    """How hands can end, as numbers that stand for total and number of cards."""

    ends: tuple[tuple[Value, int], ...]
    """Every total (ten-millionths) that occurs with every number of cards from 2, ascending by cards, then total."""
    of: tuple[NDArray[np.int64], ...]
    """For each level the place of each multiset in `ends`; for the first level nothing."""
    _order: tuple[NDArray[np.int64], ...]
    """For each level its multisets by ascending place."""
    _starts: tuple[NDArray[np.int64], ...]
    """For each level where in this order a new place begins."""

    @classmethod
    def of_totals(cls, totals: Sequence[NDArray[np.int64]]) -> Ends:
        """Return the ends of hands with the best *totals*, one array a level."""
        ends: list[tuple[Value, int]] = []
        of, order, starts = [totals[0][:0]], [totals[0][:0]], [totals[0][:0]]
        for size, level in enumerate(totals[FIRST_CARDS - 1 :], start=FIRST_CARDS):
            distinct, first, places = np.unique(level, return_index=True, return_inverse=True)
            order.append(np.argsort(places, kind="stable"))
            starts.append(np.searchsorted(places[order[-1]], np.arange(len(first))))
            of.append(places + len(ends))
            ends.extend((Value(total), size) for total in distinct.tolist())
        return cls(tuple(ends), tuple(of), tuple(order), tuple(starts))

    def summed(self, by_size: Iterable[NDArray[Any]]) -> NDArray[Any]:
        """Return the sums over the hands that end alike, one row an end.

        Args:
            by_size: for each number of cards from 2, as far as the pile suffices, one row a hand. Longer ends get 0.
        """
        orders = zip(by_size, self._order[FIRST_CARDS - 1 :], self._starts[FIRST_CARDS - 1 :], strict=False)
        found = np.concatenate([np.add.reduceat(masses[order], starts, axis=0) for masses, order, starts in orders])
        return np.concatenate([found, np.zeros((len(self.ends) - len(found), found.shape[1]), found.dtype)])


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """All hands of some kinds of card: a level for each number of cards from 1 to 6. Compared by identity."""

    kinds: tuple[Kind, ...]
    """All kinds of the levels; those that only wild or clone cards count as are in no pile."""
    levels: tuple[Level, ...]
    totals: tuple[NDArray[np.int64], ...]
    """For each level the best totals before any change, in ten-millionths."""
    plain: Ends
    """How hands end whose total nobody changes."""
    changed: Ends
    """How hands end whose total may be changed by 1 after the reveal (R6)."""
    is_perfect: NDArray[np.bool_]
    """Which hands of two cards are a perfect sabacc (R3)."""

    def is_over(self, size: int) -> NDArray[np.bool_]:
        """Tell which hands of *size* cards are over 11 before any change."""
        totals, groups = np.unique(self.totals[size - 1], return_inverse=True)
        return np.array([is_over(Value(total)) for total in totals.tolist()])[groups]

    def row(self, held: Sequence[Kind]) -> int:
        """Return in which row of its level the hand of cards of the kinds *held* stands; one card or more."""
        first, *more = (self.kinds.index(kind) for kind in held)
        row = first  # the first level has one row a kind
        for level, kind in zip(self.levels, more, strict=False):
            row = int(level.child[row, kind])
        return row


# Six, for three tables at once. With 22 kinds, the most there can be, one takes 15 MB, and the levels that all of as
# many kinds share take 55 MB (with the dozen kinds of a real deck 1 and 2 MB). So a process that is asked for nothing
# but the largest piles keeps some 300 MB, with what `service.odds.table.dealer` keeps.
@lru_cache(maxsize=6)
def hands(kinds: tuple[Kind, ...], rules: SideRules) -> Hands:
    """Return all hands of *kinds* for a side with *rules*; whether these let it change its total is not looked at.

    Args:
        kinds: distinct, in any order.
        rules: the side's.

    Raises:
        InvalidInputError: as `verify_kinds`, naming a "pile"; whoever knows a better name asks it before.
    """
    verify_kinds(kinds, rules, "pile")
    counted = with_open_values(kinds, rules)
    own = levels(len(counted))
    totals = best_totals(own, counted, rules)
    plain = [level.plain for level in totals]
    changed = [level.changed for level in totals]
    return Hands(
        counted, own, tuple(plain), Ends.of_totals(plain), Ends.of_totals(changed), _perfect(own[1], counted, rules)
    )


def _perfect(level: Level, kinds: Sequence[Kind], rules: SideRules) -> NDArray[np.bool_]:
    cards = [kind.card() for kind in kinds]
    assert level.size == FIRST_CARDS
    pairs = (
        [card for card, count in zip(cards, row, strict=True) for _ in range(count)] for row in level.held.tolist()
    )
    return np.array([perfect_values(Hand.unvalued(pair, rules)) is not None for pair in pairs])
