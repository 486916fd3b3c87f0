"""What hands count that are given as rows of kinds: the best total to draw or stand by, and the total they end with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from deckmapping.values import ELEVEN
from deckmapping.variants import Role
from service.odds.hands.hands import hands
from service.odds.hands.multisets import key_steps
from service.odds.hands.totals import best_first, rungs_of
from service.rules.hand import Hand
from service.rules.opening import perfect_values
from service.rules.sums import largest_by_sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from service.odds.hands.hands import Hands
    from service.odds.kinds import Kind, Side

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]
    Rows = NDArray[np.int64]
    """One row a hand, one column a card: the places of its kinds in the pile, ascending."""


class Counting(Protocol):
    """What the hands of one side count."""

    def totals(self, cards: Rows) -> tuple[Ints, Ints]:
        """Return the best totals before any change, and the totals that count, in ten-millionths."""

    def is_perfect(self, cards: Rows, totals: Ints) -> Flags:
        """Tell which hands of two *cards* with these best *totals* are a perfect sabacc (R3)."""


def counting(side: Side) -> Counting:
    """Return what hands of *side* count; only printed cards without any change need no tables of all hands."""
    kinds = side.pile.kinds
    if side.rules.may_change or any(kind.role is not Role.PLAIN for kind in kinds):
        return _Tabled.of(side)
    return _Printed.of(kinds)


@dataclass(frozen=True, slots=True)
class _Tabled:
    """By the tables of all hands that the kinds can give."""

    table: Hands
    steps: Ints
    """What a card of each kind of the pile adds to the key of a multiset."""
    keys: tuple[Ints, ...]
    """Those of every level, ascending."""
    may_change: bool

    @classmethod
    def of(cls, side: Side) -> _Tabled:
        """Return what hands of *side* count."""
        table = hands(side.pile.kinds, side.rules)
        steps = key_steps(len(table.kinds))
        own = steps[[table.kinds.index(kind) for kind in side.pile.kinds]]
        return cls(table, own, tuple(level.held @ steps for level in table.levels), side.rules.may_change)

    def totals(self, cards: Rows) -> tuple[Ints, Ints]:
        at, rows = cards.shape[1] - 1, self._rows(cards)
        before = self.table.totals[at][rows]
        if not self.may_change:
            return before, before
        ends = np.array([total for total, _ in self.table.changed.ends], np.int64)
        return before, ends[self.table.changed.of[at][rows]]

    def is_perfect(self, cards: Rows, _totals: Ints) -> Flags:
        found: Flags = self.table.is_perfect[self._rows(cards)]
        return found

    def _rows(self, cards: Rows) -> Ints:
        rows: Ints = np.searchsorted(self.keys[cards.shape[1] - 1], self.steps[cards].sum(axis=1))
        return rows


@dataclass(frozen=True, slots=True)
class _Printed:
    """By sums of what is printed. Of cards with two destinies all sums are tried."""

    kinds: tuple[Kind, ...]
    settled: Ints
    """What a card of each kind counts; 0 where its owner chooses."""
    is_open: Flags
    """Of which kinds the owner chooses what they count."""

    @classmethod
    def of(cls, kinds: tuple[Kind, ...]) -> _Printed:
        """Return what hands of *kinds*, all plain, count."""
        is_open = np.array([len(kind.printed) > 1 for kind in kinds])
        return cls(kinds, np.where(is_open, 0, [kind.printed[0] for kind in kinds]), is_open)

    def totals(self, cards: Rows) -> tuple[Ints, Ints]:
        totals = self.settled[cards].sum(axis=1)
        if self.is_open.any():
            for group, rows in self._alike(cards):
                more = largest_by_sum([self.kinds[kind].printed for kind in group])
                totals[rows] = _best(totals[rows, None] + np.array(list(more), np.int64))
        return totals, totals

    def _alike(self, cards: Rows) -> Iterator[tuple[list[int], Ints]]:
        """Yield each multiset of open kinds, the empty one left out, with the rows of the hands that hold it."""
        opened = np.sort(np.where(self.is_open[cards], cards + 1, 0), axis=1)
        keys = opened @ (len(self.kinds) + 1) ** np.arange(cards.shape[1])
        order = np.argsort(keys, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(keys[order])) + 1):
            if group := [kind - 1 for kind in opened[rows[0]].tolist() if kind]:
                yield group, rows

    def is_perfect(self, cards: Rows, totals: Ints) -> Flags:
        found = np.zeros(len(cards), np.bool_)
        for row in np.flatnonzero(totals == ELEVEN).tolist():
            pair = (self.kinds[kind].card() for kind in cards[row].tolist())
            found[row] = perfect_values(Hand.unvalued(pair)) is not None
        return found


def _best(choices: Ints) -> Ints:
    """Return the best total of each row (R5)."""
    ladder = best_first(choices)
    best: Ints = ladder[rungs_of(ladder, choices).min(axis=1)]
    return best
