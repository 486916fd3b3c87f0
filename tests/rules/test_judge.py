"""The judge: two hands of catalogue cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from deckmapping.values import format_value, whole
from deckmapping.variants import Role
from service.rules.choices import ByCharacter, CloneOf
from service.rules.errors import IllegalChoiceError
from service.rules.judge import judge
from service.rules.notation import read_case
from service.rules.outcome import DecidedBy
from tests.rules.facts import BY_ID

if TYPE_CHECKING:
    from service.rules.verdict import JudgedHand, Verdict


def verdict(text: str) -> Verdict:
    return judge(read_case(text), BY_ID.get)


def numbers(hand: JudgedHand) -> str:
    return " ".join("?" if value is None else format_value(value) for value in hand.values)


def first(text: str) -> JudgedHand:
    """Judge the first hand of a case whose second hand does not matter."""
    return verdict(f"{text} | 3_8 3_8").hands[0]


# Field reports


def test_a_clone_assigned_once_completes_the_hand() -> None:
    hand = first("trooper starter=0 | 12_114=@1 209_35 200_120 only-chosen")
    assert (numbers(hand), hand.total, hand.is_over) == ("3 3 5", whole(11), False)
    hand = first("trooper starter=0 | 12_114=@2 209_35 200_120 only-chosen")
    assert (numbers(hand), hand.total, hand.is_over) == ("5 3 5", whole(13), True)


@pytest.mark.parametrize(
    "hand",
    ["102_8 101_6 character=5_5 change=1", "102_8 101_6 character=5_5", "200_120 101_6 1_175", "1_175 200_120 101_6"],
)
def test_r3_a_total_made_with_help_or_later_is_a_plain_11(hand: str) -> None:
    said = verdict(f"dune-sea starter=0 | {hand} | 12_108 12_108")
    assert (said.hands[0].total, said.hands[0].is_perfect) == (whole(11), False)
    assert (said.winner, said.is_double, said.decided_by) == (0, False, DecidedBy.CLOSEST)


def test_r3_the_first_two_cards_at_exactly_11_win_double() -> None:
    said = verdict("dune-sea starter=0 | 200_120 101_6 | 12_108 12_108")
    assert (said.winner, said.is_double, said.decided_by) == (0, True, DecidedBy.PERFECT)


def test_r3_an_opening_11_that_a_text_changes_is_not_perfect() -> None:
    said = verdict("cloud-city starter=0 | 200_120 101_6 character=5_5 change=-1 | 3_8 3_8")
    assert (said.hands[0].total, said.hands[0].is_perfect, said.is_double) == (whole(10), False, False)
    left = verdict("cloud-city starter=0 | 200_120 101_6 character=5_5 change=0 | 3_8 3_8")
    assert (left.hands[0].total, left.hands[0].is_perfect, left.is_double) == (whole(11), True, True)


def test_a_name_in_a_title_makes_no_card_wild() -> None:
    hand = first("cloud-city starter=0 | 223_16 5_14 7_160 4_145 13_28")
    assert numbers(hand) == "3 4 3 4 5"
    assert {card.role for card in hand.cards} == {Role.PLAIN}


def test_a_casino_bars_one_side_in_cloud_city_and_is_named() -> None:
    said = verdict("cloud-city starter=0 | 217_13 101_6 barred=7_111 | 217_13 101_6")
    barred, free = said.hands
    assert (numbers(barred), numbers(free)) == ("1 6", "5 6")
    assert barred.cards[0].role is Role.PLAIN
    assert "7_111 bars this side" in barred.cards[0].reason
    assert free.cards[0].role is Role.WILD


def test_a_casino_changes_nothing_elsewhere_and_the_verdict_says_so() -> None:
    text = "trooper starter=0 | 102_11 200_120{} | 3_8 3_8"
    barred, free = verdict(text.format(" barred=7_111")), verdict(text.format(""))
    assert barred.hands == free.hands
    assert numbers(barred.hands[0]) == "6 5"
    assert "hands[0]: 7_111 changes nothing in Trooper Sabacc" in barred.notes


def test_a_barred_wild_card_may_be_part_of_a_perfect_sabacc() -> None:
    made_up = replace(BY_ID["12_148"], blueprint_id="9_10", values=(whole(10),))
    said = judge(read_case("cloud-city starter=0 | 217_13 9_10 barred=7_269 | 3_8 3_8"), {**BY_ID, "9_10": made_up}.get)
    assert said.hands[0].is_perfect


def test_undefined_destiny_is_0() -> None:
    hand = first("fair-deck starter=0 | 3_8 1_175")
    assert (numbers(hand), hand.total) == ("0 0", whole(0))


def test_clones_of_clones_are_refused_with_the_hand_and_the_field() -> None:
    for place, choices in ((0, "12_114=@1 3_8"), (0, "12_114=@0 3_8"), (1, "12_114=@2 3_8=@0")):
        with pytest.raises(IllegalChoiceError) as caught:
            verdict(f"trooper starter=0 | {choices} 101_6 only-chosen | 3_8 3_8")
        (fault,) = caught.value.violations
        assert fault.field == f"hands[0].choices[{place}]"
        assert f"{choices} 101_6 only-chosen" in fault.value
        assert "@2" in fault.expected


def test_two_clones_of_one_card_count_it_three_times() -> None:
    hand = first("trooper starter=0 | 12_114=@2 3_8=@2 101_6 only-chosen")
    assert (hand.total, hand.is_over) == (whole(18), True)


def test_an_incomplete_hand_has_no_total_and_decides_nothing() -> None:
    said = verdict("trooper starter=0 | 12_114 3_8 101_6 only-chosen | 101_6 102_8")
    hand = said.hands[0]
    assert (numbers(hand), hand.total, hand.is_over) == ("? ? 6", None, False)
    assert (said.winner, said.decided_by, said.stakes_count) == (None, DecidedBy.INCOMPLETE, 0)
    assert hand.cards[0].reason.startswith("not valued yet")


# What is not chosen


def test_what_is_not_chosen_gets_the_best_values() -> None:
    assert numbers(first("trooper starter=0 | 12_114 209_35 200_120")) == "3 3 5"
    assert numbers(first("trooper starter=0 | 12_114=@2 209_35 200_120 102_11")) == "5 3 5 2"
    hand = first("trooper starter=0 | 12_114 209_35 200_120")
    assert [card.choice for card in hand.cards] == [CloneOf(1), None, None]


def test_only_chosen_leaves_a_perfect_sabacc_of_two_destinies_open() -> None:
    open_hand = first("fair-deck starter=0 | 2_14 101_6 only-chosen")
    assert (open_hand.total, open_hand.is_perfect) == (None, False)
    assert first("fair-deck starter=0 | 2_14=5 101_6 only-chosen").is_perfect
    assert not first("fair-deck starter=0 | 2_14=2 101_6").is_perfect
    assert first("fair-deck starter=0 | 2_14 101_6").is_perfect


# Characters


def test_r5_perks_belong_to_the_character() -> None:
    gambler = "cloud-city starter=0 | 5_80=perk 12_148 character={}"
    assert numbers(first(gambler.format("213_35"))) == "0 7"
    with pytest.raises(IllegalChoiceError):
        first(gambler.format("209_35"))  # a thief holds no perk
    assert numbers(first("jabbas-palace starter=0 | 12_108 12_148 character=112_14")) == "4 7"
    assert numbers(first("trooper starter=0 | 112_19 200_120 character=106_16")) == "6 5"
    without = first("trooper starter=0 | 112_19 200_120 character=6_10")
    assert (numbers(without), without.cards[0].role) == ("3 5", Role.PLAIN)


def test_r5_devaronian_lends_his_own_destiny() -> None:
    assert numbers(first("trooper starter=0 | 3_8 101_6 10_22 character=6_10")) == "3 6 2"
    by_perk = first("trooper starter=0 | 3_8=perk 101_6 10_22 character=6_10 only-chosen")
    assert (numbers(by_perk), by_perk.cards[0].choice) == ("3 6 2", ByCharacter.OWN_DESTINY)
    in_cloud_city = "cloud-city starter=0 | 5_80={} 12_148 character=6_10 only-chosen"
    assert numbers(first(in_cloud_city.format("perk"))) == "0 7"
    assert numbers(first(in_cloud_city.format("destiny"))) == "3 7"


def test_r5_clones_only_total_0_whatever_the_perk() -> None:
    hand = first("jabbas-palace starter=0 | 12_108 2_2 character=112_14")
    assert (numbers(hand), hand.total) == ("0 0", whole(0))
    assert "clone cards only" in hand.cards[0].reason


def test_r6_iasa_changes_totals_in_dune_sea_only() -> None:
    said = verdict("dune-sea starter=0 | 102_8 101_6 character=7_180 | 12_108 12_108")
    assert (said.hands[0].change, said.hands[0].total) == (1, whole(11))
    assert [(made.side, made.change, made.total) for made in said.changes] == [(0, 1, whole(11))]
    assert said.changes[0].reason == "Iasa, The Traitor Of Jawa Canyon (7_180) makes 10 11"
    elsewhere = verdict("trooper starter=0 | 102_8 101_6 character=7_180 | 101_6 102_8")
    assert (elsewhere.hands[0].change, elsewhere.changes) == (0, ())


def test_r6_changes_come_in_the_order_asked() -> None:
    for starter in (0, 1):
        said = verdict(f"cloud-city starter={starter} | 102_8 101_6 character=5_5 | 102_8 101_6 3_8 character=5_99")
        assert [made.side for made in said.changes] == [1 - starter, starter]
        assert (said.winner, said.decided_by) == (0, DecidedBy.FEWER_CARDS)


def test_r6_a_change_that_is_not_allowed_is_refused() -> None:
    for hand in ("102_8 101_6 change=1", "102_8 101_6 character=213_35 change=-1", "3_8 1_175 character=5_5 change=-1"):
        with pytest.raises(IllegalChoiceError, match=r"hands\[0\]\.change"):
            first(f"dune-sea starter=0 | {hand}")
    with pytest.raises(IllegalChoiceError, match=r"hands\[0\]\.change"):
        first("trooper starter=0 | 12_114 101_6 change=1 only-chosen")
    incomplete = first("trooper starter=0 | 12_114 101_6 character=5_5 change=1 only-chosen")
    assert (incomplete.total, incomplete.change) == (None, 0)


def test_r6_nobody_changes_a_total_after_a_perfect_sabacc() -> None:
    said = verdict("dune-sea starter=0 | 102_8 101_6 character=5_5 change=1 | 200_120 101_6")
    assert (said.winner, said.hands[0].total, said.changes) == (1, whole(10), ())
    assert "hands[0]: no total is changed after a perfect sabacc" in said.notes
    filled = verdict("trooper starter=0 | 200_120 101_6 | 102_11 200_120 character=5_5").hands[1]
    assert (numbers(filled), filled.total) == ("6 5", whole(11))  # 7 and 5 would need the change


def test_r8_rkik_doubles_his_own_wins_in_dune_sea_only() -> None:
    text = "{} starter=0 | 101_6 102_8 character=6_36 | 101_6 105_2"
    dune_sea, trooper = verdict(text.format("dune-sea")), verdict(text.format("trooper"))
    assert (dune_sea.winner, dune_sea.is_double, trooper.is_double) == (0, True, False)
    assert "hands[0]: the win counts double by the text of R'kik D'nec, Hero Of The Dune Sea (6_36)" in dune_sea.notes
    lost = verdict("dune-sea starter=0 | 101_6 105_2 character=6_36 | 101_6 102_8")
    assert (lost.winner, lost.is_double) == (1, False)


def test_an_ineligible_character_plays_and_the_verdict_says_so() -> None:
    said = verdict("dune-sea starter=0 | 102_8 101_6 character=5_5 | 12_108 12_108 character=12_108")
    assert said.hands[0].total == whole(11)
    (note,) = said.notes
    assert (
        note
        == "hands[0]: Lando Calrissian (5_5) could not be the playing character: only a Jawa may play Dune Sea Sabacc"
    )


# Stakes


def test_r9_the_losers_matching_cards_are_named_with_their_reason() -> None:
    said = verdict("cloud-city starter=0 | 200_120 101_6 | 5_14 106_10 4_145 7_160")
    assert [(card.position, card.blueprint_id, card.reason) for card in said.stakes] == [
        (0, "5_14", "a device is at stake in Cloud City Sabacc"),
        (1, "106_10", "a starfighter is at stake in Cloud City Sabacc"),
        (3, "7_160", "a weapon is at stake in Cloud City Sabacc"),
    ]
    assert (said.stakes_count, said.claimed_count, said.lost_count) == (2, 2, 0)


def test_r9_cards_that_match_nothing_are_lost_instead() -> None:
    double = verdict("cloud-city starter=0 | 200_120 101_6 | 5_14 4_145")
    assert (double.stakes_count, double.claimed_count, double.lost_count) == (2, 1, 1)
    single = verdict("cloud-city starter=0 | 4_145 101_6 | 101_6 105_2")
    assert (single.stakes, single.stakes_count, single.claimed_count, single.lost_count) == ((), 1, 0, 1)


def test_r9_a_draw_and_a_fair_deck_play_for_no_cards() -> None:
    draw = verdict("cloud-city starter=0 | 5_14 101_6 | 5_14 101_6")
    assert (draw.winner, draw.stakes, draw.stakes_count) == (None, (), 0)
    fair = verdict("fair-deck starter=0 | 200_120 101_6 | 5_14 101_6")
    assert (fair.winner, fair.is_double, fair.stakes, fair.stakes_count) == (0, True, (), 0)


# R10


def test_r10_a_fair_deck_knows_no_wild_no_clone_and_no_text() -> None:
    said = verdict(
        "fair-deck starter=0 | 213_35 7_115 5_80 character=5_5 barred=7_111 | 112_19 2_14 204_1 character=6_36"
    )
    assert (numbers(said.hands[0]), said.hands[0].change) == ("3 0 0", 0)
    assert numbers(said.hands[1]) == "3 2 3.1415927"
    assert {card.role for hand in said.hands for card in hand.cards} == {Role.PLAIN}
    assert said.is_double is False
    assert said.notes == (
        "hands[0]: no text or perk of Lando Calrissian (5_5) counts in a fair deck",
        "hands[0]: 7_111 changes nothing in a fair deck",
        "hands[1]: no text or perk of R'kik D'nec, Hero Of The Dune Sea (6_36) counts in a fair deck",
    )
    for choice in ("213_35=5 7_115", "7_115=@1 213_35", "7_115=perk 213_35"):
        with pytest.raises(IllegalChoiceError):
            first(f"fair-deck starter=0 | {choice} character=5_5")


def test_r10_two_destinies_keep_their_choice() -> None:
    assert numbers(first("fair-deck starter=0 | 204_1 200_120")) == "3.1415927 5"
    assert numbers(first("fair-deck starter=0 | 204_1 102_8")) == "6.2831855 4"
    assert numbers(first("fair-deck starter=0 | 2_14=2 102_8")) == "2 4"


# Reasons


def test_every_card_says_why_it_counts_what_it_counts() -> None:
    def reasons(hand: str) -> list[str]:
        return [card.reason.removesuffix(" Sabacc") for card in first(hand).cards]

    assert reasons("cloud-city starter=0 | 217_13 5_80=@0 5_80=perk 200_120 character=213_35") == [
        "3 out of 1 to 6: persona Lando is wild in Cloud City",
        "3 as 217_13 at position 0: a location is a clone card in Cloud City",
        "0 by the playing character's perk: a location is a clone card in Cloud City",
        "printed destiny 5: neither wild nor clone in Cloud City",
    ]
    assert reasons("dune-sea starter=0 | 2_14=2 11_43=destiny 102_8 character=6_10") == [
        "2, chosen from the printed 2 or 5: neither wild nor clone in Dune Sea",
        "3, the playing character's own destiny: a Tatooine location is a clone card in Dune Sea",
        "printed destiny 4: neither wild nor clone in Dune Sea",
    ]
    assert reasons("trooper starter=0 | 112_19=6 7_160=3 character=106_16") == [
        "6 out of 2 to 7, by the perk: a weapon may be wild for a trooper in Trooper",
        "printed destiny 3: a weapon may be wild for a trooper in Trooper",
    ]
    assert reasons("trooper starter=0 | 3_8 2_14")[0] == (
        "0, as in every hand of clone cards only: a droid is a clone card in Trooper"
    )
    assert reasons("trooper starter=0 | 112_19 102_8")[0] == (
        "printed destiny 3: a weapon may be wild for a trooper in Trooper Sabacc, but none plays for this side"
    )


def test_a_hand_that_play_cannot_reach_is_judged_with_a_note() -> None:
    said = verdict("trooper starter=0 | 200_120 101_6 | 101_6 102_8 10_34")
    assert (said.winner, said.decided_by) == (0, DecidedBy.PERFECT)
    assert said.notes == (
        "hands[1]: in play this hand would have ended with two cards, at the other side's perfect sabacc",
    )
