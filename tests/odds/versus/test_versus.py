"""Versus odds against all pairs of ordered draws of small piles, and what must hold of any game between two players."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from service.odds.kinds import Pile, Side
from service.odds.setting import Draws
from service.odds.versus.versus import VersusOdds, VersusShares, versus_odds
from service.rules.cards import SideRules, WildRange
from tests.odds.enumerated import Final, best, cards, finals, key, pile_of

DECK_C = Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6})
ONE = "0 1 5 6 2/5"
OTHER = "0 4.5 5 wild clone"


def brute(piles: tuple[str, str], stand_on: tuple[int, int], double: bool) -> dict[str, Fraction]:
    """Shares and edge; *double*: the second player's every win counts two bets."""
    sides = [
        finals(cards(pile), lambda held, total=total: best(held) < total)  # type: ignore[misc]
        for pile, total in zip(piles, stand_on, strict=True)
    ]
    found = dict.fromkeys(("first", "second", "draw", "perfect", "other perfect", "edge"), Fraction(0))
    for one, own in sides[0].items():
        for two, other in sides[1].items():
            chance = own * other
            winner = decided(one, two)
            found[("first", "second", "draw")[winner]] += chance
            if winner == 2:
                continue
            perfect = (one, two)[winner].is_perfect
            found[("perfect", "other perfect")[winner]] += chance * perfect
            bets = 2 if perfect or (double and winner == 1) else 1
            found["edge"] += chance * (bets if winner == 0 else -bets)
    return found


def decided(one: Final, two: Final) -> int:
    """0, 1, or 2 for a draw."""
    if one.is_perfect or two.is_perfect:
        return 2 if one.is_perfect and two.is_perfect else int(two.is_perfect)
    keys = [(key(each.total), each.cards) for each in (one, two)]
    return 2 if keys[0] == keys[1] else int(keys[1] < keys[0])


@pytest.mark.parametrize("stand_on", [(0, 11), (5, 5), (8, 6), (11, 9)])
@pytest.mark.parametrize("double", [False, True])
def test_r4_r7_r8_shares_are_those_of_all_ordered_draws(stand_on: tuple[int, int], double: bool) -> None:
    first = Side(pile_of(cards(ONE)))
    second = Side(pile_of(cards(OTHER)), SideRules(wild_range=WildRange(1, 6), wins_double=double))
    found, expected = versus_odds(first, second, stand_on), brute((ONE, OTHER), stand_on, double)
    assert (found.first.wins, found.second.wins, found.draw) == tuple(
        expected[name] for name in ("first", "second", "draw")
    )
    assert found.first.perfect == found.first.doubles == expected["perfect"]
    assert found.second.perfect == expected["other perfect"]
    assert found.second.doubles == expected["second" if double else "other perfect"]
    assert found.edge == expected["edge"]


def test_r3_a_perfect_sabacc_beats_any_hand_twice_and_two_of_them_draw() -> None:
    perfect, eleven = Side(Pile.of_values({5: 1, 6: 1})), Side(Pile.of_values({1: 1, 4: 1, 6: 1}))
    twice = versus_odds(perfect, eleven, (8, 11))
    assert twice.first == VersusShares(Fraction(1), Fraction(1), Fraction(1))
    assert twice.edge == 2
    both = versus_odds(perfect, perfect, (8, 8))
    assert both.draw == 1
    assert both.edge == 0


def test_r6_a_side_that_may_change_its_total_turns_twelve_and_ten_into_eleven() -> None:
    twelve, ten = Side(Pile.of_values({6: 2}), SideRules(may_change=True)), Side(Pile.of_values({5: 2}))
    assert versus_odds(twelve, ten, (8, 8)).first.wins == 1
    changing_ten = Side(Pile.of_values({5: 2}), SideRules(may_change=True))
    assert versus_odds(twelve, changing_ten, (8, 8)).draw == 1


PILES = st.dictionaries(st.integers(0, 7), st.integers(1, 9), min_size=2, max_size=6).map(Pile.of_values)


@given(PILES, PILES, st.integers(0, 11), st.integers(0, 11), st.sampled_from(Draws))
@settings(max_examples=30)
def test_shares_add_to_one_and_changing_places_changes_the_sign(
    one: Pile, two: Pile, on: int, other: int, draws: Draws
) -> None:
    found = versus_odds(Side(one), Side(two), (on, other), draws)
    back = versus_odds(Side(two), Side(one), (other, on), draws)
    assert found.first.wins + found.second.wins + found.draw == 1
    assert back == VersusOdds((other, on), found.second, found.first, found.draw, -found.edge)


@pytest.mark.parametrize("draws", list(Draws))
@pytest.mark.parametrize("total", [0, 7, 11])
def test_a_game_of_equals_is_even(total: int, draws: Draws) -> None:
    found = versus_odds(Side(DECK_C), Side(DECK_C), (total, total), draws)
    assert found.edge == 0
    assert found.first == found.second


def test_what_cannot_be_played_is_refused_by_name() -> None:
    with pytest.raises(InvalidInputError) as caught:
        versus_odds(Side(DECK_C), Side(DECK_C), (8, 12))
    assert caught.value.violations[0].field == "second.standOn"
    with pytest.raises(InvalidInputError) as caught:
        versus_odds(Side(Pile.of_values({5: 1})), Side(DECK_C), (8, 8))
    assert caught.value.violations[0].field == "first"
