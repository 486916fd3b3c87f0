"""How the dealer's hand ends, for each up card, by a rule that does not look at the player's hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from service.rules.dealing import draw_chance
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from deckmapping.dealer_rule import DealerRule
    from service.odds.drawing import Drawing, Masses
    from service.odds.hands import Ends, Hands
    from service.odds.ladder import End


@dataclass(frozen=True, slots=True)
class DealerEnds:
    """What comes of the dealer's hand, by up card (columns, in the order of the kinds): whole numbers or chances."""

    hands: Hands
    perfect: Masses
    """Perfect sabaccs."""
    played_out: tuple[Masses, ...]
    """All others: for each number of cards from 2 the hands that stand with it, one row a hand."""

    @property
    def plain(self) -> Masses:
        """The hands played out by their ends where nobody changes the total: one row for each of `hands.plain`."""
        return self._by(self.hands.plain)

    @property
    def changed(self) -> Masses:
        """The same hands where the dealer may change the total: one row for each of `hands.changed`."""
        return self._by(self.hands.changed)

    def _by(self, ends: Ends) -> Masses:
        by_size = [ends.summed(size, masses) for size, masses in enumerate(self.played_out, start=FIRST_CARDS)]
        return ends.all_sizes(by_size)


def dealer_chances(drawing: Drawing, rule: DealerRule) -> DealerEnds:
    """Return the chances of all ends, in float64."""
    return _played(drawing, rule, np.diag(drawing.counts / drawing.size), is_exact=False)


def dealer_counts(drawing: Drawing, rule: DealerRule) -> DealerEnds:
    """Return all ends as exact whole numbers out of `counts_of`."""
    fits = counts_of(drawing, rule) < np.iinfo(np.int64).max
    return _played(drawing, rule, np.diag(drawing.counts).astype(np.int64 if fits else object), is_exact=True)


def counts_of(drawing: Drawing, rule: DealerRule) -> int:
    """Return what the whole numbers of `dealer_counts` add up to: ordered draws, times his own choices by chance."""
    choices: int = rule.overdraw_chance.denominator ** (drawing.longest - FIRST_CARDS)
    return drawing.orders * choices


def _played(drawing: Drawing, rule: DealerRule, up_cards: Masses, *, is_exact: bool) -> DealerEnds:
    table, longest = drawing.hands, drawing.longest
    parts = rule.overdraw_chance.denominator if is_exact else 1

    def stopped(size: int, decisions: int, masses: Masses) -> Masses:
        """Return *masses* of hands that ended, in the measure of all ends."""
        further = parts ** (longest - FIRST_CARDS - decisions)
        return masses * (drawing.undrawn_orders(size) * further) if is_exact else masses

    def grown(size: int, masses: Masses) -> Masses:
        return drawing.grown(size, masses) if is_exact else drawing.grown(size, masses) / drawing.remaining(size)

    masses = grown(1, up_cards)
    perfect = stopped(FIRST_CARDS, 0, masses[table.is_perfect].sum(axis=0))
    masses[table.is_perfect] = 0
    played_out = []
    for size in range(FIRST_CARDS, longest):
        draws = draw_parts(table, rule, size, masses.dtype)[:, None]
        played_out.append(stopped(size, size - 1, masses * (parts - draws)))
        masses = grown(size, masses * draws)
    return DealerEnds(table, perfect, (*played_out, masses))


def draw_parts(table: Hands, rule: DealerRule, size: int, dtype: np.dtype) -> Masses:
    """Return how often the dealer draws with each hand of *size* cards.

    Args:
        table: his hands.
        rule: how he draws.
        size: cards of his hand.
        dtype: float64 for chances; another for whole numbers out of the denominator of `rule.overdraw_chance`.
    """
    parts: Masses = _parts_by_end(table.plain.ends, rule, dtype)[table.plain.of[size - 1]]
    return parts


@lru_cache(maxsize=32)
def _parts_by_end(ends: tuple[End, ...], rule: DealerRule, dtype: np.dtype) -> Masses:
    chances = [draw_chance(rule, total) for total, _ in ends]
    if dtype == np.float64:
        return np.array([float(chance) for chance in chances])
    return np.array([int(chance * rule.overdraw_chance.denominator) for chance in chances], dtype)
