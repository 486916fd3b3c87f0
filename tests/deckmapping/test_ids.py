from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import MalformedIdError
from deckmapping.ids import id_order, normalise_id


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7_109", "7_109"),
        ("5_039", "5_39"),
        ("0005_0039", "5_39"),
        ("5_039*", "5_39"),
        ("5_39^", "5_39"),
        ("9999_1", "9999_1"),
        ("9999_9999*", "9999_9999"),
        ("0_0", "0_0"),
    ],
)
def test_an_id_loses_leading_zeros_and_one_suffix(text: str, expected: str) -> None:
    assert normalise_id(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "", "abc", "1_x", "x_1", "1", "_", "1_", "_1", "1__1", "1_1_1", "1_1*^", "1_1**", "1_1^^", "*1_1", "1*_1",
        " 1_1", "1_1 ", "1_1\n", "1-1", "+1_1", "-1_1", "1_-1", "12345_1", "1_12345", "00001_1", "١_1", "1_²", "1_1\0",
        "1_1|", "1e1_1",
    ],
)  # fmt: skip
def test_anything_else_is_refused_and_the_field_is_named(text: str) -> None:
    with pytest.raises(MalformedIdError) as caught:
        normalise_id(text, "players[1].deck")
    (violation,) = caught.value.violations
    assert violation.field == "players[1].deck"
    assert "7_109" in violation.expected


@pytest.mark.parametrize("text", ["7_296_BACK", "109_12_BACK", "1_1*_BACK"])
def test_a_back_is_refused_as_no_card_of_its_own(text: str) -> None:
    with pytest.raises(MalformedIdError, match="a back is never a card of its own"):
        normalise_id(text)


@given(st.integers(0, 9999), st.integers(0, 9999), st.integers(0, 3), st.sampled_from(["", "*", "^"]))
def test_padding_and_suffix_never_change_the_card(set_number: int, number: int, zeros: int, suffix: str) -> None:
    padded = f"{set_number:0{min(4, len(str(set_number)) + zeros)}}_{number:0{min(4, len(str(number)) + zeros)}}"
    normal = normalise_id(padded + suffix)
    assert normal == f"{set_number}_{number}"
    assert normalise_id(normal) == normal
    assert id_order(normal) == (set_number, number)


@given(st.text(alphabet="019_*^B ", max_size=12))
def test_what_is_accepted_is_exactly_the_stated_form(text: str) -> None:
    body = text[:-1] if text.endswith(("*", "^")) else text
    parts = body.split("_")
    well_formed = len(parts) == 2 and all(1 <= len(p) <= 4 and set(p) <= set("0123456789") for p in parts)
    try:
        normalise_id(text)
    except MalformedIdError:
        assert not well_formed
    else:
        assert well_formed


def test_hostile_texts_are_refused_at_once() -> None:
    started = time.perf_counter()
    for text in ("1" * 10_000, "1_" * 5_000, "1_1" + "*" * 10_000, "_" * 10_000):
        with pytest.raises(MalformedIdError):
            normalise_id(text)
    assert time.perf_counter() - started < 30
