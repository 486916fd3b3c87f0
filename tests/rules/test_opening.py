"""R3: perfect sabacc."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from deckmapping.values import ELEVEN, Value, parse_value, whole
from deckmapping.variants import Role
from service.rules.acts import deal
from service.rules.cards import Card, SideRules, WildRange
from service.rules.choices import Number
from service.rules.events import Dealt, Ended, PerfectSeen
from service.rules.hand import Hand, choose, total
from service.rules.opening import perfect_values
from service.rules.outcome import DecidedBy, Outcome
from service.rules.state import HandState, Phase
from tests.rules.facts import CLONE, PERK_WILD, WILD, plain
from tests.rules.strategies import hands

RULES = SideRules(wild_range=WildRange(1, 6), perk_value=whole(4), may_change=True)


def perfect(*cards: Card) -> tuple[Value, ...] | None:
    return perfect_values(Hand.unvalued(cards, RULES))


@pytest.mark.parametrize(
    ("first", "second", "pair"),
    [
        ("5", "6", "5 6"),
        ("2/5", "6", "5 6"),
        ("6", "2/5", "6 5"),
        ("1/6", "2/5", "6 5"),
        ("4.5", "6.5", "4.5 6.5"),
    ],
)
def test_r3_two_printed_destinies_that_total_11_are_perfect(first: str, second: str, pair: str) -> None:
    assert perfect(*plain(first, second)) == tuple(parse_value(word) for word in pair.split())


@given(hands(max_size=3))
def test_r3_a_perfect_sabacc_is_the_pair_of_the_largest_first_destiny_that_totals_11(hand: Hand) -> None:
    """By trying all pairs, with every pair that the choices made so far allow."""
    found = [
        pair
        for pair in product(*(card.printed for card in hand.cards))
        if sum(pair) == ELEVEN
        and all(choice in (None, Number(value)) for choice, value in zip(hand.choices, pair, strict=True))
    ]
    may_be = len(hand.cards) == 2 and not any(card.role in (Role.WILD, Role.CLONE) for card in hand.cards)
    assert perfect_values(hand) == (max(found) if found and may_be else None)


def test_r3_no_other_total_is_perfect() -> None:
    assert perfect(*plain("5", "5")) is None
    assert perfect(*plain("6", "6")) is None
    assert perfect(*plain("4.5", "6.2831855")) is None  # 10.7831855


def test_r3_a_wild_or_clone_card_is_never_part_of_it() -> None:
    assert perfect(WILD, *plain("5")) is None
    assert perfect(*plain("7"), CLONE) is None
    eleven = Card("1_9", (whole(11),), CLONE.role)
    assert perfect(eleven, *plain("0")) is None


def test_r3_a_card_wild_by_perk_counts_what_is_printed() -> None:
    printed_three = PERK_WILD
    assert perfect(printed_three, *plain("8")) == (whole(3), whole(8))
    assert perfect(printed_three, *plain("5")) is None


def test_r3_a_third_card_makes_11_plain() -> None:
    assert perfect(*plain("5", "6", "0")) is None
    assert perfect(*plain("0", "5", "6")) is None


def test_r3_a_choice_against_it_counts() -> None:
    hand = Hand.unvalued(plain("2/5", "6"))
    assert perfect_values(choose(hand, 0, Number(whole(5)))) == (whole(5), whole(6))
    assert perfect_values(choose(hand, 0, Number(whole(2)))) is None


def opening(first: tuple[Card, ...], second: tuple[Card, ...]) -> HandState:
    return HandState.before_deal((first, second), (RULES, RULES))


def test_r3_a_perfect_sabacc_is_seen_at_once_and_ends_the_hand() -> None:
    state, events = deal(opening(plain("2/5", "6", "1"), (WILD, *plain("5", "3"))))
    outcome = Outcome(0, is_double=True, decided_by=DecidedBy.PERFECT)
    assert events == (Dealt(), PerfectSeen(0), Ended(outcome))
    assert (state.phase, state.outcome(), total(state.seats[0].hand)) == (Phase.FINISHED, outcome, whole(11))
    assert [seat.change for seat in state.seats] == [None, None]


def test_r3_both_perfect_is_a_draw() -> None:
    state, events = deal(opening(plain("5", "6"), plain("7", "4")))
    outcome = Outcome(None, is_double=False, decided_by=DecidedBy.BOTH_PERFECT)
    assert events == (Dealt(), PerfectSeen(1), PerfectSeen(0), Ended(outcome))
    assert state.outcome() == outcome


def test_r3_no_text_makes_an_opening_perfect() -> None:
    state, events = deal(opening(plain("4", "6", "0"), plain("7", "5", "0")))
    assert (state.phase, events) == (Phase.DRAWING, (Dealt(),))
