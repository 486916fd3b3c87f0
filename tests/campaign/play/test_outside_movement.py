"""What happens to a purse while a hand is played, and the three bytes in which GEMP keeps it."""

from __future__ import annotations

import pytest

from service.campaign.ledger.accounts import MINT, house, wallet
from service.campaign.ledger.errors import InsufficientFundsError, NoRoomError
from service.campaign.ledger.postings import ByHand, Posting
from service.campaign.ledger.transfers import Transfer, TransferKind
from service.money import MOST_SILVER, Silver
from service.tables.moves import Bet, Ready, Stand
from tests.campaign.play.stored import everything
from tests.campaign.play.world import EIGHT, ELEVEN, GEMP, TEN, World

FULL = MOST_SILVER.count


def give_prize(world: World, player: str, amount: int) -> None:
    entries = (Transfer(TransferKind.PRIZE, MINT, wallet(player), Silver(amount)),)
    world.ledger.post(Posting(world.fresh("prize"), entries, by_hand=ByHand("Ackbar", "a good day")), GEMP)


def test_what_comes_and_goes_in_mid_hand_saves_nobody_from_a_loss(world: World) -> None:
    # Ann holds 500 and plays for 145; she gets 1 silver and Bob spends 10 before she decides. She ends at 356.
    world.player("ann", 500)
    world.player("bob", 500)
    ann, bob = world.duel("ann", "bob", ("4 4 4", "5 5 5"), stake=145)
    ann.move(Ready())
    bob.move(Ready())
    give_prize(world, "ann", 1)
    world.withdraw("bob", 10)
    assert ann.is_asked() or bob.is_asked()
    while ann.is_asked() or bob.is_asked():
        (ann if ann.is_asked() else bob).move(Stand())
    assert world.wallets("ann", "bob") == [356, 635]
    world.assert_nothing_held()
    world.assert_whole()


@pytest.mark.parametrize(("mine", "left"), [(EIGHT, 0), (TEN, 50), (TEN, 100)], ids=["lost", "push", "won"])
def test_a_player_who_takes_out_all_that_is_free_still_settles_his_hand(
    mine: dict[int, int], left: int, world: World
) -> None:
    world.player("ann", 100)
    seat = world.sit("ann", mine, TEN if left < 100 else EIGHT)
    seat.move(Bet(50))
    world.withdraw("ann", 50)
    with pytest.raises(InsufficientFundsError, match="at most 0 gold, 00 silver, which wallet:ann has free"):
        world.withdraw("ann", 1)
    seat.move(Stand())
    assert world.wallets("ann") == [left]
    world.assert_nothing_held()
    world.assert_whole()


def test_a_deposit_in_mid_hand_leaves_room_for_what_may_be_won(world: World) -> None:
    # 16,777,000 and 50 at stake, which may win 75: 16,777,215 - 16,777,000 - 75 = 140 have room.
    world.player("ann", FULL - 215)
    seat = world.sit("ann", TEN, EIGHT)
    seat.move(Bet(50))
    with pytest.raises(NoRoomError, match="at most 1 gold, 40 silver, for which wallet:ann has room"):
        world.deposit("ann", 141)
    world.deposit("ann", 140)
    seat.move(Stand())
    assert world.wallets("ann") == [FULL - 215 + 140 + 50]
    world.assert_whole()


def test_a_perfect_sabacc_may_fill_a_purse_to_its_last_silver(world: World) -> None:
    world.player("ann", FULL - 15)
    seat = world.sit("ann", ELEVEN, EIGHT)
    before = everything(world.engine)
    with pytest.raises(NoRoomError, match="at most 0 gold, 15 silver, for which wallet:ann has room"):
        seat.move(Bet(11))  # would win 16
    assert everything(world.engine) == before
    seat.move(Bet(10))
    assert world.wallets("ann") == [FULL]
    with pytest.raises(NoRoomError, match="at most 0 gold, 00 silver, for which wallet:ann has room"):
        seat.move(Bet(10))
    world.withdraw("ann", 15)
    seat.move(Bet(10))
    assert world.wallets("ann") == [FULL]
    world.assert_whole()


def test_a_full_purse_bets_again_after_a_withdrawal(desk: World) -> None:
    desk.player("ann", FULL)
    seat = desk.sit("ann", TEN, EIGHT)
    with pytest.raises(NoRoomError):
        seat.move(Bet(5))
    assert desk.career("ann").table is not None
    desk.withdraw("ann", 6)
    with pytest.raises(NoRoomError):
        seat.move(Bet(5))  # 7 for a perfect sabacc
    desk.withdraw("ann", 1)
    seat.hand(5)
    assert desk.wallets("ann") == [FULL - 7 + 5]


def test_a_purse_that_fills_up_in_mid_shoe_keeps_its_table_open(desk: World) -> None:
    desk.player("ann", 100)
    seat = desk.sit("ann", TEN, EIGHT)
    seat.hand(5)
    desk.deposit("ann", FULL - 105)
    for bet in (5, 10):
        with pytest.raises(NoRoomError):
            seat.move(Bet(bet))
    desk.withdraw("ann", 15)
    seat.hand(10)
    assert desk.wallets("ann") == [FULL - 5]


@pytest.mark.parametrize("winner", ["ann", "bob"])
def test_neither_of_two_players_may_win_more_than_his_purse_takes(winner: str, desk: World) -> None:
    # A stake of 145 may win 290.
    desk.player(winner, FULL - 289)
    loser = desk.player("bob" if winner == "ann" else "ann", 1000)
    ann, bob = desk.duel("ann", "bob", ("5 5", "4 4") if winner == "ann" else ("4 4", "5 5"), stake=145)
    ann.move(Ready())
    before = everything(desk.engine)
    asked = (
        "at most 2 gold, 89 silver, for which wallet:bob has room"
        if winner == "bob"
        else "got '145', expected a stake that the other player can pay, and has room to win, twice"
    )
    with pytest.raises(NoRoomError, match=asked):  # who asks is told of his own purse alone
        bob.move(Ready())
    assert everything(desk.engine) == before
    desk.withdraw(winner, 1)
    bob.move(Ready())
    assert desk.wallets(winner, loser) == [FULL - 290 + 145, 855]


def test_a_bank_that_a_director_takes_away_in_mid_hand_still_pays(desk: World) -> None:
    desk.player("ann", 100)
    seat = desk.sit("ann", TEN, EIGHT)
    seat.move(Bet(50))
    desk.leave_house("kalit", 75)
    with pytest.raises(InsufficientFundsError):
        desk.leave_house("kalit", 74)
    seat.move(Stand())
    assert desk.has(wallet("ann"), house("kalit")) == [150, 25]
