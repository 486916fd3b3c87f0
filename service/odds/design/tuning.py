"""What a table must be set to so that the house earns a wanted edge: a share of changed totals, or a payout."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, Violation
from service.odds.table.exact import exact_odds, house_edge
from service.odds.table.solution import solve
from service.rules.dealing import PERFECT_COSTS, PERFECT_PAYS

if TYPE_CHECKING:
    from service.odds.setting import Setting
    from service.odds.table.solution import Solution

MOST_PARTS: Final = 1_000_000
"""The most parts into which a number that is tuned may be rounded."""
_SHOWN_PARTS: Final = 10**7
"""Of a bet: the ends of a range are shown with seven decimals."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """A table set to a wanted edge."""

    setting: Setting
    """The table with the number that was found, rounded."""
    exactly: Fraction
    """The number with which the house earns precisely the wanted edge."""
    house_edge: Fraction
    """What the house earns against the best play with the rounded number: exact, in bets a hand."""


def shifting(setting: Setting, share: Fraction) -> Setting:
    """Return *setting* with a dealer who may change his total by 1 on *share* of the hands."""
    return replace(setting, rule=replace(setting.rule, shift_share=share))


def tune_shift_share(setting: Setting, wanted: Fraction, denominator: int = 100) -> Tuned:
    """Find on which share of the hands the dealer must be allowed to change his total by 1 (Lando).

    Against one play of the player the edge is a straight line in the share, and the best play is the best of all these
    lines; so the house's edge rises with the share along straight pieces, ever less steeply where the player changes
    his play. From a share of 0 the line of the best play there leads to a share that is too small or right, its best
    play to the next one, and after as many steps as there are pieces to the exact share.

    Args:
        setting: the table; its own share is not looked at.
        wanted: what the house is to earn, in bets a hand.
        denominator: the share is rounded to whole parts of it, halves to even.

    Raises:
        InvalidInputError: no share from 0 to 1 earns it; it says what they earn.
    """
    _verify_denominator(denominator)
    least, most = (house_edge(shifting(setting, Fraction(share))) for share in (0, 1))
    _verify_wanted(wanted, least, most)
    share = Fraction(0)
    while True:
        solution = solve(shifting(setting, share))
        never, always = (_house_edge_of(solution, Fraction(each)) for each in (0, 1))
        reached = (wanted - never) / (always - never) if always > never else share
        if reached <= share:
            break
        share = reached
    tuned = shifting(setting, Fraction(round(share * denominator), denominator))
    return Tuned(tuned, share, house_edge(tuned))


def tune_perfect_pays(setting: Setting, wanted: Fraction, denominator: int = 20) -> Tuned:
    """Find what a perfect sabacc of the player must pay, at a table where the dealer's costs what it does.

    A perfect sabacc is seen before anybody acts, so the payout changes nothing in the player's best play and the edge
    is a straight line in it.

    Args:
        setting: the table; its own payout is not looked at.
        wanted: what the house is to earn, in bets a hand.
        denominator: the payout is rounded to whole parts of it, halves to even.

    Raises:
        InvalidInputError: no payout from 1:1 to 2:1 earns it, and it says what they earn; or a text of the player's
            makes every win double, so that the payout does nothing.
    """
    _verify_denominator(denominator)
    if setting.player.rules.wins_double:
        raise InvalidInputError.of("player", "every win counts double", "a player whose payout the table decides")
    most, least = (house_edge(_with_pays(setting, pays)) for pays in PERFECT_PAYS)
    _verify_wanted(wanted, least, most)
    pays = 1 + (most - wanted) / (most - least) if most > least else Fraction(1)
    tuned = _with_pays(setting, Fraction(round(pays * denominator), denominator))
    return Tuned(tuned, pays, house_edge(tuned))


def tune_pay_table(setting: Setting, wanted: Fraction, denominator: int = 20) -> Tuned:
    """Find the pay table: what a perfect sabacc pays and costs. Of two that earn the wanted edge the dealer's costs 1.

    The arguments are those of `tune_perfect_pays`.

    Raises:
        InvalidInputError: no pay table earns it; it says what they earn, first those where the dealer's costs 1.
    """
    refused: list[Violation] = []
    for costs in PERFECT_COSTS:
        try:
            table = replace(setting, pay=replace(setting.pay, perfect_costs=costs))
            return tune_perfect_pays(table, wanted, denominator)
        except InvalidInputError as error:
            refused.extend(error.violations)
    raise InvalidInputError.all(refused)


def _verify_denominator(denominator: int) -> None:
    if not 1 <= denominator <= MOST_PARTS:
        raise InvalidInputError.of("denominator", denominator, f"from 1 to {MOST_PARTS} parts")


def _verify_wanted(wanted: Fraction, least: Fraction, most: Fraction) -> None:
    if not least <= wanted <= most:
        raise InvalidInputError.of("houseEdge", wanted, f"from {_range(least, most)}")


def _range(least: Fraction, most: Fraction) -> str:
    """Name a range by decimals that lie in it, its ends included; by its exact ends where there are none."""
    lowest, highest = ceil(least * _SHOWN_PARTS), floor(most * _SHOWN_PARTS)
    if lowest > highest:
        return f"{least} to {most}"
    return f"{lowest / _SHOWN_PARTS:.7f} to {highest / _SHOWN_PARTS:.7f}"


def _with_pays(setting: Setting, pays: Fraction) -> Setting:
    return replace(setting, pay=replace(setting.pay, perfect_pays=pays))


def _house_edge_of(solution: Solution, share: Fraction) -> Fraction:
    """Return what the house earns against the play of *solution* with another *share*."""
    return -exact_odds(replace(solution, setting=shifting(solution.setting, share))).edge
