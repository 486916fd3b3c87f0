"""A side's hand as tables that a simulation walks: the card that comes leads from state to state.

A state is an end of the hand or a hand that draws on, in a case that was settled before (the up card that the player
sees, what the dealer may do). The tables hold one entry for every single card that is left in the pile, so a card is
drawn with a whole number below the number of cards left; no chance and no count of cards enters the walk itself.
Hands that have ended stay where they are while the others draw, so that every hand takes the same few steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from service.odds.drawing import Drawing

    Ints = NDArray[np.integer]
    Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Stage:
    """One more card for every hand."""

    cards: int
    """How many cards may come."""
    after: Ints
    """At the state plus the card's number: the state that this card leads to.

    States are numbered in steps of the next stage's `cards`, so that no multiplication is needed.
    """


@dataclass(frozen=True, slots=True)
class Course:
    """All ways that the hands of one side can go from their first card on."""

    pile: Ints
    """The kind of every single card of the pile, times `cases`."""
    cases: int
    start: Ints
    """At a kind times `cases`, plus a case: the state of the first card."""
    stages: tuple[Stage, ...]
    """For two cards and more."""
    reached: Ints
    """The ends that hands come to."""

    @classmethod
    def of(cls, drawing: Drawing, draws: Sequence[Flags], ends: Sequence[Ints], end_count: int) -> Course:
        """Make the tables.

        Args:
            drawing: the side's.
            draws: for each number of cards from 2 on with which it may draw, whether it does: one row a hand, one
                column a case.
            ends: for each number of cards from 2, the number of the end of the hands that stand; likewise.
            end_count: ends are numbered from 0 up to this, excluded.
        """
        cases = ends[0].shape[1]
        kinds = np.flatnonzero(drawing.counts)
        keys = (kinds[:, None] * cases + np.arange(cases)).ravel()
        start = np.zeros(len(drawing.counts) * cases, np.int64)
        start[keys] = (end_count + np.arange(len(keys))) * drawing.remaining(1)
        last = np.zeros(ends[-1].shape, np.bool_)
        stages, reached = [], []
        for size, (goes_on, ending) in enumerate(zip((*draws, last), ends, strict=True), start=1):
            stage, keys, ended = _Growth(drawing, size, goes_on, ending).of(keys, end_count)
            stages.append(stage)
            reached.append(ended)
        pile = np.repeat(np.arange(len(drawing.counts)), drawing.counts) * cases
        return cls(_small(pile), cases, _small(start), tuple(stages), np.unique(np.concatenate(reached)))

    def first_cards(self, deal: Generator, hands: int) -> Ints:
        """Draw the first card of every hand; it is told as its kind times `cases`."""
        return self.pile.take(_numbers(deal, len(self.pile), hands))

    def played(self, deal: Generator, first: Ints, case: Ints | int) -> Ints:
        """Draw all further cards; return the number of every hand's end."""
        state = self.start.take(first + case)
        for stage in self.stages:
            state = stage.after.take(state + _numbers(deal, stage.cards, len(state)))
        return state


@dataclass(frozen=True, slots=True)
class _Growth:
    """What becomes of hands that get one card more."""

    drawing: Drawing
    size: int
    """Cards of the hands that draw."""
    draws: Flags
    """Which hands of one card more draw on, in which case."""
    ends: Ints
    """How the others end."""

    def of(self, keys: Ints, end_count: int) -> tuple[Stage, Ints, Ints]:
        """Return the stage of some hands, the keys of those that draw on afterwards, and the ends of the others.

        Args:
            keys: which hands draw in which case: row times cases plus case; their states are numbered in this order.
            end_count: the number of the first state that is no end.
        """
        drawing, cases = self.drawing, self.draws.shape[1]
        cards = drawing.remaining(self.size)
        rows, case = np.divmod(keys, cases)
        left = drawing.left(self.size)[rows]
        child = drawing.hands.levels[self.size - 1].child[rows].astype(np.int64) * cases + case[:, None]
        goes_on = self.draws.ravel()[child] & (left > 0)
        further = np.unique(child[goes_on])
        state = np.where(goes_on, end_count + np.searchsorted(further, child), self.ends.ravel()[child])
        after = np.concatenate([np.repeat(np.arange(end_count), cards), np.repeat(state.ravel(), left.ravel())])
        step = drawing.remaining(self.size + 1) if self.size + 1 < drawing.longest else 1
        return Stage(cards, _small(after * step)), further, np.unique(state[~goes_on & (left > 0)])


def _small(table: Ints) -> Ints:
    """Return *table* with 32 bits an entry where they hold it: the more of it fits into the processor's cache."""
    return table.astype(np.int32) if not table.size or table.max() <= np.iinfo(np.int32).max else table


def _numbers(deal: Generator, cards: int, hands: int) -> Ints:
    """Draw for each of *hands* the number of a card, from 0 up to *cards*, excluded: each equally likely."""
    return deal.integers(0, cards, hands, np.uint16 if cards <= np.iinfo(np.uint16).max else np.uint32)
