"""What the tables of a campaign make of careers, and how their feed tells it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from deckmapping.records import Side
from deckmapping.themes.dealers import dealer
from service.campaign.ladder.career import Advance
from service.campaign.play import tables as play_tables
from service.campaign.play.errors import CareerMovedOnError
from service.campaign.play.store import CareerChange
from service.money import Silver
from service.tables.dealer.hand import Terms
from service.tables.moves import Bet, Finish, Stand
from tests.campaign.play.careers import at_the_boss
from tests.campaign.play.stored import at_once
from tests.campaign.play.world import EIGHT, GEMP, TEN, World

if TYPE_CHECKING:
    from service.campaign.ladder.career import Career

RKIK = Terms(dealer("rkik").rule)


def test_what_the_ladder_tells_of_a_hand_comes_after_all_that_its_table_tells(world: World) -> None:
    # A dealer of the Dune Sea is beaten by 60 silver in ten hands or more.
    world.player("ann", 1000)
    seat = world.sit("ann", TEN, EIGHT)
    for _ in range(9):
        seat.hand(7)
    assert world.career("ann").light.score("kalit").is_beaten is False
    answer = seat.hand(7)
    words = [each.words for each in answer.told]
    assert words[-1].startswith("Kalit is beaten")
    assert words[-2].startswith("Hand 10 was dealt from the key")
    assert seat.words()[-len(words) :] == words
    score = world.career("ann").light.score("kalit")
    assert (score.hands, score.run, score.is_beaten) == (10, Silver(70), True)


def test_an_answer_that_is_given_again_tells_what_the_ladder_told(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    for _ in range(9):
        seat.hand(7)
    seat.move(Bet(7))
    asked = seat.asked(Finish(), "last")
    told = seat.make(asked).told
    seat.hand(7)
    assert seat.make(asked).told == told
    assert told[-1].cues.cue == "cue.dealer-beaten"


def test_a_beaten_boss_opens_the_level_above_and_his_rewards_are_told_and_granted(world: World) -> None:
    world.player("ann", 360, at_the_boss(world.ladder, "rkik", Side.LIGHT))
    seat = world.sit("ann", TEN, EIGHT, host="rkik", terms=RKIK, hands=9)
    for _ in range(9):
        told = seat.hand(20).told
    cues = [each.cues.cue for each in told]
    after = cues[cues.index("cue.key") + 1 :]
    assert after[:2] == ["cue.boss-beaten", "cue.level-reached"]
    earned = [each for each in world.career("ann").rewards if each.startswith("dune-sea")]
    assert {"dune-sea-sabacc-light", "dune-sea-upgrade-light"} <= {*earned}
    assert after[2:] == ["cue.reward"] * len(earned)
    assert seat.words()[-len(after) :] == [each.words for each in told[-len(after) :]]


def test_the_feed_of_a_caller_tells_all_tables_in_one_order_without_a_gap(world: World) -> None:
    seats = [world.sit(world.player(f"p{at}", 100), TEN, EIGHT) for at in range(4)]
    services = [world.again() for _ in seats]

    def plays(at: int) -> None:
        own = replace(seats[at], world=services[at])
        for _ in range(3):
            own.hand(7)

    assert at_once(*[lambda at=at: plays(at) for at in range(4)]) == [None] * 4
    numbers = [each.sequence for each in world.tables.feed(0, 10_000, GEMP)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert world.wallets(*(f"p{at}" for at in range(4))) == [121] * 4
    world.assert_whole()


def test_a_lesson_that_is_answered_in_mid_hand_is_kept_beside_the_hand(desk: World) -> None:
    desk.player("ann", 100)
    seat = desk.sit("ann", TEN, EIGHT)
    seat.move(Bet(7))

    def forgets(career: Career, *_: object) -> Advance:
        return Advance(replace(career, lessons=career.lessons[:-1]))

    desk.store.change_career(CareerChange("ann", "lesson", forgets), desk.time, GEMP)
    seat.move(Stand())
    assert desk.wallets("ann") == [107]
    assert len(desk.career("ann").lessons) == len(desk.ladder.lessons) - 1


def test_a_step_whose_career_another_call_has_changed_is_tried_again(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.player("ann", 100)
    seat = desk.sit("ann", TEN, EIGHT)
    found: list[str] = []
    append = desk.store.append

    def moved_on(*args: object) -> object:
        found.append("tried")
        if len(found) < 3:
            raise CareerMovedOnError.of("player", "ann", "a career that no other call changes meanwhile")
        return append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(desk.store, "append", moved_on)
    seat.hand(7)
    assert found[:3] == ["tried"] * 3
    assert desk.wallets("ann") == [107]
    desk.assert_whole()


def test_a_call_that_never_comes_first_is_told_so(desk: World) -> None:
    tries: list[int] = []

    def work() -> None:
        tries.append(1)
        raise CareerMovedOnError.of("player", "ann", "a career that no other call changes meanwhile")

    with pytest.raises(CareerMovedOnError):
        play_tables.again(work)
    assert len(tries) > 2
    assert desk.store.career("ann", GEMP) is None
