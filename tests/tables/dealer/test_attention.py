"""The house's attention: the meter by hand, Lando's visits, and how often winning and losing players meet him."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import lcm
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.themes.themes import theme, themes
from service.odds.piles import bundled_side
from service.odds.setting import BestPlay, Setting, StandOn
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.tables.dealer.attention import Attention, AttentionRules, after_hand
from service.tables.dealer.visits import Happening, lando_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.odds.setting import Policy
    from service.tables.dealer.visits import AttentionEvent

RULES = AttentionRules()
DUNE_SEA = theme("dune-sea-dark")


def after(before: Attention, *hands: tuple[int, int], rules: AttentionRules = RULES) -> Attention:
    """Return the attention after hands, given as bet and result."""
    for bet, won in hands:
        before, _ = after_hand(before, bet, won, DUNE_SEA, rules)
    return before


def told(before: Attention, bet: int, won: int, rules: AttentionRules = RULES) -> list[Happening]:
    return [event.happening for event in after_hand(before, bet, won, DUNE_SEA, rules)[1]]


# The meter


def test_the_meter_rises_by_what_is_won_and_falls_by_what_is_lost_and_with_each_hand() -> None:
    # Hundredths of a bet, 2 of which every hand takes off: 98, 98 + 148, 246 - 102, 144 - 2.
    state = Attention()
    for (bet, won), meter in zip([(10, 10), (10, 15), (10, -10), (10, 0)], [98, 246, 144, 142], strict=True):
        state = after(state, (bet, won))
        assert state.meter == meter
    assert (state.hands, state.wagered, state.visit) == (4, 40, 0)


def test_the_meter_never_falls_below_0() -> None:
    assert after(Attention(), (10, -10), (10, -20)).meter == 0
    assert after(Attention(meter=1), (10, 0)).meter == 0


def test_the_meter_counts_in_average_bets() -> None:
    # Bets of 10 and 30: 20 on the average, so 30 won are one and a half.
    assert after(Attention(), (10, 0), (30, 30)).meter == 150 - 2
    assert after(Attention(), (1000, 0), (3000, 3000)).meter == 150 - 2


@pytest.mark.parametrize(("won", "meter"), [(100, 1000 + 300 - 2), (-100, 1000 - 300 - 2)])
def test_one_huge_bet_moves_the_meter_by_no_more_than_its_limit(won: int, meter: int) -> None:
    steady = Attention(meter=1000, hands=99, wagered=99)
    assert after(steady, (100, won)).meter == meter  # 100 chips are 50 of the average bet of 199 chips in 100 hands


@given(st.lists(st.tuples(st.integers(1, 10**6), st.sampled_from([-2, -1, 0, 1, 2])), max_size=80))
def test_the_meter_stays_within_its_bounds_and_a_visit_within_its_hands(hands: list[tuple[int, int]]) -> None:
    rules = AttentionRules(threshold=400, visit_hands=3, rest=100)
    state = Attention()
    for bet, result in hands:
        here = state.visit
        state, events = after_hand(state, bet, bet * result, DUNE_SEA, rules)
        assert 0 <= state.meter <= 400
        assert 0 <= state.visit <= 3
        happenings = [event.happening for event in events]
        assert (Happening.ARRIVED in happenings) == (here == 0 and state.visit == 3)
        assert (Happening.LEFT in happenings) == (here == 1)
        assert state.is_lando_here == (state.visit > 0)


@pytest.mark.parametrize("scale", [1, 7, 1000])
def test_the_size_of_all_bets_makes_no_difference(scale: int) -> None:
    results = [10, -10, 15, 10, 10, -10, 0]
    assert (
        after(Attention(), *((10 * scale, won * scale) for won in results)).meter
        == after(Attention(), *((10, won) for won in results)).meter
    )


# Lando


def test_at_the_threshold_lando_takes_the_table() -> None:
    near = Attention(meter=2402, hands=50, wagered=500)
    assert after(near, (10, 10)).is_lando_here
    assert not after(replace(near, meter=2401), (10, 10)).is_lando_here
    arrived, (event,) = after_hand(near, 10, 10, DUNE_SEA, RULES)
    assert (arrived.meter, arrived.visit, arrived.visit_won) == (2500, 10, 0)
    assert (event.happening, event.dealer, event.picture) == (
        Happening.ARRIVED,
        "lando-dark",
        "picture.dealer.lando-dark",
    )
    assert (event.cue, event.light) == (DUNE_SEA.cues.arrival, "arrival")
    assert "takes the table for 10 hands" in event.words
    assert "he may change his total by one" in event.words


def test_while_he_is_here_the_meter_rests_and_only_what_is_won_from_him_counts() -> None:
    state = Attention(meter=2500, hands=50, wagered=500, visit=10)
    state = after(state, (10, 10), (20, -20), (10, 15))
    assert (state.meter, state.visit, state.visit_won, state.hands, state.wagered) == (2500, 7, 5, 53, 540)


def test_who_has_won_from_him_has_beaten_him_and_begins_anew() -> None:
    last = Attention(meter=2500, hands=59, wagered=590, visit=1, visit_won=-5)
    state, events = after_hand(last, 10, 10, DUNE_SEA, RULES)
    assert (state.meter, state.visit, state.visit_won) == (0, 0, 0)
    assert [(event.happening, event.cue) for event in events] == [
        (Happening.BEATEN, DUNE_SEA.cues.beaten),
        (Happening.LEFT, DUNE_SEA.cues.departure),
    ]
    assert events[1].light == "table"
    assert "beaten" in events[0].words


@pytest.mark.parametrize("won", [5, 0, -10])
def test_who_has_not_won_from_him_is_watched_on(won: int) -> None:
    last = Attention(meter=2500, hands=59, wagered=590, visit=1, visit_won=-5)
    assert told(last, 10, won) == [Happening.LEFT]
    assert after(last, (10, won)).meter == 1000


def test_every_theme_has_a_lando_of_its_side_and_the_standard_table_has_one_too() -> None:
    for each in themes():
        assert lando_of(each).key == f"lando-{each.side}"
    near = Attention(meter=2499)
    _, (event,) = after_hand(near, 10, 10, None, RULES)
    home = theme("cloud-city-light")
    assert (event.dealer, event.cue, event.light) == ("lando-light", home.cues.arrival, "arrival")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"threshold": 0, "rest": 0}, "threshold"),
        ({"cooling": -1}, "cooling"),
        ({"cooling": 101}, "cooling"),
        ({"most_a_hand": 0}, "mostAHand"),
        ({"visit_hands": 0}, "visitHands"),
        ({"rest": 2500}, "rest"),
        ({"rest": -1}, "rest"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(change: dict[str, int], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        replace(RULES, **change)
    assert [fault.field for fault in caught.value.violations] == [field]


def test_all_wrong_numbers_are_named_and_a_bet_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidInputError) as caught:
        AttentionRules(threshold=0, cooling=-1, rest=-1)
    assert [fault.field for fault in caught.value.violations] == ["threshold", "cooling", "rest"]
    with pytest.raises(InvalidInputError, match="1 or more"):
        after_hand(Attention(), 0, 0, None, RULES)


# Who meets him


def course(policy: Policy, shift_share: Fraction = Fraction(0)) -> tuple[Fraction, Callable[[Random], int]]:
    """Return what a play earns on Deck C, and a draw of one hand's result in hundredths of a bet, exactly as likely."""
    side = bundled_side("deck-c", None)
    odds = exact_odds(solve(Setting(side, side, rule=DealerRule(shift_share=shift_share)), policy))
    found = odds.outcomes
    shares = {100: found.win, 150: found.perfect, 0: found.push, -100: found.lose + found.dealer_perfect}
    of = lcm(*(share.denominator for share in shares.values()))
    steps = list(accumulate(int(share * of) for share in shares.values()))
    assert steps[-1] == of
    results = list(shares)
    return odds.edge, lambda chance: results[bisect(steps, chance.randrange(of))]


