"""The dealer's turn and what a hand at his table pays (table rules; R3, R8)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from deckmapping.values import whole
from service.rules.outcome import DecidedBy, decide

if TYPE_CHECKING:
    from deckmapping.dealer_rule import DealerRule
    from deckmapping.values import Value
    from service.rules.outcome import FinalHand, Outcome

_NEVER: Final = Fraction(0)
_ALWAYS: Final = Fraction(1)
_DOUBLE: Final = 2
"""R8: never more than double."""
PERFECT_PAYS: Final = (Fraction(1), Fraction(_DOUBLE))
"""The least and the most that a perfect sabacc may pay, in bets."""
PERFECT_COSTS: Final = (1, _DOUBLE)
"""What it may cost, in bets."""
_BETS: Final = MappingProxyType({bets: Fraction(bets) for bets in range(-_DOUBLE, _DOUBLE + 1)})
"""Whole bets: most hands end with one of them, and a fraction takes long to make."""


@dataclass(frozen=True, slots=True)
class PayTable:
    """What a perfect sabacc pays and costs, in bets. Every other win pays one bet, or two by the winner's text (R8)."""

    perfect_pays: Fraction = Fraction(3, 2)
    """To the player, whose perfect sabacc it is."""
    perfect_costs: int = 1
    """To the player, where the dealer has it."""

    def __post_init__(self) -> None:
        least, most = PERFECT_PAYS
        if not least <= self.perfect_pays <= most:
            raise InvalidInputError.of("perfectPays", str(self.perfect_pays), "a payout from 1:1 to 2:1")
        if self.perfect_costs not in PERFECT_COSTS:
            raise InvalidInputError.of("perfectCosts", self.perfect_costs, "1 or 2 bets")


def draw_chance(rule: DealerRule, total: Value) -> Fraction:
    """Return the chance that the dealer draws on his best *total*, before any change of it."""
    if total <= whole(rule.draws_to):
        return _ALWAYS
    if rule.overdraws_to is not None and total <= whole(rule.overdraws_to):
        return rule.overdraw_chance
    return _NEVER


def perfect_pays(pay: PayTable, *, wins_double: bool) -> Fraction:
    """Return what the player's perfect sabacc brings, in bets; at least two where his text doubles every win."""
    return max(pay.perfect_pays, Fraction(_DOUBLE)) if wins_double else pay.perfect_pays


def perfect_costs(pay: PayTable, *, wins_double: bool) -> int:
    """Return what the dealer's perfect sabacc costs, in bets; two where his text doubles every win."""
    return _DOUBLE if wins_double else pay.perfect_costs


def win_counts(*, wins_double: bool) -> int:
    """Return for how many bets a win without perfect sabacc counts (R8)."""
    return _DOUBLE if wins_double else 1


def worst_bets(pay: PayTable, *, wins_double: bool) -> int:
    """Return the most bets that a hand may cost the player, for what is held of his purse before the deal."""
    return max(perfect_costs(pay, wins_double=wins_double), win_counts(wins_double=wins_double))


def result_in_bets(player: FinalHand, dealer: FinalHand, pay: PayTable) -> Fraction:
    """Return what the player wins, in bets; negative where he loses, 0 for a push.

    Args:
        player: his final hand.
        dealer: the dealer's, after any change of its total.
        pay: the table's payouts.
    """
    return outcome_in_bets(decide((player, dealer)), (player, dealer), pay)


def outcome_in_bets(outcome: Outcome, hands: tuple[FinalHand, FinalHand], pay: PayTable) -> Fraction:
    """Return `result_in_bets` of two hands, the player's and the dealer's, that ended with *outcome*."""
    if outcome.winner is None:
        return _BETS[0]
    is_perfect, double = outcome.decided_by is DecidedBy.PERFECT, hands[outcome.winner].wins_double
    if outcome.winner == 0:
        return perfect_pays(pay, wins_double=double) if is_perfect else _BETS[win_counts(wins_double=double)]
    return _BETS[-(perfect_costs(pay, wins_double=double) if is_perfect else win_counts(wins_double=double))]
