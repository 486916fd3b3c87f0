"""How a table for silver ends before its time: an empty bank, an empty purse, a dealer who deals no more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from deckmapping.records import Side
from deckmapping.themes.dealers import dealer
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ledger.accounts import house, wallet
from service.campaign.ledger.errors import InsufficientFundsError
from service.money import Silver
from service.tables.dealer.hand import Terms
from service.tables.moves import Bet, Ending, Finish, Stand
from service.tables.sessions.errors import TableEndsError, TableMovedOnError
from service.tables.sessions.record import verify_record
from tests.campaign.play.careers import at_the_boss
from tests.campaign.play.world import EIGHT, GEMP, NOON, TEN, Seat, World

if TYPE_CHECKING:
    from service.campaign.ladder.career import Career
    from tests.campaign.play.careers import Change

RKIK = Terms(dealer("rkik").rule)


def ends(seat: Seat, bet: int, why: Ending, words: str) -> None:
    """The bet closes the table, and moves nothing."""
    world = seat.world
    wallets, postings = world.ledger.figures(GEMP).totals, world.postings()
    asked = seat.asked(Bet(bet))
    with pytest.raises(TableEndsError) as told:
        seat.make(asked)
    assert told.value.why is why
    assert (world.ledger.figures(GEMP).totals, world.postings()) == (wallets, postings)
    assert (seat.session.is_closed, seat.session.legal(0)) == (True, ())
    assert seat.words()[-1] == words
    with pytest.raises(TableMovedOnError):
        seat.make(asked)
    record = world.tables.record(seat.table_id, GEMP)
    assert record.endswith(f"0 end {why}\nclosed\n")
    assert verify_record(record).is_valid


EMPTY_BANK = "The dealer's bank is empty, and with regrets the house closes the table."
EMPTY_WALLET = "You cannot pay for another hand of this shoe, and the house closes the table."
NO_MORE = "You are dealt no further hand here, and the house closes the table."


@pytest.mark.parametrize("bet", [10, 15, 20])
@pytest.mark.parametrize("hands", [0, 1])
def test_a_bank_that_does_not_cover_the_smallest_bet_closes_the_table_politely(
    bet: int, hands: int, desk: World
) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", EIGHT, TEN)
    for _ in range(hands):
        seat.hand(10)
    least = 10 if hands else 5
    desk.leave_house("kalit", least * 3 // 2 - 1)
    ends(seat, bet, Ending.EMPTY_BANK, EMPTY_BANK)
    career = desk.career("ann")
    assert (career.table, career.sent_off) == (None, None)
    desk.leave_house("kalit", 1000)
    desk.sit("ann", EIGHT, TEN).hand(10)


def test_a_bank_that_just_covers_the_smallest_bet_deals_it(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    desk.leave_house("kalit", 7)
    seat.hand(5)
    assert desk.has(house("kalit")) == [2]
    ends(seat, 5, Ending.EMPTY_BANK, EMPTY_BANK)
    desk.assert_whole()


def test_a_boss_whose_bank_is_empty_has_not_played(desk: World) -> None:
    desk.player("ann", 1000, at_the_boss(desk.ladder, "rkik", Side.LIGHT))
    seat = desk.sit("ann", EIGHT, TEN, host="rkik", terms=RKIK, hands=9)
    seat.hand(20)
    desk.leave_house("rkik", 0)
    ends(seat, 20, Ending.EMPTY_BANK, EMPTY_BANK)
    progress = desk.career("ann").light
    assert (progress.match, progress.lost, progress.beaten) == (None, 0, 0)


def test_who_cannot_pay_the_rest_of_a_shoe_is_sent_off_for_the_day(world: World) -> None:
    world.player("ann", 25)
    seat = world.sit("ann", EIGHT, TEN)
    seat.hand(10)
    seat.hand(10)
    with pytest.raises(InsufficientFundsError):
        seat.move(Bet(15))  # more than the smallest: he may still pay for that
    ends(seat, 10, Ending.EMPTY_WALLET, EMPTY_WALLET)
    career = world.career("ann")
    assert (career.table, career.sent_off) == (None, NOON.date())
    world.deposit("ann", 1000)
    with pytest.raises(CareerForbidsError, match="another day than that on which a shoe was left unpaid"):
        world.sit("ann", EIGHT, TEN)
    world.later(timedelta(hours=11, minutes=59))
    with pytest.raises(CareerForbidsError):
        world.sit("ann", EIGHT, TEN)
    world.later(timedelta(minutes=1))
    world.sit("ann", EIGHT, TEN).hand(10)
    world.assert_whole()


def test_a_deposit_in_time_keeps_the_table_open(desk: World) -> None:
    desk.player("ann", 15)
    seat = desk.sit("ann", EIGHT, TEN)
    seat.hand(10)
    desk.deposit("ann", 5)
    seat.hand(10)
    assert desk.wallets("ann") == [0]
    assert desk.career("ann").sent_off is None


def test_between_two_shoes_an_empty_purse_sends_nobody_off(desk: World) -> None:
    desk.player("ann", 32)
    seat = desk.sit("ann", EIGHT, TEN)
    for _ in range(3):
        seat.hand(10)
    with pytest.raises(InsufficientFundsError, match="at most 0 gold, 02 silver"):
        seat.move(Bet(5))
    seat.close()
    career = desk.career("ann")
    assert (career.table, career.sent_off, career.is_ruined) == (None, None, True)


def won_at_the_dune_sea(count: int) -> Change:
    def change(career: Career) -> Career:
        return career.with_progress(Side.LIGHT, career.light.with_won(0, Silver(count)))

    return change


def test_at_the_ceiling_the_shoe_ends_and_no_usual_dealer_deals(world: World) -> None:
    # 1,500 is the ceiling of the Dune Sea.
    world.player("ann", 1000, won_at_the_dune_sea(1480))
    seat = world.sit("ann", TEN, EIGHT)
    seat.hand(19)
    seat.hand(19)
    told = "You have won 15 gold, 18 silver at The Dune Sea. Its dealers deal to you no more: only R'kik"
    assert any(words.startswith(told) for words in seat.words())
    ends(seat, 19, Ending.NO_MORE_HANDS, NO_MORE)
    assert (world.career("ann").table, world.career("ann").sent_off) == (None, None)
    for host in ("kalit", "uutkik"):
        with pytest.raises(CareerForbidsError, match="less than 15 gold, 00 silver"):
            world.sit("ann", TEN, EIGHT, host=host)
    world.sit("ann", TEN, EIGHT, host="rkik", terms=RKIK, hands=9)
    assert world.wallets("ann") == [1038]
    world.assert_whole()


def test_at_the_ceiling_a_table_between_two_shoes_stays_for_its_player_to_close(desk: World) -> None:
    desk.player("ann", 1000, won_at_the_dune_sea(1480))
    seat = desk.sit("ann", TEN, EIGHT)
    for _ in range(3):
        seat.hand(9)
    with pytest.raises(CareerForbidsError, match="the usual dealers deal no more"):
        seat.move(Bet(9))
    seat.close()
    assert desk.career("ann").table is None


def test_a_match_that_ends_with_an_empty_purse_is_over_whatever_comes_in_later(world: World) -> None:
    world.player("ann", 360, at_the_boss(world.ladder, "rkik", Side.LIGHT))
    seat = world.sit("ann", EIGHT, TEN, host="rkik", terms=RKIK, hands=9)
    seat.move(Bet(20))
    world.withdraw("ann", 320)
    seat.move(Stand())
    assert world.wallets("ann") == [0]
    assert "ends after one hand, and counts as lost." in seat.words()[-1]
    world.deposit("ann", 1000)
    ends(seat, 20, Ending.NO_MORE_HANDS, NO_MORE)
    progress = world.career("ann").light
    assert (progress.match, progress.lost, world.career("ann").table) == (None, 1, None)
    world.assert_whole()


def test_a_match_that_is_left_between_two_shoes_is_lost(desk: World) -> None:
    desk.player("ann", 360, at_the_boss(desk.ladder, "rkik", Side.LIGHT))
    seat = desk.sit("ann", TEN, EIGHT, host="rkik", terms=RKIK, hands=9)
    for _ in range(3):
        seat.hand(20)
    seat.close()
    progress = desk.career("ann").light
    assert (progress.match, progress.lost, progress.scores) == (None, 1, ())
    assert "ends after 3 hands, and counts as lost." in seat.words()[-1]


def test_what_the_house_thinks_of_a_player_at_a_level_is_as_before_after_a_match(desk: World) -> None:
    def change(career: Career) -> Career:
        progress = at_the_boss(desk.ladder, "rkik", Side.LIGHT)(career).light
        seen = replace(progress.attention[0], meter=2000, hands=40, wagered=800)
        return career.with_progress(Side.LIGHT, progress.with_attention(0, seen))

    desk.player("ann", 1000, change)
    before = desk.career("ann").light.attention
    setup = replace(desk.setup("ann", TEN, EIGHT, host="rkik", terms=RKIK, hands=9), visitor=None)
    seat = desk.open(replace(setup, carried=type(setup.carried)()))
    for _ in range(9):
        seat.hand(20)
    assert (desk.career("ann").light.attention, desk.career("ann").light.beaten) == (before, 1)


def test_a_table_of_as_many_hands_as_it_deals_is_closed_in_mid_shoe(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT, hands=2)
    seat.hand(10)
    seat.move(Bet(10), Finish())
    assert seat.session.legal(0) == ("close",)
    seat.close()
    assert desk.has(wallet("ann")) == [1020]
