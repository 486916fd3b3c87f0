"""Equilibria: no other stand-on total gains anything, and small games have their known solutions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws
from service.odds.versus.equilibrium import TOTALS, Equilibrium, equilibrium
from service.odds.versus.versus import versus_odds
from service.odds.versus.zero_sum import Mixed, mixed, saddle
from service.rules.cards import SideRules, WildRange

DECK_C = Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6})


def assert_nobody_gains(found: Equilibrium) -> None:
    assert sum(found.first.values()) == sum(found.second.values()) == 1
    for own in TOTALS:
        assert sum(found.edges[own][other] * share for other, share in found.second.items()) <= found.edge
    for other in TOTALS:
        assert sum(found.edges[own][other] * share for own, share in found.first.items()) >= found.edge
    assert max(found.replies_of_first) == min(found.replies_to_first) == found.edge


@pytest.mark.parametrize("draws", list(Draws))
def test_two_deck_c_players_are_even_and_no_other_total_gains(draws: Draws) -> None:
    found = equilibrium(Side(DECK_C), Side(DECK_C), draws)
    assert_nobody_gains(found)
    assert found.edge == 0
    assert found.first == found.second


PILES = st.dictionaries(st.integers(0, 7), st.integers(1, 9), min_size=2, max_size=5).map(Pile.of_values)


@given(PILES, PILES)
@settings(max_examples=15)
def test_no_other_stand_on_total_gains_anything(one: Pile, two: Pile) -> None:
    assert_nobody_gains(equilibrium(Side(one), Side(two)))


def test_wild_and_clone_cards_and_a_double_are_played_too() -> None:
    rules = SideRules(wild_range=WildRange(1, 6), wins_double=True)
    counts = {**DECK_C.as_counts(), Kind((), Role.WILD): 5, Kind((), Role.CLONE): 2}
    found = equilibrium(Side(Pile.of_counts(counts), rules), Side(DECK_C))
    assert_nobody_gains(found)
    assert found.edge > 0


def test_where_each_total_has_a_better_reply_both_players_mix() -> None:
    one = Pile.of_values({0: 1, 1: 7, 2: 4, 3: 3, 4: 9, 5: 1, 6: 5})
    found = equilibrium(Side(one), Side(Pile.of_values({0: 1, 2: 8, 4: 6, 5: 1, 6: 6})))
    assert_nobody_gains(found)
    assert not found.is_pure
    assert (set(found.first), set(found.second)) == ({8, 9}, {8, 9})
    worst = [min(row) for row in found.edges]
    best = [max(column) for column in zip(*found.edges, strict=True)]
    assert max(worst) < found.edge < min(best)


def test_the_edges_are_those_of_versus() -> None:
    one, two = Side(Pile.of_values({0: 3, 4: 4, 6: 2})), Side(Pile.of_values({1: 4, 3: 4, 7: 3}))
    found = equilibrium(one, two)
    for pair in ((0, 0), (8, 5), (11, 3)):
        assert found.edges[pair[0]][pair[1]] == versus_odds(one, two, pair).edge


MATRIX = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(-6, 6).map(Fraction), min_size=columns, max_size=columns), min_size=1, max_size=5
    )
)


@given(MATRIX)
@settings(max_examples=200)
def test_a_mixed_equilibrium_leaves_nobody_a_better_choice(matrix: list[list[Fraction]]) -> None:
    found = mixed(matrix)
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(*found.rows, *found.columns) >= 0
    assert all(sum(map(Fraction.__mul__, row, found.columns)) <= found.value for row in matrix)
    columns = zip(*matrix, strict=True)
    assert all(sum(map(Fraction.__mul__, column, found.rows)) >= found.value for column in columns)
    if pure := saddle(matrix):
        assert matrix[pure[0]][pure[1]] == found.value


def test_scissors_paper_stone_with_a_dearer_stone_has_its_known_shares() -> None:
    a, b = Fraction(1), Fraction(2)
    found = mixed([[0 * a, -a, b], [a, 0 * a, -a], [-b, a, 0 * a]])
    assert saddle([[0 * a, -a, b], [a, 0 * a, -a], [-b, a, 0 * a]]) is None
    assert found == Mixed(Fraction(0), shares := (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)), shares)
