"""The edges of many tables that differ in their piles only, all at once and in float64.

What does not depend on how many cards a pile holds is worked out once: in how many sequences of kinds the dealer's rule
ends with a hand, and which of the player's hands can still become better. A table's own piles then weigh them. A hand
of kinds comes in one certain sequence with a chance that is a product of what is left of each kind, whatever the
sequence; so a dealer's end weighs (sequences that end so) x (chance of one of them).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from deckmapping.values import Value
from service.odds.drawing import Drawing
from service.odds.ladder import beaten_and_better, ladder
from service.odds.setting import Draws, UpCard
from service.odds.solution import player_ends, stakes
from service.rules.dealing import draw_chance, perfect_costs, perfect_pays
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from service.odds.hands import Ends, Hands
    from service.odds.ladder import Ladder
    from service.odds.multisets import Level
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
    _dealer_ends: tuple[_DealerEnds, ...]
    """For each number of cards from 2."""
    _perfect_pairs: Floats
    """For every two cards of the dealer's the sequences that are a perfect sabacc."""

    @classmethod
    def of(cls, setting: Setting) -> ManyTables:
        """Return the tables that are like *setting*, whose piles name the kinds; the dealer does not see the hand."""
        if setting.dealer_sees_hand:
            raise ValueError("many tables at once are for dealers by a rule")
        player, dealer = (Drawing.of(side, setting.draws) for side in (setting.player, setting.dealer))
        ends = player_ends(setting, player)
        order = ladder(ends.ends, dealer.hands.plain.ends, dealer.hands.changed.ends)
        deciding, children = _deciding(player, ends, order)
        perfect, by_size = _sequences(setting, dealer)
        dealer_ends = tuple(
            _DealerEnds.of(setting, dealer.hands, order, size, sequences)
            for size, sequences in enumerate(by_size, start=FIRST_CARDS)
        )
        return cls(setting, player, dealer, order, deciding, children, dealer_ends, perfect)

    @property
    def steps(self) -> int:
        """About how many sums and products one table takes."""
        cases = len(self.dealer.counts) if self.setting.up_card is UpCard.SEEN else 1
        draws = sum(map(len, self.deciding)) * np.count_nonzero(self.player.counts) * cases
        hands = sum(len(level.held) for side in (self.player, self.dealer) for level in side.hands.levels)
        return int(draws) + sum(len(ends.rows) for ends in self._dealer_ends) + hands

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
        perfect = self._perfect_pairs @ chances[1]
        worth = self._worth(chances)
        own = _chances(self.player, player)
        value, draws = self._play(player, worth, given)
        table = self.player.hands
        pairs = (table.levels[1].held.max(axis=1) == 1) + 1
        opening = own[1] * pairs[:, None]
        pay, text = self.setting.pay, self.setting.player.rules.wins_double
        pays = float(perfect_pays(pay, wins_double=text))
        costs = perfect_costs(pay, wins_double=self.setting.rule.wins_double)
        is_perfect = table.is_perfect
        played = (opening[~is_perfect] * (value[~is_perfect].sum(axis=1) - costs * perfect)).sum(axis=0)
        return ManyPlays(played + opening[is_perfect].sum(axis=0) * pays * (1 - perfect), draws)

    def _worth(self, chances: Sequence[Floats]) -> Floats:
        """Return what each place of the ladder brings, by up card and table, times the chance of the up card."""
        cases = len(self.dealer.counts) if self.setting.up_card is UpCard.SEEN else 1
        masses = np.zeros((len(self.ladder.ends) * cases, chances[0].shape[1]))
        for ends in self._dealer_ends:
            ends.add_to(masses, chances[ends.size - 1])
        beaten, better = beaten_and_better(masses.reshape(len(self.ladder.ends), -1))
        wins, costs = stakes(self.setting)
        worth: Floats = (wins * beaten - costs * better).reshape(len(self.ladder.ends), cases, -1)
        return worth

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
            draws.insert(0, drawn > stand if given is None else given[at])
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


@dataclass(frozen=True, slots=True)
class _DealerEnds:
    """How the dealer's hands of one size end, ready to be weighed."""

    size: int
    rows: Ints
    """The hands, those together that end alike and under the same up card."""
    weights: Floats
    """In how many sequences each comes, times the share that a change of the total has in it."""
    starts: Ints
    targets: Ints
    """Where each group begins, and to which place and up card (one number) it belongs."""

    @classmethod
    def of(cls, setting: Setting, table: Hands, order: Ladder, size: int, sequences: Floats) -> _DealerEnds:
        """Order *sequences*, one row a hand and one column an up card."""
        share = float(setting.rule.shift_share)
        rows, ups = np.nonzero(sequences)
        cases, column = (sequences.shape[1], ups) if setting.up_card is UpCard.SEEN else (1, np.zeros_like(ups))
        parts = zip((table.plain, table.changed), order.dealer, (1 - share, share), strict=True)
        targets, weights, hands = [], [], []
        for ends, at, part in parts:
            if part:
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


def _sequences(setting: Setting, dealer: Drawing) -> tuple[Floats, list[Floats]]:
    """Return in how many sequences of kinds the dealer's hands come: perfect pairs, and ends of two cards and more.

    The ends have one row a hand and one column an up card.
    """
    table, kinds = dealer.hands, np.flatnonzero(dealer.counts).tolist()
    first = np.diag((dealer.counts > 0).astype(np.float64))
    sequences = _one_more(table.levels[1], first, kinds)
    perfect = np.where(table.is_perfect, sequences.sum(axis=1), 0)
    sequences[table.is_perfect] = 0
    ends = []
    for size in range(FIRST_CARDS, MOST_CARDS + 1):
        if size == MOST_CARDS:
            ends.append(sequences)
            break
        distinct, places = np.unique(table.totals[size - 1], return_inverse=True)
        chance = np.array([float(draw_chance(setting.rule, Value(total))) for total in distinct.tolist()])
        draws = chance[places][:, None]
        ends.append(sequences * (1 - draws))
        sequences = _one_more(table.levels[size], sequences * draws, kinds)
    return perfect, ends


def _one_more(level: Level, sequences: Floats, kinds: Sequence[int]) -> Floats:
    grown = np.zeros((len(level.held), sequences.shape[1]))
    for kind in kinds:
        rows = np.flatnonzero(level.held[:, kind])
        grown[rows] += sequences[level.parent[rows, kind]]
    return grown


def _chances(drawing: Drawing, counts: Ints) -> list[Floats]:
    """Return for each size the chance of one sequence of every hand (rows) at every table (columns)."""
    size = counts.sum(axis=0)
    chances = [counts / size]
    for drawn, level in enumerate(drawing.hands.levels[1:], start=1):
        last = np.argmax(level.held > 0, axis=1)
        every = np.arange(len(last))
        before = level.held[every, last][:, None] - 1 if drawing.is_finite else 0
        left = np.maximum(counts[last] - before, 0)
        chances.append(chances[-1][level.parent[every, last]] * (left / (size - drawn if drawing.is_finite else size)))
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


def is_large_enough(setting: Setting) -> bool:
    """Return whether both piles hold six cards, so that all tables end their hands alike."""
    sizes = (setting.player.pile.size, setting.dealer.pile.size)
    return setting.draws is Draws.INDEPENDENT or min(sizes) >= MOST_CARDS
