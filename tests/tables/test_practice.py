"""Practice chips: bets, what is held, payouts, busts."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from service.rules.dealing import PayTable, result_in_bets
from service.rules.errors import IllegalActError
from service.rules.outcome import FinalHand
from service.tables.practice import (
    NONE,
    START,
    Chips,
    Held,
    NewGame,
    Paid,
    Purse,
    Wager,
    can_hold,
    hold,
    result_in_chips,
    settle,
    verify_practice,
)
from tests.rules.facts import values

if TYPE_CHECKING:
    from collections.abc import Callable

WIN, PUSH, LOSS = Fraction(1), Fraction(0), Fraction(-1)


def bet(chips: int, worst_bets: int = 1, key: str = "t/1") -> Wager:
    return Wager(key, Chips(chips), worst_bets)


@pytest.mark.parametrize("mix", [operator.add, operator.sub, operator.lt, operator.ge])
def test_chips_neither_add_to_silver_nor_compare_with_it(mix: Callable[[Any, Any], object]) -> None:
    for one, other in ((Chips(100), 100), (100, Chips(100))):
        with pytest.raises(TypeError):
            mix(one, other)
        assert one != other


def test_a_new_purse_holds_the_start_amount_and_all_of_it_may_be_bet() -> None:
    purse = Purse()
    assert (purse.balance, purse.free, purse.game) == (START, Chips(1000), 1)
    assert [can_hold(purse, bet(chips)) for chips in (0, 1, 1000, 1001)] == [False, True, True, False]
    assert not can_hold(purse, bet(-5))


def test_where_a_loss_may_count_double_half_of_the_balance_may_be_bet() -> None:
    purse = Purse(Chips(301))
    assert purse.largest_bet(2) == Chips(150)
    assert can_hold(purse, bet(150, 2))
    with pytest.raises(InvalidInputError, match="expected 1 to 150 chips, as the hand may cost two bets"):
        hold(purse, bet(151, 2))
    purse, events = hold(purse, bet(150, 2))
    assert (purse.balance, purse.held, purse.free) == (Chips(301), Chips(300), Chips(1))
    assert events == (Held(bet(150, 2)),)


@pytest.mark.parametrize("worst_bets", [0, 3])
def test_r8_no_hand_costs_more_than_two_bets(worst_bets: int) -> None:
    with pytest.raises(InvalidInputError, match="1 or 2 bets"):
        hold(Purse(), bet(1, worst_bets))


def test_a_start_amount_below_one_chip_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="1 chip or more"):
        Purse(start=NONE)


@pytest.mark.parametrize(
    ("chips", "result", "change"),
    [
        (145, "1", 145),
        (145, "3/2", 217),  # 217.5
        (1, "3/2", 1),
        (7, "3/2", 10),  # 10.5
        (100, "6/5", 120),
        (3, "7/5", 4),  # 4.2
        (145, "2", 290),
        (145, "0", 0),
        (145, "-1", -145),
        (145, "-2", -290),
    ],
)
def test_payouts_are_whole_chips_rounded_down(chips: int, result: str, change: int) -> None:
    assert result_in_chips(Chips(chips), Fraction(result)) == Chips(change)


def test_field_report_25_a_push_returns_the_bet_and_is_told() -> None:
    ten = FinalHand(3, values("10")[0])
    result = result_in_bets(ten, ten, PayTable())
    held, _ = hold(Purse(Chips(500)), bet(145))
    purse, events = settle(held, "t/1", result)
    assert (result, purse) == (PUSH, Purse(Chips(500)))
    assert events == (Paid("t/1", NONE, Chips(500)),)


def test_field_report_9_a_made_11_pays_one_bet_and_only_the_opening_one_3_to_2() -> None:
    eleven, ten = values("11")[0], values("10")[0]
    for hand, expected in ((FinalHand(3, eleven), 145), (FinalHand(2, eleven), 145), (FinalHand(2, eleven, True), 217)):
        held, _ = hold(Purse(Chips(500)), bet(145))
        purse, _ = settle(held, "t/1", result_in_bets(hand, FinalHand(2, ten), PayTable()))
        assert purse.balance == Chips(500 + expected)


def test_field_report_23_only_the_bet_is_at_stake_whatever_moves_meanwhile() -> None:
    purse, _ = hold(Purse(Chips(500)), bet(145, key="bad/1"))
    purse, _ = hold(purse, bet(1, key="other/1"))
    purse, _ = settle(purse, "other/1", WIN)
    assert (purse.balance, purse.held) == (Chips(501), Chips(145))
    purse, _ = settle(purse, "bad/1", LOSS)
    assert purse == Purse(Chips(356))


def test_a_hand_is_paid_once_and_only_where_a_bet_is_held() -> None:
    purse, _ = hold(Purse(), bet(10))
    with pytest.raises(IllegalActError, match="a hand without a bet"):
        hold(purse, bet(10))
    with pytest.raises(IllegalActError, match="a hand on which a bet is held"):
        settle(purse, "t/2", WIN)
    purse, _ = settle(purse, "t/1", WIN)
    with pytest.raises(IllegalActError, match="a hand on which a bet is held"):
        settle(purse, "t/1", WIN)


def test_a_result_beyond_the_worst_case_is_a_fault_of_the_program() -> None:
    purse, _ = hold(Purse(), bet(10))
    with pytest.raises(ValueError, match="worst case"):
        settle(purse, "t/1", Fraction(-2))


def test_a_bust_begins_a_new_game() -> None:
    purse, _ = hold(Purse(Chips(40), start=Chips(200)), bet(40))
    purse, events = settle(purse, "t/1", LOSS)
    assert purse == Purse(Chips(200), Chips(200), game=2)
    assert events == (Paid("t/1", Chips(-40), NONE), NewGame(2, Chips(200)))


@pytest.mark.parametrize(("worst_bets", "after"), [(1, Purse(Chips(1))), (2, Purse(START, game=2))])
def test_one_chip_is_a_bust_only_where_a_hand_may_cost_two(worst_bets: int, after: Purse) -> None:
    purse, _ = hold(Purse(Chips(worst_bets + 1)), bet(1, worst_bets))
    purse, _ = settle(purse, "t/1", Fraction(-worst_bets))
    assert purse == after


@pytest.mark.parametrize(("needed", "after"), [(400, Purse(Chips(400))), (401, Purse(START, game=2))])
def test_whoever_has_less_than_a_hand_of_the_table_needs_is_bust(needed: int, after: Purse) -> None:
    purse, _ = hold(Purse(Chips(600)), bet(200, worst_bets=2))
    purse, _ = settle(purse, "t/1", LOSS, Chips(needed))
    assert purse == after


def test_nobody_is_bust_while_another_hand_may_still_win() -> None:
    purse, _ = hold(Purse(Chips(30)), bet(10, key="a/1"))
    purse, _ = hold(purse, bet(20, key="b/1"))
    purse, events = settle(purse, "a/1", LOSS)
    assert events == (Paid("a/1", Chips(-10), Chips(20)),)
    purse, events = settle(purse, "b/1", LOSS)
    assert (purse.game, len(events)) == (2, 2)


def test_what_only_practice_has_is_refused_for_anything_but_chips() -> None:
    verify_practice(bet(1), "ask the coach")
    with pytest.raises(IllegalActError, match="a hand that is played for practice chips"):
        verify_practice(100, "ask the coach")


results = st.sampled_from([Fraction(text) for text in ("-2", "-1", "0", "1", "3/2", "2")])


@given(st.integers(1, 500), st.lists(st.tuples(st.integers(1, 500), st.sampled_from([1, 2]), results), max_size=20))
def test_a_purse_never_falls_below_what_is_held_and_moves_by_results_alone(
    start: int, hands: list[tuple[int, int, Fraction]]
) -> None:
    purse = Purse(Chips(start), Chips(start))
    counted, games = start, 1
    for number, (chips, worst_bets, result) in enumerate(hands):
        wager = bet(chips, worst_bets, f"t/{number}")
        if not can_hold(purse, wager) or -result > worst_bets:
            continue
        purse, _ = hold(purse, wager)
        assert purse.free >= NONE
        purse, _ = settle(purse, wager.key, result)
        counted += chips * result.numerator // result.denominator
        if counted < worst_bets:
            counted, games = start, games + 1
        assert (purse.balance.count, purse.game, purse.held) == (counted, games, NONE)


def test_no_bet_is_larger_than_a_thousand_million() -> None:
    purse = Purse(Chips(10**12))
    assert purse.largest_bet(1) == purse.largest_bet(2) == Chips(10**9)
    with pytest.raises(InvalidInputError, match="expected 1 to 1000000000 chips"):
        hold(purse, bet(10**9 + 1))
    assert hold(purse, bet(10**9))[0].held == Chips(10**9)
