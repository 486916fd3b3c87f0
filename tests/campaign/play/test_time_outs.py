"""Hands for silver whose player has gone: played to their ends at the next call, or by a round of the service."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from service.campaign.ledger.accounts import wallet
from service.campaign.ledger.transfers import Void, VoidCause
from service.campaign.play.store import Effects
from service.campaign.play.sweeping import Round
from service.tables.moves import Bet, Draw, Finish, Ready, Stand
from service.tables.sessions.errors import TableMovedOnError
from service.tables.sessions.store import StoredStep
from tests.campaign.play.stored import at_once, everything, killed
from tests.campaign.play.world import EIGHT, GEMP, TEN, WAIT, Seat, World
from tests.storage.outside import past_triggers

MOMENT = timedelta(microseconds=1)


def dealt(world: World, player: str, cards: dict[int, int] | None = None) -> Seat:
    """A player with 100 silver whose hand waits for him, with 10 silver at stake."""
    seat = world.sit(world.player(player, 100), cards or TEN, EIGHT)
    seat.move(Bet(10))
    return seat


def waiting(world: World) -> list[str]:
    return [each.table_id for each in world.store.waiting(world.time + timedelta(days=9), 99, GEMP)]


def causes(world: World, seat: Seat) -> list[VoidCause]:
    entries = [entry for each in world.entries(seat.table_id, 1).values() for entry in each]
    return [entry.cause for entry in entries if isinstance(entry, Void)]


def test_the_next_call_plays_a_hand_to_its_end_that_has_waited_too_long(world: World) -> None:
    seat = dealt(world, "ann")
    world.later(WAIT)
    assert seat.is_running()
    world.later(MOMENT)
    assert not seat.is_running()
    assert (world.wallets("ann"), causes(world, seat)) == ([110], [VoidCause.DECIDED])
    assert "You stand with 2 cards." in seat.words()
    world.assert_nothing_held()
    world.assert_whole()


def test_a_round_plays_those_hands_to_their_ends_that_have_waited_too_long(world: World) -> None:
    first = dealt(world, "ann")
    world.later(timedelta(minutes=2))
    second = dealt(world, "bob", {4: 12})
    assert waiting(world) == [first.table_id, second.table_id]
    world.later(WAIT - timedelta(minutes=2))
    assert world.sweeping.round() == Round(0)
    world.later(MOMENT)
    assert world.sweeping.round() == Round(1)
    assert (world.wallets("ann", "bob"), waiting(world)) == ([110, 100], [second.table_id])
    assert world.held(wallet("bob")) == (10, 15)
    world.later(timedelta(minutes=2))
    assert str(world.sweeping.round()) == "hands played to their ends: 1"
    assert (world.wallets("bob"), waiting(world), str(world.sweeping.round())) == ([100], [], "")  # 8 against 8
    world.assert_nothing_held()
    world.assert_whole()


def test_each_move_gives_a_player_his_whole_time_again(desk: World) -> None:
    seat = dealt(desk, "ann", {1: 12})
    for _ in range(3):
        desk.later(WAIT)
        seat.move(Draw())
    desk.later(WAIT)
    assert desk.sweeping.round() == Round(0)
    assert seat.is_running()
    desk.later(MOMENT)
    assert desk.sweeping.round() == Round(1)
    assert not seat.is_running()
    assert desk.wallets("ann") == [90]  # 5 against 8


def test_a_move_that_comes_too_late_is_refused_and_the_hand_is_over(desk: World) -> None:
    seat = dealt(desk, "ann", {1: 12})
    asked = seat.asked(Draw())
    desk.later(WAIT + MOMENT)
    with pytest.raises(TableMovedOnError):
        seat.make(asked)
    assert desk.wallets("ann") == [90]  # 2 against 8
    assert seat.session.legal(0) == ("bet",)
    seat.hand(10)


def test_a_table_at_which_no_hand_is_played_waits_for_ever(desk: World) -> None:
    seat = desk.sit(desk.player("ann", 100), TEN, EIGHT)
    seat.hand(10)
    desk.later(timedelta(days=30))
    before = everything(desk.engine)
    assert desk.sweeping.round() == Round(0)
    assert seat.session.legal(0) == ("bet",)
    assert everything(desk.engine) == before


def test_the_player_who_missed_his_deadline_passes_and_the_other_is_asked(world: World) -> None:
    ann, bob = world.duel(
        world.player("ann", 1000), world.player("bob", 1000), ("4 4 4 4 4 4", "5 5 5 5 5 5"), stake=145
    )
    ann.move(Ready())
    bob.move(Ready())
    gone, there = (ann, bob) if ann.is_asked() else (bob, ann)
    world.later(WAIT + MOMENT)
    assert world.sweeping.round() == Round(1)
    assert there.is_running()
    assert there.is_asked()
    world.later(WAIT)
    there.move(Stand())
    assert world.wallets("ann", "bob") == [855, 1145]
    assert (causes(world, ann), waiting(world)) == ([VoidCause.DECIDED], [])
    gone.move(Ready())
    there.move(Ready())  # the next hand begins
    assert len(world.of_hand(ann.table_id, 2)) == 1
    world.assert_whole()


def test_two_players_who_have_both_gone_are_both_played_for(world: World) -> None:
    ann, bob = world.duel(
        world.player("ann", 1000), world.player("bob", 1000), ("4 4 4 4 4 4", "5 5 5 5 5 5"), stake=145
    )
    ann.move(Ready())
    bob.move(Ready())
    rounds = 0
    while waiting(world):
        world.later(WAIT + MOMENT)
        assert world.sweeping.round() == Round(1)
        rounds += 1
    assert rounds == 2
    assert world.wallets("ann", "bob") == [855, 1145]
    world.assert_nothing_held()


def test_a_player_who_comes_back_after_his_time_finds_the_hand_settled_and_the_next_one_free(desk: World) -> None:
    seat = dealt(desk, "ann")
    desk.later(timedelta(days=2))
    desk.sweeping.round()
    assert desk.wallets("ann") == [110]
    desk.assert_nothing_held()
    seat.hand(10)
    seat.hand(10)
    seat.close()
    desk.sit("ann", TEN, EIGHT).hand(10)
    assert desk.wallets("ann") == [140]


def damaged(seat: Seat) -> None:
    """The table's last step says nothing that can be read."""
    world = seat.world
    _, last = world.table_store.get(seat.table_id, GEMP) or pytest.fail("no table")
    step = StoredStep(
        number=last.number + 1,
        request_id="damage",
        content="",
        seat=0,
        state="nothing that can be read",
        lines=(),
        is_over=False,
        told=(),
        create_time=world.time,
    )
    assert world.store.append(seat.table_id, step, Effects(is_running=True), GEMP) is not None


