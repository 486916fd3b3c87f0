"""Both sides of a solved table, ready to be dealt to: the player by the play that was found, the dealer by his rule."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from service.odds.setting import UpCard
from service.odds.simulation.course import Course
from service.odds.table.dealer import draw_parts
from service.odds.table.knowing import knowing_draws
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from numpy.random import Generator
    from numpy.typing import NDArray

    from service.odds.hands.drawing import Drawing
    from service.odds.simulation.course import Room
    from service.odds.table.solution import Solution

    Ints = NDArray[np.integer]
    Flags = NDArray[np.bool_]

PERFECT: Final = 0
"""The number of the end that a perfect sabacc is. Place p of the ladder has number p + 1: the lower, the better."""

_TOSS: Final = 2**63
"""A chance is tossed with a whole number below this."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where hands are dealt."""

    player: Course
    """By the up card he sees."""
    dealer: Course
    """By the player's end (where he sees it), then by what is tossed."""
    sees_up_card: bool
    against: Ints | None
    """For each end of the player's its number among those that the dealer plays against; None where he sees none."""
    tosses: tuple[Fraction, ...]
    """What chance decides about the dealer in each hand, beforehand, each with its own chance."""

    @classmethod
    def of(cls, solution: Solution) -> Table:
        """Return the table of *solution*."""
        player, is_seen = _player(solution), solution.setting.up_card is UpCard.SEEN
        if solution.setting.dealer_sees_hand:
            dealer, against, tosses = _knowing_dealer(solution, player)
            return cls(player, dealer, is_seen, against, tosses)
        dealer, tosses = _dealer(solution)
        return cls(player, dealer, is_seen, None, tosses)

    def batches(self, deal: Generator, hands: int, most: int) -> Iterator[tuple[Ints, Ints]]:
        """Deal and play *hands* hands, *most* of them at once.

        Yields:
            For each batch the numbers of both sides' ends; they stand until the next batch is asked for.
        """
        rooms = self._rooms(min(most, hands))
        for dealt in range(0, hands, most):
            if hands - dealt < most:
                rooms = self._rooms(hands - dealt)
            yield self._dealt(deal, *rooms)

    def _rooms(self, hands: int) -> tuple[Room, Room]:
        places = np.empty(hands, np.intp)
        return self.player.room(places), self.dealer.room(places)

    def _dealt(self, deal: Generator, player_room: Room, dealer_room: Room) -> tuple[Ints, Ints]:
        hands = len(player_room.states)
        up_card = self.dealer.first_cards(deal, hands)
        first = self.player.first_cards(deal, hands)
        if self.sees_up_card:
            player_room.look_up(self.dealer.kinds * len(self.player.kinds), up_card)
            player_room.add(first)
            first = player_room.states
        player = self.player.play(deal, first, player_room)
        case: Ints | Flags | None = None if self.against is None else self.against.take(player)
        for chance in self.tosses:
            toss = deal.integers(0, _TOSS, hands, np.uint64) < int(chance * _TOSS)
            case = toss if case is None else case * 2 + toss
        first = up_card if case is None else up_card + case * len(self.dealer.kinds)
        return player, self.dealer.play(deal, first, dealer_room)


def _player(solution: Solution) -> Course:
    drawing, play = solution.player, solution.play
    cases = play.value.shape[1]
    places = (solution.ladder.player[ends] for ends in solution.ends.of[FIRST_CARDS - 1 : drawing.longest])
    ends = [np.repeat(place[:, None] + 1, cases, axis=1) for place in places]
    return _course(solution, drawing, play.draws, ends)


def _dealer(solution: Solution) -> tuple[Course, tuple[Fraction, ...]]:
    """Return the dealer who plays by his rule, and what is tossed: whether he may change his total, and overdraws.

    The tosses for each number of cards with which he might overdraw are made before he knows whether he is asked.
    """
    drawing, rule, table = solution.dealer, solution.setting.rule, solution.dealer.hands
    asked = range(FIRST_CARDS, drawing.longest)
    chances = (rule.shift_share, *(rule.overdraw_chance for _ in asked))
    cases = np.array(
        list(product(*([True] if share == 1 else [False, True] if share else [False] for share in chances)))
    )
    may_change, overdraws = cases[:, 0], cases[:, 1:]
    shares = [draw_parts(table, rule, size, np.dtype(np.float64))[:, None] for size in asked]
    draws = [(share == 1) | (share > 0) & coins for share, coins in zip(shares, overdraws.T, strict=True)]
    plain, changed = (
        [at[ends][:, None] + 1 for ends in each.of[FIRST_CARDS - 1 : drawing.longest]]
        for each, at in zip((table.plain, table.changed), solution.ladder.dealer, strict=True)
    )
    ends = [np.where(may_change, *both) for both in zip(changed, plain, strict=True)]
    return _course(solution, drawing, draws, ends), tuple(share for share in chances if 0 < share < 1)


def _knowing_dealer(solution: Solution, player: Course) -> tuple[Course, Ints, tuple[Fraction, ...]]:
    """Return the dealer who sees the player's hand, for each end of the player's its case, and what is tossed."""
    drawing, ladder, share = solution.dealer, solution.ladder, solution.setting.rule.shift_share
    met = np.unique(np.maximum(player.reached, PERFECT + 1))  # how he plays against a perfect sabacc changes nothing
    plays = knowing_draws(solution.setting, drawing, ladder, met - 1)
    columns = (-1, len(met) * len(plays))
    draws = [np.stack(flags, axis=2).reshape(columns) for flags in zip(*(play[2] for play in plays), strict=True)]
    stood = (
        np.stack([at[ends.of[size - 1]] + 1 for ends, at, _ in plays], axis=1)
        for size in range(FIRST_CARDS, drawing.longest + 1)
    )
    ends = [np.repeat(each[:, None, :], len(met), axis=1).reshape(columns) for each in stood]
    against = np.zeros(len(ladder.ends) + 1, np.int32)
    against[met] = np.arange(len(met))
    return _course(solution, drawing, draws, ends), against, (share,) if 0 < share < 1 else ()


def _course(solution: Solution, drawing: Drawing, draws: Sequence[Flags], ends: Sequence[Ints]) -> Course:
    """Return the course of *drawing* on which a perfect sabacc ends the hand."""
    is_perfect = drawing.hands.is_perfect[:, None]
    opening = np.where(is_perfect, PERFECT, ends[0])
    first = [flags & ~is_perfect for flags in draws[:1]]
    return Course.of(drawing, [*first, *draws[1:]], [opening, *ends[1:]], len(solution.ladder.ends) + 1)
