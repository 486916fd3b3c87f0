"""Bets of silver: what a table takes, what is held, what a hand brings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from service.money import MOST_SILVER, NOTHING, Silver
from service.rules.dealing import PayTable, result_in_bets
from service.rules.errors import IllegalActError
from service.rules.outcome import FinalHand
from service.tables import practice
from service.tables.practice import Chips, Purse, Wager
from service.tables.silver import (
    BetLimits,
    Score,
    SilverHeld,
    SilverPaid,
    SilverWager,
    hold,
    result_in_silver,
    settle,
)
from tests.rules.facts import values

LIMITS = BetLimits(Silver(10), Silver(50))
WIN, PUSH, LOSS = Fraction(1), Fraction(0), Fraction(-1)


def bet(silver: int, worst_bets: int = 1, key: str = "t/1") -> SilverWager:
    return SilverWager(key, Silver(silver), worst_bets)


def taken(score: Score) -> list[int]:
    """Every bet that is taken on the next hand, of all that may come to a player's mind."""
    found = []
    for silver in range(-60, 121):
        try:
            hold(score, bet(silver))
        except InvalidInputError:
            continue
        found.append(silver)
    return found


def after(score: Score, silver: int, result: Fraction = PUSH) -> Score:
    """The score after a hand."""
    return settle(hold(score, bet(silver))[0], "t/1", result)[0]


