"""R7: which of two final hands is better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.values import ELEVEN

if TYPE_CHECKING:
    from deckmapping.values import Value

Rank = tuple[bool, int, int]
"""Sort key of a final hand, best first: over 11, distance to 11 in ten-millionths, number of cards."""


def is_over(total: Value) -> bool:
    """Tell whether *total* is over 11."""
    return total > ELEVEN


def rank(total: Value, card_count: int) -> Rank:
    """Return the key that orders final hands, the best one lowest; equal keys are a draw.

    Closest to 11 without going over, then (both over) the lower total, then fewer cards.
    """
    return is_over(total), abs(total - ELEVEN), card_count


def is_better_total(total: Value, other: Value) -> bool:
    """Tell whether a side prefers *total* to *other* for one and the same cards: highest up to 11, else lowest."""
    return rank(total, 0) < rank(other, 0)
