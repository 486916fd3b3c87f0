"""What a perfect counter of cards earns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.values import whole
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws, Setting, UpCard
from service.odds.shoe.counting import CounterGain, CountingOrder, Estimate, counter_gain
from service.odds.shoe.shoe import remaining
from service.odds.table.solution import solve

if TYPE_CHECKING:
    from collections.abc import Callable

DECK_C = Side(Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}))
STANDARD = Setting(DECK_C, DECK_C)
HELD = {3: 5, 4: 5, 7: 4}
SMALL = Setting(Side(Pile.of_values(HELD)), Side(Pile.of_values(HELD)))

Cards = tuple[int, ...]


def is_near(estimate: Estimate, value: float) -> bool:
    return abs(estimate.mean - value) < 4.5 * estimate.standard_error


def one_more(hand: Cards) -> dict[Cards, float]:
    """Every hand with one card more, and how likely it is."""
    cards = sum(HELD.values()) - len(hand)
    left = {value: count - hand.count(value) for value, count in HELD.items()}
    return {(*hand, value): count / cards for value, count in left.items() if count}


def played_out(hand: Cards, draws: Callable[[Cards], bool]) -> dict[Cards, float]:
    """How likely a hand ends as which cards, in any order."""
    if len(hand) == 6 or not draws(hand):
        return {tuple(sorted(hand)): 1.0}
    ends: dict[Cards, float] = {}
    for more, chance in one_more(hand).items():
        for end, likely in played_out(more, draws).items():
            ends[end] = ends.get(end, 0.0) + chance * likely
    return ends


def second_hands(bet: Callable[[float], float]) -> float:
    """What the second hand of a small shoe earns, times what *bet* makes of it, by every course of the first hand."""
    first = solve(SMALL)
    table, dealer_kinds = first.player.hands, first.dealer.hands.kinds

    @cache
    def draws(up_card: int, hand: Cards) -> bool:
        counts = [hand.count(int(kind.printed[0]) // 10**7) for kind in table.kinds]
        row = int(np.flatnonzero((table.levels[len(hand) - 1].held == counts).all(axis=1))[0])
        column = dealer_kinds.index(Kind((whole(up_card),)))
        return bool(first.play.draws[len(hand) - 2][row, column])

    @cache
    def gain(mine: Cards, his: Cards) -> float:
        gone = ({Kind((whole(value),)): count for value, count in Counter(hand).items()} for hand in (mine, his))
        edge = solve(remaining(SMALL, *gone)).edge
        return bet(edge) * edge

    pairs = {pair: p * q for (one, p) in one_more(()).items() for pair, q in one_more(one).items()}
    total = 0.0
    for mine, likely in pairs.items():
        for his, as_likely in pairs.items():
            if 11 in (sum(mine), sum(his)):
                total += likely * as_likely * gain(tuple(sorted(mine)), tuple(sorted(his)))
                continue
            player = played_out(mine, partial(draws, his[0]))
            dealer = played_out(his, lambda hand: sum(hand) <= 7)
            total += likely * as_likely * sum(p * q * gain(a, b) for a, p in player.items() for b, q in dealer.items())
    return total


@pytest.fixture(scope="module")
def small_shoes() -> CounterGain:
    return counter_gain(CountingOrder(SMALL, cut=2, least_bet=Fraction(1, 2), most_bet=Fraction(3), shoes=20_000))


def test_flat_bets_earn_what_every_course_of_the_first_hand_leaves(small_shoes: CounterGain) -> None:
    assert is_near(small_shoes.flat, solve(SMALL).edge + second_hands(lambda _edge: 1))


def test_a_spread_of_bets_earns_what_every_course_of_the_first_hand_leaves(small_shoes: CounterGain) -> None:
    exact = solve(SMALL).edge + second_hands(lambda edge: 3 if edge > 0 else 0.5)
    assert is_near(small_shoes.spread, exact)
    assert small_shoes.by_bet.mean == pytest.approx(small_shoes.spread.mean / small_shoes.bets.mean)


def test_who_leaves_a_bad_shoe_earns_its_good_hands_alone() -> None:
    leaving = counter_gain(CountingOrder(SMALL, cut=2, most_bet=Fraction(3), leaves=True, shoes=20_000))
    assert is_near(leaving.spread, solve(SMALL).edge + second_hands(lambda edge: 3 if edge > 0 else 0))
    assert leaving.bets.mean == pytest.approx(1 + 3 * leaving.good_hands)


def test_who_has_left_a_shoe_does_not_come_back_to_it() -> None:
    stays, leaves = (
        counter_gain(CountingOrder(STANDARD, cut=4, least_bet=Fraction(0), leaves=leaves, shoes=300))
        for leaves in (False, True)
    )
    assert leaves.bets.mean < stays.bets.mean


def test_every_uncounted_hand_earns_what_the_first_does(small_shoes: CounterGain) -> None:
    assert small_shoes.first_edge == pytest.approx(solve(SMALL).edge, abs=1e-12)
    assert small_shoes.uncounted == pytest.approx(2 * small_shoes.first_edge)
    assert small_shoes.flat.mean > small_shoes.uncounted


def test_one_hand_a_shoe_gives_nothing_to_count() -> None:
    gain = counter_gain(CountingOrder(STANDARD, cut=1, shoes=2))
    assert gain.flat == gain.spread == Estimate(gain.first_edge, 0.0)
    assert gain.bets == Estimate(1.0, 0.0)
    assert gain.first_edge == pytest.approx(solve(STANDARD).edge, abs=1e-12)


def test_counting_on_deck_c_is_worth_more_the_more_bets_may_differ() -> None:
    flat, double, eight = (
        counter_gain(CountingOrder(STANDARD, cut=3, most_bet=Fraction(most), shoes=300)) for most in (1, 2, 8)
    )
    assert flat.spread.mean == pytest.approx(flat.flat.mean)
    assert flat.by_bet.mean < double.by_bet.mean < eight.by_bet.mean


def test_the_same_seed_gives_the_same_shoes_and_another_one_others() -> None:
    order = CountingOrder(STANDARD, cut=2, shoes=70)
    assert counter_gain(order) == counter_gain(order)
    assert counter_gain(order).spread != counter_gain(replace(order, seed=2)).spread


def test_a_hidden_up_card_is_counted_too() -> None:
    hidden = replace(STANDARD, up_card=UpCard.HIDDEN)
    gain = counter_gain(CountingOrder(hidden, cut=2, shoes=200))
    assert gain.first_edge == pytest.approx(solve(hidden).edge, abs=1e-12)
    assert is_near(gain.flat, gain.uncounted) or gain.flat.mean > gain.uncounted


def test_progress_counts_shoes_and_what_it_raises_ends_the_work() -> None:
    told: list[tuple[int, int]] = []
    counter_gain(CountingOrder(STANDARD, cut=1, shoes=100), lambda done, of: told.append((done, of)))
    assert told == [(64, 100), (100, 100)]

    def stop(_done: int, _of: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        counter_gain(CountingOrder(STANDARD, cut=1, shoes=100), stop)


def test_too_many_shoes_are_refused_before_the_first() -> None:
    with pytest.raises(InvalidInputError, match=r"shoes: got '1000000', expected at most \d+ shoes of 6 hands"):
        counter_gain(CountingOrder(STANDARD, cut=6, shoes=1_000_000), lambda done, _of: pytest.fail(str(done)))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"cut": 0}, "cut"),
        ({"cut": 11}, "cut"),
        ({"least_bet": Fraction(-1)}, "bets"),
        ({"least_bet": Fraction(3)}, "bets"),
        ({"most_bet": Fraction(1001)}, "bets"),
        ({"shoes": 1}, "shoes"),
        ({"shoes": 1_000_001}, "shoes"),
        ({"seed": -1}, "seed"),
        ({"setting": replace(STANDARD, draws=Draws.INDEPENDENT)}, "draws"),
        ({"setting": replace(STANDARD, dealer_sees_hand=True)}, "dealerSeesHand"),
    ],
)
def test_what_cannot_be_counted_is_refused(change: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        replace(CountingOrder(STANDARD), **change)  # type: ignore[arg-type]
    assert [violation.field for violation in refused.value.violations] == [field]
