"""How hands grow card by card out of one pile: exact numbers of ordered draws, or chances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from service.odds.hands.hands import hands
from service.odds.hands.supply import Supply
from service.odds.setting import Draws
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from service.odds.hands.hands import Hands
    from service.odds.hands.multisets import Level
    from service.odds.kinds import Side

    Masses = NDArray[Any]
    """Whole numbers of ordered draws (int64, or Python's integers where they would not fit) or chances (float64).

    One row a multiset of a level, one column a case (an up card, or all together).
    """

_MOST_CELLS: Final = 1 << 20
"""Numbers that are moved at once: 8 MiB."""


@dataclass(frozen=True, slots=True)
class Drawing(Supply):
    """The hands of one side, with what its pile holds."""

    hands: Hands
    counts: NDArray[np.int64]
    """Cards of each of `hands.kinds` in the whole pile."""

    @classmethod
    def of(cls, side: Side, draws: Draws) -> Drawing:
        """Return how *side* draws."""
        table = hands(side.pile.kinds, side.rules)
        held = side.pile.as_counts()
        counts = np.array([held.get(kind, 0) for kind in table.kinds], np.int64)
        return cls(side.pile.size, draws is Draws.FINITE, table, counts)

    def left(self, size: int) -> NDArray[np.int64]:
        """Return how many cards of each kind (columns) may come next to every hand of *size* cards (rows)."""
        if not self.is_finite:
            return np.broadcast_to(self.counts, self.hands.levels[size - 1].held.shape)
        left: NDArray[np.int64] = np.maximum(self.counts - self.hands.levels[size - 1].held, 0)
        return left

    def sequences(self, dtype: np.dtype) -> list[Masses]:
        """Return how often each hand's kinds come in one certain sequence: in all sequences alike.

        Args:
            dtype: float64 for chances; another for whole numbers of ordered draws of the longest hand.

        Returns:
            For each number of cards up to the longest one row a hand, in one column.
        """
        levels = self.hands.levels[: self.longest]
        own = self.counts.astype(dtype)[:, None]
        measured = enumerate(in_sequence(levels, own, is_finite=self.is_finite), start=1)
        if dtype == np.float64:
            return [ways / self.orders_of(size) for size, ways in measured]
        return [ways * self.undrawn_orders(size) for size, ways in measured]

    def opening(self, dtype: np.dtype) -> Masses:
        """Return how often each hand of two cards comes, by its first card: a row a hand, a column a kind.

        Args:
            dtype: float64 for chances; another for ordered draws of two cards.
        """
        ways = self.grown(1, np.diag(self.counts).astype(dtype))
        return ways / self.orders_of(FIRST_CARDS) if dtype == np.float64 else ways

    def grown(self, size: int, masses: Masses) -> Masses:
        """Return in how many ordered draws (or, with chances, how many times the chance) each hand comes.

        Args:
            size: cards of the hands that draw.
            masses: in how many ordered draws each of them comes and draws on.

        Returns:
            The same for the hands of one card more; chances are to be divided by `remaining`.
        """
        level = self.hands.levels[size]
        return summed_over_kinds(self._came_last(size + 1), masses, level.parent)

    def next_sum(self, size: int, values: Masses) -> Masses:
        """Return the sum of *values*, those of hands of one card more, over the cards that may come next.

        The mean is this by `remaining`.

        Args:
            size: cards of the hands that draw; the sum has a row for each of them.
            values: one row a hand of one card more.
        """
        return summed_over_kinds(self.left(size), values, self.hands.levels[size - 1].child)

    def _came_last(self, size: int) -> NDArray[np.int64]:
        """Return how many cards there were of each kind (columns) that came last to hands of *size* cards (rows)."""
        held = self.hands.levels[size - 1].held
        before = np.maximum(self.counts + 1 - held, 0) if self.is_finite else self.counts
        came: NDArray[np.int64] = np.where(held > 0, before, 0)
        return came


def whole_numbers(most: int) -> np.dtype:
    """Return what holds whole numbers up to *most*: Python's integers, many times slower, only past 64 bits."""
    return np.dtype(np.int64 if most <= np.iinfo(np.int64).max else object)


def in_sequence(levels: Sequence[Level], counts: Masses, *, is_finite: bool) -> list[Masses]:
    """Return in how many ordered draws each hand's kinds come in one certain sequence, whichever it is.

    Args:
        levels: the hands, from those of one card on.
        counts: cards of each kind (rows) in each of some piles (columns).
        is_finite: whether a card drawn is gone.

    Returns:
        For each level one row a hand and one column a pile.
    """
    ways = [counts]
    for level in levels[1:]:
        left = counts.take(level.last, axis=0)
        left = np.maximum(left - level.others[:, None], 0) if is_finite else left
        ways.append(ways[-1].take(level.before, axis=0) * left)
    return ways


def summed_over_kinds(cards: NDArray[np.int64], masses: Masses, rows: NDArray[np.int32]) -> Masses:
    """Return for each hand the sum over the kinds of *cards* times the *masses* of the hand that is named in *rows*.

    Args:
        cards: by hand and kind.
        masses: by row and case.
        rows: rows of *masses*, by hand and kind.
    """
    step = max(1, _MOST_CELLS // max(1, rows.shape[1] * masses.shape[1]))
    if step < len(rows):
        parts = [slice(first, first + step) for first in range(0, len(rows), step)]
        return np.concatenate([summed_over_kinds(cards[part], masses, rows[part]) for part in parts])
    moved = masses.take(rows.ravel(), axis=0).reshape(*rows.shape, -1)
    summed: Masses = cards[:, None, :].astype(masses.dtype) @ moved
    return summed[:, 0]
