"""What hands bring in simulated lives is what exact odds say of the very tables that are opened."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np
import pytest

from service.campaign.economy.board import Board
from service.campaign.economy.board_studies import match_won
from service.campaign.economy.kinds import BEST, CHOICES, COUNTER, KINDS, RECKLESS, SIMPLE
from service.campaign.economy.tables import Hand, ResultTables, changes, odds_of, setting_of
from service.campaign.houses.edges import stated_edge
from service.campaign.ladder.ladder import ladder
from service.money import Silver
from service.odds.setting import BestPlay
from service.tables.silver import result_in_silver

BOARD: Final = Board.of_ladder(ladder())
KALIT, RKIK = (list(ladder().hosts).index(key) for key in ("kalit", "rkik"))


def one_host(key: str) -> Board:
    """Return the ladder with no dealer but one, for tables that are quick to make."""
    at = list(ladder().hosts).index(key)
    return replace(BOARD, hosts=(BOARD.hosts[at],), of=replace(BOARD.of, worst=BOARD.of.worst[[at]]))


@pytest.mark.parametrize("key", ["kalit", "rkik", "lando-dark", "klaatu"])
def test_a_table_earns_what_is_stated_of_its_dealer(key: str) -> None:
    host = ladder().host(key)
    for choice in CHOICES:
        stated = stated_edge(host.level.theme(host.side), host.dealer, choice)
        assert -odds_of(setting_of(host, choice), BestPlay()).edge == stated


@pytest.mark.parametrize("key", ["kalit", "rkik"])
def test_the_four_results_of_a_hand_bring_its_edge(key: str) -> None:
    host = ladder().host(key)
    for kind in (BEST, SIMPLE, RECKLESS):
        odds = odds_of(setting_of(host, kind.choices[0]), kind.play)
        hand = Hand.of(odds)
        assert sum(hand) == pytest.approx(1)
        assert hand.edge(2 if key == "rkik" else 1) == pytest.approx(float(odds.edge))


def test_everybody_chooses_what_serves_his_play_best() -> None:
    host = ladder().host("kalit")
    edges = {choice: odds_of(setting_of(host, choice), BestPlay()).edge for choice in CHOICES}
    assert ResultTables.of(BEST, one_host("kalit")).choices == (max(edges, key=lambda each: edges[each]),)
    assert [ResultTables.of(kind, one_host("kalit")).choices for kind in (SIMPLE, RECKLESS)] == [
        SIMPLE.choices,
        RECKLESS.choices,
    ]


def test_chance_falls_as_often_on_each_result_as_the_odds_say() -> None:
    tables = ResultTables.of(SIMPLE, one_host("kalit"))
    hand = Hand.of(odds_of(setting_of(ladder().host("kalit"), SIMPLE.choices[0]), SIMPLE.play))
    nothing = np.zeros(100_000, np.int64)
    found = tables.results(nothing, nothing > 0, nothing, nothing, np.random.default_rng(3).random(100_000))
    shares = np.bincount(found, minlength=4) / 100_000
    for share, wanted in zip(shares, hand, strict=True):
        assert abs(share - wanted) < 4 * (wanted * (1 - wanted) / 100_000) ** 0.5


def test_a_counter_meets_the_first_hand_of_each_shoe_as_the_best_player_does_and_later_ones_as_good_or_bad() -> None:
    board = one_host("kalit")
    best, counter = ResultTables.of(BEST, board), ResultTables.of(COUNTER, board, shoes=200)
    assert counter.counted is not None
    assert counter.is_good is not None
    assert counter.counted[0, :, 0] == pytest.approx(np.repeat(best.plain[:, 0], 200, axis=0))
    loses = counter.counted[0, :, 1:, 0]
    good = counter.is_good[0, :, 1:]
    assert loses[good].mean() < best.plain[0, 0, 0] < loses[~good].mean()
    assert not counter.is_good[0, :, 0].any()
    zero = np.array([0])
    assert not counter.good(zero, np.array([True]), zero, np.array([1]))[0]


@pytest.mark.parametrize("worst", [1, 2])
def test_silver_changes_as_tables_pay(worst: int) -> None:
    bets = np.array([5, 7, 50, 33, 1])
    halves = {0: -2 * worst, 1: 0, 2: 2, 3: 3}
    for result, half in halves.items():
        found = changes(np.full(5, result), bets, np.full(5, worst))
        assert found.tolist() == [result_in_silver(Silver(bet), Fraction(half, 2)).count for bet in bets.tolist()]


@pytest.mark.parametrize("worst", [1, 2])
def test_a_match_is_won_as_often_as_all_its_courses_say(worst: int) -> None:
    hand = Hand(0.4, 0.15, 0.35, 0.1)
    halves = (-2 * worst, 0, 2, 3)
    won = 0.0
    for course in product(range(4), repeat=5):
        if sum(halves[each] for each in course) > 0:
            won += float(np.prod([hand[each] for each in course]))
    assert match_won(hand, 5, worst) == pytest.approx(won)


def test_the_players_are_the_four_that_the_page_tells_of() -> None:
    assert [kind.name for kind in KINDS] == ["counter", "best", "simple", "reckless"]
