"""Every right answer of the lessons, reckoned from the cards by the rules of a hand and by the odds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.values import format_value, whole
from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.lessons import Asked, judge
from service.money import Silver
from service.odds.piles import bundled_side
from service.odds.setting import Setting
from service.rules.best import best_total
from service.rules.cards import Card
from service.rules.casting import cast, side_rules
from service.rules.dealing import PayTable, draw_chance, result_in_bets
from service.rules.hand import Hand
from service.rules.opening import perfect_values
from service.rules.outcome import FinalHand
from service.tables.dealer.coach import advise
from service.tables.practice import Chips, Wager
from service.tables.silver import result_in_silver

if TYPE_CHECKING:
    from service.campaign.ladder.lessons import Lesson
    from service.tables.dealer.coach import Advice

LESSONS = {lesson.key: lesson for lesson in ladder().lessons}


def hand(lesson: Lesson, ids: tuple[str, ...]) -> Hand:
    records = starter_catalogue().records
    return Hand.unvalued([cast(records[card], lesson.variant) for card in ids], side_rules(lesson.variant))


def final(held: Hand) -> FinalHand:
    is_perfect = len(held.cards) == 2 and perfect_values(held) is not None
    return FinalHand(len(held.cards), best_total(held), is_perfect)


@cache
def on_deck_c(cards: tuple[int, ...], up_card: int) -> Advice:
    side = bundled_side("deck-c", None)
    own = [Card(f"c{value}", (whole(value),)) for value in cards]
    return advise(Wager("t/1", Chips(10), 1), Setting(side, side), own, Card("up", (whole(up_card),)))


def whole_values(held: Hand) -> tuple[int, ...]:
    """Return what cards with one printed value count."""
    return tuple(int(format_value(card.printed[0])) for card in held.cards)


def reckoned(lesson: Lesson) -> str:
    own, his = hand(lesson, lesson.cards), hand(lesson, lesson.dealer)
    match lesson.asked:
        case Asked.TOTAL:
            return format_value(best_total(own))
        case Asked.WON:
            assert lesson.bet is not None
            bets = result_in_bets(final(own), final(his), PayTable())
            return str(result_in_silver(Silver(lesson.bet), bets).count)
        case Asked.DEALERS_MOVE:
            return {Fraction(1): "draw", Fraction(0): "stand"}[draw_chance(DealerRule(), best_total(his))]
        case Asked.MOVE:
            (up_card,) = whole_values(his)
            return on_deck_c(whole_values(own), up_card).move


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_right_answer_of_each_lesson_is_what_its_cards_come_to(lesson: Lesson) -> None:
    assert lesson.right == reckoned(lesson)
    assert len(lesson.answers) > 1


def test_the_right_answers_are_those_worked_out_by_hand() -> None:
    assert {key: lesson.right for key, lesson in LESSONS.items()} == {
        "eleven": "12",  # 3 + 4 + 5
        "perfect-sabacc": "0",  # 5 + 6 against 4 + 7
        "over": "10",  # 13 against 14
        "fewer-cards": "-10",  # 10 of three cards against 10 of two
        "house-rule": "stand",  # 5 + 1 + 2 = 8
        "drawing": "draw",  # 6 against a 1
        "wild-and-clone": "11",  # 5 + 5 + 1
    }


def test_no_example_shows_a_hand_that_the_dealer_would_not_have_drawn() -> None:
    for lesson in LESSONS.values():
        his = hand(lesson, lesson.dealer)
        for size in range(2, len(his.cards)):
            before = Hand.unvalued(his.cards[:size], his.rules)
            assert draw_chance(DealerRule(), best_total(before)) == 1
            assert size > 2 or perfect_values(before) is None


def test_perfect_sabacc_on_5_silver_would_have_paid_7_as_the_lesson_says() -> None:
    lesson = LESSONS["perfect-sabacc"]
    own = final(hand(lesson, lesson.cards))
    assert own.is_perfect
    assert lesson.bet == 5
    assert result_in_silver(Silver(5), result_in_bets(own, FinalHand(2, whole(10)), PayTable())) == Silver(7)
    assert "would have been 7" in lesson.because


def test_with_two_cards_best_play_draws_on_6_or_less_and_stays_on_8_or_more_as_the_lesson_says() -> None:
    sevens = set()
    for low in range(8):
        for high in range(low, 8):
            if low + high == 11 or low == high == 3:  # a perfect sabacc is not asked; the deck has but one 3
                continue
            moves = {on_deck_c((low, high), up_card).move for up_card in range(8)}
            if low + high == 7:
                sevens |= moves
            else:
                assert moves == {"draw" if low + high <= 6 else "stand"}
    assert sevens == {"draw", "stand"}


def test_the_numbers_of_the_lesson_on_drawing_are_those_of_deck_c() -> None:
    advice = on_deck_c((5, 1), 1)
    assert advice.draw is not None
    assert (round(100 * advice.stand), round(100 * advice.draw)) == (-38, 5)
    left = [*[0] * 19, *[1] * 9, *[2] * 3, 3, *[4] * 5, *[5] * 10, *[6] * 5, *[7] * 6]
    assert len(left) == 58
    assert sum(6 + card > 11 for card in left) == 11
    assert left.count(5) == 10
    for told in ("the 58 cards", "11 take you over", "10 bring you to 11", "lose 38", "win 5"):
        assert told in LESSONS["drawing"].because


def test_only_one_answer_is_right_and_the_others_get_the_hint() -> None:
    for lesson in LESSONS.values():
        judged = {answer: judge(lesson, answer) for answer in lesson.answers}
        assert [answer for answer, each in judged.items() if each.is_right] == [lesson.right]
        assert {each.words for each in judged.values()} == {lesson.because, lesson.hint}


@pytest.mark.parametrize("answer", ["", "Draw", "11.0", "draw "])
def test_an_answer_that_is_none_of_those_to_choose_from_is_refused(answer: str) -> None:
    with pytest.raises(InvalidInputError, match="expected one of draw, stand"):
        judge(LESSONS["drawing"], answer)
