"""All ends of both sides in one order, and what an end of the player is worth against the dealer's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from service.rules.ranking import rank

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckmapping.values import Value
    from service.odds.hands.drawing import Masses
    from service.odds.hands.hands import Ends, Hands

End = tuple["Value", int]


@dataclass(frozen=True, slots=True)
class Ladder:
    """Every end that either side can come to, the best one first (R7)."""

    ends: tuple[End, ...]
    """Total in ten-millionths, number of cards."""
    player: NDArray[np.int64]
    """For each of the player's ends its place."""
    dealer: tuple[NDArray[np.int64], ...]
    """Likewise for each list of the dealer's ends."""

    def placed(self, at: NDArray[np.int64], masses: Masses) -> Masses:
        """Return *masses*, one row an end of a side whose places are *at*, with one row a place of the ladder."""
        placed = np.zeros((len(self.ends), masses.shape[1]), masses.dtype)
        placed[at] = masses
        return placed

    def dealer_cases(self, table: Hands, plain: float, changed: float) -> list[tuple[Ends, NDArray[np.int64], float]]:
        """Return the dealer's ends without and with a change of the total, their places, and the part that each has.

        Args:
            table: his hands, whose plain and changed ends are the ladder's, in this order.
            plain: the part of the hands whose total he may not change; a case without any hands is left out.
            changed: likewise of those where he may.
        """
        cases = zip((table.plain, table.changed), self.dealer, (plain, changed), strict=True)
        return [(ends, at, part) for ends, at, part in cases if part]


@lru_cache(maxsize=32)
def ladder(player: tuple[End, ...], *dealer: tuple[End, ...]) -> Ladder:
    """Return the ladder of the *player*'s ends and of the *dealer*'s."""
    ends = sorted({*player, *(end for each in dealer for end in each)}, key=lambda end: rank(*end))
    place = {end: at for at, end in enumerate(ends)}
    player_at, *dealer_at = (np.array([place[end] for end in each], np.int64) for each in (player, *dealer))
    return Ladder(tuple(ends), player_at, tuple(dealer_at))


def beaten_and_better(masses: Masses) -> tuple[Masses, Masses]:
    """Return for each place of the ladder how much of *masses*, one row a place, is worse, and how much is better."""
    up_to = np.cumsum(masses, axis=0)
    return up_to[-1] - up_to, up_to - masses
