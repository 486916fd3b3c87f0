"""A hand against a dealer, rule by rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError, PileTooSmallError
from deckmapping.values import parse_value, whole
from deckmapping.variants import Role
from service.rules.cards import Card, SideRules, WildRange
from service.rules.choices import ByCharacter, CloneOf, Number
from service.rules.errors import IllegalActError, IllegalChoiceError
from service.rules.events import PerfectSeen
from service.rules.hand import Hand
from service.rules.opening import perfect_values
from service.rules.outcome import DecidedBy
from service.rules.state import Phase
from service.tables.dealer import acts
from service.tables.dealer.acts import Act
from service.tables.dealer.events import (
    Checked,
    DealerShifted,
    DealerShowed,
    DealerStood,
    Dealt,
    Drew,
    Ended,
    Stood,
    Valued,
)
from service.tables.dealer.hand import DEALER, PLAYER, Terms, looks_at_hole_card
from service.tables.shoe import ShoeDeck, ShoePile
from tests.rules.strategies import cards as rule_cards
from tests.tables.dealer_tables import TERMS, bets, decided, hand, plain_hand, played, totals

WILD = "wild=1-6"
RULES = SideRules(wild_range=WildRange(1, 6))


def cards(text: str) -> list[Card]:
    """``5 2/6 3~wild``."""
    made = []
    for at, word in enumerate(text.split()):
        printed, _, role = word.partition("~")
        values = tuple(parse_value(each) for each in printed.split("/"))
        made.append(Card(f"3_{at}", values, Role(role or "plain")))
    return made


# R1, R2: the deal


@pytest.mark.parametrize(("player", "dealer", "named"), [("5", "1 2", 1), ("1 2", "", 1), ("", "3", 2)])
def test_r1_a_pile_of_fewer_than_two_cards_is_refused_before_dealing(player: str, dealer: str, named: int) -> None:
    state = plain_hand(player, dealer)
    assert not acts.can_deal(state)
    with pytest.raises(PileTooSmallError, match="needs 2") as caught:
        acts.deal(state)
    assert len(caught.value.violations) == named


def test_r2_both_draw_two_cards_and_only_the_dealers_first_is_told() -> None:
    state, log = played(plain_hand("5 4 3", "1 2 7"), "deal")
    assert [str(card) for card in state.seats[PLAYER].hand.cards] == ["1_0:5", "1_1:4"]
    assert [str(card) for card in state.seats[DEALER].hand.cards] == ["2_0:1", "2_1:2"]
    (dealt,) = log
    assert isinstance(dealt, Dealt)
    assert ([str(card) for card in dealt.cards], str(dealt.up_card)) == (["1_0:5", "1_1:4"], "2_0:1")
    assert "2_1" not in repr(log)
    assert (state.phase, acts.legal_acts(state)) == (Phase.DRAWING, (Act.DRAW, Act.STAND, Act.FINISH))


def test_field_report_32_two_cards_each_play_by_force_to_the_end() -> None:
    state, log = played(plain_hand("5 4", "7 1"), "deal")
    assert [type(event) for event in log] == [Dealt, Stood, DealerShowed, DealerStood, Ended]
    assert log[1] == Stood(2, is_forced=True)
    assert log[3] == DealerStood(whole(8), is_forced=True)
    assert (bets(state), decided(state)) == (1, DecidedBy.CLOSEST)


# R3: perfect sabacc, and the dealer's look at his hole card


def test_r3_the_players_perfect_sabacc_ends_the_hand_at_once_and_pays_3_to_2() -> None:
    state, log = played(plain_hand("5 6 1", "7 0 4", "checks"), "deal")
    assert [type(event) for event in log] == [Dealt, Checked, PerfectSeen, DealerShowed, Ended]
    assert (log[1], log[2]) == (Checked(is_perfect=False), PerfectSeen(PLAYER))
    assert (state.phase, bets(state), decided(state)) == (Phase.FINISHED, Fraction(3, 2), DecidedBy.PERFECT)
    assert state.used == (2, 2)
    assert acts.legal_acts(state) == ()


@pytest.mark.parametrize(("costs", "rule", "expected"), [(1, "", -1), (2, "", -2), (1, "wins-double", -2)])
def test_r3_the_dealers_perfect_sabacc_is_found_before_the_player_acts(costs: int, rule: str, expected: int) -> None:
    terms = " ".join(f"draws-to=7 {rule} pays=3/2 costs={costs}".split())
    state, log = played(plain_hand("5 5 1", "7 4 4", "checks", terms), "deal")
    assert [type(event) for event in log] == [Dealt, Checked, PerfectSeen, DealerShowed, Ended]
    assert log[1] == Checked(is_perfect=True)
    assert (bets(state), state.used) == (expected, (2, 2))


def test_r3_both_perfect_is_a_push() -> None:
    state, log = played(plain_hand("5 6 1", "7 4 4", "checks"), "deal")
    assert [event.side for event in log if isinstance(event, PerfectSeen)] == [PLAYER, DEALER]
    assert (bets(state), decided(state)) == (0, DecidedBy.BOTH_PERFECT)


def test_r3_the_owner_picks_the_destiny_that_makes_a_perfect_sabacc() -> None:
    state, _ = played(plain_hand("2/5 6 1", "7 0/4 4", "checks"), "deal")
    assert [str(seat.hand) for seat in state.seats] == [": 1_0:2/5=5 1_1:6=6", ": 2_0:7=7 2_1:0/4=4"]


@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        (f"{WILD} : / 1_1:5~wild 1_2:6 1_3:0", f"{WILD} : / 2_1:1 2_2:1"),
        (f"{WILD} : / 1_1:5 1_2:6~clone 1_3:0", f"{WILD} : / 2_1:1 2_2:1"),
    ],
)
def test_r3_wild_and_clone_cards_make_no_perfect_sabacc(player: str, dealer: str) -> None:
    state, _ = played(hand(player, dealer), "deal")
    assert state.phase is Phase.DRAWING


def test_field_report_9_eleven_made_later_or_with_help_pays_one_bet() -> None:
    made, _ = played(plain_hand("5 1 5 0", "7 1 4"), "deal", "draw", "stand")
    assert (totals(made)[0], bets(made), decided(made)) == ("11", 1, DecidedBy.CLOSEST)
    shifted, log = played(plain_hand("5 5 1", "4 6 4", "may-shift", TERMS), "deal", "stand")
    assert log[-2] == DealerShifted(whole(10), 1, whole(11))
    assert (bets(shifted), decided(shifted)) == (-1, DecidedBy.CLOSEST)


@pytest.mark.parametrize(
    ("up_card", "unseen", "looks"),
    [
        ("5", "1 6", True),
        ("5", "1 5", False),
        ("0", "7 6 5", False),
        ("4", "7 0", True),
        ("4~wild", "7 0", False),
        ("4~clone", "7 0", False),
        ("4", "7~wild 7~clone", False),
        ("4~perk-wild", "7", True),  # a card wild by perk counts what is printed
        ("4", "7~perk-wild", True),
        ("2/5", "6", True),
        ("2/5", "9", True),
        ("5", "1/6", True),
        ("5/6", "0", False),  # its own two destinies are one card
        ("5/6", "5/6", True),
        ("4.5", "6.5", True),
        ("3.1415927", "7.8584073", True),
        ("4", "", False),
    ],
)
def test_the_dealer_looks_where_a_card_nobody_has_seen_could_make_a_perfect_sabacc(
    up_card: str, unseen: str, looks: bool
) -> None:
    (card,) = cards(up_card)
    burned = cards("1 2 3 4 5 6 7 6/9")
    assert looks_at_hole_card(card, ShoePile(ShoeDeck((*cards(unseen), card))), ()) is looks
    deck = ShoeDeck((*burned, card, *cards(unseen)))
    assert looks_at_hole_card(card, ShoePile(deck), burned) is looks
    assert looks_at_hole_card(card, ShoePile(deck, tuple(burned[:5])), burned[5:]) is looks


@given(st.lists(rule_cards(), min_size=1, max_size=12), st.integers(0, 11))
def test_the_dealer_looks_where_one_of_the_unseen_cards_would_be_a_perfect_sabacc(pile: list[Card], seen: int) -> None:
    """Asked of every unseen card in turn, as his hole card."""
    up_card, *rest = pile
    pairs = [Hand.unvalued((up_card, card), RULES) for card in rest[seen:]]
    looks = any(perfect_values(pair) is not None for pair in pairs)
    deck = ShoeDeck(tuple(sorted(pile, key=str)))
    assert looks_at_hole_card(up_card, ShoePile(deck, tuple(rest[: seen // 2])), rest[seen // 2 : seen]) is looks


# R4: the player draws or stands


def test_r4_the_player_draws_up_to_six_cards_and_then_stands_unasked() -> None:
    state, log = played(plain_hand("0 0 0 0 0 1 1", "7 1 4"), "deal", *["draw"] * 4)
    drew = [event for event in log if isinstance(event, Drew)]
    assert [event.card_count for event in drew] == [3, 4, 5, 6]
    assert Stood(6, is_forced=True) in log
    assert (state.phase, totals(state)) == (Phase.FINISHED, ["1", "8"])


def test_r4_an_empty_pile_makes_the_player_stand_unasked() -> None:
    _, log = played(plain_hand("1 1 1", "7 1 4"), "deal", "draw")
    assert Stood(3, is_forced=True) in log


def test_r4_a_total_over_11_ends_nothing() -> None:
    state, _ = played(plain_hand("7 7 0 0", "7 1 4"), "deal")
    assert acts.can_draw(state)
    state, _ = played(state, "draw", "stand")
    assert (bets(state), decided(state)) == (-1, DecidedBy.NOT_OVER)


@pytest.mark.parametrize("act", ["deal", "draw", "stand", "choose_best", "finish"])
def test_field_report_33_nothing_may_be_done_after_the_end_and_the_refusal_says_so(act: str) -> None:
    state, _ = played(plain_hand("5 5 1", "7 1 4"), "deal", "stand")
    assert not getattr(acts, f"can_{act}")(state)
    with pytest.raises(IllegalActError, match="nothing: the hand is over"):
        getattr(acts, act)(state)


def test_a_refusal_says_what_may_be_done_and_tells_no_card() -> None:
    state, _ = played(plain_hand("5 5 1", "7 1 4"), "deal")
    with pytest.raises(IllegalActError, match=r"act: got 'choose_best', expected draw or stand or finish$"):
        acts.choose_best(state)
    with pytest.raises(IllegalActError, match=r"expected deal$"):
        acts.draw(plain_hand("5 5 1", "7 1 4"))


# R5: the player's values


def test_field_report_3_the_hand_ends_with_the_last_value_without_any_confirmation() -> None:
    """P-59 (droid, clone) with 209_35 (3) and 200_120 (5): 3 + 3 + 5 and 5 + 3 + 5."""
    player = "wild=2-7 : / 12_114:3~clone 209_35:3 200_120:5 9_9:0"
    state, _ = played(hand(player, ": / 2_1:7 2_2:2 2_3:5"), "deal", "draw", "stand")
    assert (state.phase, acts.legal_acts(state)) == (Phase.VALUING, (Act.CHOOSE, Act.CHOOSE_BEST, Act.FINISH))
    for source, total, expected in ((1, "11", 1), (2, "13", -1)):
        after, events = acts.choose(state, 0, CloneOf(source))
        assert (after.phase, totals(after)[0], bets(after)) == (Phase.FINISHED, total, expected)
        assert [type(event) for event in events] == [Valued, DealerShowed, DealerStood, Ended]


def test_r5_values_are_chosen_one_by_one_and_may_be_changed_until_the_last_one_is() -> None:
    state, _ = played(
        hand(f"{WILD} : / 1_1:1~wild 1_2:0~clone 1_3:2/5 1_4:0", ": / 2_1:7 2_2:2 2_3:5"), "deal", "draw", "stand"
    )
    state, (valued,) = acts.choose(state, 1, CloneOf(0))
    assert isinstance(valued, Valued)
    assert (valued.position, valued.value) == (1, None)
    state, _ = acts.choose(state, 0, Number(whole(6)))
    state, _ = acts.choose(state, 0, Number(whole(4)))
    assert state.phase is Phase.VALUING
    state, _ = acts.choose(state, 2, Number(whole(2)))
    assert (state.phase, totals(state), bets(state)) == (Phase.FINISHED, ["10", "9"], 1)


def test_r5_what_is_chosen_stays_and_the_best_values_fill_the_rest() -> None:
    state, _ = played(hand(f"{WILD} : / 1_1:1~wild 1_2:1~wild 1_3:0", ": / 2_1:7 2_2:2 2_3:5"), "deal", "stand")
    state, _ = acts.choose(state, 0, Number(whole(2)))
    state, events = acts.choose_best(state)
    assert [(event.position, event.value) for event in events if isinstance(event, Valued)] == [(1, whole(6))]
    assert (totals(state), bets(state)) == (["8", "9"], -1)


def test_r5_a_value_outside_the_range_is_refused_and_the_hand_unharmed() -> None:
    state, _ = played(hand(f"{WILD} : / 1_1:1~wild 1_2:4 1_3:0", ": / 2_1:7 2_2:2"), "deal", "stand")
    for position, choice in ((0, Number(whole(7))), (0, CloneOf(1)), (0, ByCharacter.PERK), (2, Number(whole(1)))):
        assert not acts.can_choose(state, position, choice)
        with pytest.raises(IllegalChoiceError):
            acts.choose(state, position, choice)
    assert state.phase is Phase.VALUING


def test_field_report_59_clones_take_no_values_of_clones() -> None:
    state, _ = played(
        hand("wild=2-7 : / 1_1:3~clone 1_2:3~clone 1_3:6 1_4:0", ": / 2_1:7 2_2:1"), "deal", "draw", "stand"
    )
    for position, source in ((0, 1), (1, 0), (0, 0)):
        with pytest.raises(IllegalChoiceError, match="no clone card: @2"):
            acts.choose(state, position, CloneOf(source))
    state, _ = acts.choose(state, 0, CloneOf(2))
    assert state.seats[PLAYER].final_total is None
    state, _ = acts.choose(state, 1, CloneOf(2))
    assert totals(state)[0] == "18"


def test_r5_a_hand_of_clones_alone_needs_no_values_and_totals_0() -> None:
    state, _ = played(hand("wild=2-7 : / 1_1:3~clone 1_2:3~clone 1_3:6", ": / 2_1:0 2_2:1 2_3:7"), "deal", "stand")
    assert (state.phase, totals(state)) == (Phase.FINISHED, ["0", "8"])


def test_r5_the_perks_of_both_characters_count() -> None:
    state, _ = played(
        hand(
            "wild=1-6 perk=4 destiny=3 : / 1_1:3~clone 1_2:3~clone 1_3:0 1_4:0",
            "wild=1-6 perk=4 : / 2_1:3~clone 2_2:5 2_3:7",
        ),
        *("deal", "draw", "stand"),
    )
    state, _ = acts.choose(state, 0, ByCharacter.PERK)
    state, _ = acts.choose(state, 1, ByCharacter.OWN_DESTINY)
    assert totals(state) == ["7", "10"]


# An absent player


def test_field_report_56_an_absent_player_stands_with_his_best_values_and_the_hand_settles() -> None:
    drawing, _ = played(hand(f"{WILD} : / 1_1:1~wild 1_2:4 1_3:0", ": / 2_1:7 2_2:2 2_3:5"), "deal")
    valuing, _ = played(drawing, "stand")
    for state in (drawing, valuing):
        after, events = acts.finish(state)
        assert (after.phase, totals(after), bets(after)) == (Phase.FINISHED, ["10", "9"], 1)
        assert sum(isinstance(event, Stood) for event in events) == (state is drawing)


def test_finishing_with_plain_cards_is_standing() -> None:
    state, _ = played(plain_hand("5 4 1", "7 1 4"), "deal")
    assert acts.finish(state) == acts.stand(state)


# What is refused, and what is not written out


@pytest.mark.parametrize("text", ["may-change", "wins-double"])
def test_a_characters_changes_and_doubles_are_no_perks_at_a_dealers_table(text: str) -> None:
    for sides in ((f"{text} : / 1_1:5 1_2:5", ": / 2_1:7 2_2:1"), (": / 1_1:5 1_2:5", f"{text} : / 2_1:7 2_2:1")):
        with pytest.raises(InvalidInputError, match="perks only"):
            hand(*sides)


def test_a_share_that_cannot_be_drawn_exactly_is_refused() -> None:
    Terms(DealerRule(shift_share=Fraction(1, 2**32)))
    with pytest.raises(InvalidInputError, match="2\\^32 parts"):
        Terms(DealerRule(shift_share=Fraction(1, 2**32 + 1)))
    with pytest.raises(InvalidInputError, match="overdrawChance"):
        Terms(DealerRule(overdraws_to=8, overdraw_chance=Fraction(1, 2**32 + 1)))


def test_the_repr_of_a_hand_tells_no_card() -> None:
    state, _ = played(plain_hand("5 4 1", "7 1 4", "may-shift"), "deal")
    assert repr(state) == "<hand against a dealer: drawing>"
