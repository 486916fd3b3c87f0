"""Shoes from which hands are dealt and played, many at once, to see what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from service.odds.setting import UpCard
from service.odds.table.dealer import draw_parts
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.odds.hands.hands import Hands
    from service.odds.table.many_tables import ManyPlays, ManyTables

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Shoes:
    """Both sides' piles in many shoes, as they shrink. Arrays have one column a shoe."""

    tables: ManyTables
    player: Ints
    """How many cards are left of each of `tables.player.hands.kinds`."""
    dealer: Ints
    _chance: np.random.Generator
    _draw_chances: tuple[Floats, ...]
    """For each number of cards from 2 how often the dealer draws on each of his hands."""

    @classmethod
    def of(cls, tables: ManyTables, player: Ints, dealer: Ints, count: int, chance: np.random.Generator) -> Shoes:
        """Return *count* whole shoes with the piles *player* and *dealer*, one column each."""
        table, rule = tables.dealer.hands, tables.setting.rule
        draws = tuple(draw_parts(table, rule, size, np.dtype(np.float64)) for size in range(FIRST_CARDS, MOST_CARDS))
        return cls(tables, np.repeat(player, count, axis=1), np.repeat(dealer, count, axis=1), chance, draws)

    def play_hand(self, plays: ManyPlays) -> None:
        """Deal and play one hand of each shoe, the player by *plays*, and take its cards out of the piles."""
        own, his = self.tables.player.hands, self.tables.dealer.hands
        everywhere = np.ones(self.player.shape[1], np.bool_)
        mine, theirs = self._drawn(self.player, everywhere), self._drawn(self.dealer, everywhere)
        up_card = theirs if self.tables.setting.up_card is UpCard.SEEN else np.zeros_like(theirs)
        opening = own.levels[0].child[mine, self._drawn(self.player, everywhere)]
        dealt = his.levels[0].child[theirs, self._drawn(self.dealer, everywhere)]
        goes_on = ~(own.is_perfect[opening] | his.is_perfect[dealt])
        self._play_player(plays, opening.astype(np.int64), up_card, goes_on)
        self._play_dealer(his, dealt.astype(np.int64), goes_on)

    def _play_player(self, plays: ManyPlays, hands: Ints, up_cards: Ints, goes_on: Flags) -> None:
        for size in range(FIRST_CARDS, MOST_CARDS):
            rows, draws = self.tables.deciding[size - FIRST_CARDS], plays.draws[size - FIRST_CARDS]
            if not len(rows):
                return
            at = np.minimum(np.searchsorted(rows, hands), len(rows) - 1)
            shoe = np.arange(len(hands)) if draws.shape[2] > 1 else 0
            goes_on = goes_on & (rows[at] == hands) & draws[at, up_cards, shoe]
            card = self._drawn(self.player, goes_on)
            hands = np.where(goes_on, self.tables.player.hands.levels[size - 1].child[hands, card], hands)

    def _play_dealer(self, table: Hands, hands: Ints, goes_on: Flags) -> None:
        for size in range(FIRST_CARDS, MOST_CARDS):
            goes_on = goes_on & (self._chance.random(len(hands)) < self._draw_chances[size - FIRST_CARDS][hands])
            card = self._drawn(self.dealer, goes_on)
            hands = np.where(goes_on, table.levels[size - 1].child[hands, card], hands)

    def _drawn(self, piles: Ints, where: Flags) -> Ints:
        """Draw the kind of one card from each pile, and take the card out of it *where* it was drawn."""
        up_to = np.cumsum(piles, axis=0)
        card = np.floor(self._chance.random(piles.shape[1]) * up_to[-1]).astype(np.int64)
        kinds: Ints = (up_to <= card).sum(axis=0)
        shoes = np.flatnonzero(where)
        piles[kinds[shoes], shoes] -= 1
        return kinds
