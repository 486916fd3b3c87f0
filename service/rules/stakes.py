"""R9: which cards of the loser's hand go to the winner, and how many are simply lost (AR appendix C)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the loser gives up. `count` is `claimed_count` and `lost_count` together."""

    count: int
    """1, or 2 if the win counts double."""
    claimable: tuple[int, ...]
    """Positions in the loser's hand of all cards that match the stakes; the winner chooses among them."""
    claimed_count: int
    """How many of them go to the winner."""
    lost_count: int
    """How many other cards of the hand are lost to the loser's own Lost Pile."""


def stakes(loser: Sequence[Card], *, is_double: bool) -> Stakes:
    """Return the stakes of a lost hand: cards that match them come first, other cards only make up the number."""
    count = 2 if is_double else 1
    claimable = tuple(position for position, card in enumerate(loser) if card.is_stakes)
    claimed = min(count, len(claimable))
    return Stakes(count, claimable, claimed, count - claimed)
