"""A dealer's rule as data, and what is no rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError

SHARE = "a share from 0 to 1"


@pytest.mark.parametrize(
    ("given", "field", "value", "expected"),
    [
        ({"draws_to": -1}, "drawsTo", "-1", "a whole number from 0 to 20"),
        ({"draws_to": 21}, "drawsTo", "21", "a whole number from 0 to 20"),
        ({"shift_share": Fraction(-1, 100)}, "shiftShare", "-1/100", SHARE),
        ({"shift_share": Fraction(101, 100)}, "shiftShare", "101/100", SHARE),
        ({"overdraws_to": 9, "overdraw_chance": Fraction(5, 4)}, "overdrawChance", "5/4", SHARE),
        ({"overdraws_to": 9, "overdraw_chance": Fraction(-1)}, "overdrawChance", "-1", SHARE),
        ({"overdraws_to": 7}, "overdrawsTo", "7", "a whole number above 7 and up to 20"),
        ({"overdraws_to": 21}, "overdrawsTo", "21", "a whole number above 7 and up to 20"),
        ({"draws_to": 9, "overdraws_to": 8}, "overdrawsTo", "8", "a whole number above 9 and up to 20"),
        ({"overdraw_chance": Fraction(1, 2)}, "overdrawChance", "1/2", "0 where he overdraws on no total"),
    ],
)
def test_what_is_no_rule_is_refused_by_its_field(given: dict[str, Any], field: str, value: str, expected: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        DealerRule(**given)
    (fault,) = caught.value.violations
    assert (fault.field, fault.value, fault.expected) == (field, value, expected)


def test_the_ends_of_every_range_are_rules() -> None:
    assert DealerRule(draws_to=0, overdraws_to=1, overdraw_chance=Fraction(1)).overdraws_to == 1
    assert DealerRule(draws_to=20, shift_share=Fraction(1)).draws_to == 20
    assert DealerRule(draws_to=19, overdraws_to=20, overdraw_chance=Fraction(0)).overdraws_to == 20


def test_the_usual_dealer_draws_to_seven_and_has_no_character() -> None:
    rule = DealerRule()
    assert (rule.draws_to, rule.overdraws_to, rule.overdraw_chance) == (7, None, Fraction(0))
    assert (rule.shift_share, rule.wins_double) == (Fraction(0), False)
