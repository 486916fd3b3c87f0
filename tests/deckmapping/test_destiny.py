from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.destiny import destiny_text, parse_destiny
from deckmapping.values import format_value, parse_value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", ["0"]),
        ("7", ["7"]),
        ("2 or 5", ["2", "5"]),
        ("1 or 6", ["1", "6"]),
        ("0 or 7", ["0", "7"]),
        ("7 or 1", ["1", "7"]),
        ("π", ["3.1415927"]),
        ("2π", ["6.2831855"]),
        ("π or 2π", ["3.1415927", "6.2831855"]),
        ("½", ["0.5"]),
        ("4½", ["4.5"]),
        ("(4)", ["4"]),
        ("*", ["0"]),
        ("3 or 3", ["3"]),
        ("½ or 4½", ["0.5", "4.5"]),
        ("(2) or (5)", ["2", "5"]),
    ],
)
def test_every_printed_notation_has_its_exact_values(text: str, expected: list[str]) -> None:
    assert [format_value(value) for value in parse_destiny(text)] == expected


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "-1", "+1", "1.5", "0.5", "1/2", "3π", "100", "2 or", "or 5", "2 or 5 or 7", "2or5", "2 OR 5", "(4",
     "4)", "((4))", "()", "½½", "**", "NaN", "1e3", "٣", "²", "2 or x", " 2", "2\n", "9" * 30, "4 ½"],
)  # fmt: skip
def test_unknown_text_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="expected a destiny"):
        parse_destiny(text)


_PRINTED = st.one_of(
    st.integers(0, 99).map(str), st.integers(1, 99).map(lambda n: f"{n}½"), st.sampled_from(["½", "π", "2π"])
)


@given(_PRINTED)
def test_a_single_destiny_is_printed_as_it_was_read(text: str) -> None:
    (value,) = parse_destiny(text)
    assert destiny_text(value) == text


@given(_PRINTED, _PRINTED)
def test_two_destinies_are_both_kept_and_ascend_in_either_order(first: str, second: str) -> None:
    values = parse_destiny(f"{first} or {second}")
    assert values == parse_destiny(f"{second} or {first}")
    assert set(values) == {*parse_destiny(first), *parse_destiny(second)}
    assert list(values) == sorted(values)


@pytest.mark.parametrize("value", ["-1", "0.25", "3.1415926", "100", "12.34"])
def test_a_value_that_no_card_prints_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="expected a whole number or a half"):
        destiny_text(parse_value(value))
