"""The dealer's turn and what the hand comes to, rule by rule."""

from __future__ import annotations

import pytest

from deckmapping.values import parse_value
from service.rules.outcome import DecidedBy
from service.tables.dealer.events import (
    DealerDrew,
    DealerShifted,
    DealerStood,
)
from service.tables.dealer.hand import DEALER
from tests.tables.dealer_tables import bets, decided, hand, plain_hand, played, totals

WILD = "wild=1-6"


@pytest.mark.parametrize(
    ("dealer", "expected", "count", "is_forced"),
    [
        ("7 0 1 5", "8", 3, False),
        ("7 1 5", "8", 2, False),
        ("0 0 0 7 1 5", "8", 5, False),
        ("7 5 0", "12", 2, False),
        ("7 7 0", "14", 2, False),
        ("7 0.5 3", "7.5", 2, False),
        ("3 3.5 0.5 4 1", "11", 4, False),
        ("0 0 0 0 0 1 7", "1", 6, True),
        ("3 3", "6", 2, True),
        ("2/7 1 5", "8", 2, False),
    ],
)
def test_the_dealer_draws_to_7_and_stands_on_more(dealer: str, expected: str, count: int, is_forced: bool) -> None:
    """7.5 is more than 7; over 11 he stands; six cards and an empty pile make him stand."""
    state, log = played(plain_hand("5 5 1", dealer), "deal", "stand")
    assert (state.seats[DEALER].final_total, state.used[DEALER]) == (parse_value(expected), count)
    assert DealerStood(parse_value(expected), is_forced) in log


def test_the_dealer_stands_early_where_his_rule_says_so() -> None:
    state, _ = played(plain_hand("5 5 1", "7 0 1 5", "", "draws-to=6 pays=3/2 costs=1"), "deal", "stand")
    assert totals(state) == ["10", "7"]


def test_the_dealers_best_total_decides_with_wild_and_clone_cards() -> None:
    stands, _ = played(hand(": / 1_1:5 1_2:5 1_3:0", f"{WILD} : / 2_1:5 2_2:0~clone 2_3:1"), "deal", "stand")
    assert (totals(stands)[1], stands.used[DEALER]) == ("10", 2)
    draws, _ = played(hand(": / 1_1:5 1_2:5 1_3:0", f"{WILD} : / 2_1:1 2_2:0~clone 2_3:1~wild 2_4:9"), "deal", "stand")
    assert (totals(draws)[1], draws.used[DEALER]) == ("11", 3)  # 1 + 1 drew on; now 1 + 5 + 5


QUIRK = "draws-to=7 overdraws-to=9 overdraw-chance=1/4 pays=3/2 costs=1"


@pytest.mark.parametrize(
    ("dealer", "with_cards", "by_chance"),
    [
        ("7 1 0 0 3", "2", [True]),  # with two cards he overdraws on 8; with three he does not
        ("7 1 0 0 3", "2,3", [True, True]),
        ("7 1 0 0 3", "3", []),
        ("7 2 0 3", "2", [True]),
        ("7 3 0 3", "2,3,4,5", []),  # 10 is above what he overdraws on
        ("7 0 1 0 1", "2,3", [False, True]),  # 7 is drawn on anyhow, then 8 by chance
        ("7 0 1 0 1", "", [False]),
    ],
)
def test_the_dealers_quirk_is_decided_anew_at_each_number_of_cards(
    dealer: str, with_cards: str, by_chance: list[bool]
) -> None:
    words = f"overdraws-with={with_cards}" if with_cards else ""
    _, log = played(plain_hand("5 5 1", dealer, words, QUIRK), "deal", "stand")
    assert [event.is_by_chance for event in log if isinstance(event, DealerDrew)] == by_chance


@pytest.mark.parametrize(
    ("dealer", "change", "total"),
    [("7 3 1", 1, "11"), ("1 3 7", None, "11"), ("7 5 1", -1, "11"), ("7 7 1", -1, "13"), ("7 1 1", 1, "9")],
)
def test_r6_the_direction_of_a_shift_is_the_best_for_the_dealer(dealer: str, change: int | None, total: str) -> None:
    state, log = played(plain_hand("5 5 1", dealer, "may-shift"), "deal", "stand")
    assert (state.seats[DEALER].change, totals(state)[1]) == (change, total)
    assert [event.change for event in log if isinstance(event, DealerShifted)] == [change] * (change is not None)


def test_the_rule_looks_at_the_total_before_any_change() -> None:
    state, _ = played(plain_hand("5 5 1", "7 0 1 9", "may-shift"), "deal", "stand")
    assert (state.used[DEALER], totals(state)[1]) == (3, "9")  # he draws on 7, though 8 was in reach


def test_values_are_chosen_for_the_total_after_the_change() -> None:
    state, _ = played(
        hand(": / 1_1:5 1_2:5 1_3:0", "wild=1-6 : / 2_1:6 2_2:1~wild 2_3:1", "may-shift"), "deal", "stand"
    )
    assert (str(state.seats[DEALER].hand), totals(state)[1]) == ("wild=1-6 : 2_1:6 2_2:1~wild=6", "11")  # 12 - 1


@pytest.mark.parametrize(("player", "expected"), [("5 3 1", -2), ("7 5 1", -2), ("5 5 1", 1), ("7 2 1", 0)])
def test_r8_every_win_of_a_dealer_who_wins_double_costs_two_bets(player: str, expected: int) -> None:
    state, _ = played(plain_hand(player, "7 2 1", "", "draws-to=7 wins-double pays=3/2 costs=1"), "deal", "stand")
    assert bets(state) == expected


@pytest.mark.parametrize(
    ("player", "dealer", "draws", "expected", "clause"),
    [
        ("7 6 1", "7 7 1", 0, 1, DecidedBy.LOWER_OVER),
        ("5 4 0 3", "7 5 1", 1, 1, DecidedBy.NOT_OVER),
        ("6 4 1 1 1", "5 4 2", 2, -1, DecidedBy.NOT_OVER),
        ("5 2 2 1", "5 4 2", 1, -1, DecidedBy.FEWER_CARDS),
        ("5 4 2 1", "4 3 2 1", 0, 1, DecidedBy.FEWER_CARDS),
        ("6 4 1", "7 3 1", 0, 0, DecidedBy.DRAW),
        ("6 4 0 1", "4 3 3 1", 1, 0, DecidedBy.DRAW),
    ],
)
def test_r7_field_reports_25_and_34_hands_are_compared_as_in_the_card_game(
    player: str, dealer: str, draws: int, expected: int, clause: DecidedBy
) -> None:
    state, _ = played(plain_hand(player, dealer), "deal", *["draw"] * draws, "stand")
    assert (bets(state), decided(state)) == (expected, clause)


def test_the_dealer_never_looks_at_the_players_hand() -> None:
    for player in ("0 0 1", "7 7 1", "5 5 1", "4 6 1"):
        state, log = played(plain_hand(player, "3 4 0 2 5", "may-shift overdraws-with=3", QUIRK), "deal", "stand")
        assert (str(state.seats[DEALER]), len(log)) == (": 2_0:3 2_1:4 2_2:0 2_3:2 / 2_4:5 stood change=1", 8)
