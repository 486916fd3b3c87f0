"""The house's attention in the campaign: what its docstring derives comes out of exact odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.themes.dealers import dealer
from service.campaign.economy.tables import setting_of
from service.campaign.houses.choices import choices
from service.campaign.ladder.ladder import ladder
from service.campaign.play.attention import (
    CAMPAIGN_ATTENTION,
    LANDO_SHARE,
    visiting_rule,
)
from service.odds.design.dealer_decks import Choice, dealer_decks
from service.odds.setting import BestPlay, Policy, Setting, StandOn
from service.odds.table.exact import exact_odds, house_edge
from service.odds.table.solution import solve
from service.tables.dealer.attention import A_BET, Attention, after_hand
from service.tables.dealer.character import told_character
from service.tables.dealer.visits import Happening

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

KALIT: Final = dealer_decks()["kalit", Choice.FAIR].setting
HALF_BET: Final = A_BET // 2
RULES: Final = CAMPAIGN_ATTENTION


def visited(setting: Setting) -> Setting:
    return replace(setting, rule=visiting_rule(setting.rule))


def results(setting: Setting, policy: Policy) -> dict[int, float]:
    """Return how often a hand brings so many hundredths of a bet."""
    found = exact_odds(solve(setting, policy)).outcomes
    lost = found.lose + found.dealer_perfect
    return {100: float(found.win), 150: float(found.perfect), 0: float(found.push), -100: float(lost)}


def after_one(meter: Floats, hand: dict[int, float]) -> Floats:
    """Return how often the meter stands where after one more hand with equal bets; who is at the threshold leaves."""
    moved = np.zeros_like(meter)
    for result, often in hand.items():
        by = result - RULES.cooling
        if by >= 0:
            moved[by:] += often * meter[: len(meter) - by]
        else:
            moved[:by] += often * meter[-by:]
            moved[0] += often * meter[:-by].sum()
    return moved


def visited_within(hand: dict[int, float], *hands: int) -> list[float]:
    """Return in which share of runs from 0 he has come within so many hands."""
    meter, met = np.eye(1, RULES.threshold)[0], []
    for number in range(1, max(hands) + 1):
        meter = after_one(meter, hand)
        if number in hands:
            met.append(1 - float(meter.sum()))
    return met


def hands_to_a_visit(hand: dict[int, float], start: int) -> float:
    """Return the hands on average until he comes."""
    meter, total = np.eye(1, RULES.threshold, start)[0], 0.0
    while (left := float(meter.sum())) > 1e-4:
        total += left
        meter = after_one(meter, hand)
    return total


def of_a_visit(hand: dict[int, float]) -> tuple[float, float, float]:
    """Return what a visit brings in bets, how far it deviates, and how often it brings more than nothing."""
    one = np.zeros(6)
    for result, often in hand.items():
        one[result // HALF_BET + 2] += often
    total = np.ones(1)
    for _ in range(RULES.visit_hands):
        total = np.convolve(total, one)
    bets = (np.arange(len(total)) - 2 * RULES.visit_hands) / 2
    mean = float(total @ bets)
    return mean, float(total @ (bets - mean) ** 2) ** 0.5, float(total[bets > 0].sum())


def test_a_visit_takes_back_what_leads_from_the_threshold_to_the_rest_at_an_edge_of_20_per_cent() -> None:
    taken = Fraction(RULES.threshold - RULES.rest, A_BET)
    assert (taken, taken / RULES.visit_hands) == (Fraction(12), Fraction(1, 5))


def test_the_share_is_read_off_a_straight_line_and_best_play_never_falls_below_it() -> None:
    never, always = (house_edge(replace(KALIT, rule=DealerRule(shift_share=Fraction(share)))) for share in (0, 1))
    assert (round(float(never), 4), round(float(always), 4)) == (0.0192, 0.4128)
    assert round(float((Fraction(1, 5) - never) / (always - never)), 2) == 0.46
    line = (1 - LANDO_SHARE) * never + LANDO_SHARE * always
    assert line <= house_edge(visited(KALIT)) < line + Fraction(5, 1000)
    shares = (Fraction(share) for share in (0, LANDO_SHARE, 1))
    one, between, other = (
        house_edge(replace(KALIT, rule=DealerRule(shift_share=share)), StandOn(8)) for share in shares
    )
    assert between == (1 - LANDO_SHARE) * one + LANDO_SHARE * other


@pytest.mark.parametrize("place", range(4), ids=[level.key for level in ladder().levels])
def test_at_every_table_of_a_level_a_visit_takes_back_11_to_15_bets(place: int) -> None:
    tables = {
        setting_of(host, choice)
        for host in ladder().hosts.values()
        if host.place == place and not host.is_boss
        for choice in choices(host.level.theme(host.side))
    }
    edges = [-solve(visited(table)).edge for table in tables]
    assert min(edges) * RULES.visit_hands > 10.8
    assert max(edges) * RULES.visit_hands < 15.2
    assert 0.18 < sum(edges) / len(edges) < 0.22


def test_the_best_play_meets_him_now_and_then_and_bad_play_hardly_ever() -> None:
    plays = (BestPlay(), StandOn(8), StandOn(9))
    met = [visited_within(results(KALIT, play), 300, 1000) for play in plays]
    assert [[round(100 * share) for share in each] for each in met] == [[18, 62], [13, 50], [3, 13]]
    best, bad = (hands_to_a_visit(results(KALIT, play), RULES.rest) for play in (BestPlay(), StandOn(9)))
    assert round(best) == 838
    assert 6100 < bad < 6200


def test_one_visit_in_sixteen_is_beaten() -> None:
    mean, deviation, beaten = of_a_visit(results(visited(KALIT), BestPlay()))
    assert (round(mean, 1), round(deviation, 1), round(beaten, 2)) == (-11.8, 7.7, 0.06)
    assert round(of_a_visit(results(visited(KALIT), StandOn(9)))[2], 3) == 0.026


def test_the_tables_move_the_meter_as_the_chain_does() -> None:
    # Reckoned by hand: 23.00 and a perfect sabacc at 3:2 pass 24; 22.51 and a win less the cooling stay below it.
    at = Attention(meter=2300, hands=10, wagered=100)
    arrived, events = after_hand(at, 10, 15, None, RULES)
    assert ([event.happening for event in events], arrived.visit) == ([Happening.ARRIVED], 60)
    stays, events = after_hand(replace(at, meter=2251), 10, 10, None, RULES)
    assert (stays.meter, events) == (2350, ())


def test_the_visitor_plays_the_dealers_rule_and_cheats_as_often_as_the_player_is_told() -> None:
    host = DealerRule(draws_to=6, overdraws_to=8, overdraw_chance=Fraction(1, 4))
    assert visiting_rule(host) == replace(host, shift_share=Fraction(9, 20))
    assert "on 9 hands in 20" in told_character(dealer("lando-dark"), visiting_rule(host))
