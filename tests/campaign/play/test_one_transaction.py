"""A step and all that it moves are one transaction, and a call that is repeated moves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.campaign.ledger.accounts import house, wallet
from service.tables.moves import Bet, Close, Finish, Ready, Stand
from service.tables.sessions.errors import RequestReusedError
from service.tables.sessions.use_cases import Answer
from tests.campaign.play.stored import at_once, everything, killed
from tests.campaign.play.world import EIGHT, ELEVEN, GEMP, TEN, World

if TYPE_CHECKING:
    from service.tables.moves import Move

ALWAYS = ("before the postings", "after the postings", "before the feed", "after the feed")
WITH_CAREER = (*ALWAYS, "before the career", "after the career")
WITH_DAY = (*ALWAYS, "after the day's stakes")


def test_a_call_that_dies_while_a_hand_is_dealt_and_settled_leaves_nothing(world: World) -> None:
    world.player("ann", 1000)
    seat = world.sit("ann", ELEVEN, EIGHT)
    before = everything(world.engine)
    asked = seat.asked(Bet(7), "bet-1")
    for point in WITH_CAREER:
        with killed(point):
            seat.make(asked)
        assert everything(world.engine) == before, point
    answer = seat.make(asked)
    assert (answer.replayed, world.wallets("ann")) == (False, [1010])
    assert world.postings() == len(before["ledger_posting"]) + 2
    world.assert_whole()
    world.assert_nothing_held()


@pytest.mark.parametrize("point", WITH_CAREER)
def test_a_call_that_dies_while_a_hand_is_dealt_leaves_nothing(point: str, desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    before = everything(desk.engine)
    with killed(point):
        seat.move(Bet(10))
    assert everything(desk.engine) == before
    assert not seat.session.is_hand_running
    seat.move(Bet(10))
    assert desk.held(wallet("ann")) == (10, 15)


@pytest.mark.parametrize("point", WITH_CAREER)
def test_a_call_that_dies_while_a_hand_is_settled_leaves_it_as_it_was(point: str, desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    seat.move(Bet(10))
    before = everything(desk.engine)
    with killed(point):
        seat.move(Stand())
    assert everything(desk.engine) == before
    assert seat.session.is_hand_running
    seat.move(Stand())
    assert desk.wallets("ann") == [1010]
    desk.assert_nothing_held()


@pytest.mark.parametrize("point", WITH_CAREER)
def test_a_call_that_dies_while_a_table_opens_leaves_neither_table_nor_bank(point: str, desk: World) -> None:
    desk.player("ann", 1000)
    before = everything(desk.engine)
    with killed(point):
        desk.sit("ann", TEN, EIGHT)
    assert everything(desk.engine) == before
    desk.sit("ann", TEN, EIGHT)
    assert desk.has(house("kalit")) == [20_000]


@pytest.mark.parametrize("point", [point for point in WITH_CAREER if "postings" not in point])
def test_a_call_that_dies_while_a_table_closes_leaves_it_open(point: str, desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    before = everything(desk.engine)
    with killed(point):
        seat.close()
    assert everything(desk.engine) == before
    seat.close()
    assert desk.career("ann").table is None


def test_a_call_that_dies_while_two_players_are_dealt_leaves_nothing(world: World) -> None:
    ann, bob = world.duel(world.player("ann", 1000), world.player("bob", 1000), ("5 6", "4 4"))
    ann.move(Ready())
    before = everything(world.engine)
    for point in WITH_DAY:
        with killed(point):
            bob.move(Ready())
        assert everything(world.engine) == before, point
    bob.move(Ready())
    assert world.wallets("ann", "bob") == [1200, 800]
    (day,) = {row[2:] for row in everything(world.engine)["duel_day"]}
    assert day == (1, 100)
    world.assert_nothing_held()


@pytest.mark.parametrize("move", [Bet(7), Finish()], ids=str)
def test_a_call_sent_twice_and_then_20_times_at_once_moves_silver_once(move: Move, world: World) -> None:
    world.player("ann", 1000)
    seat = world.sit("ann", TEN, EIGHT)
    if isinstance(move, Finish):
        seat.move(Bet(7))
    asked = seat.asked(move, "r-1")
    first, second = seat.make(asked), seat.make(asked)
    after = everything(world.engine)
    assert (first.replayed, second.replayed) == (False, True)
    answers = at_once(*[lambda: world.again().tables.move(asked, GEMP)] * 20)
    for answer in (second, *answers):
        assert isinstance(answer, Answer)
        assert (answer.replayed, answer.told, answer.session) == (True, first.told, first.session)
    assert everything(world.engine) == after
    world.assert_whole()


def test_a_call_of_which_the_first_try_is_still_on_its_way_20_times_moves_silver_once(world: World) -> None:
    world.player("ann", 1000)
    seat = world.sit("ann", ELEVEN, EIGHT)
    asked = seat.asked(Bet(7), "r-1")
    services = [world.again() for _ in range(20)]
    answers = at_once(*[lambda each=each: each.tables.move(asked, GEMP) for each in services])
    assert sorted(isinstance(answer, Answer) and answer.replayed for answer in answers) == [False] + [True] * 19
    assert world.wallets("ann") == [1010]
    assert len(world.of_hand(seat.table_id, 1)) == 2
    world.assert_whole()


@pytest.mark.parametrize("other", [Bet(8), Bet(7, bytes(range(32))), Close()], ids=str)
def test_a_request_id_that_comes_again_for_another_move_moves_nothing(other: Move, desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    asked = seat.asked(Bet(7), "r-1")
    seat.make(asked)
    before = everything(desk.engine)
    with pytest.raises(RequestReusedError):
        seat.make(seat.asked(other, "r-1"))
    assert everything(desk.engine) == before


def test_a_bet_that_was_refused_may_be_asked_for_again_under_the_same_request_id(desk: World) -> None:
    desk.player("ann", 5)
    seat = desk.sit("ann", TEN, EIGHT)
    asked = seat.asked(Bet(10), "r-1")
    before = everything(desk.engine)
    with pytest.raises(Exception, match="at most 0 gold, 05 silver, which wallet:ann has free"):
        seat.make(asked)
    assert everything(desk.engine) == before
    desk.deposit("ann", 5)
    assert not seat.make(asked).replayed
    assert desk.held(wallet("ann")) == (10, 15)