def test_a_table_that_cannot_be_read_stops_no_round(world: World) -> None:
    first, second = dealt(world, "ann"), dealt(world, "bob")
    damaged(first)
    world.later(WAIT + MOMENT)
    done = world.sweeping.round()
    assert done == Round(1, (first.table_id,))
    assert str(done) == f"hands played to their ends: 1; not at {first.table_id}"
    assert (world.wallets("bob"), second.is_running()) == ([110], False)
    assert world.held(wallet("ann")) == (10, 15)
    assert world.sweeping.round() == Round(0, (first.table_id,))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE game_table SET head = 'nothing that can be read'",
        "UPDATE game_table SET head = '[]'",
        "UPDATE table_key SET last_key = x'00'",
        "DELETE FROM table_key",
        "DELETE FROM table_step",
    ],
)
def test_a_table_that_was_changed_from_outside_stops_no_round(damage: str, desk: World) -> None:
    first, _ = dealt(desk, "ann"), dealt(desk, "bob")
    with past_triggers(str(desk.engine.url)) as connection:
        connection.execute(text(f"{damage} WHERE table_id = :id"), {"id": first.table_id})
    desk.later(WAIT + MOMENT)
    assert desk.again().sweeping.round() == Round(1, (first.table_id,))
    assert desk.wallets("bob") == [110]


def test_a_round_of_a_service_that_is_to_end_ends_before_the_next_hand(desk: World) -> None:
    for at in range(3):
        dealt(desk, f"p{at}")
    desk.later(WAIT + MOMENT)
    answers = iter([True, True, False])
    assert desk.sweeping.round(lambda: next(answers)) == Round(2)
    assert desk.sweeping.round() == Round(1)


def test_rounds_of_two_services_at_once_settle_each_hand_once(world: World) -> None:
    seats = [dealt(world, f"p{at}", TEN if at % 2 else {3: 12}) for at in range(6)]
    world.later(WAIT + MOMENT)
    one, other = world.again(), world.again()
    found = at_once(one.sweeping.round, other.sweeping.round)
    assert all(isinstance(each, Round) and each.failed == () for each in found)
    assert world.wallets(*(f"p{at}" for at in range(6))) == [90, 110] * 3  # 6 and 10 against 8
    assert [len(world.of_hand(seat.table_id, 1)) for seat in seats] == [2] * 6
    assert waiting(world) == []
    world.assert_nothing_held()
    world.assert_whole()


def test_a_player_and_a_round_at_once_settle_his_hand_once(world: World) -> None:
    seat = dealt(world, "ann")
    asked = seat.asked(Finish())
    world.later(WAIT + MOMENT)
    one, other = world.again(), world.again()
    one.time -= 2 * MOMENT  # his service's clock is a moment behind: his move is in time there
    found = at_once(lambda: one.tables.move(asked, GEMP), other.sweeping.round)
    assert found[1] in {Round(0), Round(1)}
    assert (world.wallets("ann"), len(world.of_hand(seat.table_id, 1))) == ([110], 2)
    world.assert_whole()


def test_a_round_that_dies_leaves_the_hand_to_the_next(desk: World) -> None:
    seat = dealt(desk, "ann")
    desk.later(WAIT + MOMENT)
    before = everything(desk.engine)
    for point in ("after the postings", "after the career", "after the feed"):
        with killed(point):
            desk.sweeping.round()
        assert everything(desk.engine) == before
    assert desk.sweeping.round() == Round(1)
    assert (desk.wallets("ann"), seat.is_running()) == ([110], False)


def test_hands_of_all_callers_are_found_and_told_to_their_own(desk: World) -> None:
    other = replace(GEMP, name="gemp-2")
    seat = dealt(desk, "ann")
    desk.later(WAIT + MOMENT)
    assert desk.tables.feed(0, 100, other) == ()
    desk.sweeping.round()
    assert "The dealer stands on 8." in seat.words()
    assert desk.tables.feed(0, 100, other) == ()