# What a table takes


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (0, 10, "leastBet: got '0', expected 1 silver or more"),
        (-5, 10, "leastBet: got '-5', expected 1 silver or more"),
        (10, 9, "mostBet: got '9', expected 10 to 16777215 silver"),
        (1, 16_777_216, "mostBet: got '16777216', expected 1 to 16777215 silver"),
        (0, -1, "leastBet: got '0', expected 1 silver or more; mostBet: got '-1', expected 0 to 16777215 silver"),
    ],
)
def test_limits_that_cannot_be_are_refused_each_by_its_name(least: int, most: int, words: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        BetLimits(Silver(least), Silver(most))
    assert str(caught.value) == words


def test_one_bet_alone_may_be_taken_and_all_that_a_wallet_holds() -> None:
    assert taken(Score(BetLimits(Silver(5), Silver(5)))) == [5]
    assert hold(Score(BetLimits(Silver(1), MOST_SILVER)), SilverWager("t/1", MOST_SILVER, 2))[0].held == Silver(
        33_554_430
    )


def test_the_first_bet_of_a_shoe_is_any_that_the_table_takes() -> None:
    assert taken(Score(LIMITS)) == list(range(10, 51))


@pytest.mark.parametrize(
    ("first", "least", "most"), [(10, 10, 20), (24, 24, 48), (25, 25, 50), (26, 26, 50), (50, 50, 50)]
)
def test_the_other_bets_of_a_shoe_are_from_its_first_to_twice_that_within_the_limits(
    first: int, least: int, most: int
) -> None:
    score = after(Score(LIMITS), first)
    assert taken(score) == list(range(least, most + 1))
    assert (score.least_bet, score.largest_bet(1), score.largest_bet(2)) == (Silver(least), Silver(most), Silver(most))


def test_a_higher_bet_in_the_middle_of_a_shoe_moves_nothing() -> None:
    assert taken(after(after(Score(LIMITS), 20), 40)) == list(range(20, 41))


def test_a_new_shoe_sets_the_bets_free() -> None:
    fresh = after(Score(LIMITS), 20, LOSS).at_new_shoe(NOTHING)
    assert taken(fresh) == list(range(10, 51))
    assert fresh.won == Silver(-20)
    assert taken(after(fresh, 12)) == list(range(12, 25))


@pytest.mark.parametrize(("floor", "least"), [(0, 10), (9, 10), (10, 10), (33, 33), (50, 50), (51, 50), (10**9, 50)])
def test_the_house_may_want_a_shoe_to_begin_with_more_but_not_above_the_limits(floor: int, least: int) -> None:
    score = after(Score(LIMITS), 20).at_new_shoe(Silver(floor))
    assert taken(score) == list(range(least, 51))
    assert taken(after(score, least)) == list(range(least, min(2 * least, 50) + 1))


def test_a_bet_that_is_not_taken_is_refused_with_those_that_are_and_why() -> None:
    score = Score(LIMITS)
    with pytest.raises(InvalidInputError) as caught:
        hold(score, bet(51))
    assert str(caught.value) == "bet: got '51', expected 10 to 50 silver"
    with pytest.raises(InvalidInputError) as caught:
        hold(after(score, 20), bet(41))
    assert str(caught.value) == "bet: got '41', expected 20 to 40 silver, as the first bet of this shoe was 20"


# What is held, and what a hand brings


@pytest.mark.parametrize(("worst_bets", "held"), [(1, 25), (2, 50)])
def test_a_bet_is_held_with_all_that_its_hand_may_cost(worst_bets: int, held: int) -> None:
    score, events = hold(Score(LIMITS), bet(25, worst_bets))
    assert (score.held, score.won, score.wager) == (Silver(held), NOTHING, bet(25, worst_bets))
    assert events == (SilverHeld(bet(25, worst_bets)),)
    assert settle(score, "t/1", PUSH)[0].held == NOTHING


@pytest.mark.parametrize(
    ("silver", "result", "change"),
    [
        (5, "3/2", 7),  # 7.5
        (1, "3/2", 1),
        (7, "3/2", 10),  # 10.5
        (10, "3/2", 15),
        (145, "3/2", 217),  # 217.5
        (3, "7/5", 4),  # 4.2
        (145, "2", 290),
        (145, "1", 145),
        (145, "0", 0),
        (145, "-1", -145),
        (145, "-2", -290),
    ],
)
def test_payouts_are_whole_silver_rounded_down(silver: int, result: str, change: int) -> None:
    assert result_in_silver(Silver(silver), Fraction(result)) == Silver(change)
    score = Score(BetLimits(Silver(1), Silver(200)), won=Silver(-7))
    paid, events = settle(hold(score, bet(silver, 2))[0], "t/1", Fraction(result))
    assert (paid.won, paid.held) == (Silver(change - 7), NOTHING)
    assert events == (SilverPaid("t/1", Silver(change), Silver(change - 7)),)


def test_field_report_9_a_made_11_pays_one_bet_and_only_the_opening_one_3_to_2() -> None:
    eleven, ten = values("11")[0], values("10")[0]
    for hand, won in ((FinalHand(3, eleven), 25), (FinalHand(2, eleven), 25), (FinalHand(2, eleven, True), 37)):
        assert after(Score(LIMITS), 25, result_in_bets(hand, FinalHand(2, ten), PayTable())).won == Silver(won)


def test_field_report_25_a_push_is_told() -> None:
    _, events = settle(hold(Score(LIMITS), bet(10))[0], "t/1", PUSH)
    assert events == (SilverPaid("t/1", NOTHING, NOTHING),)


def test_a_hand_is_paid_once_and_only_where_a_bet_is_placed() -> None:
    score, _ = hold(Score(LIMITS), bet(10))
    for other in (bet(10), bet(10, key="t/2")):
        with pytest.raises(IllegalActError, match="a hand without a bet"):
            hold(score, other)
    with pytest.raises(IllegalActError, match="a hand on which a bet is placed"):
        settle(score, "t/2", WIN)
    score, _ = settle(score, "t/1", WIN)
    with pytest.raises(IllegalActError, match="a hand on which a bet is placed"):
        settle(score, "t/1", WIN)


@pytest.mark.parametrize(("worst_bets", "result"), [(1, -2), (2, -3)])
def test_a_result_beyond_the_worst_case_is_a_fault_of_the_program(worst_bets: int, result: int) -> None:
    score, _ = hold(Score(LIMITS), bet(10, worst_bets))
    with pytest.raises(ValueError, match="worst case"):
        settle(score, "t/1", Fraction(result))


# No mixing: the type checker finds each of these too, or it would call the exception from it unused


def test_chips_are_not_bet_at_a_table_for_silver() -> None:
    with pytest.raises(TypeError):
        hold(Score(LIMITS), Wager("t/1", Chips(20), 1))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        hold(Score(LIMITS), SilverWager("t/1", Chips(20), 1))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        BetLimits(Chips(10), Chips(50))  # type: ignore[arg-type]


def test_silver_is_not_bet_at_a_table_for_practice() -> None:
    with pytest.raises(TypeError):
        practice.hold(Purse(), bet(20))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        practice.hold(Purse(), Wager("t/1", Silver(20), 1))  # type: ignore[arg-type]


def test_silver_and_chips_make_no_sum() -> None:
    with pytest.raises(TypeError):
        Silver(10) + Chips(10)  # type: ignore[operator]
    with pytest.raises(TypeError):
        Chips(10) - Silver(10)  # type: ignore[operator]
    with pytest.raises(TypeError):
        Silver(10) < Chips(20)  # type: ignore[operator]  # noqa: B015
    assert Silver(10) != Chips(10)  # type: ignore[comparison-overlap]


results = st.sampled_from([Fraction(text) for text in ("-2", "-1", "0", "1", "3/2", "2")])


@given(
    st.integers(1, 60),
    st.integers(0, 100),
    st.lists(st.tuples(st.booleans(), st.integers(0, 200), st.sampled_from([1, 2]), results), max_size=20),
)
def test_a_score_moves_by_results_alone_and_takes_what_its_shoe_allows(
    least: int, more: int, hands: list[tuple[bool, int, int, Fraction]]
) -> None:
    score, won, first = Score(BetLimits(Silver(least), Silver(least + more))), 0, 0
    for number, (is_new_shoe, silver, worst_bets, result) in enumerate(hands):
        if is_new_shoe:
            score, first = score.at_new_shoe(NOTHING), 0
        wager = bet(silver, worst_bets, f"t/{number}")
        if not max(least, first) <= silver <= min(least + more, 2 * first or least + more):
            with pytest.raises(InvalidInputError):
                hold(score, wager)
            continue
        if -result > worst_bets:
            continue
        score, _ = settle(hold(score, wager)[0], wager.key, result)
        first, won = first or silver, won + silver * result.numerator // result.denominator
        assert (score.won, score.held) == (Silver(won), NOTHING)
