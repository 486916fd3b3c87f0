"""Gold and silver as commands read and write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.cli.silver import coin_numbers, coins, read_silver
from service.money import Silver


@pytest.mark.parametrize(
    ("text", "silver"),
    [
        ("0", 0),
        ("245", 245),
        ("245s", 245),
        ("245 silver", 245),
        ("2g", 200),
        ("2 gold", 200),
        ("2g 45s", 245),
        ("2g45s", 245),
        ("2G 5S", 205),
        ("2 gold, 45 silver", 245),
        ("2 gold 05 silver", 205),
        ("0 gold, 99 silver", 99),
        ("999999999999999999", 999_999_999_999_999_999),
    ],
)
def test_an_amount_is_whole_silver_or_gold_and_silver(text: str, silver: int) -> None:
    assert read_silver(text) == silver


@pytest.mark.parametrize(
    "text",
    ["", " ", "-1", "+1", "1.5", "1,5", "1e3", "2.45g", "2g 45", "2g 100s", "45s 2g", "2 g 45 s silver", "g", "s",
     "0x10", "1_000", "16,777,215", "١", "1 000", "2g\n45s", "9" * 19, "half"],
)  # fmt: skip
def test_no_fraction_no_sign_and_nothing_else_is_an_amount(text: str) -> None:
    with pytest.raises(ValueError, match="expected whole silver"):
        read_silver(text)


@given(st.integers(0, 10**15))
def test_what_the_ledger_writes_is_read_as_the_same_silver(silver: int) -> None:
    assert read_silver(str(Silver(silver))) == silver


@given(st.integers(-(10**15), 10**15))
def test_numbers_for_a_spreadsheet_add_up_to_the_silver(silver: int) -> None:
    gold, rest = coin_numbers(silver)
    assert (100 * gold + rest, abs(rest) < 100) == (silver, True)
    assert gold * rest >= 0


def test_columns_have_the_sign_before_the_gold_and_silver_in_two_digits() -> None:
    assert [coins(n) for n in (0, 5, 145, -45, -10_005)] == [
        ("0", "00"), ("0", "05"), ("1", "45"), ("-0", "45"), ("-100", "05"),
    ]  # fmt: skip
    assert [coins(n, is_change=True) for n in (0, 145, -145)] == [("0", "00"), ("+1", "45"), ("-1", "45")]
