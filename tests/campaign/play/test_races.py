"""Calls at the same instant, from several services: one purse and one bank pay only what they have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ledger.accounts import house, wallet
from service.campaign.ledger.errors import InsufficientFundsError, PostingRefusedError
from service.campaign.play.errors import HouseCannotPayError
from service.campaign.play.tables import again
from service.money import Silver
from service.tables.moves import Bet, Finish, Ready, Stand
from service.tables.sessions.errors import TableMovedOnError
from service.tables.sessions.use_cases import Answer
from service.tables.silver import BetLimits
from tests.campaign.play.stored import at_once
from tests.campaign.play.world import EIGHT, ELEVEN, GEMP, TEN, Seat, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckmapping.errors import DomainError
    from service.tables.moves import Move


def elsewhere(seat: Seat, move: Move) -> Callable[[], Answer]:
    """The same move through another service, as it stands ready now."""
    asked, tables = seat.asked(move), seat.world.again().tables
    return lambda: tables.move(asked, GEMP)


def errors(found: list[Answer | DomainError]) -> list[type[DomainError]]:
    return [type(each) for each in found if not isinstance(each, Answer)]


@pytest.mark.parametrize("move", [Bet(7), Finish()], ids=str)
def test_of_two_services_that_make_a_players_next_move_one_makes_it(move: Move, world: World) -> None:
    world.player("ann", 1000)
    seat = world.sit("ann", TEN, EIGHT)
    if isinstance(move, Finish):
        seat.move(Bet(7))
    found = at_once(*[elsewhere(seat, move) for _ in range(4)])
    assert errors(found) == [TableMovedOnError] * 3
    if isinstance(move, Bet):
        assert world.held(wallet("ann")) == (7, 10)
        seat.move(Stand())
    assert world.wallets("ann") == [1007]
    assert len(world.of_hand(seat.table_id, 1)) == 2
    world.assert_whole()


def test_of_two_hands_that_begin_at_the_same_instant_on_one_purse_one_begins(world: World) -> None:
    # 100 in the purse; each of the hands may cost 100, twice its stake. A draw, so that both could end at 0.
    world.player("ann", 100)
    tables = []
    for other in ("bob", "cid"):
        ann, opponent = world.duel("ann", world.player(other, 1000), ("4 4 4", "4 4 4"), stake=50)
        opponent.move(Ready())
        tables.append(ann)
    found = at_once(*[elsewhere(seat, Ready()) for seat in tables])
    assert errors(found) == [InsufficientFundsError]
    assert (world.held(wallet("ann")), world.wallets("ann")) == ((100, 100), [100])
    assert sorted(seat.session.is_hand_running for seat in tables) == [False, True]
    world.assert_whole()


def test_of_a_hand_with_a_dealer_and_one_with_a_player_on_one_purse_one_begins(world: World) -> None:
    world.player("ann", 50)
    against_dealer = world.sit("ann", TEN, EIGHT)
    ann, bob = world.duel("ann", world.player("bob", 1000), ("4 4", "4 7"), stake=25)
    bob.move(Ready())
    found = at_once(elsewhere(against_dealer, Bet(50)), elsewhere(ann, Ready()))
    assert errors(found) == [InsufficientFundsError]
    if against_dealer.session.is_hand_running:
        against_dealer.move(Stand())
        assert world.wallets("ann", "bob") == [100, 1000]
    else:  # the duel was over with its cards: 8 lost double against a perfect sabacc
        assert world.wallets("ann", "bob") == [0, 1050]
    world.assert_nothing_held()
    world.assert_whole()


@pytest.mark.parametrize("has_bank", [False, True], ids=["first of their dealers", "later"])
def test_of_two_tables_that_one_player_opens_at_the_same_instant_one_is_opened(has_bank: bool, world: World) -> None:
    if has_bank:
        for host in ("kalit", "uutkik"):
            world.sit(world.player(f"first-of-{host}", 100), TEN, EIGHT, host=host)
    world.player("ann", 100)
    setups = [world.setup("ann", TEN, EIGHT, host=host) for host in ("kalit", "uutkik")]

    def opens(at: int) -> Seat:
        service = world.again()
        return again(lambda: service.open(setups[at]))

    found = at_once(lambda: opens(0), lambda: opens(1))
    (refused,) = [each for each in found if not isinstance(each, Seat)]
    assert isinstance(refused, CareerForbidsError)
    (seat,) = [each for each in found if isinstance(each, Seat)]
    open_table = world.career("ann").table
    assert open_table is not None
    assert open_table.table_id == seat.table_id
    assert world.ledger.figures(GEMP).sum == Silver(0)


def test_a_bank_pays_no_more_than_it_has_to_eight_players_at_once(world: World) -> None:
    # The bank covers three of eight perfect sabaccs on 50 silver, which pay 75 each.
    seats = [world.sit(world.player(f"p{at}", 100), ELEVEN, EIGHT) for at in range(8)]
    world.leave_house("kalit", 3 * 75 + 7)
    found = at_once(*[elsewhere(seat, Bet(50)) for seat in seats])
    assert errors(found) == [HouseCannotPayError] * 5
    assert {str(each) for each in found if not isinstance(each, Answer)} == {
        "amount: got '50', expected at most 5 silver, which the dealer's bank covers"
    }
    assert sorted(world.wallets(*[f"p{at}" for at in range(8)])) == [100] * 5 + [175] * 3
    assert world.has(house("kalit")) == [7]
    world.assert_whole()


def test_the_first_tables_of_a_dealer_bring_one_bank_when_eight_open_at_once(world: World) -> None:
    setups = [world.setup(world.player(f"p{at}", 100), TEN, EIGHT) for at in range(8)]
    services = [world.again() for _ in setups]
    found = at_once(*[lambda at=at: services[at].open(setups[at]) for at in range(8)])
    assert all(isinstance(each, Seat) for each in found)
    assert world.has(house("kalit"), house("lando-light")) == [20_000, 200_000]
    world.assert_whole()


def test_eight_hands_that_end_at_once_each_pay_their_own(world: World) -> None:
    seats = [world.sit(world.player(f"p{at}", 100), TEN, EIGHT if at % 2 else {5: 12}) for at in range(8)]
    for seat in seats:
        seat.move(Bet(10))
    assert errors(at_once(*[elsewhere(seat, Finish()) for seat in seats])) == []
    assert world.wallets(*[f"p{at}" for at in range(8)]) == [100, 110] * 4
    world.assert_nothing_held()
    world.assert_whole()


def test_a_withdrawal_and_a_bet_of_the_same_silver_do_not_both_go_through(world: World) -> None:
    world.player("ann", 50)
    seat = world.sit("ann", TEN, EIGHT)
    bet = elsewhere(seat, Bet(50))
    other = world.again()

    def withdraw() -> None:
        other.withdraw("ann", 50)

    done = at_once(bet, withdraw)
    refused = [each for each in done if isinstance(each, PostingRefusedError)]
    assert len(refused) == 1
    free = world.ledger.balance(wallet("ann"), GEMP)
    assert (free.balance.count, free.held_out.count) in {(50, 50), (0, 0)}
    world.assert_whole()


def test_a_table_may_take_more_than_the_bank_of_its_dealer_ever_had(world: World) -> None:
    world.player("ann", 100_000)
    setup = world.setup("ann", TEN, EIGHT)
    seat = world.open(replace(setup, money=BetLimits(Silver(5), Silver(50_000))))
    with pytest.raises(HouseCannotPayError, match="at most 13333 silver, which the dealer's bank covers"):
        seat.move(Bet(50_000))
    with pytest.raises(HouseCannotPayError, match="at most 13333 silver"):
        seat.move(Bet(13_334))
    seat.move(Bet(13_333))
    assert world.held(house("kalit")) == (19_999, 13_333)
