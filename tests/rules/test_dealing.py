"""The dealer's draws and what a hand at his table pays (R3, R6, R7, R8; table rules)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.values import PI, Value, whole
from service.rules.dealing import (
    PayTable,
    draw_chance,
    perfect_costs,
    perfect_pays,
    result_in_bets,
    win_counts,
)
from service.rules.outcome import FinalHand

HALF = Value(5_000_000)
PERFECT = FinalHand(2, whole(11), is_perfect=True)
PAY = PayTable()


def hand(cards: int, total: int, *, double: bool = False) -> FinalHand:
    return FinalHand(cards, whole(total), wins_double=double)


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        (hand(3, 9), hand(2, 8), 1),
        (hand(2, 8), hand(3, 9), -1),
        (hand(2, 11), hand(6, 11), 1),
        (hand(6, 11), hand(2, 11), -1),
        (hand(4, 10), hand(4, 10), 0),
        (hand(2, 0), hand(2, 12), 1),
        (hand(2, 12), hand(2, 0), -1),
        (hand(5, 12), hand(3, 13), 1),
        (hand(3, 13), hand(5, 12), -1),
        (hand(3, 14), hand(4, 14), 1),
        (hand(4, 14), hand(3, 14), -1),
        (hand(3, 14), hand(3, 14), 0),
    ],
)
def test_r7_the_better_hand_wins_one_bet_and_equal_hands_push(
    player: FinalHand, dealer: FinalHand, expected: int
) -> None:
    assert result_in_bets(player, dealer, PAY) == expected


@pytest.mark.parametrize("pays", [Fraction(1), Fraction(3, 2), Fraction(2)])
def test_r3_the_players_perfect_sabacc_brings_what_the_table_pays(pays: Fraction) -> None:
    assert result_in_bets(PERFECT, hand(2, 10), PayTable(pays)) == pays


def test_r3_a_perfect_sabacc_beats_an_11_that_is_none() -> None:
    assert result_in_bets(PERFECT, hand(2, 11), PAY) == Fraction(3, 2)
    assert result_in_bets(hand(2, 11), PERFECT, PAY) == -1


@pytest.mark.parametrize("costs", [1, 2])
def test_r3_the_dealers_perfect_sabacc_costs_what_the_table_says(costs: int) -> None:
    assert result_in_bets(hand(2, 10), PERFECT, PayTable(perfect_costs=costs)) == -costs


def test_r3_two_perfect_sabaccs_push_even_where_both_win_double() -> None:
    double = FinalHand(2, whole(11), is_perfect=True, wins_double=True)
    assert result_in_bets(PERFECT, PERFECT, PAY) == result_in_bets(double, double, PAY) == 0


def test_r8_a_text_doubles_the_win_of_its_owner_alone() -> None:
    assert result_in_bets(hand(2, 9, double=True), hand(2, 8), PAY) == 2
    assert result_in_bets(hand(2, 9, double=True), hand(2, 10), PAY) == -1
    assert result_in_bets(hand(2, 9), hand(2, 10, double=True), PAY) == -2
    assert result_in_bets(hand(2, 9), hand(2, 8, double=True), PAY) == 1


def test_r8_a_text_and_a_perfect_sabacc_together_count_double_and_no_more() -> None:
    double = FinalHand(2, whole(11), is_perfect=True, wins_double=True)
    for pays in (Fraction(1), Fraction(3, 2), Fraction(2)):
        assert result_in_bets(double, hand(2, 10), PayTable(pays)) == 2
    for costs in (1, 2):
        assert result_in_bets(hand(2, 10), double, PayTable(perfect_costs=costs)) == -2


def test_r8_what_each_win_counts() -> None:
    assert [win_counts(wins_double=double) for double in (False, True)] == [1, 2]
    assert [perfect_pays(PAY, wins_double=double) for double in (False, True)] == [Fraction(3, 2), 2]
    assert [perfect_costs(PAY, wins_double=double) for double in (False, True)] == [1, 2]
    assert perfect_costs(PayTable(perfect_costs=2), wins_double=False) == 2


def test_the_usual_table_pays_three_to_two_and_costs_one_bet() -> None:
    assert (PAY.perfect_pays, PAY.perfect_costs) == (Fraction(3, 2), 1)


@pytest.mark.parametrize("pays", [Fraction(0), Fraction(99, 100), Fraction(201, 100), Fraction(-3, 2)])
def test_a_payout_outside_one_to_two_bets_is_refused(pays: Fraction) -> None:
    with pytest.raises(InvalidInputError) as caught:
        PayTable(pays)
    (fault,) = caught.value.violations
    assert (fault.field, fault.value, fault.expected) == ("perfectPays", str(pays), "a payout from 1:1 to 2:1")


@pytest.mark.parametrize("costs", [0, 3, -1])
def test_a_cost_that_is_neither_one_nor_two_bets_is_refused(costs: int) -> None:
    with pytest.raises(InvalidInputError) as caught:
        PayTable(perfect_costs=costs)
    (fault,) = caught.value.violations
    assert (fault.field, fault.value, fault.expected) == ("perfectCosts", str(costs), "1 or 2 bets")


@pytest.mark.parametrize(
    ("total", "draws"),
    [(whole(0), True), (whole(7), True), (Value(whole(7) + 1), False), (whole(8), False), (whole(12), False)],
)
def test_the_usual_dealer_draws_on_seven_or_less(total: Value, draws: bool) -> None:
    assert draw_chance(DealerRule(), total) == (1 if draws else 0)


def test_halves_and_pi_compare_exactly_with_what_a_dealer_draws_to() -> None:
    rule = DealerRule(draws_to=3)
    assert draw_chance(rule, PI) == 0
    assert draw_chance(rule, Value(whole(3) - HALF)) == 1
    assert draw_chance(rule, Value(whole(3) + HALF)) == 0


def test_a_dealer_who_overdraws_does_so_on_totals_up_to_the_limit_and_by_chance() -> None:
    rule = DealerRule(draws_to=6, overdraws_to=9, overdraw_chance=Fraction(1, 4))
    chances = [draw_chance(rule, whole(total)) for total in range(5, 12)]
    quarter = Fraction(1, 4)
    assert chances == [1, 1, quarter, quarter, quarter, 0, 0]
    assert draw_chance(rule, Value(whole(9) + 1)) == 0
