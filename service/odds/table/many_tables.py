"""The edges of many tables that differ in their piles only, all at once and in float64.

What does not depend on how many cards a pile holds is worked out once: how the dealer's rule ends (`ManyDealers`), and
which of the player's hands can still become better. A table's own piles then weigh them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from deckmapping.errors import InvalidInputError, Violation
from service.odds.hands.drawing import Drawing, in_sequence
from service.odds.hands.ladder import ladder
from service.odds.setting import Draws
from service.odds.table.many_dealers import ManyDealers
from service.odds.table.player import LEAST_GAIN
from service.odds.table.solution import edges, player_ends, worth_by_end
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from service.odds.hands.hands import Ends
    from service.odds.hands.ladder import Ladder
    from service.odds.setting import Setting

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

_CACHED_STEPS: Final = 8_000_000
_MOST_AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True)
class ManyPlays:
    """What many tables earn. The last dimension of every array is the table."""

    edges: Floats
    """What the player wins at each table, in bets a hand."""
    draws: tuple[Flags, ...]
    """For each number of cards from 2 to 5: whether he draws, by row of `ManyTables.deciding`, up card and table."""


@dataclass(frozen=True, slots=True)
class ManyTables:
    """A setting whose piles are left open. Both hold six cards or more of the kinds of the setting's piles."""

    setting: Setting
    player: Drawing
    """With the counts of the setting's own pile, which are not looked at; likewise the dealer's."""
    dealer: Drawing
    ladder: Ladder
    deciding: tuple[Ints, ...]
    """For each number of cards from 2 to 5 the player's hands that come about and may become better by drawing,
    ascending; all others stand."""
    _children: tuple[Ints, ...]
    """For each number of cards from 2 to 5 the hands that these draw into, ascending."""
    _dealers: ManyDealers

    @classmethod
    def of(cls, setting: Setting) -> ManyTables:
        """Return the tables that are like *setting*, whose piles name the kinds; the dealer does not see the hand."""
        if setting.dealer_sees_hand:
            raise ValueError("many tables at once are for dealers by a rule")
        player, dealer = (Drawing.of(side, setting.draws) for side in (setting.player, setting.dealer))
        ends = player_ends(setting, player)
        order = ladder(ends.ends, dealer.hands.plain.ends, dealer.hands.changed.ends)
        deciding, children = _deciding(player, ends, order)
        return cls(setting, player, dealer, order, deciding, children, ManyDealers.of(setting, dealer, order))

    @property
    def steps(self) -> int:
        """About how many sums and products one table takes."""
        draws = sum(map(len, self.deciding)) * np.count_nonzero(self.player.counts) * self._dealers.cases
        hands = sum(len(level.held) for side in (self.player, self.dealer) for level in side.hands.levels)
        return int(draws) + self._dealers.steps + hands

    @property
    def at_once(self) -> int:
        """How many tables are best solved together: their numbers should still fit the processor's cache."""
        return min(max(_CACHED_STEPS // self.steps, 1), _MOST_AT_ONCE)

    def solve(self, player: Ints, dealer: Ints, given: Sequence[Flags] | None = None) -> ManyPlays:
        """Find what the tables earn.

        Args:
            player: how many cards the player's pile holds of each of `player.hands.kinds` (rows) at each table
                (columns; one column where all tables have the same pile).
            dealer: likewise for the dealer.
            given: the player's draws, as `ManyPlays` has them; None for the best play.
        """
        chances = _chances(self.dealer, dealer)
        worth = worth_by_end(self.setting, self._dealers.on_ladder(chances))
        value, draws = self._play(player, worth, given)
        table = self.player.hands
        sequences = (table.levels[1].held.max(axis=1) == 1) + 1  # two kinds come in either order
        opening = _chances(self.player, player)[1] * sequences[:, None]
        return ManyPlays(edges(self.setting, table, opening, value, self._dealers.perfect(chances)), draws)

    def _play(self, counts: Ints, worth: Floats, given: Sequence[Flags] | None) -> tuple[Floats, tuple[Flags, ...]]:
        """Return what every hand of two cards brings, and where the player draws."""
        table = self.player.hands
        places = player_ends(self.setting, self.player).of
        order = self.ladder.player
        draws: list[Flags] = []
        value = worth[order[places[MOST_CARDS - 1]][self._children[-1]]]
        for size in range(MOST_CARDS - 1, FIRST_CARDS - 1, -1):
            at = size - FIRST_CARDS
            rows, level = self.deciding[at], table.levels[size - 1]
            left = self._left(counts, level.held[rows])
            drawn = np.zeros((len(rows), *worth.shape[1:]))
            child = np.searchsorted(self._children[at], level.child[rows])
            for kind in np.flatnonzero(self.player.counts).tolist():
                drawn += left[kind][:, None, :] * value[child[:, kind]]
            drawn /= counts.sum(axis=0) - size if self.player.is_finite else counts.sum(axis=0)
            stand = worth[order[places[size - 1]][rows]]
            draws.insert(0, drawn > stand + LEAST_GAIN if given is None else given[at])
            kept = np.arange(len(level.held)) if size == FIRST_CARDS else self._children[at - 1]
            value = worth[order[places[size - 1]][kept]]
            value[np.searchsorted(kept, rows)] = np.where(draws[0], drawn, stand)
        return value, tuple(draws)

    def _left(self, counts: Ints, held: NDArray[np.int8]) -> list[Floats]:
        """Return by kind what is left of it beside each hand (rows), at each table (columns)."""
        if not self.player.is_finite:
            return [each[None, :].astype(np.float64) for each in counts]
        return [
            np.maximum(each[None, :] - held[:, kind, None], 0).astype(np.float64) for kind, each in enumerate(counts)
        ]


def _chances(drawing: Drawing, counts: Ints) -> list[Floats]:
    """Return for each size the chance of one sequence of every hand (rows) at every table (columns)."""
    sizes, orders, chances = counts.sum(axis=0), 1.0, []
    every = in_sequence(drawing.hands.levels, counts.astype(np.float64), is_finite=drawing.is_finite)
    for drawn, ways in enumerate(every):
        orders = orders * (sizes - drawn if drawing.is_finite else sizes)
        chances.append(ways / orders)
    return chances


def _deciding(player: Drawing, ends: Ends, order: Ladder) -> tuple[tuple[Ints, ...], tuple[Ints, ...]]:
    """Return for two to five cards the hands that can come to a better end by drawing, and what they draw into.

    What an end brings never falls with its rank, so no other hand gains by a card, whatever the dealer holds.
    """
    levels, kinds = player.hands.levels, np.flatnonzero(player.counts)
    best = order.player[ends.of[MOST_CARDS - 1]]
    deciding: list[Ints] = []
    for size in range(MOST_CARDS - 1, FIRST_CARDS - 1, -1):
        own = order.player[ends.of[size - 1]]
        after = best[levels[size - 1].child[:, kinds]].min(axis=1)
        deciding.insert(0, np.flatnonzero(after < own))
        best = np.minimum(own, after)
    reached: list[Ints] = []
    children: list[Ints] = []
    for size, rows in enumerate(deciding, start=FIRST_CARDS):
        # Not every hand that could still become better comes about: before its last card it may have been the best.
        drawn_to = rows if size == FIRST_CARDS else rows[np.isin(rows, children[-1])]
        reached.append(drawn_to)
        # With the kinds that no pile holds: nobody draws them, but they have a column.
        children.append(np.unique(levels[size - 1].child[drawn_to]).astype(np.int64))
    return tuple(reached), tuple(children)


def counts_of(drawing: Drawing, piles: Sequence[Sequence[int]]) -> Ints:
    """Return counts for `ManyTables.solve`: *piles* hold, each, the counts of the kinds that *drawing* may draw."""
    held = np.flatnonzero(drawing.counts)
    counts = np.zeros((len(drawing.counts), len(piles)), np.int64)
    counts[held] = np.array(piles, np.int64).T
    return counts


def verify_large_enough(setting: Setting) -> None:
    """Check that both piles hold six cards, so that all tables end their hands alike.

    Raises:
        InvalidInputError: it names each side whose pile is too small.
    """
    sides = (("player", setting.player.pile.size), ("dealer", setting.dealer.pile.size))
    expected = f"a pile of {MOST_CARDS} cards or more"
    small = [Violation(name, f"a pile of {size}", expected) for name, size in sides if size < MOST_CARDS]
    if small and setting.draws is Draws.FINITE:
        raise InvalidInputError.all(small)
