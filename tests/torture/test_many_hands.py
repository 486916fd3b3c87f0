"""Many hands of every theme, with wild and clone cards and without: totals, states, shoes and the edge."""

from __future__ import annotations

import pytest

from tests.torture.many_hands import MANY, NAMES, many_hands

SAMPLE = 1000
"""Hands of each theme and option."""


def assert_many_hands_are_right(name: str, *, is_fair: bool, hands: int) -> None:
    run = many_hands(name, is_fair=is_fair, hands=hands)
    assert run.hands == hands
    assert abs(run.errors_off) <= 3, run


@pytest.mark.parametrize("is_fair", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_thousand_hands_lose_no_chip_and_no_card_and_earn_what_they_must(name: str, is_fair: bool) -> None:
    assert_many_hands_are_right(name, is_fair=is_fair, hands=SAMPLE)


@pytest.mark.torture
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("is_fair", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_100000_hands_lose_no_chip_and_no_card_and_earn_what_they_must(name: str, is_fair: bool) -> None:
    assert_many_hands_are_right(name, is_fair=is_fair, hands=MANY)
