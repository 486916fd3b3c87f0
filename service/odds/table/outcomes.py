"""What the odds tell of a table, as values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.odds.hands.ladder import End
    from service.odds.setting import Setting


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How hands come out, each as a share of all hands. The first five add up to 1."""

    win: Fraction
    """The player wins without perfect sabacc."""
    perfect: Fraction
    """The player has a perfect sabacc and the dealer has none."""
    push: Fraction
    """The bet is returned; both perfect included."""
    lose: Fraction
    """The dealer wins without perfect sabacc."""
    dealer_perfect: Fraction
    """The dealer has a perfect sabacc and the player has none."""
    player_over: Fraction
    """The player ends over 11 in a hand that no perfect sabacc ended, whoever wins it."""
    dealer_over: Fraction
    """Likewise the dealer."""
    both_over: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """What exactly a play earns at a table."""

    edge: Fraction
    """What the player wins, in bets a hand; the house edge is its negative."""
    variance: Fraction
    """Of one hand's result, in squared bets."""
    outcomes: Outcomes
    player_opens_perfect: Fraction
    """The chance that the player's first two cards are a perfect sabacc."""
    dealer_opens_perfect: Fraction
    player_ends: Mapping[End, Fraction]
    """How his hands end (total in ten-millionths, number of cards), as shares of the hands no perfect sabacc ended."""
    dealer_ends: Mapping[End, Fraction]
    """Likewise the dealer's, after any change of his total."""


def earned(setting: Setting, outcomes: Outcomes) -> tuple[Fraction, Fraction]:
    """Return what the player wins with *outcomes*, in bets a hand, and the variance of one hand's result."""
    stakes = setting.stakes
    results = (
        (outcomes.win, Fraction(stakes.wins)),
        (outcomes.perfect, stakes.perfect_pays),
        (outcomes.lose, Fraction(-stakes.costs)),
        (outcomes.dealer_perfect, Fraction(-stakes.perfect_costs)),
    )
    edge = sum((share * bets for share, bets in results), Fraction(0))
    squares = sum((share * bets**2 for share, bets in results), Fraction(0))
    return edge, squares - edge**2
