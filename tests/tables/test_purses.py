"""What a seat plays with: each act goes to chips or to silver by its type, and none takes both."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.money import NOTHING, Silver
from service.tables import purses
from service.tables.practice import NONE, Chips, NewGame, Paid, Purse, Wager
from service.tables.silver import BetLimits, Score, SilverPaid, SilverWager

if TYPE_CHECKING:
    from service.tables.purses import Amount, Bet, Holdings, Money

LIMITS = BetLimits(Silver(10), Silver(50))
PURSE, SCORE = Purse(Chips(100), Chips(100)), Score(LIMITS)


@pytest.mark.parametrize(
    ("money", "amount", "has", "bet"),
    [
        (Chips(100), Chips(20), PURSE, Wager("t/1", Chips(20), 2)),
        (LIMITS, Silver(20), SCORE, SilverWager("t/1", Silver(20), 2)),
    ],
)
def test_what_a_table_is_opened_with_says_what_is_played_for(
    money: Money, amount: Amount, has: Holdings, bet: Bet
) -> None:
    assert purses.amount_of(money, 20) == amount
    assert purses.holdings(money) == has
    assert purses.wager("t/1", amount, 2) == bet
    assert purses.bet_of(has) is None
    held, _ = purses.hold(has, bet)
    assert purses.bet_of(held) == bet
    assert held.held == amount.times(2)


@pytest.mark.parametrize(("has", "other"), [(PURSE, Silver(20)), (SCORE, Chips(20))])
def test_a_bet_of_the_other_kind_is_a_fault_of_the_program(has: Holdings, other: Amount) -> None:
    bet = purses.wager("t/1", other, 1)
    for act in (purses.hold, purses.verify_hold, purses.can_hold):
        with pytest.raises(AssertionError):
            act(has, bet)


def test_whether_a_bet_may_be_placed_is_what_placing_it_says() -> None:
    chips = [count for count in range(-5, 120) if purses.can_hold(PURSE, Wager("t/1", Chips(count), 2))]
    assert chips == list(range(1, 51))
    silver = [count for count in range(-5, 120) if purses.can_hold(SCORE, SilverWager("t/1", Silver(count), 2))]
    assert silver == list(range(10, 51))


def test_a_result_is_paid_in_what_was_bet() -> None:
    won, events = purses.settle(
        purses.hold(PURSE, Wager("t/1", Chips(5), 1))[0], "t/1", Fraction(3, 2), needed=Chips(1)
    )
    assert (won, events) == (Purse(Chips(107), Chips(100)), (Paid("t/1", Chips(7), Chips(107)),))
    score, told = purses.settle(
        purses.hold(SCORE, SilverWager("t/1", Silver(15), 1))[0], "t/1", Fraction(3, 2), needed=Chips(1)
    )
    assert (score, told) == (
        Score(LIMITS, Silver(22), first=Silver(15)),
        (SilverPaid("t/1", Silver(22), Silver(22)),),
    )


def test_who_loses_all_his_chips_begins_anew_and_who_loses_silver_has_lost_it() -> None:
    _, events = purses.settle(purses.hold(PURSE, Wager("t/1", Chips(100), 1))[0], "t/1", Fraction(-1), needed=Chips(1))
    assert events == (Paid("t/1", Chips(-100), NONE), NewGame(2, Chips(100)))
    score, told = purses.settle(
        purses.hold(SCORE, SilverWager("t/1", Silver(50), 2))[0], "t/1", Fraction(-2), needed=Chips(10**9)
    )
    assert (score, told) == (
        Score(LIMITS, Silver(-100), first=Silver(50)),
        (SilverPaid("t/1", Silver(-100), Silver(-100)),),
    )


@given(st.integers(1, 10**6), st.sampled_from(["-2", "-1", "0", "1", "6/5", "3/2", "2"]))
def test_chips_and_silver_come_to_the_same_number(count: int, result: str) -> None:
    bets = Fraction(result)
    chips, silver = purses.change_of(Chips(count), bets), purses.change_of(Silver(count), bets)
    assert isinstance(chips, Chips)
    assert isinstance(silver, Silver)
    assert chips.count == silver.count == count * bets.numerator // bets.denominator
    assert (silver > NOTHING) == (bets * count >= 1)
