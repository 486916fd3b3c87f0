"""How the hands of a shoe come out for a counter: beside exact odds of the very piles that are left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from service.odds.design.dealer_decks import Choice, dealer_decks
from service.odds.kinds import Pile, Side
from service.odds.setting import Setting
from service.odds.shoe.counted_results import counted_results
from service.odds.shoe.counting import CountingOrder, Walk, sampled_shoes
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.dealing import PayTable

if TYPE_CHECKING:
    from collections.abc import Iterator

DECK_C = Side(Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}))
STANDARD = Setting(DECK_C, DECK_C)
RKIK = dealer_decks()["rkik", Choice.LIGHT].setting
ORDERS = [
    CountingOrder(STANDARD, shoes=12, seed=3),
    CountingOrder(replace(STANDARD, rule=DealerRule(shift_share=STANDARD.stakes.perfect_pays / 10)), shoes=6),
    CountingOrder(RKIK, shoes=4),
]


def told_by_exact_odds(setting: Setting) -> list[float]:
    """Return how often the player loses, wins, and wins by a perfect sabacc."""
    outcomes = exact_odds(solve(setting)).outcomes
    return [float(outcomes.lose + outcomes.dealer_perfect), float(outcomes.win), float(outcomes.perfect)]


def what_is_left(order: CountingOrder) -> Iterator[tuple[int, int, Setting]]:
    """Yield each later hand of each shoe, with a table whose piles are those that are left."""
    walk, setting = Walk.of(order), order.setting
    kinds = walk.tables.player.hands.kinds, walk.tables.dealer.hands.kinds
    for rows, hand, shoes, _ in walk.hands():
        for at, shoe in enumerate(range(rows.start, rows.stop)):
            player, dealer = (
                Side(Pile.of_counts(dict(zip(of, piles[:, at].tolist(), strict=True))), side.rules)
                for of, piles, side in zip(
                    kinds, (shoes.player, shoes.dealer), (setting.player, setting.dealer), strict=True
                )
            )
            yield shoe, hand + 1, replace(setting, player=player, dealer=dealer)


@pytest.mark.parametrize("order", ORDERS, ids=["deck-c", "lando", "rkik"])
def test_each_hand_comes_out_as_exact_odds_say_of_what_is_left(order: CountingOrder) -> None:
    found = counted_results(order)
    hands = [*((shoe, 0, order.setting) for shoe in range(order.shoes)), *what_is_left(order)]
    assert len(hands) == order.cut * order.shoes
    for shoe, hand, left in hands:
        told = [float(each[shoe, hand]) for each in (found.lost, found.won, found.perfect)]
        assert told == pytest.approx(told_by_exact_odds(left), abs=1e-9)


def test_the_shoes_are_those_whose_gains_are_told() -> None:
    order = ORDERS[0]
    assert np.array_equal(counted_results(order).edges[:, 1:], sampled_shoes(order).best)


def test_losses_of_two_prices_are_refused() -> None:
    setting = replace(STANDARD, pay=PayTable(perfect_costs=2))
    with pytest.raises(InvalidInputError, match="the same for every loss"):
        counted_results(CountingOrder(setting, shoes=2))
