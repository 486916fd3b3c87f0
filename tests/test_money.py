"""Silver: whole, of its own type, and shared without losing a coin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from service.money import LARGEST, MOST_SILVER, NOTHING, Silver, shares
from service.tables.practice import Chips

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 gold, 00 silver"),
        (5, "0 gold, 05 silver"),
        (45, "0 gold, 45 silver"),
        (100, "1 gold, 00 silver"),
        (145, "1 gold, 45 silver"),
        (1500, "15 gold, 00 silver"),
        (16_777_215, "167772 gold, 15 silver"),
        (-5, "-0 gold, 05 silver"),
        (-145, "-1 gold, 45 silver"),
    ],
)
def test_silver_is_printed_as_gemp_shows_a_price(count: int, words: str) -> None:
    assert str(Silver(count)) == words


def test_a_wallet_holds_what_three_bytes_hold() -> None:
    assert Silver(256**3 - 1) == MOST_SILVER
    assert LARGEST.count < 2**53  # exact in a spreadsheet, and far from the end of 64 bits


def test_silver_adds_to_silver_alone() -> None:
    assert Silver(100) + Silver(45) == Silver(145)
    assert Silver(100) - Silver(145) == Silver(-45)
    assert -Silver(3) == Silver(-3)
    assert Silver(145).times(2) == Silver(290)
    assert sum([Silver(1), Silver(2)], NOTHING) == Silver(3)


@pytest.mark.parametrize("other", [1, 1.0, True, "1", None, Chips(1)])
def test_silver_does_not_mix_with_chips_or_numbers(other: Any) -> None:
    one: Any = Silver(1)
    assert one != other
    mixes: list[Callable[[], object]] = [
        lambda: one + other,
        lambda: other + one,
        lambda: one - other,
        lambda: one < other,
        lambda: one >= other,
        lambda: sum([one, one]),
    ]
    for mix in mixes:
        with pytest.raises(TypeError):
            mix()


@pytest.mark.parametrize("count", [2.5, 2.0, True, "2", None])
def test_field_report_58_silver_is_whole(count: Any) -> None:
    with pytest.raises(InvalidInputError, match="expected a whole number of silver"):
        Silver(count)


def test_field_report_26_a_prize_of_100_for_three_is_34_33_33() -> None:
    assert shares(Silver(100), 3) == (Silver(34), Silver(33), Silver(33))
    assert shares(Silver(101), 3) == (Silver(34), Silver(34), Silver(33))
    assert shares(Silver(2), 3) == (Silver(1), Silver(1), Silver(0))
    assert shares(NOTHING, 2) == (NOTHING, NOTHING)


@given(st.integers(0, 10**15), st.integers(1, 200))
def test_field_report_26_shares_lose_and_invent_nothing(amount: int, number: int) -> None:
    counts = [share.count for share in shares(Silver(amount), number)]
    assert (len(counts), sum(counts)) == (number, amount)
    assert counts == sorted(counts, reverse=True)
    assert counts[0] - counts[-1] <= 1


@pytest.mark.parametrize(("amount", "number", "field"), [(-1, 3, "amount"), (100, 0, "number"), (100, -1, "number")])
def test_what_cannot_be_shared_is_refused(amount: int, number: int, field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        shares(Silver(amount), number)
    assert caught.value.violations[0].field == field
