"""How the dealer's hand ends, for each up card, by a rule that does not look at the player's hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from service.odds.drawing import summed_over_kinds
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
    return _ends(drawing, rule, np.dtype(np.float64))


def dealer_counts(drawing: Drawing, rule: DealerRule) -> DealerEnds:
    """Return all ends as exact whole numbers out of `counts_of`."""
    fits = counts_of(drawing, rule) < np.iinfo(np.int64).max
    return _ends(drawing, rule, np.dtype(np.int64 if fits else object))


def counts_of(drawing: Drawing, rule: DealerRule) -> int:
    """Return what the whole numbers of `dealer_counts` add up to: ordered draws, times his own choices by chance."""
    choices: int = rule.overdraw_chance.denominator ** (drawing.longest - FIRST_CARDS)
    return drawing.orders * choices


def _ends(drawing: Drawing, rule: DealerRule, dtype: np.dtype) -> DealerEnds:
    """Weigh the sequences of kinds by which his hands end with how often one of them comes."""
    perfect, played_out = _sequences(drawing.hands, rule, drawing.longest, dtype)
    often = [each[:, None] for each in drawing.sequences(dtype)[FIRST_CARDS - 1 :]]
    return DealerEnds(
        drawing.hands,
        (perfect * often[0]).sum(axis=0),
        tuple(sequences * each for sequences, each in zip(played_out, often, strict=True)),
    )


@lru_cache(maxsize=8)
def _sequences(table: Hands, rule: DealerRule, longest: int, dtype: np.dtype) -> tuple[Masses, tuple[Masses, ...]]:
    """Return in how many sequences of kinds the dealer's hands end, whatever the pile holds.

    Args:
        table: his hands.
        rule: how he draws.
        longest: the cards with which he must stand.
        dtype: float64 for sequences times the chances of his choices; another for whole numbers, out of the parts of
            all choices that he could have.

    Returns:
        Perfect sabaccs, and for each number of cards from 2 the hands that stand with it: one row a hand, one column
        a kind, which came first.
    """
    parts = 1 if dtype == np.float64 else rule.overdraw_chance.denominator
    opening = _one_more(table, 1, np.eye(len(table.kinds), dtype=np.int64).astype(dtype))
    is_perfect = table.is_perfect[:, None]
    masses = np.where(is_perfect, 0, opening)
    played_out = []
    for size in range(FIRST_CARDS, longest):
        draws = draw_parts(table, rule, size, dtype)[:, None]
        played_out.append(masses * (parts - draws) * parts ** (longest - 1 - size))
        masses = _one_more(table, size, masses * draws)
    return np.where(is_perfect, opening, 0) * parts ** (longest - FIRST_CARDS), (*played_out, masses)


def _one_more(table: Hands, size: int, sequences: Masses) -> Masses:
    """Return the sequences of one card more than *size*, any card at the end."""
    level = table.levels[size]
    return summed_over_kinds((level.held > 0).astype(np.int64), sequences, level.parent)


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
