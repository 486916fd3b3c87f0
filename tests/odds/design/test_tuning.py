"""A share of changed totals, or a payout, tuned to a wanted edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from service.odds.design.tuning import Tuned, tune_pay_table, tune_perfect_pays, tune_shift_share
from service.odds.kinds import Pile, Side
from service.odds.setting import Setting
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.cards import SideRules
from service.rules.dealing import PayTable

if TYPE_CHECKING:
    from collections.abc import Callable

DECK_C = Side(Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}))
SMALL = Side(Pile.of_values({1: 4, 3: 4, 5: 4, 6: 4}))
STANDARD = Setting(DECK_C, DECK_C)


def house_edge(setting: Setting) -> Fraction:
    return -exact_odds(solve(setting)).edge


def with_share(setting: Setting, share: Fraction) -> Setting:
    return replace(setting, rule=replace(setting.rule, shift_share=share))


@pytest.mark.parametrize("setting", [STANDARD, Setting(SMALL, SMALL)])
@pytest.mark.parametrize("part", [Fraction(0), Fraction(1, 50), Fraction(1, 2), Fraction(9, 10), Fraction(1)])
def test_the_exact_share_earns_the_wanted_edge_to_the_last_digit(setting: Setting, part: Fraction) -> None:
    lowest, highest = house_edge(with_share(setting, Fraction(0))), house_edge(with_share(setting, Fraction(1)))
    wanted = lowest + part * (highest - lowest)
    tuned = tune_shift_share(setting, wanted)
    assert house_edge(with_share(setting, tuned.exactly)) == wanted


def test_the_rounded_share_is_the_nearest_part_and_its_edge_is_its_own() -> None:
    tuned = tune_shift_share(STANDARD, Fraction(2, 100), 100)
    assert tuned.setting.rule.shift_share == Fraction(14, 100)
    assert abs(tuned.exactly - Fraction(14, 100)) < Fraction(1, 200)
    assert tuned.house_edge == house_edge(with_share(STANDARD, Fraction(14, 100)))


def test_the_share_that_a_table_has_already_does_not_matter() -> None:
    other = replace(STANDARD, rule=DealerRule(shift_share=Fraction(1, 3)))
    assert tune_shift_share(other, Fraction(2, 100)) == tune_shift_share(STANDARD, Fraction(2, 100))


def test_an_edge_that_no_share_earns_is_refused_with_what_can_be_earned() -> None:
    with pytest.raises(InvalidInputError, match=r"houseEdge: got '1', expected from -0.0398\d* to 0.\d+"):
        tune_shift_share(STANDARD, Fraction(1))


@pytest.mark.parametrize("tune", [tune_shift_share, tune_perfect_pays])
def test_the_ends_of_the_range_that_a_refusal_names_can_be_tuned(tune: Callable[[Setting, Fraction], Tuned]) -> None:
    with pytest.raises(InvalidInputError) as refused:
        tune(STANDARD, Fraction(1))
    least, most = refused.value.violations[0].expected.removeprefix("from ").split(" to ")
    for end, further in ((Fraction(least), Fraction(-1, 10**7)), (Fraction(most), Fraction(1, 10**7))):
        tune(STANDARD, end)
        with pytest.raises(InvalidInputError):
            tune(STANDARD, end + further)


def test_the_range_of_a_share_that_does_nothing_is_named_exactly() -> None:
    over = Side(Pile.of_values({20: 10}))
    edge = house_edge(Setting(DECK_C, over))
    with pytest.raises(InvalidInputError, match=f"expected from {edge} to {edge}"):
        tune_shift_share(Setting(DECK_C, over), Fraction(1))
    assert tune_shift_share(Setting(DECK_C, over), edge).house_edge == edge


def test_the_exact_payout_earns_the_wanted_edge_to_the_last_digit() -> None:
    tuned = tune_perfect_pays(STANDARD, Fraction(-39, 1000), 20)
    exactly = replace(STANDARD, pay=PayTable(tuned.exactly))
    assert house_edge(exactly) == Fraction(-39, 1000)
    assert tuned.setting.pay == PayTable(Fraction(3, 2))
    assert tuned.house_edge == house_edge(STANDARD)


def test_a_pay_table_lets_a_dealers_perfect_sabacc_cost_two_where_one_does_not_suffice() -> None:
    with pytest.raises(InvalidInputError):
        tune_perfect_pays(STANDARD, Fraction(0))
    tuned = tune_pay_table(STANDARD, Fraction(0))
    assert tuned.setting.pay.perfect_costs == 2
    assert house_edge(replace(STANDARD, pay=PayTable(tuned.exactly, 2))) == 0


def test_a_pay_table_keeps_the_cost_of_one_where_that_suffices() -> None:
    assert tune_pay_table(STANDARD, Fraction(-39, 1000)).setting.pay.perfect_costs == 1


def test_an_edge_that_no_pay_table_earns_is_refused_with_both_ranges() -> None:
    with pytest.raises(InvalidInputError) as refused:
        tune_pay_table(STANDARD, Fraction(1, 2))
    assert [violation.field for violation in refused.value.violations] == ["houseEdge", "houseEdge"]


def test_a_payout_that_does_nothing_is_not_tuned() -> None:
    doubling = replace(STANDARD, player=Side(DECK_C.pile, SideRules(wins_double=True)))
    with pytest.raises(InvalidInputError, match="every win counts double"):
        tune_perfect_pays(doubling, Fraction(0))


@pytest.mark.parametrize("denominator", [0, 1_000_001])
def test_parts_are_from_one_to_a_million(denominator: int) -> None:
    with pytest.raises(InvalidInputError, match="denominator"):
        tune_shift_share(STANDARD, Fraction(2, 100), denominator)
