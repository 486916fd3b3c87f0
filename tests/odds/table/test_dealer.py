"""How the dealer's hands end, by up card."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import whole
from service.odds.hands.drawing import Drawing
from service.odds.kinds import Side
from service.odds.setting import Draws, Setting
from service.odds.table.dealer import dealer_chances, dealer_counts, dealer_ways
from tests.odds.small_tables import pile, settings_of_few_cards


def test_a_dealer_of_three_cards_ends_as_reckoned_by_hand() -> None:
    drawing = Drawing.of(Side(pile("0 5 6")), Draws.FINITE)
    found = dealer_counts(drawing, DealerRule())
    # Six orders of three cards. 0 5 and 0 6 draw the third card; 5 6 is perfect, either card up.
    assert dealer_ways(drawing, DealerRule()) == 6
    assert found.perfect.tolist() == [0, 1, 1]
    ends = {end: row for end, row in zip(drawing.hands.plain.ends, found.plain.tolist(), strict=True) if any(row)}
    assert ends == {(whole(11), 3): [2, 1, 1]}


def test_a_dealer_who_overdraws_does_so_anew_with_each_card() -> None:
    drawing = Drawing.of(Side(pile("4 4 4 4")), Draws.FINITE)
    rule = DealerRule(draws_to=7, overdraws_to=12, overdraw_chance=Fraction(1, 4))
    found = dealer_counts(drawing, rule)
    ends = {end: row for end, row in zip(drawing.hands.plain.ends, found.plain.tolist(), strict=True) if any(row)}
    of = dealer_ways(drawing, rule)
    shares = {end: Fraction(row[0], of) for end, row in ends.items()}
    # He stands on 8 with three in four; of the rest he stands on 12 with three in four, else takes the last card.
    assert shares == {(whole(8), 2): Fraction(3, 4), (whole(12), 3): Fraction(3, 16), (whole(16), 4): Fraction(1, 16)}


@settings(max_examples=60)
@given(settings_of_few_cards())
def test_chances_are_the_counts_out_of_all_and_nothing_is_lost(setting: Setting) -> None:
    drawing = Drawing.of(setting.dealer, setting.draws)
    chances, counts = dealer_chances(drawing, setting.rule), dealer_counts(drawing, setting.rule)
    of = dealer_ways(drawing, setting.rule)
    for ends in ("plain", "changed"):
        exact = getattr(counts, ends)
        assert int(exact.sum()) + int(counts.perfect.sum()) == of
        assert np.allclose(getattr(chances, ends), (exact / of).astype(float), rtol=1e-13, atol=0)
    by_up_card = counts.perfect + counts.plain.sum(axis=0)
    assert [Fraction(int(n), of) for n in by_up_card] == [Fraction(int(n), drawing.size) for n in drawing.counts]


@pytest.mark.parametrize("chance", [Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("draws", Draws)
def test_python_integers_count_what_64_bits_count(chance: Fraction, draws: Draws) -> None:
    drawing = Drawing.of(Side(pile("0 0 1 4 5 6")), draws)
    parts = 10**12 + 39
    rules = [DealerRule(5, 9, each) for each in (chance, Fraction(round(chance * parts) - 1, parts))]
    few, many = (dealer_counts(drawing, rule) for rule in rules)
    assert few.plain.dtype == np.int64
    assert {type(number) for number in many.plain.flat} == {int}
    assert int(many.plain.sum()) + int(many.perfect.sum()) == dealer_ways(drawing, rules[1])
    exact, nearly = (
        (found.plain / dealer_ways(drawing, rule)).astype(float) for found, rule in zip((few, many), rules, strict=True)
    )
    assert np.allclose(exact, nearly, rtol=0, atol=1e-11)


def test_r4_an_empty_pile_stands_and_six_cards_stand() -> None:
    always = DealerRule(draws_to=20)
    two = Drawing.of(Side(pile("0 0")), Draws.FINITE)
    assert dealer_counts(two, always).plain[two.hands.plain.ends.index((whole(0), 2))].tolist() == [2]
    endless = Drawing.of(Side(pile("0 0")), Draws.INDEPENDENT)
    found = dealer_counts(endless, always).plain
    assert found[endless.hands.plain.ends.index((whole(0), 6))].tolist() == [dealer_ways(endless, always)]
