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

    from service.odds.hands.drawing import Drawing

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
    """All ways that the hands of one side can go."""

    kinds: Ints
    """The kind of every single card of the pile."""
    start: Ints
    """At a case times the cards of the pile, plus the first card's number: the state of a hand of this card."""
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
        kinds = np.repeat(np.arange(len(drawing.counts)), drawing.counts)
        keys, states = np.unique(np.arange(cases)[:, None] + kinds * cases, return_inverse=True)
        start = (end_count + states.ravel()) * drawing.remaining(1)
        last = np.zeros(ends[-1].shape, np.bool_)
        stages, reached = [], []
        for size, (goes_on, ending) in enumerate(zip((*draws, last), ends, strict=True), start=1):
            stage, keys, ended = _Growth(drawing, size, goes_on, ending).of(keys, end_count)
            stages.append(stage)
            reached.append(ended)
        largest = max(table.max() for table in (start, *(stage.after for stage in stages)))
        dtype = np.int32 if largest <= np.iinfo(np.int32).max else np.int64
        small = tuple(Stage(stage.cards, stage.after.astype(dtype)) for stage in stages)
        return cls(kinds.astype(dtype), start.astype(dtype), small, np.unique(np.concatenate(reached)))

    def room(self, places: NDArray[np.intp]) -> Room:
        """Return room for as many hands as there are *places*, whose memory several rooms may share."""
        return Room(np.empty(len(places), self.start.dtype), places)

    def first_cards(self, deal: Generator, hands: int) -> Ints:
        """Draw the number of the first card of every hand."""
        return _numbers(deal, len(self.kinds), hands)

    def play(self, deal: Generator, first: Ints, room: Room) -> Ints:
        """Draw all further cards.

        Args:
            deal: chance.
            first: for every hand its case times the cards of the pile, plus the number of its first card.
            room: where the hands are walked.

        Returns:
            The number of every hand's end; it stands in *room* until the next hands are played there.
        """
        room.look_up(self.start, first)
        for stage in self.stages:
            room.add(_numbers(deal, stage.cards, len(first)))
            room.look_up(stage.after, room.states)
        return room.states


@dataclass(frozen=True, slots=True)
class Room:
    """Memory for a batch of hands, to be used again: getting it anew each time would cost as much as the cards."""

    states: Ints
    _places: NDArray[np.intp]

    def look_up(self, table: Ints, places: Ints) -> None:
        """Set `states` to what stands in *table* at *places*."""
        self._places[:] = places
        table.take(self._places, out=self.states, mode="clip")  # all are in range; "raise" would copy

    def add(self, numbers: Ints) -> None:
        """Add *numbers* to `states`."""
        np.add(self.states, numbers, out=self.states)


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
        return Stage(cards, after * step), further, np.unique(state[~goes_on & (left > 0)])


def _numbers(deal: Generator, cards: int, hands: int) -> Ints:
    """Draw for each of *hands* the number of a card, from 0 up to *cards*, excluded: each equally likely."""
    return deal.integers(0, cards, hands, np.uint16 if cards <= np.iinfo(np.uint16).max else np.uint32)
