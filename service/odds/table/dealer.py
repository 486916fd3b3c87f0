"""How the dealer's hand ends, for each up card, by a rule that does not look at the player's hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import TYPE_CHECKING

import numpy as np

from service.odds.hands.drawing import summed_over_kinds, whole_numbers
from service.rules.dealing import draw_chance
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from deckmapping.dealer_rule import DealerRule
    from service.odds.hands.drawing import Drawing, Masses
    from service.odds.hands.hands import Hands
    from service.odds.hands.ladder import End


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
        return self.hands.plain.summed(self.played_out)

    @property
    def changed(self) -> Masses:
        """The same hands where the dealer may change the total: one row for each of `hands.changed`."""
        return self.hands.changed.summed(self.played_out)


@dataclass(frozen=True, slots=True)
class EndingSequences:
    """In how many sequences of kinds the dealer's hands end, whatever his pile holds.

    One row a hand, one column a kind, which came first. His choices by chance count in parts: `of` is what all that he
    can have are counted out of.
    """

    perfect: Masses
    """Perfect sabaccs."""
    stands: tuple[Masses, ...]
    """For each number of cards from 2 the hands that stand with it."""
    of: int


def dealer_chances(drawing: Drawing, rule: DealerRule) -> DealerEnds:
    """Return the chances of all ends, in float64."""
    found = ending_sequences(drawing, rule, np.dtype(np.float64))
    return _weighed(drawing, found, [each / found.of for each in drawing.sequences(np.dtype(np.float64))])


def dealer_counts(drawing: Drawing, rule: DealerRule) -> DealerEnds:
    """Return all ends as exact whole numbers out of `dealer_ways`."""
    dtype = whole_numbers(dealer_ways(drawing, rule))
    return _weighed(drawing, ending_sequences(drawing, rule, dtype), drawing.sequences(dtype))


def dealer_ways(drawing: Drawing, rule: DealerRule) -> int:
    """Return what the whole numbers of `dealer_counts` add up to: ordered draws, times his own choices by chance."""
    return drawing.orders * _choices(rule, drawing.longest)


def ending_sequences(drawing: Drawing, rule: DealerRule, dtype: np.dtype) -> EndingSequences:
    """Return the sequences of kinds by which the hands of *drawing* end by *rule*; its counts are not looked at.

    Args:
        drawing: the dealer's.
        rule: how he draws.
        dtype: what the sequences are multiplied with. They are exact whole numbers, but for float64 only where these
            fit into 64 bits; where not, they are sequences times the chances of his choices.
    """
    exact = whole_numbers(_most_sequences(rule, drawing.longest))
    used = dtype if exact == np.object_ and dtype == np.float64 else exact
    rule = replace(rule, shift_share=Fraction(0), wins_double=False)  # neither changes how he draws
    return _ending_sequences(drawing.hands, rule, drawing.longest, used)


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


def _choices(rule: DealerRule, longest: int) -> int:
    choices: int = rule.overdraw_chance.denominator ** (longest - FIRST_CARDS)
    return choices


def _most_sequences(rule: DealerRule, longest: int) -> int:
    """Return the most sequences that one hand can come by."""
    return factorial(longest) * _choices(rule, longest)


def _weighed(drawing: Drawing, found: EndingSequences, often: list[Masses]) -> DealerEnds:
    """Weigh the sequences with how *often* one of them comes, by number of cards."""
    opening, *longer = often[FIRST_CARDS - 1 :]
    stands = tuple(sequences * each for sequences, each in zip(found.stands, (opening, *longer), strict=True))
    return DealerEnds(drawing.hands, (found.perfect * opening).sum(axis=0), stands)


# Two, for two tables at once. With 22 kinds, the most there can be, one takes up to 66 MB (16 MB where he never
# overdraws) and 130 MB where his choices pass 64 bits; with the dozen kinds of a real deck a fortieth of that.
@lru_cache(maxsize=2)
def _ending_sequences(table: Hands, rule: DealerRule, longest: int, dtype: np.dtype) -> EndingSequences:
    parts = 1 if dtype == np.float64 else rule.overdraw_chance.denominator
    opening = _one_more(table, 1, np.eye(len(table.kinds), dtype=np.int64).astype(dtype))
    is_perfect = table.is_perfect[:, None]
    masses = np.where(is_perfect, 0, opening)
    stands = []
    for size in range(FIRST_CARDS, longest):
        draws = draw_parts(table, rule, size, dtype)[:, None]
        stands.append(masses * (parts - draws) * parts ** (longest - 1 - size))
        masses = _one_more(table, size, masses * draws)
    of = parts ** (longest - FIRST_CARDS)
    perfect = np.where(is_perfect, opening, 0) * of
    kept = np.min_scalar_type(-_most_sequences(rule, longest)) if dtype == np.int64 else dtype
    return EndingSequences(perfect.astype(kept), tuple(each.astype(kept) for each in (*stands, masses)), of)


def _one_more(table: Hands, size: int, sequences: Masses) -> Masses:
    """Return the sequences of one card more than *size*, any card at the end."""
    level = table.levels[size]
    return summed_over_kinds((level.held > 0).astype(np.int64), sequences, level.parent)


@lru_cache(maxsize=32)
def _parts_by_end(ends: tuple[End, ...], rule: DealerRule, dtype: np.dtype) -> Masses:
    chances = [draw_chance(rule, total) for total, _ in ends]
    if dtype == np.float64:
        return np.array([float(chance) for chance in chances])
    return np.array([int(chance * rule.overdraw_chance.denominator) for chance in chances], dtype)
