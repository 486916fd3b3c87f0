"""What a seat plays with, practice chips or silver: the acts that tables need of either, each by its own type."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from service.money import Silver
from service.rules.errors import is_legal
from service.tables import practice, silver
from service.tables.practice import Chips, Purse, PurseEvent, Wager
from service.tables.silver import BetLimits, Score, ScoreEvent, SilverWager

if TYPE_CHECKING:
    from fractions import Fraction

Money: TypeAlias = Chips | BetLimits
"""What a table is opened with: the chips that a practice game begins with, or the bets of silver that it takes."""
Amount: TypeAlias = Chips | Silver
Holdings: TypeAlias = Purse | Score
"""What a seat has at a table."""
Bet: TypeAlias = Wager | SilverWager
MoneyEvent: TypeAlias = PurseEvent | ScoreEvent


def amount_of(money: Money, count: int) -> Amount:
    """Return *count* chips or silver, whichever the table is played for."""
    return Chips(count) if isinstance(money, Chips) else Silver(count)


def holdings(money: Money) -> Holdings:
    """Return what a seat begins with."""
    return Purse(money, money) if isinstance(money, Chips) else Score(money)


def wager(key: str, amount: Amount, worst_bets: int) -> Bet:
    """Return the bet of *amount* on the hand that *key* names."""
    return Wager(key, amount, worst_bets) if isinstance(amount, Chips) else SilverWager(key, amount, worst_bets)


def hold(has: Holdings, bet: Bet) -> tuple[Holdings, tuple[MoneyEvent, ...]]:
    """Place *bet* before a card is dealt; for its errors see `practice.hold` and `silver.hold`."""
    if isinstance(has, Purse):
        assert isinstance(bet, Wager)
        return practice.hold(has, bet)
    assert isinstance(bet, SilverWager)
    return silver.hold(has, bet)


def bet_of(has: Holdings) -> Bet | None:
    """Return the bet on the hand that is played."""
    return next(iter(has.wagers), None) if isinstance(has, Purse) else has.wager


def verify_hold(has: Holdings, bet: Bet) -> None:
    """Check that *bet* may be placed, as far as the table knows; for its errors see `hold`."""
    hold(has, bet)


def can_hold(has: Holdings, bet: Bet) -> bool:
    """Tell whether *bet* may be placed, as far as the table knows."""
    return is_legal(lambda: verify_hold(has, bet))


def settle(has: Holdings, key: str, result: Fraction, needed: Chips) -> tuple[Holdings, tuple[MoneyEvent, ...]]:
    """Pay the *result* in bets of the hand that *key* names.

    Args:
        has: the seat's.
        key: of the bet.
        result: what the hand brings, in bets.
        needed: of practice chips, what another hand holds at least; whoever has less begins a new game.
    """
    if isinstance(has, Purse):
        return practice.settle(has, key, result, needed)
    return silver.settle(has, key, result)


def change_of(bet: Amount, result: Fraction) -> Amount:
    """Return what a *result* in bets comes to."""
    return practice.result_in_chips(bet, result) if isinstance(bet, Chips) else silver.result_in_silver(bet, result)
