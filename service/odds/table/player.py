"""The player's hand: the best play by dynamic programming, and how it ends under a given play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from service.odds.hands.drawing import whole_numbers
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from service.odds.hands.drawing import Drawing, Masses
    from service.odds.setting import StandOn

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

LEAST_GAIN: Final = 1e-13
"""What drawing must bring more than standing to be chosen, in bets: where both bring the same, rounding is not asked.

So the same play is found everywhere, and no chart shows a draw that gains nothing.
"""


@dataclass(frozen=True, slots=True)
class Play:
    """When the player draws: for each number of cards from 2, one row a hand, one column a case of the up card."""

    draws: tuple[Flags, ...]
    stand: tuple[Floats, ...]
    """What standing brings, in bets, times the chance of the case."""
    draw: tuple[Floats, ...]
    """Likewise drawing, and playing on by this play; nothing for hands that must stand."""
    value: Floats
    """What every hand of two cards brings under this play, likewise."""


def best_play(drawing: Drawing, worth: tuple[Floats, ...]) -> Play:
    """Return the play that brings most. Where drawing brings no more than standing, the player stands.

    Args:
        drawing: the player's.
        worth: for each number of cards from 2, what it brings each hand to stand.
    """
    return _played(drawing, worth, None)


def simple_play(drawing: Drawing, worth: tuple[Floats, ...], policy: StandOn) -> Play:
    """Return the play of *policy*; the other arguments are those of `best_play`."""
    draws = tuple(
        np.broadcast_to(policy.draws_on(drawing.hands.totals[size - 1])[:, None], worth[size - FIRST_CARDS].shape)
        for size in range(FIRST_CARDS, drawing.longest)
    )
    return _played(drawing, worth, draws)


def ends_of(drawing: Drawing, play: Play) -> tuple[int, tuple[Masses, ...]]:
    """Return in how many ordered draws the hands come to their ends, exactly.

    Returns:
        Perfect sabaccs, one number; and, for each number of cards from 2, the hands that stand with it: one row a
        hand, one column a case, out of `drawing.orders`.
    """
    is_perfect = drawing.hands.is_perfect
    opening = drawing.opening(whole_numbers(drawing.orders)).sum(axis=1)
    perfect = opening[is_perfect].sum() * drawing.undrawn_orders(FIRST_CARDS)
    opening[is_perfect] = 0
    masses = np.repeat(opening[:, None], play.value.shape[1], axis=1)
    return int(perfect), tuple(played_out(drawing, masses, play.draws))


def played_out(drawing: Drawing, masses: Masses, draws: Sequence[Flags]) -> Iterator[Masses]:
    """Yield for each number of cards from 2 how often hands stand with it, in ordered draws out of `drawing.orders`.

    Args:
        drawing: the side's.
        masses: in how many ordered draws its hands of two cards come, one row a hand, one column a case.
        draws: for each number of cards from 2 with which it may draw, whether it does; likewise.
    """
    for size, flags in enumerate(draws, start=FIRST_CARDS):
        yield np.where(flags, 0, masses) * drawing.undrawn_orders(size)
        masses = drawing.grown(size, np.where(flags, masses, 0))
    yield masses


def _played(drawing: Drawing, worth: tuple[Floats, ...], given: tuple[Flags, ...] | None) -> Play:
    value = worth[drawing.longest - FIRST_CARDS]
    draws: list[Flags] = []
    brings: list[Floats] = []
    for size in range(drawing.longest - 1, FIRST_CARDS - 1, -1):
        stands = worth[size - FIRST_CARDS]
        drawn = drawing.next_sum(size, value) / drawing.remaining(size)
        chosen = drawn > stands + LEAST_GAIN if given is None else given[size - FIRST_CARDS]
        value = np.where(chosen, drawn, stands)
        draws.insert(0, chosen)
        brings.insert(0, drawn)
    return Play(tuple(draws), worth, tuple(brings), value)
