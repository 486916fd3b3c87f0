"""A career by examples: who may sit down where, what hands make of it, and what is lost and kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.records import Side
from service.campaign.ladder.career import OpenTable, start
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.learning import answer_lesson, lessons_left
from service.campaign.ladder.opening import can_bet, can_open, opened, verify_bet, verify_open
from service.campaign.ladder.playing import HandOutcome, after_hand, closed
from service.campaign.ladder.progress import DealerScore, Match
from service.money import Silver
from service.tables.dealer.attention import Attention
from service.tables.moves import Ending
from tests.campaign.ladder.climbing import DAY, RICH, USUAL, Climber, beginner, climber, short

LIGHT = USUAL["light"]


def refused(who: Climber, dealer: str, wallet: int = RICH.count, today: date = DAY) -> dict[str, str]:
    """Return what is expected of a player who may not sit down, by rule."""
    with pytest.raises(CareerForbidsError) as caught:
        verify_open(who.career, who.ladder, dealer, Silver(wallet), today)
    assert not can_open(who.career, who.ladder, dealer, Silver(wallet), today)
    return {each.field: each.expected for each in caught.value.violations}


# Before the first table


def test_a_career_begins_with_the_lowest_level_of_both_sides_and_nothing_won() -> None:
    career = start("lars", ladder())
    for side in Side:
        progress = career.on(side)
        assert (progress.beaten, progress.scores, progress.match) == (0, (), None)
        assert progress.won == (Silver(0),) * 4
        assert progress.attention == (Attention(),) * 4
    assert (career.lessons, career.rewards, career.table) == ((), (), None)


@pytest.mark.parametrize("player", ["", "two words", "Ł", "x" * 61])
def test_a_player_whom_no_wallet_can_have_has_no_career(player: str) -> None:
    with pytest.raises(InvalidInputError, match="player"):
        start(player, ladder())


def test_all_lessons_come_before_the_first_table_in_any_order() -> None:
    who = beginner()
    keys = [lesson.key for lesson in who.ladder.lessons]
    assert refused(who, "kalit")["lessons"] == "all lessons before the first table for silver"
    for lesson in reversed(who.ladder.lessons):
        assert not can_open(who.career, who.ladder, "kalit", RICH, DAY)
        who.career = answer_lesson(who.career, lesson.key, lesson.right, who.ladder).career
    assert who.career.lessons == tuple(reversed(keys))
    assert can_open(who.career, who.ladder, "kalit", RICH, DAY)


def test_a_wrong_answer_changes_nothing_and_is_told_with_a_hint() -> None:
    who = beginner()
    advance = answer_lesson(who.career, "drawing", "stand", who.ladder)
    assert advance.career == who.career
    assert [(each.happening, each.subject, each.words) for each in advance.events] == [
        ("lesson-wrong", "drawing", "Whom would a 6 beat?")
    ]


def test_the_last_lesson_pays_once_and_answered_again_nothing() -> None:
    who = beginner()
    who.learn()
    assert who.happenings() == ["lesson-right", "lessons-done", "reward"]
    assert [reward.key for reward in who.got] == ["landos-advice"]
    again = answer_lesson(who.career, "drawing", "draw", who.ladder)
    assert (again.career, [each.happening for each in again.events], again.rewards) == (
        who.career,
        ["lesson-right"],
        (),
    )
    assert lessons_left(who.career, who.ladder) == ()


def test_a_lesson_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(InvalidInputError, match="expected one of eleven, perfect-sabacc"):
        answer_lesson(start("lars", ladder()), "flying", "draw", ladder())


# Sitting down


def test_whoever_deals_nowhere_on_the_ladder_is_refused_by_name() -> None:
    with pytest.raises(InvalidInputError, match="dealer: got 'house', expected one of jawa-light, kalit"):
        verify_open(climber().career, ladder(), "house", RICH, DAY)


def test_a_player_sits_at_one_table_at_a_time() -> None:
    who = climber().sit("kalit")
    assert refused(who, "wittin") == {"table": "no other table for silver: close it first"}
    assert can_open(who.leave().career, who.ladder, "wittin", RICH, DAY)


def test_a_level_above_needs_the_boss_below_on_its_own_side() -> None:
    who = climber().climb("light", 1)
    assert can_open(who.career, who.ladder, "max-rebo", RICH, DAY)
    assert can_open(who.career, who.ladder, "kalit", RICH, DAY)
    assert refused(who, "klaatu") == {"level": "a level that is reached: beat the boss of The Dune Sea first"}
    assert refused(who, "cara-dune") == {"level": "a level that is reached: beat the boss of Jabba's Palace first"}


def test_the_wallet_covers_the_smallest_bet_or_the_worst_of_a_whole_match() -> None:
    who = climber()
    assert can_open(who.career, who.ladder, "kalit", Silver(5), DAY)
    assert refused(who, "kalit", 4) == {"wallet": "at least 0 gold, 05 silver, the worst of the smallest bet"}
    who.beat("kalit", "uutkik")
    assert can_open(who.career, who.ladder, "rkik", Silver(360), DAY)
    assert refused(who, "rkik", 359) == {"wallet": "at least 3 gold, 60 silver, the worst of 9 hands"}


def test_everything_that_forbids_a_table_is_named_at_once() -> None:
    who = beginner()
    assert set(refused(who, "lando-dark", 3)) == {"lessons", "level", "wallet"}


def test_whoever_left_a_shoe_unpaid_sits_down_again_on_another_day() -> None:
    who = climber().sit("kalit").hand(-5).leave(Ending.EMPTY_WALLET)
    assert who.career.sent_off == DAY
    assert set(refused(who, "kalit")) == {"day"}
    assert can_open(who.career, who.ladder, "kalit", RICH, DAY + timedelta(days=1))


# Beating dealers


def test_a_dealer_is_beaten_by_what_is_won_since_the_lowest_point_with_him() -> None:
    # Beaten by 100 and 30 hands. Lost first: 50 twice, which do not count against him.
    who = climber().sit("kalit").hands(-50, -50, 80, -10, 10, 10, *[0] * 22, 9)
    assert who.career.light.score("kalit") == DealerScore("kalit", 29, Silver(99))
    who.hand(1)
    assert who.happenings() == ["dealer-beaten"]
    assert (who.told[0].subject, who.told[0].picture) == ("kalit", "picture.dealer.kalit")
    assert who.career.light.score("kalit") == DealerScore("kalit", 30, Silver(100), is_beaten=True)
    assert who.career.light.won[0] == Silver(0)


def test_a_dealer_is_not_beaten_before_thirty_hands() -> None:
    who = climber().sit("kalit").hands(75, 75, *[0] * 27)
    assert who.told == ()
    assert who.hand(0).happenings() == ["dealer-beaten"]


def test_a_beaten_dealer_stays_beaten_whatever_he_wins_back() -> None:
    who = climber().beat("kalit").play("kalit", *[-50] * 20).beat("uutkik")
    assert who.happenings() == ["dealer-beaten", "boss-waits"]


def test_a_score_goes_on_at_the_next_table_with_the_same_dealer() -> None:
    who = climber().play("kalit", *[4] * 15).play("uutkik", 0).play("kalit", *[4] * 15)
    assert who.happenings() == ["dealer-beaten"]


def test_hands_on_a_level_behind_the_player_move_silver_and_nothing_else() -> None:
    who = climber().climb("light", 1)
    before = who.career.light
    who.beat("jawa-light")
    assert who.told == ()
    assert who.career.light == replace(before, won=(before.won[0] + Silver(100), *before.won[1:]))


def test_what_is_won_on_one_side_does_not_count_on_the_other() -> None:
    who = climber().beat(*LIGHT)
    assert who.career.dark == start("lars", ladder()).dark
    assert refused(who, "iasa") == {"dealer": "2 more dealers beaten before the boss plays"}


# The boss


def test_the_boss_waits_once_enough_dealers_are_beaten() -> None:
    who = climber()
    assert refused(who, "rkik") == {"dealer": "2 more dealers beaten before the boss plays"}
    who.beat("kalit")
    assert refused(who, "rkik") == {"dealer": "one more dealer beaten before the boss plays"}
    who.beat("jawa-light")
    assert who.happenings() == ["dealer-beaten", "boss-waits"]
    assert who.told[1].subject == "rkik"
    assert "9 hands at 0 gold, 20 silver each" in who.told[1].words
    who.beat("uutkik")
    assert who.happenings() == ["dealer-beaten"]  # it was told


def test_a_match_is_won_by_whoever_is_ahead_after_its_hands() -> None:
    who = climber().beat("kalit", "uutkik").sit("rkik")
    assert who.happenings() == ["match-begun"]
    who.hands(*[-40] * 4, *[30] * 4)
    assert who.career.light.match == Match(8, Silver(-40))
    who.hand(41)
    assert who.happenings() == ["boss-beaten", "level-reached", "reward", "reward"]
    assert (
        who.told[0].words == "You have beaten R'kik D'nec, Hero Of The Dune Sea: 0 gold, 01 silver ahead after 9 hands."
    )
    assert (who.told[1].side, who.told[1].level) == (Side.LIGHT, "jabbas-palace")
    assert [reward.key for reward in who.got] == ["dune-sea-sabacc-light", "dune-sea-upgrade-light"]
    after = who.career.light
    assert (after.beaten, after.scores, after.lost) == (1, (), 0)
    assert after.match is None


def test_after_the_last_hand_the_boss_deals_no_more() -> None:
    who = climber().beat("kalit", "uutkik").sit("rkik").hands(*[1] * 9)
    with pytest.raises(CareerForbidsError, match="match: got 'over'"):
        verify_bet(who.career, who.ladder)
    assert refused(who.leave(), "rkik") == {"dealer": "a boss who is not beaten yet"}


def test_a_match_that_ends_even_is_lost() -> None:
    who = climber().beat("kalit", "uutkik").sit("rkik").hands(20, -20, *[0] * 7)
    assert who.happenings() == ["boss-won"]
    assert "is a draw, and you had to be ahead" in who.told[0].words


def test_after_a_lost_match_one_dealer_is_to_be_beaten_anew() -> None:
    who = climber().beat("kalit", "uutkik").play("rkik", *[-20] * 9)
    assert who.happenings() == ["boss-won"]
    assert "lost by 1 gold, 80 silver" in who.told[0].words
    assert "once you have beaten one dealer" in who.told[0].words
    assert refused(who, "rkik") == {"dealer": "one more dealer beaten before the boss plays"}
    assert who.beat("kalit").happenings() == ["dealer-beaten", "boss-waits"]
    assert who.beat_boss("rkik").happenings()[:2] == ["boss-beaten", "level-reached"]


def test_a_match_that_is_left_is_lost_but_not_one_that_was_not_begun() -> None:
    who = climber().beat("kalit", "uutkik")
    ready = who.career
    who.sit("rkik").leave()
    assert (who.career, who.happenings()) == (ready, [])
    who.sit("rkik").hand(60).leave()
    assert who.happenings() == ["boss-won"]
    assert "ends after one hand, and counts as lost" in who.told[0].words
    assert who.career.light.lost == 1


def test_a_match_that_the_house_cannot_pay_is_as_if_never_begun() -> None:
    who = climber().beat("kalit", "uutkik").sit("rkik").hands(30, 30).leave(Ending.EMPTY_BANK)
    assert who.told == ()
    assert who.career.light.match is None
    assert can_open(who.career, who.ladder, "rkik", RICH, DAY)


def test_the_last_boss_ends_the_ladder_of_his_side_and_opens_the_casino() -> None:
    who = climber().climb("dark", 4)
    assert who.happenings()[:2] == ["boss-beaten", "ladder-done"]
    assert who.told[1].words == "Nobody is left to be beaten on the Dark Side."
    assert {reward.key for reward in who.got} >= {"casino-dark", "lando-dark"}
    assert "casino-light" not in who.career.rewards
    assert who.career.dark.beaten == 4
    for dealer in ("wittin", "klaatu", "snowtrooper", "barquin-dan"):
        assert can_open(who.career, who.ladder, dealer, RICH, DAY)


# The ceiling


def test_at_the_ceiling_the_usual_dealers_deal_no_more_and_the_boss_does() -> None:
    who = climber(short()).sit("kalit").hand(199)
    assert can_bet(who.career, who.ladder)
    who.hand(1)
    assert who.happenings() == ["dealer-beaten", "ceiling-reached", "boss-waits"]
    assert "only R'kik D'nec, Hero Of The Dune Sea does" in who.told[1].words
    with pytest.raises(CareerForbidsError, match="ceiling: got '2 gold, 00 silver won here'"):
        verify_bet(who.career, who.ladder)
    who.leave()
    assert set(refused(who, "uutkik")) == {"ceiling"}
    assert can_open(who.career, who.ladder, "rkik", RICH, DAY)


def test_below_the_ceiling_the_dealers_deal_again() -> None:
    who = climber(short()).play("kalit", 100, 100).play("rkik", 0, 0, -1)
    assert who.career.light.won[0] == Silver(199)
    assert can_open(who.career, who.ladder, "kalit", RICH, DAY)
    assert set(refused(who, "rkik")) == {"dealer"}


def test_a_boss_who_wins_little_plays_again_at_once_while_nobody_else_would() -> None:
    who = climber(short()).play("kalit", 100, 150).play("rkik", 0, 0, -1)
    assert "plays you again at once" in who.told[0].words
    assert set(refused(who, "kalit")) == {"ceiling"}
    assert can_open(who.career, who.ladder, "rkik", RICH, DAY)


def test_a_beaten_level_at_its_ceiling_is_closed_and_the_others_are_open() -> None:
    who = climber(short()).play("kalit", 100, 150).play("rkik", 1, 1, 1)
    assert set(refused(who, "kalit")) == {"ceiling"}
    assert can_open(who.career, who.ladder, "max-rebo", RICH, DAY)
    assert can_open(who.career, who.ladder, "wittin", RICH, DAY)


# Rewards


def test_lando_beaten_on_a_visit_pays_once_by_side() -> None:
    who = climber().sit("kalit").hand(5, lando_beaten=True)
    assert who.happenings() == ["reward", "reward", "reward"]
    assert [reward.key for reward in who.got] == ["landos-secret", "cloud-city-sabacc-light", "polish-light"]
    assert who.hand(5, lando_beaten=True).told == ()
    who.leave().sit("wittin").hand(5, lando_beaten=True)
    assert [reward.key for reward in who.got[3:]] == ["cloud-city-sabacc-dark", "polish-dark"]


def test_a_reward_of_which_none_are_left_is_told_of_and_can_be_earned_later() -> None:
    who = climber()
    who.gone = {"cloud-city-sabacc-light"}
    who.sit("kalit").hand(5, lando_beaten=True)
    assert who.happenings() == ["reward", "reward-gone", "reward"]
    assert [reward.key for reward in who.got] == ["landos-secret", "polish-light"]
    who.gone = frozenset()
    assert who.hand(5, lando_beaten=True).happenings() == ["reward"]


# The house's attention


def test_attention_is_kept_for_each_level_of_each_side() -> None:
    seen = Attention(1500, 40, 400, 3, -10)
    who = climber().climb("light", 1).sit("kalit").hand(0, seen)
    assert who.career.light.attention[0] == seen
    who.leave().sit("max-rebo").hand(0, other := replace(seen, meter=7))
    assert who.career.light.attention[:2] == (seen, other)
    assert who.career.dark.attention == (Attention(),) * 4


def test_attention_outlasts_matches_won_and_lost() -> None:
    seen = Attention(1500, 40, 400)
    who = climber(short()).beat("kalit", "uutkik").sit("uutkik").hand(0, seen).leave()
    who.sit("rkik")
    for won in (-20, -20, -20):
        who.hand(won)
    assert who.career.light.attention[0] == seen  # nobody is watched who plays a boss
    who.leave().beat("kalit").sit("kalit").hand(0, seen).leave()
    who.sit("rkik")
    for won in (20, 20, 20):
        who.hand(won)
    assert who.career.light.attention[0] == seen


# Ruin


def test_whoever_cannot_pay_the_smallest_bet_anywhere_is_ruined_and_keeps_what_he_has() -> None:
    who = climber().climb("light", 1)
    before = who.career
    who.sit("max-rebo")
    who.wallet = Silver(5)
    assert who.hand(-10).told == ()
    who.wallet = Silver(4)
    assert who.hand(-1).happenings() == ["ruined"]
    assert who.hand(0).told == ()  # told once
    who.leave()
    assert who.career.is_ruined
    assert (who.career.light.beaten, who.career.rewards, who.career.lessons) == (1, before.rewards, before.lessons)
    assert set(refused(who, "kalit", 4)) == {"wallet"}


def test_a_ruined_player_comes_back_with_new_silver() -> None:
    who = climber().sit("kalit")
    who.wallet = Silver(0)
    who.hand(-5).leave()
    who.wallet = Silver(100)
    assert who.sit("kalit").happenings() == ["came-back"]
    assert not who.career.is_ruined
    assert who.hand(5).told == ()


def test_a_ruined_player_whose_table_is_still_open_comes_back_with_his_next_hand() -> None:
    who = climber().sit("kalit")
    who.wallet = Silver(0)
    who.hand(-5)
    who.wallet = Silver(100)
    assert who.hand(5).happenings() == ["came-back"]
    assert not who.career.is_ruined


def test_ruin_in_a_match_loses_it() -> None:
    who = climber().beat("kalit", "uutkik").sit("rkik")
    who.wallet = Silver(0)
    assert who.hand(-40).happenings() == ["ruined", "boss-won"]
    assert not can_bet(who.career, who.ladder)
    assert who.leave().told == ()
    assert who.career.light.lost == 1


def test_the_last_hand_decides_a_match_even_if_it_ruins() -> None:
    who = climber(short()).beat("kalit", "uutkik").sit("rkik").hands(40, 40)
    who.wallet = Silver(0)
    assert who.hand(-40).happenings()[:2] == ["boss-beaten", "level-reached"]
    assert who.happenings()[-1] == "ruined"
    assert (who.career.light.beaten, who.career.light.lost) == (1, 0)


# Tables that are not his, and one that is left with its last hand


def test_a_hand_and_the_end_of_its_table_are_one_advance() -> None:
    who = climber().beat("kalit", "uutkik").sit("rkik").hands(-20)
    outcome = HandOutcome("t3", Silver(30), Attention(), lando_beaten=True, wallet=RICH)
    hand = after_hand(who.career, outcome, who.ladder)
    both = hand.then(closed(hand.career, who.ladder, DAY))
    assert [event.happening for event in both.events] == [*["reward"] * 3, "boss-won"]
    assert [reward.key for reward in both.rewards] == ["landos-secret", "cloud-city-sabacc-light", "polish-light"]
    assert both.career.table is None
    assert both.career.light.lost == 1


def test_a_hand_at_another_table_is_refused() -> None:
    who = climber().sit("kalit")
    outcome = HandOutcome("t9", Silver(5), Attention(), lando_beaten=False, wallet=RICH)
    with pytest.raises(CareerForbidsError, match="expected the table at which the player sits"):
        after_hand(who.career, outcome, who.ladder)


def test_without_a_table_there_is_no_hand_and_nothing_to_leave() -> None:
    career = climber().career
    outcome = HandOutcome("t1", Silver(5), Attention(), lando_beaten=False, wallet=RICH)
    with pytest.raises(CareerForbidsError, match="table: got 'none', expected an open table"):
        after_hand(career, outcome, ladder())
    with pytest.raises(CareerForbidsError, match="table: got 'none', expected an open table"):
        closed(career, ladder(), DAY)


def test_sitting_down_is_verified_where_it_is_done() -> None:
    with pytest.raises(CareerForbidsError, match="level"):
        opened(climber().career, ladder(), OpenTable("t1", "max-rebo"), RICH, DAY)
