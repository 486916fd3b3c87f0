"""How many cards may still come out of a pile, and in how many orders; what the cards are does not matter."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from service.rules.hand import MOST_CARDS


@dataclass(frozen=True, slots=True)
class Supply:
    """A pile from which one hand is drawn."""

    size: int
    """Cards in the whole pile."""
    is_finite: bool
    """Whether a card drawn is gone."""

    @property
    def longest(self) -> int:
        """The number of cards with which a hand must stand: six, or an empty pile (R4)."""
        return min(MOST_CARDS, self.size) if self.is_finite else MOST_CARDS

    def remaining(self, drawn: int) -> int:
        """Return how many cards may come next where *drawn* cards have come."""
        return self.size - drawn if self.is_finite else self.size

    def orders_of(self, size: int) -> int:
        """Return all ordered draws of *size* cards."""
        return prod(self.remaining(drawn) for drawn in range(size))

    def undrawn_orders(self, size: int) -> int:
        """Return in how many orders the cards come that a hand of *size* cards leaves undrawn, up to the longest."""
        return prod(self.remaining(drawn) for drawn in range(size, self.longest))

    @property
    def orders(self) -> int:
        """All ordered draws of the longest hand."""
        return self.orders_of(self.longest)
