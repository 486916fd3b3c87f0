"""One-line texts of hands, states and cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.variants import Variant
from service.rules.cases import HandCase, HandsCase
from service.rules.errors import IllegalChoiceError, InvalidNotationError
from service.rules.notation import read_card, read_case, read_hand, read_state
from service.rules.state import HandState, Seat
from tests.rules.strategies import candidate_choices, cards, hands

if TYPE_CHECKING:
    from service.rules.cards import Card
    from service.rules.hand import Hand

seats = st.builds(
    Seat,
    hand=hands(min_size=0),
    pile=st.lists(cards(), max_size=3).map(tuple),
    has_stood=st.booleans(),
    change=st.sampled_from([None, -1, 0, 1]),
)
states = st.builds(HandState, seats=st.tuples(seats, seats), starter=st.sampled_from([0, 1]), is_revealed=st.booleans())
ids = st.builds("{}_{}".format, st.integers(1, 305), st.integers(1, 199))


@st.composite
def hand_cases(draw: st.DrawFn) -> HandCase:
    drawn = tuple(draw(st.lists(ids, min_size=1, max_size=7)))
    chosen = draw(st.dictionaries(st.integers(0, len(drawn) - 1), st.sampled_from(candidate_choices(len(drawn)))))
    return HandCase(
        cards=drawn,
        character=draw(st.none() | ids),
        barred_by=draw(st.none() | ids),
        choices=tuple(sorted(chosen.items())),
        only_chosen=draw(st.booleans()),
        change=draw(st.sampled_from([None, -1, 0, 1])),
    )


cases = st.builds(
    HandsCase,
    variant=st.none() | st.sampled_from(Variant),
    hands=st.tuples(hand_cases(), hand_cases()),
    starter=st.sampled_from([0, 1]),
)


@given(cards())
def test_a_card_reads_back_from_its_text(card: Card) -> None:
    assert read_card(str(card)) == card


@given(hands(min_size=0))
def test_a_hand_reads_back_from_its_text(hand: Hand) -> None:
    assert "\n" not in str(hand)
    assert read_hand(str(hand)) == hand


@given(states)
@settings(max_examples=50)
def test_a_state_reads_back_from_its_text(state: HandState) -> None:
    assert "\n" not in str(state)
    assert read_state(str(state)) == state


@given(cases)
def test_a_case_reads_back_from_its_text(case: HandsCase) -> None:
    assert "\n" not in str(case)
    assert read_case(str(case)) == case


def test_the_texts_are_these() -> None:
    side = "wild=1-6 perk=0 destiny=3 may-change wins-double"
    hand = f"{side} : 217_13:1~wild=5 5_80:0~clone=@0 2_14:2/5 7_160:3~perk-wild$=6"
    assert str(read_hand(hand)) == hand
    state = f"starter=1 revealed | {hand} / 102_8:4 101_6:6 stood change=-1 | : 2_2:3.1415927 213_10:0.5 /"
    assert str(read_state(state)) == state
    case = (
        "cloud-city starter=1 | 217_13=6 5_80=@0 6_10=perk character=5_5 barred=7_111 change=-1 only-chosen | 3_8 3_8"
    )
    assert str(read_case(case)) == case
    assert read_case("fair-deck starter=0 | 3_8 | 3_8") == HandsCase(None, (HandCase(("3_8",)), HandCase(("3_8",))))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1_1",
        "1_1:",
        "1_1:x",
        "1_1:3~tame",
        "1_1:3=3",
        "1_1:-3",
        "1_1:1e3",
        "1_1:3.14159265",
        "1_1:3 1_2:3",
        "1|1:3",
    ],
)
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_card(text)


@pytest.mark.parametrize(
    "text",
    ["", "1_1:3", "perk=0 wild=1-6 : 1_1:3", "wild=1 : 1_1:3", ": 1_1:3~wild", ": 1_1:2/5=@x", ":1_1:3", ": 1_1"],
)
def test_a_text_that_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_hand(text)


def test_a_hand_with_a_choice_that_the_rules_refuse_is_refused() -> None:
    for text in ("wild=1-6 : 1_1:3~wild=7", ": 1_1:0~clone=@0 1_2:3", ": 1_1:2/5=3", ": 1_1:3=@0"):
        with pytest.raises(IllegalChoiceError):
            read_hand(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "starter=2 | : / | : /",
        "starter=0 | : /",
        "starter=0 | : / | : / | : /",
        "starter=0 | : | : /",
        "starter=0 hidden | : / | : /",
        "starter=0 | : / change=2 | : /",
    ],
)
def test_a_text_that_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_state(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bespin starter=0 | 3_8 3_8 | 3_8 3_8",
        "trooper | 3_8 3_8 | 3_8 3_8",
        "trooper starter=0 | only-chosen | 3_8 3_8",
        "trooper starter=0 | 3_8 change=1 character=5_5 | 3_8 3_8",
        "trooper starter=0 | 3_8=x | 3_8 3_8",
        "trooper starter=0 | 3_8  3_8 | 3_8 3_8",
    ],
)
def test_a_text_that_is_no_case_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_case(text)
