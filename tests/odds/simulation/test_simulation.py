"""The simulation against the exact odds, which it does not use, and against a plain program that deals cards."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from fractions import Fraction
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.values import whole
from service.odds.kinds import Pile, Side
from service.odds.setting import BestPlay, Draws, Setting, StandOn, UpCard
from service.odds.simulation.simulation import BATCH, Simulated, simulate
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange
from service.rules.dealing import PayTable
from tests.odds.oracle import OracleSide, best_total, is_perfect, score
from tests.odds.small_tables import as_oracle_side, pile, policies, settings_of_few_cards

if TYPE_CHECKING:
    from service.odds.setting import Policy
    from service.odds.table.outcomes import Odds

HANDS = 400_000

DECK_C = Side(Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}))
HARDER = Side(Pile.of_values({0: 16, 1: 10, 2: 3, 3: 4, 4: 5, 5: 11, 6: 5, 7: 6}))
MIXED_PILE = pile(
    "0 0 0 0 1 1 1 1 2 3 4 4 5 5 5 6 6 6 7 2/5 2/5 3/4 1/2 1/2 pi wild wild clone clone clone perk-wild:3"
)
MIXED = Side(MIXED_PILE, SideRules(wild_range=WildRange(1, 6), perk_value=whole(3)))
CLONES = Side(pile("clone clone clone clone clone 0 1 5 6 7 4.5 2/5"), SideRules(own_destiny=whole(4)))
WILD = Side(pile("wild wild wild 0 0 1 5 5 6 7"), SideRules(wild_range=WildRange(0, 6)))
SHIFTER = Side(MIXED_PILE, replace(MIXED.rules, may_change=True))
DOUBLER = Side(DECK_C.pile, SideRules(wins_double=True))
FEW = Side(pile("0 5 6 6"))
TWO = Side(pile("5 6"))
THREE = Side(pile("3 4 8"))

JAWA = DealerRule(overdraws_to=10, overdraw_chance=Fraction(1, 3))
CERTAIN = DealerRule(draws_to=5, overdraws_to=8, overdraw_chance=Fraction(1))
LANDO = DealerRule(shift_share=Fraction(1, 10))
ALWAYS_LANDO = DealerRule(shift_share=Fraction(1))
RKIK = DealerRule(wins_double=True)
ALL_AT_ONCE = DealerRule(6, 9, Fraction(2, 7), Fraction(3, 11), wins_double=True)

TABLES = {
    "deck c": Setting(DECK_C, DECK_C),
    "up card hidden": Setting(DECK_C, DECK_C, up_card=UpCard.HIDDEN),
    "independent draws": Setting(DECK_C, DECK_C, Draws.INDEPENDENT),
    "the plan's": Setting(DECK_C, HARDER, Draws.INDEPENDENT, pay=PayTable(Fraction(2), 2)),
    "a harder deck": Setting(DECK_C, HARDER, pay=PayTable(Fraction(1), 2)),
    "a jawa": Setting(DECK_C, DECK_C, rule=JAWA),
    "a jawa who always overdraws": Setting(DECK_C, HARDER, rule=CERTAIN),
    "lando": Setting(DECK_C, DECK_C, rule=LANDO),
    "always lando": Setting(DECK_C, MIXED, rule=ALWAYS_LANDO),
    "r'kik": Setting(DECK_C, DECK_C, rule=RKIK),
    "a player who wins double": Setting(DOUBLER, DECK_C),
    "a player who changes": Setting(SHIFTER, DECK_C),
    "open cards on both sides": Setting(MIXED, MIXED),
    "open cards and all of a dealer's arts": Setting(MIXED, MIXED, rule=ALL_AT_ONCE),
    "clones": Setting(CLONES, WILD),
    "clones, hidden, independent": Setting(CLONES, WILD, Draws.INDEPENDENT, UpCard.HIDDEN, ALL_AT_ONCE),
    "a dealer who sees the hand": Setting(DECK_C, DECK_C, dealer_sees_hand=True),
    "a dealer who sees the hand, hidden": Setting(WILD, MIXED, up_card=UpCard.HIDDEN, dealer_sees_hand=True),
    "lando who sees the hand": Setting(MIXED, CLONES, rule=LANDO, dealer_sees_hand=True),
    "always lando who sees the hand": Setting(CLONES, DECK_C, rule=ALWAYS_LANDO, dealer_sees_hand=True),
    "piles of few cards": Setting(FEW, THREE),
    "piles of few cards, independent": Setting(FEW, THREE, Draws.INDEPENDENT),
    "few cards against many": Setting(THREE, DECK_C, rule=JAWA),
    "always perfect, seen": Setting(TWO, FEW, dealer_sees_hand=True),
    "few cards, seen": Setting(FEW, THREE, rule=LANDO, dealer_sees_hand=True),
    "a dealer of two cards": Setting(DECK_C, Side(pile("4 6")), rule=ALL_AT_ONCE),
}

PLAYS: tuple[Policy, ...] = (BestPlay(), StandOn(8))


def share_errors(simulated: Simulated, odds: Odds) -> dict[str, float]:
    """How many standard errors each share is off; those that are certain must be met."""
    found = {}
    for name in odds.outcomes.__slots__:
        exact, counted = getattr(odds.outcomes, name), getattr(simulated.outcomes, name)
        error = sqrt(exact * (1 - exact) / simulated.hands)
        found[name] = float(counted - exact) / error if error else float(counted != exact) * 100
    return found


@pytest.mark.parametrize("play", PLAYS, ids=["best", "stand on 8"])
@pytest.mark.parametrize("name", TABLES)
def test_the_simulation_agrees_with_the_exact_odds(name: str, play: Policy) -> None:
    solution = solve(TABLES[name], play)
    odds = exact_odds(solution)
    simulated = simulate(solution, HANDS, seed=11)
    assert abs(simulated.errors_off(odds)) <= 4
    assert simulated.variance == pytest.approx(float(odds.variance), rel=0.02)
    off = share_errors(simulated, odds)
    assert all(abs(errors) <= 4 for errors in off.values()), off


@settings(max_examples=30)
@given(settings_of_few_cards(), policies, st.integers(0, 2**64))
def test_the_simulation_of_any_table_is_as_near_as_chance_allows(setting: Setting, play: Policy, seed: int) -> None:
    solution = solve(setting, play)
    odds = exact_odds(solution)
    simulated = simulate(solution, 100_000, seed)
    # Bernstein: results of at most two bets are further off than this once in 10^12 simulations.
    unlikely = log(2e12)
    allowed = sqrt(2 * odds.variance * unlikely / 100_000) + 4 * unlikely / (3 * 100_000)
    assert abs(simulated.edge - float(odds.edge)) <= allowed
    outcomes = simulated.outcomes
    assert outcomes.win + outcomes.perfect + outcomes.push + outcomes.lose + outcomes.dealer_perfect == 1


def dealt_by_hand(setting: Setting, stand_on: int, hands: int, random: Random) -> tuple[float, float]:
    """Deal *hands* hands card by card, without any table; return the edge and its standard error.

    The player stands on *stand_on*; the dealer plays his rule and may change his total on its share of the hands.
    """
    rule, pay = setting.rule, setting.pay
    player, dealer = (as_oracle_side(side) for side in (setting.player, setting.dealer))

    def total(side: OracleSide, count: int, shuffled: list[int], may_change: bool = False) -> Fraction:
        return best_total(tuple(sorted(side.pile[at] for at in shuffled[:count])), side, may_change)

    won = []
    for _ in range(hands):
        mine, his = (random.sample(range(len(side.pile)), len(side.pile)) for side in (player, dealer))
        i_am, he_is = (
            is_perfect(tuple(side.pile[at] for at in shuffled[:2]))
            for side, shuffled in ((player, mine), (dealer, his))
        )
        if i_am or he_is:
            won.append(0 if i_am and he_is else float(pay.perfect_pays) if i_am else -pay.perfect_costs)
            continue
        own, dealers = 2, 2
        while own < min(6, len(mine)) and total(player, own, mine) < stand_on:
            own += 1
        while dealers < min(6, len(his)):
            shown = total(dealer, dealers, his)
            overdraws = rule.overdraws_to is not None and shown <= rule.overdraws_to
            if not (shown <= rule.draws_to or (overdraws and random.random() < rule.overdraw_chance)):
                break
            dealers += 1
        shifts = random.random() < rule.shift_share
        first = score((total(player, own, mine, player.may_change), own))
        second = score((total(dealer, dealers, his, shifts), dealers))
        won.append((first > second) - (first < second))
    mean = sum(won) / hands
    return mean, sqrt(sum((each - mean) ** 2 for each in won)) / hands


@pytest.mark.parametrize(
    ("setting", "stand_on"),
    [
        (Setting(DECK_C, HARDER, rule=LANDO), 8),
        (Setting(WILD, Side(pile("clone clone 0 1 5 6 7 2/5")), rule=replace(JAWA, shift_share=Fraction(1, 2))), 9),
    ],
    ids=["deck c", "open cards"],
)
def test_a_plain_program_that_deals_cards_finds_the_same_edge(setting: Setting, stand_on: int) -> None:
    edge, error = dealt_by_hand(setting, stand_on, 5_000, Random(5))
    simulated = simulate(solve(setting, StandOn(stand_on)), HANDS, seed=5)
    assert abs(simulated.edge - edge) <= 4 * sqrt(error**2 + simulated.standard_error**2)


def test_the_same_seed_gives_the_same_result_and_another_seed_another() -> None:
    solution = solve(Setting(MIXED, DECK_C, rule=ALL_AT_ONCE))
    first, again, other = (simulate(solution, 3 * BATCH + 17, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.outcomes != other.outcomes


def test_the_same_hands_are_dealt_on_every_machine() -> None:
    # If only a new numpy changes these counts, it draws bounded numbers anew: see `simulate`.
    outcomes = simulate(solve(TABLES["deck c"]), 100_000, seed=7).outcomes
    counts = [int(getattr(outcomes, name) * 100_000) for name in outcomes.__slots__]
    assert counts == [44_761, 4_620, 3_026, 43_020, 4_573, 19_530, 26_507, 5_432]


def test_forced_hands_come_out_as_they_must_and_without_error() -> None:
    solution = solve(Setting(TWO, Side(pile("3 3"))))
    simulated = simulate(solution, 1_000, seed=0)
    assert simulated.outcomes.perfect == 1
    assert (simulated.edge, simulated.variance, simulated.standard_error) == (1.5, 0, 0)
    assert simulated.errors_off(exact_odds(solution)) == 0
    assert simulated.errors_off(exact_odds(solve(Setting(Side(pile("3 3")), TWO)))) == float("inf")


def test_one_hand_is_dealt() -> None:
    simulated = simulate(solve(TABLES["deck c"]), 1, seed=3)
    assert simulated.hands == 1
    assert simulated.edge in (-1, 0, 1, 1.5)


def test_the_standard_error_is_that_of_the_mean() -> None:
    simulated = simulate(solve(TABLES["deck c"]), HANDS, seed=4)
    assert simulated.standard_error == pytest.approx(sqrt(1.0249 / HANDS), rel=0.01)


@pytest.mark.parametrize(("hands", "seed", "field"), [(0, 1, "hands"), (-5, 1, "hands"), (1, -1, "seed")])
def test_no_hands_and_a_negative_seed_are_refused(hands: int, seed: int, field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        simulate(solve(TABLES["deck c"]), hands, seed)
    assert [violation.field for violation in refused.value.violations] == [field]


def test_progress_is_told_after_every_batch_up_to_the_last_hand() -> None:
    told: list[tuple[int, int]] = []
    simulate(solve(TABLES["deck c"]), 2 * BATCH + 1, 0, lambda done, of: told.append((done, of)))
    assert told == [(done, 2 * BATCH + 1) for done in (BATCH, 2 * BATCH, 2 * BATCH + 1)]


def test_what_progress_raises_ends_the_simulation() -> None:
    class CancelledError(Exception):
        pass

    told = []

    def cancel_at_second(done: int, _of: int) -> None:
        told.append(done)
        if len(told) == 2:
            raise CancelledError

    with pytest.raises(CancelledError):
        simulate(solve(TABLES["deck c"]), 10**12, 0, cancel_at_second)
    assert told == [BATCH, 2 * BATCH]


def test_memory_does_not_grow_with_the_hands() -> None:
    solution = solve(TABLES["deck c"])

    def peak(hands: int) -> int:
        tracemalloc.start()
        simulate(solution, hands, 0)
        try:
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(BATCH)
    few, many = peak(2 * BATCH), peak(60 * BATCH)
    assert many <= 1.02 * few
    assert many < 8 * 2**20
