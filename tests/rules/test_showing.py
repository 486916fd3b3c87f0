"""R5 to R9 at the table: valuing, reveal, changes of totals, stakes."""

from __future__ import annotations

import pytest

from deckmapping.values import Value, whole
from service.rules.acts import (
    can_change_total,
    can_choose,
    can_choose_best,
    can_reveal,
    change_total,
    choose,
    choose_best,
    deal,
    reveal,
    stand,
)
from service.rules.cards import Card, SideRules, WildRange
from service.rules.changes import best_change, changed, permitted_changes
from service.rules.choices import CloneOf, Number
from service.rules.errors import IllegalActError, IllegalChoiceError
from service.rules.events import Changed, Ended, Valued
from service.rules.hand import total
from service.rules.outcome import DecidedBy, Outcome
from service.rules.stakes import Stakes, stakes
from service.rules.state import HandState, Phase
from tests.rules.facts import CLONE, WILD, plain

WILDS = SideRules(wild_range=WildRange(1, 6))
LANDO = SideRules(wild_range=WildRange(1, 6), may_change=True)


def valuing(
    first: tuple[Card, ...],
    second: tuple[Card, ...],
    rules: tuple[SideRules, SideRules] = (WILDS, WILDS),
    starter: int = 0,
) -> HandState:
    """Deal both sides all that their piles hold, two cards each, or let them stand on two."""
    state, _ = deal(HandState.before_deal((first, second), rules, starter))
    while state.to_act is not None:
        state, _ = stand(state, state.to_act)
    return state


def test_r5_the_phase_is_complete_after_one_assignment_and_needs_no_confirmation() -> None:
    state = valuing((CLONE, *plain("3")), plain("5", "4"))
    assert not can_reveal(state)
    with pytest.raises(IllegalActError, match="a value for every card"):
        reveal(state)
    state, events = choose(state, 0, 0, CloneOf(1))
    assert events == (Valued(0),)
    assert can_reveal(state)


def test_r5_a_value_may_be_changed_until_the_reveal() -> None:
    state = valuing((WILD, *plain("5")), plain("5", "5"))
    for number in (6, 2, 4):
        state, _ = choose(state, 0, 0, Number(whole(number)))
        assert total(state.seats[0].hand) == whole(number + 5)
    state, _ = reveal(state)
    assert not can_choose(state, 0, 0, Number(whole(6)))
    with pytest.raises(IllegalActError, match="the hand is over"):
        choose(state, 0, 0, Number(whole(6)))


def test_r5_an_illegal_value_changes_nothing_and_says_what_is_legal() -> None:
    state = valuing((WILD, *plain("5")), plain("5", "5"))
    with pytest.raises(IllegalChoiceError, match="a whole number from 1 to 6"):
        choose(state, 0, 0, Number(whole(7)))
    assert total(state.seats[0].hand) is None


def test_r5_an_absent_side_gets_its_best_values_and_keeps_what_it_chose() -> None:
    state = valuing((WILD, WILD), plain("5", "5"))
    assert can_choose_best(state, 0)
    state, _ = choose(state, 0, 1, Number(whole(2)))
    state, events = choose_best(state, 0)
    assert (events, state.seats[0].hand.choices) == ((Valued(0),), (Number(whole(6)), Number(whole(2))))


@pytest.mark.parametrize(
    ("sum_", "change", "result"),
    [("0.5", -1, "0"), ("0", 1, "1"), ("0.5", 1, "1.5"), ("12", -1, "11"), ("10", 0, "10")],
)
def test_r6_a_change_moves_the_total_by_1_and_never_below_0(sum_: str, change: int, result: str) -> None:
    before, after = (plain(text)[0].printed[0] for text in (sum_, result))
    assert change in permitted_changes(LANDO, before)
    assert changed(before, change) == after


def test_r6_minus_1_needs_a_total_above_0() -> None:
    assert set(permitted_changes(LANDO, Value(0))) == {0, 1}
    assert set(permitted_changes(LANDO, Value(1))) == {-1, 0, 1}
    assert permitted_changes(WILDS, whole(10)) == (0,)


@pytest.mark.parametrize(
    ("sum_", "best"), [("10", 1), ("11", 0), ("12", -1), ("10.5", 0), ("11.5", -1), ("12.5", -1), ("3", 1), ("0", 1)]
)
def test_r6_the_best_change_comes_closest_without_going_over(sum_: str, best: int) -> None:
    assert best_change(LANDO, plain(sum_)[0].printed[0]) == best


def test_r6_the_change_is_made_after_the_reveal_once_and_ends_the_hand() -> None:
    state = valuing(plain("4", "6"), plain("5", "5"), (LANDO, WILDS))
    assert not can_change_total(state, 0, 1)
    state, events = reveal(state)
    assert (state.phase, state.to_act, len(events)) == (Phase.CHANGING, 0, 1)
    assert not can_change_total(state, 1, 1)
    with pytest.raises(IllegalChoiceError, match="one of 0, 1, -1"):
        change_total(state, 0, 2)
    state, events = change_total(state, 0, 1)
    won = Outcome(0, is_double=False, decided_by=DecidedBy.CLOSEST)
    assert events == (Changed(0, 1, whole(11)), Ended(won))
    with pytest.raises(IllegalActError, match="the hand is over"):
        change_total(state, 0, 1)


@pytest.mark.parametrize("starter", [0, 1])
def test_r6_if_both_may_the_side_that_did_not_start_is_first(starter: int) -> None:
    state, _ = reveal(valuing(plain("4", "6"), plain("5", "5"), (LANDO, LANDO), starter))
    first = 1 - starter
    with pytest.raises(IllegalActError, match=f"expected change_total, by side {first}"):
        change_total(state, starter, 0)
    state, _ = change_total(state, first, 1)
    assert state.to_act == starter
    with pytest.raises(IllegalActError, match=f"by side {starter}"):
        change_total(state, first, 0)
    state, events = change_total(state, starter, 0)
    assert events[-1] == Ended(Outcome(first, is_double=False, decided_by=DecidedBy.CLOSEST))


def test_r6_a_total_of_11_made_by_a_text_is_no_perfect_sabacc() -> None:
    state, _ = reveal(valuing(plain("4", "6"), plain("5", "5"), (LANDO, WILDS)))
    state, _ = change_total(state, 0, 1)
    assert state.outcome() == Outcome(0, is_double=False, decided_by=DecidedBy.CLOSEST)


def test_r8_a_double_is_never_more_than_double() -> None:
    doubles = SideRules(wins_double=True)
    state, _ = deal(HandState.before_deal((plain("5", "6"), plain("5", "5")), (doubles, doubles)))
    assert state.outcome() == Outcome(0, is_double=True, decided_by=DecidedBy.PERFECT)


@pytest.mark.parametrize(
    ("at_stake", "is_double", "expected"),
    [
        ("---", False, Stakes(1, (), 0, 1)),
        ("-$-", False, Stakes(1, (1,), 1, 0)),
        ("$$-", False, Stakes(1, (0, 1), 1, 0)),
        ("---", True, Stakes(2, (), 0, 2)),
        ("-$-", True, Stakes(2, (1,), 1, 1)),
        ("$-$", True, Stakes(2, (0, 2), 2, 0)),
        ("$$$", True, Stakes(2, (0, 1, 2), 2, 0)),
    ],
)
def test_r9_matching_cards_come_first_and_others_make_up_the_number(
    at_stake: str, is_double: bool, expected: Stakes
) -> None:
    hand = [Card("1_1", (whole(1),), is_stakes=mark == "$") for mark in at_stake]
    assert stakes(hand, is_double=is_double) == expected
