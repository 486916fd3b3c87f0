"""The one-line text of a hand against a dealer, and what its events say."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import DomainError, InvalidInputError
from deckmapping.values import Value, whole
from deckmapping.variants import Role
from service.rules.cards import Card
from service.rules.choices import CloneOf
from service.rules.dealing import PayTable
from service.rules.errors import InvalidNotationError
from service.rules.outcome import DecidedBy, Outcome
from service.tables.dealer.character import Character
from service.tables.dealer.events import DealerDrew, DealerShifted, DealerStood, Ended, Stood, Valued
from service.tables.dealer.hand import Result, Terms
from service.tables.dealer.notation import read_dealer_hand, read_terms
from service.tables.dealer.words import event_cues, event_words
from tests.tables.dealer_tables import played

if TYPE_CHECKING:
    from service.tables.dealer.events import DealerEvent

FULL = (
    "draws-to=6 overdraws-to=9 overdraw-chance=1/4 shift-share=1/10 wins-double pays=2 costs=2 checks may-shift "
    "overdraws-with=2,5 beneath=54,0 | wild=1-6 : / 1_1:2/5 1_2:0~clone 1_3:3.1415927 | wild=1-6 perk=0 : / 2_1:7 2_2:2"
)


def test_a_line_says_all_that_a_hand_holds() -> None:
    state = read_dealer_hand(FULL)
    rule = DealerRule(6, 9, Fraction(1, 4), Fraction(1, 10), wins_double=True)
    assert state.terms == Terms(rule, PayTable(Fraction(2), 2))
    assert (state.is_checked, state.is_shown, state.beneath) == (True, False, (54, 0))
    assert state.character == Character(may_shift=True, overdraws_with=(2, 5))
    assert str(state) == FULL
    for moves in (["deal"], ["deal", "stand"], ["deal", "draw"], ["deal", "finish"]):
        after, _ = played(state, *moves)
        assert read_dealer_hand(str(after)) == after


def test_terms_read_back() -> None:
    for terms in (Terms(), read_dealer_hand(FULL).terms, Terms(DealerRule(0, shift_share=Fraction(1)))):
        assert read_terms(str(terms)) == terms
    assert str(Terms()) == "draws-to=7 pays=3/2 costs=1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draws-to=7",
        "draws-to=7 costs=1",
        "draws-to=7 pays=3/0 costs=1",
        "pays=3/2 draws-to=7 costs=1",
        "draws-to=7  pays=3/2 costs=1",
        "draws-to=7 overdraws-to=8 pays=3/2 costs=1",
    ],
)
def test_terms_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_terms(text)


@pytest.mark.parametrize(
    "text", ["draws-to=21 pays=3/2 costs=1", "draws-to=7 pays=3 costs=1", "draws-to=7 pays=1 costs=3"]
)
def test_terms_outside_their_limits_are_refused(text: str) -> None:
    with pytest.raises(InvalidInputError):
        read_terms(text)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("beneath=54,0", "beneath=54"),
        ("checks may-shift", "may-shift checks"),
        ("overdraws-with=2,5", "overdraws-with=6"),
        (" | wild=1-6 : / 1_1", " wild=1-6 : / 1_1"),
        ("2_1:7 2_2:2", "2_1:7 2_2:"),
        ("2_1:7 2_2:2", "2_1:7=6 2_2:2"),
        ("costs=2", "costs="),
    ],
)
def test_a_line_that_is_no_hand_is_refused_without_telling_its_cards(written: str, instead: str) -> None:
    text = FULL.replace(written, instead)
    assert text != FULL
    with pytest.raises(DomainError) as caught:
        read_dealer_hand(text)
    assert "1_1" not in str(caught.value)
    assert "2_1" not in str(caught.value)


def ended(bets: Fraction, clause: DecidedBy, *totals: int | None) -> Ended:
    player, dealer = (None if total is None else whole(total) for total in totals)
    winner = None if not bets else 0 if bets > 0 else 1
    return Ended(Result(Outcome(winner, is_double=abs(bets) > 1, decided_by=clause), bets, (player, dealer)))


CLONE = Card("5_76", (Value(0),), Role.CLONE)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Valued(0, CLONE, CloneOf(1), None), "5_76 (clone) counts what the other card will count."),
        (Valued(0, CLONE, CloneOf(1), whole(4)), "5_76 (clone) counts 4."),
        (Stood(6, is_forced=True), "You stand with 6 cards: you can draw no more."),
        (DealerStood(whole(8), is_forced=True), "The dealer stands on 8: he can draw no more."),
        (
            DealerDrew(Card("1_1", (whole(2), whole(5)), Role.PERK_WILD), 3, whole(9), is_by_chance=True),
            "The dealer cannot help drawing 1_1 (2 or 5, or wild): total 9.",
        ),
        (DealerShifted(whole(12), -1, whole(11)), "The dealer counts 12 and changes it by -1: total 11."),
        (ended(Fraction(3, 2), DecidedBy.PERFECT, 11, None), "You win 3:2: perfect sabacc."),
        (ended(Fraction(0), DecidedBy.BOTH_PERFECT, 11, 11), "Push, your bet is returned: both have a perfect sabacc."),
        (
            ended(Fraction(0), DecidedBy.DRAW, 10, 10),
            "Push, your bet is returned: 10 against 10, equal totals of equally many cards.",
        ),
        (
            ended(Fraction(-2), DecidedBy.FEWER_CARDS, 9, 9),
            "You lose 2 bets: 9 against 9, equal totals, and fewer cards win.",
        ),
        (
            ended(Fraction(1), DecidedBy.LOWER_OVER, 13, 14),
            "You win your bet: 13 against 14, both are over 11, and the lower total wins.",
        ),
    ],
)
def test_events_say_what_happened(event: DealerEvent, words: str) -> None:
    assert event_words(event) == words


def test_cards_are_called_by_their_names_where_these_are_known() -> None:
    drew = DealerDrew(Card("5", (whole(5),)), 3, whole(9), is_by_chance=False)
    assert event_words(drew) == "The dealer draws 5: total 9."
    assert event_words(drew, lambda card: f"Card {card.card_id}") == "The dealer draws Card 5 (5): total 9."


@pytest.mark.parametrize(("bets", "cue"), [(1, "cue.win"), (0, "cue.push"), (-1, "cue.lose")])
def test_an_end_has_the_cue_of_its_result(bets: int, cue: str) -> None:
    assert event_cues(ended(Fraction(bets), DecidedBy.CLOSEST, 9, 8)).cue == cue
