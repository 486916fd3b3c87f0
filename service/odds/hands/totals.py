"""The best total of every multiset of cards (R5, R6), for all of them at once.

A wild card is worth whatever the best of the numbers open to it makes of the hand, so a hand with a wild card is worth
the best of the hands that hold one of these numbers in its place; likewise a card with two destinies, and, once all
these are settled, a clone card, which takes a value that the hand shows or that the playing character gives it. Each
step leads to hands of the same size with one open card less, down to hands of plain cards, which are sums.
What is open to a card, what a change makes of a total and which total is better stand in `service.rules`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from deckmapping.values import Value
from deckmapping.variants import Role
from service.odds.kinds import Kind
from service.rules.changes import best_change, changed
from service.rules.hand import gifts, options
from service.rules.ranking import rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from service.odds.hands.multisets import Level
    from service.rules.cards import SideRules

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Totals:
    """The best totals of one level, in ten-millionths, one a multiset in the level's order."""

    plain: Ints
    """Without a change: by it a side draws or stands, and it counts for whoever may not change it."""
    changed: Ints
    """For a side that may change it by 1 after the reveal (R6)."""


def with_open_values(kinds: Sequence[Kind], rules: SideRules) -> tuple[Kind, ...]:
    """Return *kinds* and, as plain kinds, every value that one of their cards may count; ascending."""
    has_clones = any(kind.role is Role.CLONE for kind in kinds)
    values = {value for kind in kinds if kind.role is not Role.CLONE for value in options(kind.card(), rules)}
    if has_clones:
        values |= set(gifts(rules).values())
    return tuple(sorted({*kinds, *(Kind((value,)) for value in values)}))


def best_totals(levels: Sequence[Level], kinds: Sequence[Kind], rules: SideRules) -> tuple[Totals, ...]:
    """Return the best totals of every level.

    Args:
        levels: all multisets of *kinds*.
        kinds: as `with_open_values` returns them.
        rules: the side's. Whether they let it change its total is not looked at: both cases are returned.
    """
    printed = np.array([kind.printed[0] if _is_settled(kind) else 0 for kind in kinds], np.int64)
    sums = [level.held @ printed for level in levels]
    plain = np.unique(np.concatenate([*sums, np.zeros(1, np.int64)]))
    may_change = replace(rules, may_change=True)
    after = np.array([changed(Value(each), best_change(may_change, Value(each))) for each in plain.tolist()], np.int64)
    ladder = best_first(np.concatenate([plain, after]))
    rungs = [rungs_of(ladder, each) for each in (plain, after)]
    zero = int(np.searchsorted(plain, 0))
    made = []
    for at, level in enumerate(levels):
        search = _Search(level, levels[at - 1] if at else None, tuple(kinds), rules)
        own = np.searchsorted(plain, sums[at])
        best = [ladder[search.best(each[own], int(each[zero]))] for each in rungs]
        made.append(Totals(*best))
    return tuple(made)


def best_first(totals: Ints) -> Ints:
    """Return each of *totals* once, in ten-millionths, the best one first (R5)."""
    return np.array(sorted(np.unique(totals).tolist(), key=lambda each: rank(Value(each), 0)), np.int64)


def rungs_of(ladder: Ints, totals: Ints) -> Ints:
    """Return for each of *totals* its place on the *ladder*, which `best_first` returned."""
    order = np.argsort(ladder)
    places: Ints = order[np.searchsorted(ladder, totals, sorter=order)]
    return places


def _is_settled(kind: Kind) -> bool:
    return kind.role is Role.PLAIN and len(kind.printed) == 1


@dataclass(frozen=True, slots=True)
class _Search:
    """One level whose open cards are settled one after the other."""

    level: Level
    below: Level | None
    """The level of one card less; None for the first."""
    kinds: tuple[Kind, ...]
    rules: SideRules

    def best(self, settled: Ints, only_clones: int) -> Ints:
        """Return the place on the ladder of every multiset.

        Args:
            settled: the places of the multisets in which nothing is open; the others are not read.
            only_clones: the place of a hand of nothing but clone cards.
        """
        best = settled.copy()
        held = self.level.held
        sources = [at for at, kind in enumerate(self.kinds) if kind.role is not Role.CLONE and not _is_settled(kind)]
        clones = [at for at, kind in enumerate(self.kinds) if kind.role is Role.CLONE]
        open_sources = held[:, sources].sum(axis=1)
        cloned = held[:, clones].sum(axis=1)
        for count in range(1, self.level.size + 1):
            for clone in clones:
                rows = np.flatnonzero((open_sources == 0) & (cloned == count))
                best[rows] = only_clones if count == self.level.size else self._best_clone(best, rows, clone)
        for count in range(1, self.level.size + 1):
            for source in sources:
                rows = np.flatnonzero((open_sources == count) & (held[:, source] > 0))
                best[rows] = self._best_source(best, rows, source)
        return best

    def _best_source(self, best: Ints, rows: Ints, source: int) -> Ints:
        """Return the best that *rows*, which hold a card of kind *source*, make of that card."""
        values = options(self.kinds[source].card(), self.rules)
        found: Ints = np.minimum.reduce([best[self._swapped(rows, source, self._kind_of(value))] for value in values])
        return found

    def _best_clone(self, best: Ints, rows: Ints, clone: int) -> Ints:
        """Return the best that *rows*, all of whose other cards are settled, make of one clone card."""
        given = {self._kind_of(value) for value in gifts(self.rules).values()}
        found = np.full(len(rows), np.iinfo(np.int64).max)
        for value in (at for at, kind in enumerate(self.kinds) if _is_settled(kind)):
            may = np.full(len(rows), fill_value=True) if value in given else self.level.held[rows, value] > 0
            swapped = best[self._swapped(rows[may], clone, value)]
            found[may] = np.minimum(found[may], swapped)
        return found

    def _kind_of(self, value: Value) -> int:
        return self.kinds.index(Kind((value,)))

    def _swapped(self, rows: Ints, out: int, into: int) -> Ints:
        """Return the rows with one card of kind *into* in place of one of kind *out*."""
        if self.below is None:
            return np.full(len(rows), into)
        swapped: Ints = self.below.child[self.level.parent[rows, out], into].astype(np.int64)
        return swapped
