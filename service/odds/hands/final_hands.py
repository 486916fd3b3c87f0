"""How one side's hands end when it draws below a total and stands from it on, exactly.

Hands are multisets of kinds, each with the number of ordered draws that lead to it without standing earlier. Only
hands that are reached are looked at, so printed cards may be of any number of kinds. Versus odds and the chances of a
tie both ask here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from deckmapping.values import Value
from service.odds.hands.counted import counting
from service.odds.hands.drawing import whole_numbers
from service.odds.hands.supply import Supply
from service.odds.setting import Draws, StandOn
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from service.odds.hands.counted import Flags, Rows
    from service.odds.hands.drawing import Masses
    from service.odds.hands.ladder import End
    from service.odds.kinds import Side

    _Step = tuple[slice, NDArray[np.int64]]
    """Which hands draw, and a card of which kinds."""

Checkpoint: TypeAlias = Callable[[], object]
"""Called again and again while something long is computed; what it raises ends the computation."""

MOST_STAND_ON: Final = 11
"""Standing from 12 on is never better: a hand of exactly 11 gains nothing by another card."""

_AT_ONCE: Final = 1 << 15
"""Hands that grow between two checkpoints: a few milliseconds."""


def go_on() -> None:
    """Let a computation take all the time it needs."""


@dataclass(frozen=True, slots=True)
class FinalHands:
    """How often each final hand comes, as counts of ordered draws of the longest hand."""

    ways: Mapping[End, int]
    """By total (ten-millionths, after a change that serves its owner best) and number of cards."""
    perfect: int
    """How many of the ways of an 11 with two cards are perfect sabaccs (R3)."""
    of: int
    """All ordered draws."""


def final_hands(side: Side, stand_on: int, draws: Draws = Draws.FINITE, checkpoint: Checkpoint = go_on) -> FinalHands:
    """Enumerate the hands of *side*, which stands on a best total of *stand_on* or more.

    A hand that stands before the longest counts with every order of the cards that it left undrawn.

    Args:
        side: a pile of two cards or more. With wild or clone cards, or where it may change its total, it may hold no
            more kinds than `multisets.MOST_KINDS`.
        stand_on: whole, 0 to `MOST_STAND_ON`; the best total is looked at before any change.
        draws: whether a card drawn is gone.
        checkpoint: called every few milliseconds or sooner; with far more kinds than real decks hold, now and then
            only after some hundred.
    """
    growth = _Growth.of(side, draws, checkpoint)
    counted, policy = counting(side), StandOn(stand_on)
    ways: Counter[End] = Counter()
    perfect = 0
    drawing = growth.first_cards()
    for size in range(FIRST_CARDS, growth.longest + 1):
        undrawn = growth.undrawn_orders(size)
        still_drawing = []
        for steps in growth.parts(drawing, is_last=size == growth.longest):
            hands = growth.grown(drawing, steps)
            totals, ends = counted.totals(hands.cards)
            draws_on = policy.draws_on(totals) & (size < growth.longest)
            for total, orders in _summed(ends[~draws_on], hands.orders[~draws_on]):
                checkpoint()
                ways[total, size] += orders * undrawn
            if size == FIRST_CARDS:
                perfect += int(hands.orders[counted.is_perfect(hands.cards, totals)].sum()) * undrawn
            still_drawing.append(hands.rows(draws_on))
        drawing = _Hands.joined(still_drawing)
        if not len(drawing.cards):
            break
    return FinalHands(ways, perfect, growth.orders)


@dataclass(frozen=True, slots=True)
class _Hands:
    """Multisets of one size."""

    cards: Rows
    """The places of their kinds in the pile, ascending in each row; rows ascending and distinct."""
    orders: Masses
    """In how many ordered draws each comes without standing earlier."""

    @classmethod
    def joined(cls, parts: list[_Hands]) -> _Hands:
        """Return all of *parts* in their order."""
        if len(parts) == 1:
            return parts[0]
        return cls(np.concatenate([part.cards for part in parts]), np.concatenate([part.orders for part in parts]))

    def rows(self, rows: slice | Flags) -> _Hands:
        """Return some of the hands."""
        return _Hands(self.cards[rows], self.orders[rows])

    def merged(self, kinds: int) -> _Hands:
        """Return the hands in order, with those that are equal added up."""
        keys = self.cards @ kinds ** np.arange(self.cards.shape[1] - 1, -1, -1, dtype=np.int64)
        order = np.argsort(keys, kind="stable")
        starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
        return _Hands(self.cards[order[starts]], np.add.reduceat(self.orders[order], starts))


@dataclass(frozen=True, slots=True)
class _Growth(Supply):
    """How hands grow card by card out of one pile."""

    counts: Masses
    checkpoint: Checkpoint

    @classmethod
    def of(cls, side: Side, draws: Draws, checkpoint: Checkpoint) -> _Growth:
        """Return how the hands of *side* grow."""
        if (len(side.pile.kinds) + 1) ** MOST_CARDS > np.iinfo(np.int64).max:
            raise ValueError(f"{len(side.pile.kinds)} kinds of card")
        supply = Supply(side.pile.size, draws is Draws.FINITE)
        counts = np.array(side.pile.counts, whole_numbers(supply.orders))
        return cls(supply.size, supply.is_finite, counts, checkpoint)

    def first_cards(self) -> _Hands:
        """Return the hands of one card."""
        return _Hands(np.arange(len(self.counts))[:, None], self.counts)

    def parts(self, hands: _Hands, *, is_last: bool) -> Iterator[list[_Step]]:
        """Yield the steps from *hands* to those of one card more; what the steps of one list bring is to be merged.

        A list brings all hands whose lowest kind is in a range. So its steps start from hands with their own lowest
        kind in that range, and from hands above it that draw a card of the range. Where no more cards follow, equal
        hands need not come together, and every step is yielded alone.
        """
        kinds, low = len(self.counts), 0
        starts = np.searchsorted(hands.cards[:, 0], np.arange(kinds + 1)).tolist()
        while low < kinds and starts[low] < len(hands.cards):
            high = low + 1
            while high < kinds and self._children(starts, low, high + 1) <= _AT_ONCE:
                high += 1
            steps = [
                *_steps(starts[low], starts[high], np.arange(low, kinds)),
                *_steps(starts[high], len(hands.cards), np.arange(low, high)),
            ]
            yield from [[step] for step in steps] if is_last else [steps]
            low = high

    def _children(self, starts: list[int], low: int, high: int) -> int:
        inside, above = starts[high] - starts[low], starts[-1] - starts[high]
        return inside * (len(self.counts) - low) + above * (high - low)

    def grown(self, hands: _Hands, steps: list[_Step]) -> _Hands:
        """Return what *steps* make of *hands*."""
        return _Hands.joined([self._grown(hands.rows(rows), drawn) for rows, drawn in steps]).merged(len(self.counts))

    def _grown(self, hands: _Hands, drawn: NDArray[np.int64]) -> _Hands:
        self.checkpoint()
        left = np.broadcast_to(self.counts[drawn], (len(hands.cards), len(drawn)))
        if self.is_finite:
            left = left - (hands.cards[:, :, None] == drawn).sum(axis=1)
        parent, child = np.nonzero(left > 0)
        cards = np.concatenate([hands.cards[parent], drawn[child, None]], axis=1)
        cards.sort(axis=1)
        return _Hands(cards, hands.orders[parent] * left[parent, child])


def _steps(first: int, last: int, drawn: NDArray[np.int64]) -> Iterator[_Step]:
    """Yield the steps of the hands from *first* to before *last*, each small enough to go between two checkpoints."""
    at_once = max(1, _AT_ONCE // len(drawn))
    for start in range(first, last, at_once):
        yield slice(start, min(start + at_once, last)), drawn


def _summed(totals: NDArray[np.int64], orders: Masses) -> Iterator[tuple[Value, int]]:
    """Yield each of *totals* once, with the sum of its *orders*."""
    if not len(totals):
        return
    order = np.argsort(totals, kind="stable")
    starts = np.flatnonzero(np.diff(totals[order], prepend=totals[order[0]] - 1))
    sums = np.add.reduceat(orders[order], starts)
    yield from zip(map(Value, totals[order[starts]].tolist()), sums.tolist(), strict=True)
