"""`best_values` against a brute force of its own."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deckmapping.values import ONE, Value, whole
from deckmapping.variants import Role
from service.rules.best import best_hand, best_total, best_values
from service.rules.cards import SideRules, WildRange
from service.rules.choices import ByCharacter, CloneOf, Number
from service.rules.hand import Hand, total, values, verify_choice
from service.rules.notation import read_hand
from service.rules.printed import best_printed
from tests.rules.facts import CLONE, plain
from tests.rules.strategies import hands, printed_values

Source = tuple[str, Fraction | int]
Candidate = tuple[tuple[Fraction, ...], Fraction]


def number(value: Value) -> Fraction:
    return Fraction(value, ONE)


def sources(hand: Hand, position: int) -> list[Source]:
    """List what one card may do: count a number, or follow another card."""
    card, choice, rules = hand.cards[position], hand.choices[position], hand.rules
    assert rules.wild_range is not None
    wild: list[Source] = [
        ("is", Fraction(each)) for each in range(rules.wild_range.lowest, rules.wild_range.highest + 1)
    ]
    printed: list[Source] = [("is", number(value)) for value in card.printed]
    if isinstance(choice, Number):
        return [("is", number(choice.value))]
    if isinstance(choice, CloneOf):
        return [("as", choice.position)]
    gift = {ByCharacter.PERK: rules.perk_value, ByCharacter.OWN_DESTINY: rules.own_destiny}
    if isinstance(choice, ByCharacter):
        given_value = gift[choice]
        assert given_value is not None
        return [("is", number(given_value))]
    follow: list[Source] = [("as", other) for other, each in enumerate(hand.cards) if each.role is not Role.CLONE]
    gifts: list[Source] = [("is", number(value)) for value in gift.values() if value is not None]
    return {Role.PLAIN: printed, Role.WILD: wild, Role.PERK_WILD: [*wild, *printed], Role.CLONE: [*follow, *gifts]}[
        card.role
    ]


def candidates(hand: Hand, decided: int | None) -> list[Candidate]:
    """List every assignment with the best total that a change makes of it."""
    if all(card.role is Role.CLONE for card in hand.cards):
        rows = [(Fraction(0),) * len(hand.cards)]
    else:
        rows = []
        for picks in product(*(sources(hand, position) for position in range(len(hand.cards)))):
            own = [Fraction(what) if kind == "is" else None for kind, what in picks]
            row = [own[int(what)] if kind == "as" else own[place] for place, (kind, what) in enumerate(picks)]
            rows.append(tuple(value for value in row if value is not None))
    found = []
    for chosen in rows:
        counted = sum(chosen, Fraction(0))
        totals = [counted]
        if hand.rules.may_change:
            totals += [counted + 1] + ([max(Fraction(0), counted - 1)] if counted > 0 else [])
        if decided is not None:
            totals = [max(Fraction(0), counted + decided)]
        under = [each for each in totals if each <= 11]
        found.append((chosen, max(under) if under else min(totals)))
    return found


def brute_force(hand: Hand, decided: int | None = None) -> Candidate:
    """Search everything: highest total up to 11, else the lowest; then the largest values from the first card on."""
    found = candidates(hand, decided)
    under = [each for each in found if each[1] <= 11]
    goal = max(each[1] for each in under) if under else min(each[1] for each in found)
    return max(each for each in found if each[1] == goal)


def size(hand: Hand) -> int:
    ways = 1
    for position in range(len(hand.cards)):
        ways *= len(sources(hand, position))
    return ways


@given(hands())
@settings(max_examples=400)
def test_r5_best_values_are_those_of_a_brute_force(hand: Hand) -> None:
    assume(size(hand) <= 4000)
    best = best_values(hand)
    expected_values, expected_total = brute_force(hand)
    assert tuple(number(value) for value in best.values) == expected_values
    assert number(best.total) == expected_total


@given(hands(), st.sampled_from([None, -1, 0, 1]))
@settings(max_examples=400)
def test_r5_the_best_total_and_hand_are_those_of_the_best_values(hand: Hand, change: int | None) -> None:
    assert best_total(hand, change) == best_values(hand, change).total
    assert best_hand(hand) == best_values(hand).hand


@given(hands())
@settings(max_examples=300)
def test_r5_best_values_keep_what_was_chosen_and_say_legally_how_they_come_about(hand: Hand) -> None:
    best = best_values(hand)
    assert values(best.hand) == best.values
    assert best.hand.cards == hand.cards
    for position, (before, after) in enumerate(zip(hand.choices, best.hand.choices, strict=True)):
        assert before in (None, after)
        if after is not None:
            verify_choice(hand, position, after)
    counted = total(best.hand)
    assert counted is not None
    assert best.total == max(0, counted + whole(best.change))
    assert best.change in ((-1, 0, 1) if hand.rules.may_change and counted > 0 else (0, 1)[: 1 + hand.rules.may_change])
    assert best_values(best.hand) == best


@given(hands(), st.sampled_from([0, 1]))
@settings(max_examples=150)
def test_r6_best_values_serve_a_change_that_is_already_decided(hand: Hand, change: int) -> None:
    assume(size(hand) <= 2000 and (hand.rules.may_change or change == 0))
    best = best_values(hand, change)
    assert tuple(number(value) for value in best.values) == brute_force(hand, change)[0]
    assert best.change == change


@pytest.mark.parametrize(
    ("text", "chosen", "change", "expected"),
    [
        ("wild=1-6 : 2_1:1~wild 1_1:5", "6 5", 0, "11"),
        ("wild=1-6 : 2_1:1~wild 2_2:1~wild", "6 5", 0, "11"),
        ("wild=2-7 : 2_1:1~wild 1_1:5 1_2:5", "2 5 5", 0, "12"),
        ("wild=2-7 may-change : 2_1:1~wild 1_1:5 1_2:5", "2 5 5", -1, "11"),
        ("wild=2-7 may-change : 2_1:1~wild 1_1:5", "7 5", -1, "11"),
        ("wild=1-6 : 2_1:0~clone 1_1:3 1_2:5", "3 3 5", 0, "11"),
        ("wild=1-6 perk=0 : 2_1:0~clone 1_1:7 1_2:4", "0 7 4", 0, "11"),
        ("destiny=3 : 2_1:0~clone 1_1:6 1_2:2", "3 6 2", 0, "11"),
        ("perk=4 : 2_1:0~clone 2_2:0~clone", "0 0", 0, "0"),
        ("may-change : 2_1:0~clone 2_2:0~clone", "0 0", 1, "1"),
        ("wild=2-7 : 2_1:3~perk-wild 1_1:8", "3 8", 0, "11"),
        ("wild=1-6 : 2_1:0~clone=@2 2_2:1~wild 2_3:1~wild", "5 1 5", 0, "11"),
        (": 1_1:2/5 1_2:1/6", "5 6", 0, "11"),
        (": 1_1:3.1415927/6.2831855 1_2:4.5", "6.2831855 4.5", 0, "10.7831855"),
        (": 1_1:7 1_2:6 1_3:0/7", "7 6 0", 0, "13"),
    ],
)
def test_r5_worked_hands(text: str, chosen: str, change: int, expected: str) -> None:
    best = best_values(read_hand(text))
    assert best.values == tuple(Value(int(Fraction(word) * ONE)) for word in chosen.split())
    assert (best.change, number(best.total)) == (change, Fraction(expected))


def test_r5_six_open_cards_are_searched_whole() -> None:
    rules = SideRules(wild_range=WildRange(0, 7), perk_value=Value(0))
    wild = read_hand("wild=0-7 : " + " ".join(f"2_{each}:1~wild" for each in range(4))).cards
    hand = Hand.unvalued([CLONE, *wild, *plain("4.5")], rules)
    expected_values, expected_total = brute_force(hand)
    best = best_values(hand)
    assert (tuple(number(value) for value in best.values), number(best.total)) == (expected_values, expected_total)


def test_a_clone_names_the_first_card_that_shows_its_value() -> None:
    best = best_values(Hand.unvalued([CLONE, *plain("3", "5", "3")], SideRules(perk_value=whole(3))))
    assert best.hand.choices == (CloneOf(1), None, None, None)


def test_a_clone_names_the_perk_before_the_own_destiny() -> None:
    both = SideRules(perk_value=whole(3), own_destiny=whole(3))
    assert best_values(Hand.unvalued([CLONE, *plain("7")], both)).hand.choices == (ByCharacter.PERK, None)


@given(st.lists(printed_values, min_size=1, max_size=6))
def test_r10_printed_cards_get_the_best_of_their_destinies(printed: list[tuple[Value, ...]]) -> None:
    def preference(row: tuple[Value, ...]) -> tuple[bool, int, tuple[Value, ...]]:
        counted = sum(row)
        return counted <= 11 * ONE, counted if counted <= 11 * ONE else -counted, row

    expected = max(product(*printed), key=preference)
    assert best_printed(printed) == (expected, sum(expected))
