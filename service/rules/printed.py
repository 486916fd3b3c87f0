"""R5 and R10 for cards that only count what is printed: the owner's best choice among two destinies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.values import Value
from service.rules.ranking import rank
from service.rules.sums import largest_by_sum

if TYPE_CHECKING:
    from collections.abc import Sequence


def best_printed(cards: Sequence[tuple[Value, ...]]) -> tuple[tuple[Value, ...], Value]:
    """Choose a value for each card so that the total is the highest up to 11, else the lowest.

    Args:
        cards: the values each card may count, in the order drawn.

    Returns:
        The chosen values in the order drawn, and their total. Among equal totals the largest values, compared
        from the first card, are taken.
    """
    only = sum(cards, ())
    if len(only) == len(cards):  # no card leaves a choice
        return only, Value(sum(only))
    reached = largest_by_sum(cards)
    best = min(reached, key=lambda total: rank(Value(total), 0))
    return reached[best], Value(best)
