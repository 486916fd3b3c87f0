"""How a mission ends, and what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from service.campaign.missions.mission import Reward
from service.campaign.missions.outcome import Ending, Verdict
from service.odds.setting import StandOn
from service.tables.practice import Chips, NewGame
from service.tables.sessions.record import verify_record
from tests.campaign.missions.asking import mission, played, seed_of, several

REWARD = Reward("The way to the palace", ("1_1", "anything"), 45)


def test_a_mission_without_a_goal_is_decided_by_what_was_won_on_the_whole() -> None:
    found = set()
    for outcome in several(60, hands=2):
        won = outcome.purse.count - 100
        found.add(outcome.verdict)
        assert outcome.ending is Ending.PLAYED
        assert outcome.won == Chips(won)
        assert outcome.verdict == (Verdict.WON if won > 0 else Verdict.LOST if won else Verdict.PUSHED)
        assert outcome.is_rewarded == (won > 0)
    assert found == set(Verdict)


def test_a_mission_with_a_goal_ends_with_the_hand_that_reaches_it() -> None:
    found = set()
    for outcome in several(40, goal=130, hands=12):
        reached = [hand.purse.count >= 130 for hand in outcome.hands]
        found.add(outcome.ending)
        assert not any(reached[:-1])
        if reached[-1]:
            assert (outcome.ending, outcome.verdict) == (Ending.GOAL, Verdict.WON)
        else:
            assert outcome.ending is not Ending.GOAL
            assert outcome.verdict is Verdict.LOST
            assert not outcome.is_rewarded
    assert {Ending.GOAL, Ending.PLAYED} <= found


def test_a_goal_that_is_not_reached_is_lost_whatever_was_won() -> None:
    outcomes = [outcome for outcome in several(40, goal=150, hands=6) if outcome.ending is Ending.PLAYED]
    assert any(outcome.won > Chips(0) for outcome in outcomes)
    assert {outcome.verdict for outcome in outcomes} == {Verdict.LOST}


def test_a_purse_that_does_not_cover_another_hand_ends_the_mission() -> None:
    found = set()
    for outcome in several(40, purse=25, hands=100):
        before = [hand.purse.count for hand in outcome.hands[:-1]]
        assert all(purse >= 10 for purse in before)
        if outcome.ending is Ending.BUST:
            assert outcome.purse.count < 10
            assert outcome.verdict is Verdict.LOST
        found.add(outcome.purse.count if outcome.ending is Ending.BUST else Ending.PLAYED)
    assert {0, 5} <= found  # a perfect sabacc pays fifteen


def test_against_one_who_wins_double_the_purse_must_cover_two_stakes() -> None:
    found = set()
    for outcome in several(40, theme="dune-sea-light", opponent="rkik", purse=40, hands=100):
        assert all(hand.purse.count >= 20 for hand in outcome.hands[:-1])
        assert {-20, 0, 10, 15} >= {hand.won.count for hand in outcome.hands}
        found.add((outcome.ending, outcome.purse.count))
    assert {(Ending.BUST, 0), (Ending.BUST, 10)} <= found


def test_an_empty_purse_is_not_filled_again_before_the_players_eyes() -> None:
    outcome = next(outcome for outcome in several(40, purse=20, hands=100) if outcome.purse == Chips(0))
    assert not any(isinstance(event, NewGame) for hand in outcome.hands for step in hand.steps for event in step.events)
    (last,) = (line for line in outcome.record.splitlines() if line.startswith(f"result {len(outcome.hands)} "))
    assert last.endswith(" chips=-10 balance=20 game=2")  # the table itself begins a game that nobody plays
    assert verify_record(outcome.record).is_valid


def test_the_stake_is_bet_on_every_hand_and_the_table_is_closed_at_the_end() -> None:
    outcome = played(hands=9)
    lines = outcome.record.splitlines()
    assert [line for line in lines if line.startswith("0 bet")] == ["0 bet 10 -"] * 9
    assert lines[-2:] == ["0 close", "closed"]
    assert [hand.session.number for hand in outcome.hands] == list(range(1, 10))


def test_the_record_is_one_that_anybody_verifies() -> None:
    for fields in ({}, {"theme": "dune-sea-light"}, {"theme": "cloud-city-dark", "has_option": False, "goal": 140}):
        outcome = played(**fields)
        found = verify_record(outcome.record)
        assert (found.is_valid, found.hands, found.is_closed) == (True, len(outcome.hands), True)
        assert found.setup == outcome.opening.session.setup


def test_the_opponent_is_the_one_named_and_lando_never_comes() -> None:
    setup = played(
        theme="jabbas-palace-light", opponent="max-rebo", hands=100, purse=5000, stake=50
    ).opening.session.setup
    assert setup.dealers[0].key == "max-rebo"  # type: ignore[attr-defined]  # a dealer's table
    assert setup.visitor is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("fields", "cut", "shuffles"),
    [
        ({}, "shoe cut=1 burn=0", 6),
        ({"theme": "dune-sea-dark"}, "shoe cut=1 burn=0", 6),  # it stands in the Jawa camp, whose modifier is off
        ({"theme": "dune-sea-dark", "has_modifier": True}, "shoe cut=3 burn=0", 2),
        ({"theme": "dune-sea-light", "has_modifier": True, "background": "jawa-camp"}, "shoe cut=3 burn=0", 2),
        ({"theme": "dune-sea-light", "has_modifier": True}, "shoe cut=1 burn=1", 6),
    ],
)
def test_piles_are_shuffled_before_each_hand_unless_the_table_modifier_says_otherwise(
    fields: dict[str, Any], cut: str, shuffles: int
) -> None:
    lines = played(hands=7, **fields).record.splitlines()
    assert cut in lines
    assert lines.count("shuffle cut") == shuffles


def test_a_reward_is_given_back_as_it_is() -> None:
    assert played(reward=REWARD).mission.reward == REWARD


def test_words_say_how_it_came_out_and_why() -> None:
    one = next(each for each in several(60, hands=1) if each.verdict is Verdict.WON)
    assert one.words.startswith("Won after one hand: these were all. The purse holds 11")
    won = next(each for each in several(40, goal=110) if each.ending is Ending.GOAL)
    more = won.purse.count - 100
    assert f": the goal of 110 chips is reached. The purse holds {won.purse}, {more} more than before." in won.words
    lost = next(each for each in several(40, purse=10, hands=50) if each.purse == Chips(0))
    assert lost.words.endswith("the purse does not cover another hand. The purse holds 0 chips, 10 less than before.")
    pushed = next(each for each in several(60, hands=2) if each.verdict is Verdict.PUSHED)
    assert pushed.words == "Pushed after 2 hands: these were all. The purse holds 100 chips, as before."
    missed = next(each for each in several(60, hands=2, goal=130) if each.ending is Ending.PLAYED)
    assert missed.words.startswith("Lost after 2 hands: the goal of 130 chips was not reached.")


def test_what_the_player_stakes_and_is_promised_changes_no_card() -> None:
    def cards(record: str) -> list[str]:
        return [line for line in record.splitlines() if line.startswith("hand ")]

    assert cards(played(stake=10).record) == cards(played(stake=3, reward=REWARD).record)
    assert cards(played().record) != cards(played("another").record)
    assert cards(played().record) != cards(played(name="m-2").record)


def test_nothing_that_was_not_played_is_revealed() -> None:
    outcome = next(outcome for outcome in several(20, goal=110, hands=30) if len(outcome.hands) < 30)
    assert outcome.record.count("\nkey ") == len(outcome.hands)
    assert seed_of("seed 0").hex() not in outcome.record


def test_a_strategy_may_be_changed_and_the_first_cards_stay() -> None:
    one, other = (played(play=StandOn(total), hands=1).hands[0].session.hand for total in (0, 12))
    assert one is not None
    assert other is not None
    assert other.seats[0].hand.cards[:2] == one.seats[0].hand.cards
    assert mission().play == StandOn(8)