def meets(usual: Callable[[Random], int], hands: int, runs: int) -> Fraction:
    """Return in which share of *runs* Lando comes within so many *hands*."""
    met = 0
    for seed in range(runs):
        chance, state = Random(seed), Attention()
        for _ in range(hands):
            state, events = after_hand(state, 100, usual(chance), None, RULES)
            if events:
                met += 1
                break
    return Fraction(met, runs)


def test_a_winning_player_meets_lando_far_more_often_than_a_losing_one() -> None:
    edge, winning = course(BestPlay())
    lost, losing = course(StandOn(9))
    assert (round(float(edge), 4), round(float(lost), 4)) == (0.0399, -0.0439)
    often, seldom = (meets(usual, hands=300, runs=2000) for usual in (winning, losing))
    # 39 and 7 in a hundred; the standard errors of 2,000 runs are 1.1 and 0.6.
    assert Fraction(33, 100) < often < Fraction(41, 100)
    assert Fraction(5, 100) < seldom < Fraction(9, 100)
    assert often > 4 * seldom


def test_in_a_long_evening_nearly_every_winning_player_meets_him_and_few_losing_ones() -> None:
    winning, losing = course(BestPlay())[1], course(StandOn(9))[1]
    often, seldom = (meets(usual, hands=1000, runs=200) for usual in (winning, losing))
    # 90 and 29 in a hundred; the standard errors of 200 runs are 2.1 and 3.2.
    assert often > Fraction(82, 100)
    assert seldom < Fraction(40, 100)


def test_over_thousands_of_hands_visits_come_more_often_to_whoever_wins_and_some_are_beaten() -> None:
    counts: dict[int, list[int]] = {}
    policies: tuple[Policy, ...] = (BestPlay(), StandOn(9))
    for number, policy in enumerate(policies):
        usual, against_lando = (course(policy, share)[1] for share in (Fraction(0), Fraction(1, 10)))
        chance, state = Random(number), Attention()
        happened: list[AttentionEvent] = []
        for _ in range(40_000):
            won = (against_lando if state.is_lando_here else usual)(chance)
            state, events = after_hand(state, 100, won, None, RULES)
            happened += events
        counts[number] = [sum(event.happening is each for event in happened) for each in Happening]
    (arrived, beaten, left), (rarely, _, _) = counts[0], counts[1]
    assert arrived > 2 * rarely > 0
    assert left in (arrived, arrived - 1)
    assert 0 < beaten < left
