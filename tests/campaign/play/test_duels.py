"""Hands between two players for silver: what two of them may stake in a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from deckmapping.errors import InvalidInputError
from service.campaign.ledger.errors import InsufficientFundsError
from service.campaign.play.duels import DuelLimits
from service.campaign.play.errors import DuelLimitError
from service.money import Silver
from service.storage.database import read
from service.storage.schema import DUEL_DAYS
from service.tables.moves import Ready
from service.tables.sessions.orders import SeatOrder, VersusOrder
from service.tables.sessions.use_cases import Answer
from tests.campaign.play.stored import at_once, everything
from tests.campaign.play.world import GEMP, Seat, World

if TYPE_CHECKING:
    from sqlalchemy import Engine

FEW = DuelLimits(stake=Silver(100), pair_hands=3, pair_silver=Silver(250), player_silver=Silver(400))
"""Three hands of a pair, 250 silver of a pair, 400 of a player."""
DRAW = ("4 4", "4 4")


@pytest.fixture
def few(migrated: Engine) -> World:
    """A campaign in which little may be staked between players; everybody has 10,000 silver."""
    world = World(migrated, FEW)
    for name in ("ann", "bob", "cid", "dan"):
        world.deposit(name, 10_000)
    return world


def days(world: World) -> dict[tuple[str, str], tuple[int, int]]:
    """Hands and stakes of each player and pair, by day."""
    rows = read(world.engine, lambda connection: connection.execute(select(DUEL_DAYS)).all())
    return {(row.who, row.day.isoformat()): (row.hands, row.staked) for row in rows}


def both_ready(seats: tuple[Seat, Seat]) -> Answer:
    seats[0].move(Ready())
    return seats[1].move(Ready())


def test_two_players_have_so_many_hands_with_each_other_in_a_day(few: World) -> None:
    seats = few.duel("ann", "bob", DRAW, stake=10)
    for _ in range(3):
        both_ready(seats)
    before = everything(few.engine)
    with pytest.raises(DuelLimitError, match="hands: got 'hand 4 of the day', expected at most 3 with each other"):
        both_ready(seats)
    after = everything(few.engine)
    assert (after["ledger_posting"], after["duel_day"]) == (before["ledger_posting"], before["duel_day"])
    assert days(few) == {
        ("ann", "2026-11-30"): (3, 30),
        ("bob", "2026-11-30"): (3, 30),
        ("ann bob", "2026-11-30"): (3, 30),
    }
    few.assert_nothing_held()
    few.assert_whole()


def test_the_next_day_in_utc_the_same_hand_is_dealt(few: World) -> None:
    seats = few.duel("ann", "bob", DRAW, stake=10)
    for _ in range(3):
        both_ready(seats)
    few.later(timedelta(hours=11, minutes=59, seconds=59, microseconds=876_543))
    seats[0].move(Ready())
    with pytest.raises(DuelLimitError):
        seats[1].move(Ready())
    few.later(timedelta(microseconds=1))
    seats[1].move(Ready())
    assert days(few)["ann bob", "2026-12-01"] == (1, 10)
    assert days(few)["ann bob", "2026-11-30"] == (3, 30)


def test_two_players_stake_so_much_with_each_other_at_all_their_tables_together(few: World) -> None:
    both_ready(few.duel("ann", "bob", DRAW, stake=100))
    both_ready(few.duel("bob", "ann", DRAW, stake=100))  # the same two
    third = few.duel("ann", "bob", DRAW, stake=51)
    with pytest.raises(DuelLimitError, match="got '2 gold, 51 silver in the day', expected at most 2 gold, 50 silver"):
        both_ready(third)
    both_ready(few.duel("ann", "bob", DRAW, stake=50))
    assert days(few)["ann bob", "2026-11-30"] == (3, 250)


def test_a_player_stakes_so_much_in_a_day_with_all_others_together(few: World) -> None:
    for other in ("bob", "cid"):
        seats = few.duel("ann", other, DRAW, stake=100)
        both_ready(seats)
        both_ready(seats)
    with pytest.raises(DuelLimitError, match="got 'what ann has staked in the day, with it', expected at most 4 gold"):
        both_ready(few.duel("dan", "ann", DRAW, stake=1))
    both_ready(few.duel("bob", "dan", DRAW, stake=100))
    assert days(few)["bob", "2026-11-30"] == (3, 300)


def test_a_double_counts_by_its_stake(few: World) -> None:
    seats = few.duel("ann", "bob", ("5 6", "4 4"), stake=100)
    both_ready(seats)
    both_ready(seats)
    assert days(few)["ann bob", "2026-11-30"] == (2, 200)
    assert few.wallets("ann", "bob") == [10_400, 9_600]


def test_a_hand_that_is_not_dealt_counts_on_no_day(few: World) -> None:
    few.withdraw("bob", 9_900)
    with pytest.raises(InsufficientFundsError, match="at most 1 gold, 00 silver, which wallet:bob has free"):
        both_ready(few.duel("ann", "bob", DRAW, stake=51))
    assert days(few) == {}


def test_of_eight_hands_of_a_pair_that_begin_at_once_as_many_are_dealt_as_a_day_allows(few: World) -> None:
    tables = [few.duel(*(("ann", "bob") if at % 2 else ("bob", "ann")), DRAW, stake=10) for at in range(8)]
    moves = []
    for first, second in tables:
        first.move(Ready())
        asked, service = second.asked(Ready()), few.again()
        moves.append(lambda asked=asked, service=service: service.tables.move(asked, GEMP))
    found = at_once(*moves)
    assert [type(each) for each in found if not isinstance(each, Answer)] == [DuelLimitError] * 5
    assert days(few)["ann bob", "2026-11-30"] == (3, 30)
    few.assert_nothing_held()
    few.assert_whole()


@pytest.mark.parametrize("stake", [101, 5_000, 16_777_215])
def test_a_table_is_opened_for_no_more_than_the_largest_stake(stake: int, few: World) -> None:
    with pytest.raises(InvalidInputError, match=f"stake: got '{stake}', expected 1 to 100 silver"):
        few.duel("ann", "bob", DRAW, stake=stake)
    few.duel("ann", "bob", DRAW, stake=100)


def test_a_table_that_is_open_is_found_again_where_less_may_be_staked_by_now(few: World) -> None:
    seats = (SeatOrder("ann", "deck-c"), SeatOrder("bob", "deck-c"))
    order = VersusOrder(seats, stake=Silver(100))
    first = few.campaign.open_duel(order, "duel-1", "{}", GEMP, own_decks_agreed=False)
    stricter = World(few.engine, replace(FEW, stake=Silver(50)), few.ladder, few.secrets)
    found = stricter.campaign.open_duel(order, "duel-1", "{}", GEMP, own_decks_agreed=False)
    assert (found.replayed, found.session.setup.table_id) == (True, first.session.setup.table_id)
    with pytest.raises(InvalidInputError, match="stake: got '100', expected 1 to 50 silver"):
        stricter.campaign.open_duel(order, "duel-2", "{}", GEMP, own_decks_agreed=False)


@pytest.mark.parametrize("stake", [0, -100])
def test_a_stake_of_nothing_or_less_moves_nothing(stake: int, desk: World) -> None:
    before = everything(desk.engine)
    with pytest.raises(InvalidInputError):
        desk.duel("ann", "bob", DRAW, stake=stake)
    order = VersusOrder((SeatOrder("ann", "deck-c"), SeatOrder("bob", "deck-c")), Silver(stake))
    with pytest.raises(InvalidInputError):
        desk.campaign.open_duel(order, "o-1", "{}", GEMP, own_decks_agreed=False)
    assert everything(desk.engine) == before


def test_nobody_plays_himself(desk: World) -> None:
    before = everything(desk.engine)
    with pytest.raises(InvalidInputError, match="another"):
        desk.duel("ann", "ann", DRAW)
    order = VersusOrder((SeatOrder("ann", "deck-c"), SeatOrder("ann", "deck-c")), Silver(10))
    for agreed in (False, True):
        with pytest.raises(InvalidInputError, match="another player than the first"):
            desk.campaign.open_duel(order, "o-1", "{}", GEMP, own_decks_agreed=agreed)
    assert everything(desk.engine) == before


@pytest.mark.parametrize("name", ["ann,bob", "ann bob", "", "a" * 61, "änn"])
def test_nobody_is_called_what_no_record_can_hold(name: str, desk: World) -> None:
    before = everything(desk.engine)
    with pytest.raises(InvalidInputError, match="60 printable ASCII characters without blanks and commas"):
        desk.duel(name, "cid", DRAW)
    with pytest.raises(InvalidInputError, match="60 printable ASCII characters without blanks and commas"):
        desk.sit_down(name, "kalit")
    assert everything(desk.engine) == before


def test_a_duel_of_the_campaign_is_played_with_decks_that_all_know_unless_both_agree(desk: World) -> None:
    seats = (SeatOrder("ann", "deck-c"), SeatOrder("bob", "dune-sea-dark-boss"))
    order = VersusOrder(seats, Silver(10))
    with pytest.raises(InvalidInputError, match="ownDecksAgreed"):
        desk.campaign.open_duel(order, "o-1", "{}", GEMP, own_decks_agreed=False)
    answer = desk.campaign.open_duel(order, "o-1", "{}", GEMP, own_decks_agreed=True)
    assert answer.session.setup.is_for_silver
