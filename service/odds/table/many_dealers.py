"""How a dealer's hands end at many tables that differ in their piles only, all at once and in float64.

In how many sequences of kinds his rule ends with a hand does not depend on the pile; with what chance one of them comes
does, but is the same whatever the sequence. So an end weighs (sequences that end so) x (chance of one of them).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from service.odds.setting import UpCard
from service.odds.table.dealer import ending_sequences
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from service.odds.hands.drawing import Drawing
    from service.odds.hands.hands import Hands
    from service.odds.hands.ladder import Ladder
    from service.odds.setting import Setting

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ManyDealers:
    """The dealers of many tables. In all arrays of chances the last dimension is the table."""

    cases: int
    """Up cards, in the order of the kinds; one where none is seen."""
    ladder: Ladder
    _perfect: Floats
    """In how many sequences each hand of two cards is a perfect sabacc."""
    _ends: tuple[_Ends, ...]
    """For each number of cards from 2."""

    @classmethod
    def of(cls, setting: Setting, dealer: Drawing, order: Ladder) -> ManyDealers:
        """Return the dealers of tables like *setting*, who may hold the kinds that *dealer* holds."""
        found = ending_sequences(dealer, setting.rule, np.dtype(np.float64))
        ends = []
        for size, sequences in enumerate(found.stands, start=FIRST_CARDS):
            unheld = dealer.hands.levels[size - 1].held @ (dealer.counts == 0)
            counted = np.where(unheld[:, None], 0, sequences / found.of)
            ends.append(_Ends.of(setting, dealer.hands, order, size, counted))
        cases = len(dealer.counts) if setting.up_card is UpCard.SEEN else 1
        return cls(cases, order, found.perfect.sum(axis=1) / found.of, tuple(ends))

    @property
    def steps(self) -> int:
        """About how many products one table takes."""
        return sum(len(ends.rows) for ends in self._ends)

    def perfect(self, chances: Sequence[Floats]) -> Floats:
        """Return the chance of a perfect sabacc; *chances* are those of `on_ladder`."""
        found: Floats = self._perfect @ chances[FIRST_CARDS - 1]
        return found

    def on_ladder(self, chances: Sequence[Floats]) -> Floats:
        """Return how often the hands played out come to each place of the ladder, under each up card.

        Args:
            chances: for each number of cards from 1, of one certain sequence of every hand's kinds.
        """
        masses = np.zeros((len(self.ladder.ends) * self.cases, chances[0].shape[1]))
        for ends in self._ends:
            ends.add_to(masses, chances[ends.size - 1])
        return masses.reshape(len(self.ladder.ends), self.cases, -1)


@dataclass(frozen=True, slots=True)
class _Ends:
    """How hands of one size end, ready to be weighed."""

    size: int
    rows: Ints
    """The hands, those together that end alike and under the same up card."""
    weights: Floats
    """In how many sequences each comes, times the share that a change of the total has in it."""
    starts: Ints
    targets: Ints
    """Where each group begins, and to which place and up card (one number) it belongs."""

    @classmethod
    def of(cls, setting: Setting, table: Hands, order: Ladder, size: int, sequences: Floats) -> _Ends:
        """Order *sequences*, one row a hand and one column an up card."""
        share = float(setting.rule.shift_share)
        rows, ups = np.nonzero(sequences)
        cases, column = (sequences.shape[1], ups) if setting.up_card is UpCard.SEEN else (1, np.zeros_like(ups))
        targets, weights, hands = [], [], []
        for ends, at, part in order.dealer_cases(table, 1 - share, share):
            targets.append(at[ends.of[size - 1]][rows] * cases + column)
            weights.append(sequences[rows, ups] * part)
            hands.append(rows)
        target = np.concatenate(targets)
        by_target = np.argsort(target, kind="stable")
        distinct, starts = np.unique(target[by_target], return_index=True)
        return cls(size, np.concatenate(hands)[by_target], np.concatenate(weights)[by_target], starts, distinct)

    def add_to(self, masses: Floats, chances: Floats) -> None:
        """Add to *masses*, one row a target, the *chances* of one sequence of each hand (rows) at each table."""
        if len(self.rows):
            masses[self.targets] += np.add.reduceat(chances[self.rows] * self.weights[:, None], self.starts)
