"""The exact odds of a play that was found: whole numbers of ordered draws on either side, multiplied and added."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from service.odds.setting import UpCard
from service.odds.table.dealer import dealer_counts, dealer_ways
from service.odds.table.knowing import knowing_dealer_counts
from service.odds.table.outcomes import Odds, Outcomes, earned
from service.odds.table.player import ends_of
from service.odds.table.solution import dealer_on_ladder, solve
from service.rules.ranking import is_over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from service.odds.hands.drawing import Masses
    from service.odds.hands.ladder import End
    from service.odds.setting import Policy, Setting
    from service.odds.table.solution import Solution

    Whole = NDArray[np.object_]
    """Python's integers: products of both sides' ordered draws pass 64 bits."""


def exact_odds(solution: Solution) -> Odds:
    """Return what the play of *solution* earns, exactly."""
    return _Tally.of(solution).odds(solution)


def house_edge(setting: Setting, policy: Policy | None = None) -> Fraction:
    """Return what the house earns, exactly, in bets a hand: against *policy*, or against the best play."""
    return -exact_odds(solve(setting, policy)).edge


class _Against(NamedTuple):
    """How often the dealer's hands come out in one way against an end of the player's, by case of the up card."""

    beaten: Whole
    equal: Whole
    better: Whole
    over: Whole
    """Over 11, whoever wins."""
    ends: Masses
    """One row a place of the ladder."""

    @property
    def played_out(self) -> Whole:
        """All of his hands, whoever wins."""
        every: Whole = self.beaten + self.equal + self.better
        return every

    @classmethod
    def of(cls, ends: Masses, place: int, over: NDArray[np.bool_]) -> _Against:
        """Compare the dealer's *ends* with the player's at *place*; *over* tells which places are over 11."""
        parts = (ends[place + 1 :], ends[place : place + 1], ends[:place], ends[over])
        beaten, equal, better, above = (part.sum(axis=0).astype(object) for part in parts)
        return cls(beaten, equal, better, above, ends)


@dataclass(frozen=True, slots=True)
class _Tally:
    """Both sides' hands, counted."""

    player: Mapping[int, Whole]
    """How often the player's hands come to each place of the ladder, by case; places that occur only."""
    player_perfect: int
    player_of: int
    dealer: Mapping[int, _Against]
    """By place of the player's end, the same places."""
    dealer_perfect: int
    dealer_of: int

    @classmethod
    def of(cls, solution: Solution) -> _Tally:
        """Count the hands of both sides."""
        setting, player, ladder = solution.setting, solution.player, solution.ladder
        perfect, by_size = ends_of(player, solution.play)
        ends = ladder.placed(ladder.player, solution.ends.summed(by_size))
        occurring = np.flatnonzero(ends.any(axis=1)).tolist()
        counts = dealer_counts(solution.dealer, setting.rule)
        if setting.dealer_sees_hand:
            dealer = knowing_dealer_counts(setting, solution.dealer, ladder, occurring)
        else:
            dealer = dict.fromkeys(occurring, dealer_on_ladder(counts, setting, ladder))
        if setting.up_card is UpCard.HIDDEN:
            dealer = {place: masses.sum(axis=1, keepdims=True) for place, masses in dealer.items()}
        over = np.array([is_over(total) for total, _ in ladder.ends])
        return cls(
            player={place: ends[place].astype(object) for place in occurring},
            player_perfect=perfect,
            player_of=player.orders,
            dealer={place: _Against.of(masses, place, over) for place, masses in dealer.items()},
            dealer_perfect=int(counts.perfect.sum()) * setting.rule.shift_share.denominator,
            dealer_of=dealer_ways(solution.dealer, setting.rule) * setting.rule.shift_share.denominator,
        )

    def odds(self, solution: Solution) -> Odds:
        """Multiply the sides and add up."""
        outcomes = self._outcomes(solution.ladder.ends)
        edge, variance = earned(solution.setting, outcomes)
        player_ends, dealer_ends = self._ends(solution.ladder.ends)
        return Odds(
            edge=edge,
            variance=variance,
            outcomes=outcomes,
            player_opens_perfect=Fraction(self.player_perfect, self.player_of),
            dealer_opens_perfect=Fraction(self.dealer_perfect, self.dealer_of),
            player_ends=player_ends,
            dealer_ends=dealer_ends,
        )

    def _outcomes(self, ends: tuple[End, ...]) -> Outcomes:
        of = self.player_of * self.dealer_of
        both_perfect = self.player_perfect * self.dealer_perfect
        over = [place for place in self.player if is_over(ends[place][0])]

        def share(dealer: Mapping[int, Whole], more: int = 0) -> Fraction:
            """Return the share of all hands in which the player's ends meet the *dealer*'s."""
            return Fraction(sum(int(self.player[place] @ cases) for place, cases in dealer.items()) + more, of)

        return Outcomes(
            win=share({place: each.beaten for place, each in self.dealer.items()}),
            perfect=Fraction(self.player_perfect * self.dealer_of - both_perfect, of),
            push=share({place: each.equal for place, each in self.dealer.items()}, both_perfect),
            lose=share({place: each.better for place, each in self.dealer.items()}),
            dealer_perfect=Fraction(self.dealer_perfect * self.player_of - both_perfect, of),
            player_over=share({place: self.dealer[place].played_out for place in over}),
            dealer_over=share({place: each.over for place, each in self.dealer.items()}),
            both_over=share({place: self.dealer[place].over for place in over}),
        )

    def _ends(self, ends: tuple[End, ...]) -> tuple[dict[End, Fraction], dict[End, Fraction]]:
        """Return the shares of both sides' ends among the hands that no perfect sabacc ended."""
        of = (self.player_of - self.player_perfect) * (self.dealer_of - self.dealer_perfect)
        if not of or not self.player:  # one side is always dealt a perfect sabacc
            return {}, {}
        played = {place: int(self.player[place] @ each.played_out) for place, each in self.dealer.items()}
        player = {ends[place]: Fraction(count, of) for place, count in played.items() if count}
        ways = sum(each.ends.astype(object) @ self.player[place] for place, each in self.dealer.items())
        dealer = {ends[place]: Fraction(int(count), of) for place, count in enumerate(ways) if count}
        return player, dealer
