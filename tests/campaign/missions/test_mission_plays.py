"""How the player of a mission draws."""

from __future__ import annotations

from typing import Any

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.values import whole
from service.campaign.missions.mission import AsDealer
from service.odds.setting import BestPlay, StandOn
from service.odds.table.chart import Move
from service.rules.best import best_total
from service.tables.dealer.coach import advise
from service.tables.practice import Chips, Wager
from service.tables.sessions.odds_setting import setting_of
from service.tables.sessions.setup import DealerSetup
from tests.campaign.missions.asking import decisions, played

WAGER = Wager("m/1", Chips(10), 1)
RICH: dict[str, Any] = {"purse": 10_000, "hands": 40}
DEVARONIAN = "6_10"
"""His perk lets each clone card count 3."""


@pytest.mark.parametrize("total", [0, 6, 9, 12])
def test_a_simple_player_stands_on_his_total_or_more(total: int) -> None:
    asked = 0
    for hand in played(play=StandOn(total), theme="cloud-city-light", **RICH).hands:
        for own, _, draws in decisions(hand):
            assert draws == (best_total(own) < whole(total))
            asked += 1
    assert asked >= 30


@pytest.mark.parametrize(
    ("theme", "opponent", "draws_to"),
    [
        ("cloud-city-light", "figrin-dan", 7),
        ("cloud-city-light", "stoo-vees", 6),
        ("cloud-city-light", "wioslea", 7),  # who now and then draws on an 8, which he is not followed in
    ],
)
def test_who_plays_as_the_dealer_draws_where_the_opponents_rule_says_so(
    theme: str, opponent: str, draws_to: int
) -> None:
    totals = set()
    for hand in played(play=AsDealer(), theme=theme, opponent=opponent, **RICH).hands:
        for own, _, draws in decisions(hand):
            total = best_total(own)
            totals.add(total)
            assert draws == (total <= whole(draws_to))
    assert {whole(draws_to), whole(draws_to + 1)} <= totals


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"theme": "dune-sea-light", "opponent": "rkik"},
        {"theme": "cloud-city-dark", "opponent": "lando-dark"},
        {"theme": "trooper-light", "has_option": False},
        {"theme": "jabbas-palace-light", "character": DEVARONIAN},
        {"theme": "dune-sea-dark", "deck": "deck-c", "opponent": "wittin"},
    ],
)
def test_the_best_play_is_what_the_coach_advises_for_whole_piles_in_exact_fractions(fields: dict[str, Any]) -> None:
    outcome = played(play=BestPlay(), **RICH, **fields)
    setup = outcome.opening.session.setup
    assert isinstance(setup, DealerSetup)
    table = setting_of(setup, setup.dealers[0])
    drawn = set()
    for hand in outcome.hands:
        for own, up_card, draws in decisions(hand):
            advice = advise(WAGER, table, own.cards, up_card)
            assert draws == (advice.move is Move.DRAW)
            drawn.add(draws)
    assert drawn == {False, True}


def test_with_an_empty_pile_nobody_is_asked() -> None:
    deck = tuple(starter_catalogue().records[card] for card in ("1_131", "1_131", "1_131"))
    for play in (StandOn(12), BestPlay()):
        for hand in played(play=play, theme="dune-sea-light", has_option=False, deck=deck).hands:
            state = hand.session.hand
            assert state is not None
            assert len(state.seats[0].hand.cards) in (2, 3)
            assert sum(draws for _, _, draws in decisions(hand)) <= 1
