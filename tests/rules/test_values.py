"""R5: what cards count, and what their owner may choose."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.values import Value, whole
from deckmapping.variants import Role, Variant
from service.rules.cards import Card, SideRules, WildRange
from service.rules.casting import cast
from service.rules.choices import ByCharacter, Choice, CloneOf, Number, parse_choice
from service.rules.errors import IllegalChoiceError
from service.rules.hand import Hand, can_choose, choose, total, values
from tests.rules.facts import BY_ID, CLONE, PERK_WILD, WILD, plain
from tests.rules.strategies import cards, hands, side_rules

ONE_TO_SIX = SideRules(wild_range=WildRange(1, 6))


def trooper_hand(*ids: str) -> Hand:
    return Hand.unvalued((cast(BY_ID[each], Variant.TROOPER) for each in ids), SideRules(wild_range=WildRange(2, 7)))


def wholes(*numbers: int | None) -> tuple[Value | None, ...]:
    return tuple(None if number is None else whole(number) for number in numbers)


def counted(hand: Hand, position: int) -> Value | None:
    """What a card counts, by R5 alone, one card at a time."""
    card, choice = hand.cards[position], hand.choices[position]
    if {each.role for each in hand.cards} == {Role.CLONE}:
        return Value(0)
    if isinstance(choice, Number):
        return choice.value
    if isinstance(choice, CloneOf):
        return counted(hand, choice.position)
    if isinstance(choice, ByCharacter):
        return hand.rules.perk_value if choice is ByCharacter.PERK else hand.rules.own_destiny
    return card.printed[0] if (card.role, len(card.printed)) == (Role.PLAIN, 1) else None


@given(hands(min_size=1) | st.builds(Hand.unvalued, st.lists(cards(), min_size=1, max_size=6), side_rules()))
@settings(max_examples=300)
def test_r5_cards_count_what_was_chosen_else_what_is_printed_and_the_total_is_their_sum(hand: Hand) -> None:
    expected = [counted(hand, position) for position in range(len(hand.cards))]
    known = [value for value in expected if value is not None]
    assert list(values(hand)) == expected
    assert hand.total == total(hand) == (sum(known) if len(known) == len(expected) else None)


def test_r5_a_clone_takes_the_value_of_another_card_at_once_and_may_be_changed() -> None:
    hand = trooper_hand("12_114", "209_35", "200_120")
    once = choose(hand, 0, CloneOf(1))
    assert (values(once), total(once)) == (wholes(3, 3, 5), whole(11))
    again = choose(once, 0, CloneOf(2))
    assert (values(again), total(again)) == (wholes(5, 3, 5), whole(13))


def test_r5_a_clone_of_a_clone_is_refused_and_unset_clones_make_no_number() -> None:
    hand = trooper_hand("12_114", "3_8", "101_6")  # two droids and a 6
    for position, source in ((0, 1), (1, 0), (0, 0), (1, 1)):
        assert not can_choose(hand, position, CloneOf(source))
    assert (values(hand), total(hand)) == (wholes(None, None, 6), None)
    assert total(choose(hand, 0, CloneOf(2))) is None
    both = choose(choose(hand, 0, CloneOf(2)), 1, CloneOf(2))
    assert (values(both), total(both)) == (wholes(6, 6, 6), whole(18))


def test_r5_a_clone_follows_the_chosen_value_of_a_wild_or_two_destiny_card() -> None:
    hand = Hand.unvalued([CLONE, WILD, *plain("2/5"), CLONE], ONE_TO_SIX)
    tied = choose(choose(hand, 0, CloneOf(1)), 3, CloneOf(2))
    assert values(tied) == wholes(None, None, None, None)
    chosen = choose(choose(tied, 1, Number(whole(4))), 2, Number(whole(2)))
    assert values(chosen) == wholes(4, 4, 2, 2)
    assert values(choose(chosen, 1, Number(whole(6)))) == wholes(6, 6, 2, 2)


@pytest.mark.parametrize(
    ("card", "allowed", "refused"),
    [
        (WILD, "1 2 3 4 5 6", "0 7 0.5 4.5 3.1415927 -1 @1 perk destiny"),
        (PERK_WILD, "1 2 3 4 5 6", "0 7 2.5 @1 perk"),
        (Card("2_4", (Value(5_000_000),), PERK_WILD.role), "0.5 1 6", "1.5 0 7"),
        (CLONE, "@1 @2", "@0 @3 @9 0 5 perk destiny"),
        (plain("2/5")[0], "2 5", "3 7 0 @1 perk"),
        (plain("4")[0], "4", "3 @1 perk"),
    ],
)
def test_r5_only_these_values_may_be_chosen(card: Card, allowed: str, refused: str) -> None:
    hand = Hand.unvalued([card, *plain("5", "3")], ONE_TO_SIX)
    for text in allowed.split():
        assert can_choose(hand, 0, parse_choice(text)), text
    for text in refused.split():
        assert not can_choose(hand, 0, parse_choice(text)), text


@pytest.mark.parametrize(
    ("card", "choice", "expected"),
    [
        (WILD, Number(whole(7)), "a whole number from 1 to 6"),
        (WILD, Number(Value(45_000_000)), "a whole number from 1 to 6"),
        (PERK_WILD, Number(whole(0)), "a whole number from 1 to 6, or the printed 3"),
        (CLONE, CloneOf(0), "the value of a card that is no clone card: @1"),
        (plain("2/5")[0], Number(whole(3)), "the printed 2 or 5"),
    ],
)
def test_r5_a_refused_choice_is_answered_with_what_may_be_chosen(card: Card, choice: Choice, expected: str) -> None:
    with pytest.raises(IllegalChoiceError) as caught:
        choose(Hand.unvalued([card, *plain("5")], ONE_TO_SIX), 0, choice)
    (fault,) = caught.value.violations
    assert (fault.field, fault.value, fault.expected) == ("choices[0]", str(choice), expected)


def test_r5_a_position_outside_the_hand_is_refused() -> None:
    for position in (-1, 2):
        with pytest.raises(IllegalChoiceError, match="a position from 0 to 1"):
            choose(Hand.unvalued([WILD, *plain("5")], ONE_TO_SIX), position, Number(whole(3)))


def test_r5_a_clone_takes_the_perk_value_or_the_own_destiny_only_where_the_character_gives_it() -> None:
    hand = Hand.unvalued([CLONE, *plain("5")], SideRules(perk_value=whole(4), own_destiny=whole(3)))
    assert values(choose(hand, 0, ByCharacter.PERK)) == wholes(4, 5)
    assert values(choose(hand, 0, ByCharacter.OWN_DESTINY)) == wholes(3, 5)
    without = Hand.unvalued([CLONE, *plain("5")], SideRules(perk_value=whole(4)))
    with pytest.raises(IllegalChoiceError, match="@1 or perk"):
        choose(without, 0, ByCharacter.OWN_DESTINY)


def test_r5_a_perk_of_zero_is_a_value() -> None:
    hand = Hand.unvalued([CLONE, *plain("5")], SideRules(perk_value=whole(0)))
    assert total(choose(hand, 0, ByCharacter.PERK)) == whole(5)


def test_r5_a_hand_of_clones_only_totals_0_whatever_the_perk() -> None:
    hand = Hand.unvalued([CLONE, CLONE], SideRules(perk_value=whole(4), own_destiny=whole(3)))
    assert (values(hand), total(hand)) == (wholes(0, 0), whole(0))
    for choice in (ByCharacter.PERK, ByCharacter.OWN_DESTINY, CloneOf(1), Number(whole(0))):
        with pytest.raises(IllegalChoiceError, match="each counts 0"):
            choose(hand, 0, choice)


def test_r5_a_perk_wild_card_is_open_until_its_owner_says_wild_or_printed() -> None:
    hand = Hand.unvalued([PERK_WILD, *plain("5")], SideRules(wild_range=WildRange(4, 7)))
    assert total(hand) is None
    assert total(choose(hand, 0, Number(whole(3)))) == whole(8)
    assert total(choose(hand, 0, Number(whole(6)))) == whole(11)


def test_r5_every_open_card_makes_the_total_incomplete() -> None:
    for card in (WILD, CLONE, PERK_WILD, *plain("2/5")):
        assert total(Hand.unvalued([*plain("5"), card], ONE_TO_SIX)) is None


def test_r5_undefined_destiny_counts_0_and_is_not_missing() -> None:
    hand = Hand.unvalued(cast(BY_ID[each], None) for each in ("3_8", "1_175"))
    assert (values(hand), total(hand)) == (wholes(0, 0), whole(0))


def test_a_choice_reads_back_from_its_text() -> None:
    for text in ("6", "0.5", "3.1415927", "@0", "@12", "perk", "destiny"):
        assert str(parse_choice(text)) == text
    for text in ("", "@", "@x", "@-1", "@²", "wild", "1e3", "NaN"):
        with pytest.raises(ValueError, match="expected"):
            parse_choice(text)


def test_a_wild_card_needs_a_range_and_choices_stand_one_a_card() -> None:
    with pytest.raises(ValueError, match="without a range"):
        Hand.unvalued([WILD])
    with pytest.raises(ValueError, match="1 choices for 0 cards"):
        Hand((), SideRules(), (None,))
