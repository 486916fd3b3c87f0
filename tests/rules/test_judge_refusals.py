"""What the judge refuses, with the field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckmapping.errors import MalformedIdError, UnknownCardError
from deckmapping.values import whole
from deckmapping.variants import Variant
from service.rules.cases import HandCase, HandsCase
from service.rules.choices import CloneOf, Number
from service.rules.errors import IllegalChoiceError, InvalidCaseError
from service.rules.judge import judge
from tests.rules.facts import BY_ID


def case(*hands: HandCase, starter: int = 0, variant: Variant | None = Variant.TROOPER) -> HandsCase:
    return HandsCase(variant, hands, starter)


TWO = HandCase(("3_8", "101_6"))
BARRING = "a card that bars wild cards: 7_111 or 7_269"


@pytest.mark.parametrize(
    ("wrong", "field", "expected"),
    [
        (case(TWO), "hands", "exactly two hands"),
        (case(TWO, TWO, TWO), "hands", "exactly two hands"),
        (case(TWO, TWO, starter=2), "starter", "0 or 1"),
        (case(TWO, HandCase(("3_8",))), "hands[1].cards", "two to six cards"),
        (case(HandCase(("3_8",) * 7), TWO), "hands[0].cards", "two to six cards"),
        (case(HandCase(("3_8", "3_8"), change=2), TWO), "hands[0].change", "-1, 0 or 1"),
        (case(replace(TWO, choices=((0, CloneOf(1)),) * 2), TWO), "hands[0].choices[1]", "one choice a card"),
        (case(TWO, replace(TWO, character="7_160")), "hands[1].character", "a character card"),
        (case(replace(TWO, barred_by="7_115"), TWO), "hands[0].barredBy", BARRING),
    ],
)  # fmt: skip
def test_an_impossible_case_is_refused_with_the_field(wrong: HandsCase, field: str, expected: str) -> None:
    with pytest.raises(InvalidCaseError) as caught:
        judge(wrong, BY_ID.get)
    (fault,) = caught.value.violations
    assert (fault.field, fault.expected) == (field, expected)


def test_a_choice_beyond_the_hand_is_refused() -> None:
    wrong = HandCase(("102_11", "101_6"), choices=((2, Number(whole(5))),))
    with pytest.raises(IllegalChoiceError, match=r"hands\[1\]\.choices\[0\].*a position from 0 to 1"):
        judge(case(TWO, wrong), BY_ID.get)


def test_every_unknown_id_is_named_with_its_place() -> None:
    wrong = case(HandCase(("3_8", "9_999"), character="9_998"), HandCase(("3_8", "101_6", "9_997")))
    with pytest.raises(UnknownCardError) as caught:
        judge(wrong, BY_ID.get)
    assert [(fault.field, fault.value) for fault in caught.value.violations] == [
        ("hands[0].cards[1]", "9_999"),
        ("hands[0].character", "9_998"),
        ("hands[1].cards[2]", "9_997"),
    ]


def test_every_malformed_id_is_named_with_its_place() -> None:
    wrong = case(HandCase(("abc", "3_8")), HandCase(("3_8", "1_1*^"), barred_by="x"))
    with pytest.raises(MalformedIdError) as caught:
        judge(wrong, BY_ID.get)
    assert [fault.field for fault in caught.value.violations] == [
        "hands[0].cards[0]",
        "hands[1].cards[1]",
        "hands[1].barredBy",
    ]


def test_ids_are_normalised() -> None:
    loose = case(HandCase(("003_008", "101_6*"), character="5_005^", barred_by="7_0111"), TWO)
    assert [card.blueprint_id for card in judge(loose, BY_ID.get).hands[0].cards] == ["3_8", "101_6"]
