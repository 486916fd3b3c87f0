"""What may be bet at a dealer's table for silver, and where: the limits of the campaign."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.records import Side
from deckmapping.themes.dealers import dealer
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ledger.accounts import house, wallet
from service.campaign.play.errors import CareerMovedOnError, HouseCannotPayError
from service.money import Silver
from service.rules.errors import IllegalActError
from service.tables.dealer.attention import Attention
from service.tables.dealer.hand import Terms
from service.tables.moves import Bet, Close, Ready, SeatDealer, Stand
from tests.campaign.play.careers import at_level, at_the_boss
from tests.campaign.play.stored import everything
from tests.campaign.play.world import EIGHT, ELEVEN, GEMP, TEN, Seat, World

if TYPE_CHECKING:
    from service.campaign.ladder.career import Career
    from tests.campaign.play.careers import Change

RKIK = Terms(dealer("rkik").rule)


def refused(seat: Seat, bet: int, expected: str) -> None:
    """A bet is refused, and nothing of it is stored."""
    before = everything(seat.world.engine)
    with pytest.raises(InvalidInputError, match=expected):
        seat.move(Bet(bet))
    assert everything(seat.world.engine) == before


def test_the_first_bet_of_a_shoe_is_any_of_the_table_and_the_others_are_up_to_twice_that(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    for bet in (-100, 0, 4, 51, 16_777_216):
        refused(seat, bet, f"bet: got '{bet}', expected 5 to 50 silver")
    seat.hand(20)
    for bet in (5, 19, 41, 50):
        refused(seat, bet, "expected 20 to 40 silver, as the first bet of this shoe was 20")
    seat.hand(40)
    seat.hand(20)
    refused(seat, 51, "expected 5 to 50 silver")
    seat.hand(50)  # a new shoe
    refused(seat, 51, "expected 50 to 50 silver")
    seat.hand(50)
    assert desk.wallets("ann") == [1000 + 20 + 40 + 20 + 50 + 50]


@pytest.mark.parametrize("bet", [2.5, "10", True, None], ids=repr)
def test_a_bet_that_is_no_whole_silver_moves_nothing(bet: object, desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    before = everything(desk.engine)
    with pytest.raises(InvalidInputError, match="a whole number of silver"):
        seat.move(Bet(bet))  # type: ignore[arg-type]
    assert everything(desk.engine) == before


def test_a_table_is_closed_between_two_shoes_alone(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    assert seat.session.legal(0) == ("bet", "close")
    for shoe in range(2):
        for hand in range(1, 4):
            seat.move(Bet(10))
            with pytest.raises(IllegalActError):
                seat.move(Close())
            seat.move(Stand())
            is_between = hand == 3
            assert seat.session.legal(0) == (("bet", "close") if is_between else ("bet",)), (shoe, hand)
            assert seat.dealers.is_between_shoes is is_between
            if not is_between:
                with pytest.raises(IllegalActError):
                    seat.close()
    seat.close()
    assert desk.career("ann").table is None


def test_nobody_else_is_asked_to_a_table_for_silver(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    with pytest.raises(IllegalActError):
        seat.move(SeatDealer("uutkik"))


def test_a_player_sits_at_one_table_of_a_dealer_at_a_time(world: World) -> None:
    world.player("ann", 1000)
    seat = world.sit("ann", TEN, EIGHT)
    before = everything(world.engine)
    for host in ("kalit", "uutkik", "wittin"):
        with pytest.raises(CareerForbidsError, match=f"got '{seat.table_id}', expected no other table for silver"):
            world.sit("ann", TEN, EIGHT, host=host)
    assert everything(world.engine) == before
    seat.close()
    world.sit("ann", TEN, EIGHT, host="wittin")


def test_who_has_less_than_the_worst_of_the_smallest_bet_does_not_sit_down(desk: World) -> None:
    desk.player("ann", 4)
    with pytest.raises(CareerForbidsError, match="wallet: got '0 gold, 04 silver', expected at least 0 gold, 05"):
        desk.sit("ann", TEN, EIGHT)
    assert desk.has(house("kalit")) == [0]
    desk.deposit("ann", 1)
    desk.sit("ann", TEN, EIGHT)
    assert desk.has(house("kalit")) == [20_000]


def test_silver_that_is_held_elsewhere_counts_for_no_table(desk: World) -> None:
    desk.player("ann", 100)
    ann, bob = desk.duel("ann", desk.player("bob", 100), ("4 4 4", "4 4 4"), stake=48)
    ann.move(Ready())
    bob.move(Ready())
    with pytest.raises(CareerForbidsError, match="got '0 gold, 04 silver'"):
        desk.sit("ann", TEN, EIGHT)


def test_a_player_who_has_not_learnt_the_game_plays_for_no_silver(desk: World) -> None:
    desk.deposit("ann", 1000)
    with pytest.raises(CareerForbidsError, match="all lessons before the first table for silver"):
        desk.sit("ann", TEN, EIGHT)


def test_a_level_that_is_not_reached_deals_nothing(desk: World) -> None:
    desk.player("ann", 1000)
    (usual, *_) = desk.ladder.levels[1].theme(Side.LIGHT).dealers
    with pytest.raises(CareerForbidsError, match="beat the boss of The Dune Sea first"):
        desk.sit("ann", TEN, EIGHT, host=usual.key)
    desk.player("bob", 1000, at_level(Side.LIGHT, 1))
    seat = desk.sit("bob", TEN, EIGHT, host=usual.key)
    refused(seat, 9, "expected 10 to 100 silver")
    seat.hand(100)
    assert desk.has(wallet("bob"), house(usual.key)) == [1100, 39_900]


def test_a_bank_names_the_largest_bet_that_it_covers_and_takes_exactly_that(desk: World) -> None:
    # The largest bet of which 3:2, rounded down, is at most what the bank has: 7 for 10 silver, as 7 pays 10.
    desk.player("ann", 100_000)
    for has in (7, 8, 9, 10, 11, 12, 13, 31, 32, 33, 73, 74):
        largest = max(bet for bet in range(1, 51) if bet * 3 // 2 <= has)
        seat = desk.sit("ann", ELEVEN, EIGHT)
        desk.leave_house("kalit", has)
        for bet in (largest + 1, 50):
            before = everything(desk.engine)
            if largest == 50:
                break
            with pytest.raises(HouseCannotPayError) as told:
                seat.move(Bet(bet))
            expected = f"amount: got '{bet}', expected at most {largest} silver, which the dealer's bank covers"
            assert str(told.value) == expected
            assert everything(desk.engine) == before
        seat.move(Bet(largest))
        assert desk.has(house("kalit")) == [has - largest * 3 // 2]
        seat.close()
    desk.assert_whole()


def test_a_dealer_has_his_bank_from_the_mint_once(world: World) -> None:
    for name in ("ann", "bob"):
        world.player(name, 1000)
        for _ in range(2):
            seat = world.sit(name, ELEVEN, EIGHT)
            seat.hand(10)
            seat.close()
    assert world.has(house("kalit"), house("lando-light")) == [20_000 - 4 * 15, 200_000]
    bank = world.ledger.find("sabacc/bank/kalit", GEMP)
    assert bank.record.refusal is None
    lines, _ = world.ledger.statement(house("kalit"), GEMP)
    assert [line.movement.kind.value for line in lines if line.movement.moved > Silver(10_000)] == ["bank"]
    world.leave_house("kalit", 0)
    world.sit("ann", TEN, EIGHT)
    assert world.has(house("kalit")) == [0]
    world.assert_whole()


def test_a_match_with_a_boss_has_so_many_hands_at_one_stake(desk: World) -> None:
    desk.player("ann", 360, at_the_boss(desk.ladder, "rkik", Side.LIGHT))
    seat = desk.sit("ann", TEN, EIGHT, host="rkik", terms=RKIK, hands=9)
    for bet in (5, 19, 21, 40):
        refused(seat, bet, "expected 20 to 20 silver")
    for _ in range(9):
        seat.hand(20)
    assert seat.session.legal(0) == ("close",)
    with pytest.raises(IllegalActError):
        seat.move(Bet(20))
    assert desk.has(wallet("ann"), house("rkik")) == [540, 19_820]
    career = desk.career("ann")
    assert (career.light.beaten, career.light.match) == (1, None)
    seat.close()
    assert desk.career("ann").light.beaten == 1


def test_who_cannot_pay_the_worst_of_a_whole_match_does_not_begin_it(desk: World) -> None:
    # Nine hands at 20 silver, each of which may cost 40.
    desk.player("ann", 359, at_the_boss(desk.ladder, "rkik", Side.LIGHT))
    with pytest.raises(CareerForbidsError, match="at least 3 gold, 60 silver, the worst of 9 hands"):
        desk.sit("ann", TEN, EIGHT, host="rkik", terms=RKIK, hands=9)


def visited(average: int, hands: int = 4) -> Attention:
    """Lando has come to a player who bets so much on average, and stays for some hands."""
    return Attention(meter=2400, hands=10, wagered=10 * average, visit=hands)


def watched(attention: Attention) -> Change:
    def change(career: Career) -> Career:
        return career.with_progress(Side.LIGHT, career.light.with_attention(0, attention))

    return change


@pytest.mark.parametrize(("average", "least"), [(20, 20), (3, 5), (80, 50)])
def test_while_lando_visits_a_shoe_begins_with_the_players_average_bet(average: int, least: int, desk: World) -> None:
    desk.player("ann", 1000, watched(visited(average)))
    seat = desk.sit("ann", TEN, EIGHT)
    refused(seat, least - 1, f"expected {least} to 50 silver")
    seat.hand(least)
    assert desk.wallets("ann") == [1000 + least]


def test_landos_own_house_pays_and_takes_while_he_visits(world: World) -> None:
    world.player("ann", 1000, watched(visited(20)))
    seat = world.sit("ann", TEN, EIGHT)
    world.leave_house("kalit", 0)  # which is not asked for anything meanwhile
    for _ in range(4):
        seat.move(Bet(20))
        assert world.held(house("lando-light")) == (30, 20)
        seat.move(Stand())
    assert world.has(wallet("ann"), house("lando-light"), house("kalit")) == [1080, 199_920, 0]
    assert not seat.is_visited()
    career = world.career("ann")
    assert career.light.attention[0] == replace(visited(20), meter=0, hands=14, wagered=280, visit=0)
    assert {"landos-secret", "cloud-city-sabacc-light"} <= set(career.rewards)
    world.leave_house("kalit", 30)
    seat.move(Bet(20))
    seat.move(Stand())
    assert world.has(house("kalit"), house("lando-light")) == [10, 199_920]
    world.assert_whole()


def test_landos_visit_goes_on_at_the_next_table_of_the_level_and_nowhere_else(desk: World) -> None:
    desk.player("ann", 1000, watched(visited(20)))
    seat = desk.sit("ann", TEN, EIGHT)
    for _ in range(3):
        seat.hand(20)
    seat.close()
    seat = desk.sit("ann", TEN, EIGHT, host="uutkik")
    assert seat.is_visited()
    seat.hand(20)
    assert not seat.is_visited()
    assert desk.has(house("lando-light"), house("uutkik")) == [199_920, 20_000]
    seat.hand(20)
    seat.hand(20)
    assert desk.has(house("lando-light"), house("uutkik")) == [199_920, 19_960]
    seat.close()
    elsewhere = desk.sit("ann", TEN, EIGHT, host="wittin")
    assert elsewhere.dealers.attention == Attention()


def test_a_table_that_carries_an_old_attention_is_not_opened(desk: World) -> None:
    desk.player("ann", 1000)
    old = desk.setup("ann", TEN, EIGHT)
    seat = desk.sit("ann", TEN, EIGHT)
    seat.hand(20)
    seat.hand(20)
    seat.hand(20)
    seat.close()
    with pytest.raises(CareerMovedOnError):
        desk.open(old)
