"""What each kind of hand for silver posts: both sides' worst cases before a card, and its result once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.records import Side
from deckmapping.themes.dealers import dealer
from service.campaign.ledger.accounts import house, wallet
from service.campaign.ledger.errors import HoldResolvedError
from service.campaign.ledger.postings import HandReference, Posting, verify_posting
from service.campaign.ledger.transfers import Hold, Post, Void, VoidCause
from service.money import Silver
from service.rules.dealing import PayTable
from service.table_secrets import RandomSecrets
from service.tables.chain import MOST_HANDS
from service.tables.dealer.hand import Terms
from service.tables.moves import Bet, Draw, Finish, Ready, Stand
from tests.campaign.play.careers import at_the_boss
from tests.campaign.play.world import EIGHT, ELEVEN, GEMP, TEN, World

if TYPE_CHECKING:
    from collections.abc import Mapping

RKIK = Terms(dealer("rkik").rule)
COSTLY = Terms(pay=PayTable(perfect_costs=2))
EVEN = Terms(pay=PayTable(perfect_pays=Fraction(1)))


@dataclass(frozen=True)
class Kind:
    """A kind of hand against a dealer, and what it comes to in silver."""

    mine: Mapping[int, int]
    dealers: Mapping[int, int]
    bet: int
    may_lose: int
    may_win: int
    change: int
    terms: Terms | None = None

    @property
    def is_over_at_once(self) -> bool:
        """A perfect sabacc of either side ends the hand with the bet."""
        return ELEVEN in (self.mine, self.dealers)


KINDS = {
    "a win": Kind(TEN, EIGHT, 10, 10, 15, 10),
    "a loss": Kind(EIGHT, TEN, 10, 10, 15, -10),
    "a push": Kind(TEN, TEN, 10, 10, 15, 0),
    "a perfect sabacc on 5, of which half a silver is rounded away": Kind(ELEVEN, EIGHT, 5, 5, 7, 7),
    "a perfect sabacc on 7, of which half a silver is rounded away": Kind(ELEVEN, EIGHT, 7, 7, 10, 10),
    "a perfect sabacc on 50, the most": Kind(ELEVEN, EIGHT, 50, 50, 75, 75),
    "a perfect sabacc that pays no more than a win": Kind(ELEVEN, EIGHT, 7, 7, 7, 7, EVEN),
    "the dealer's perfect sabacc": Kind(TEN, ELEVEN, 10, 10, 15, -10),
    "the dealer's perfect sabacc where it costs two bets": Kind(TEN, ELEVEN, 11, 22, 16, -22, COSTLY),
    "two perfect sabaccs": Kind(ELEVEN, ELEVEN, 9, 9, 13, 0),
    "a loss to a dealer whose wins cost two bets": Kind(EIGHT, TEN, 13, 26, 19, -26, RKIK),
    "his perfect sabacc": Kind(TEN, ELEVEN, 13, 26, 19, -26, RKIK),
    "a win against him": Kind(TEN, EIGHT, 13, 26, 19, 13, RKIK),
    "a perfect sabacc against him": Kind(ELEVEN, EIGHT, 13, 26, 19, 19, RKIK),
}


def result(of: str, change: int) -> tuple[Any, ...]:
    """What the end of a hand posts that the player has won *change* with."""
    if change > 0:
        return Post(f"{of}#2", Silver(change)), Void(f"{of}#1", VoidCause.DECIDED)
    return Post(f"{of}#1", Silver(-change)), Void(f"{of}#2", VoidCause.DECIDED)


@pytest.mark.parametrize("name", KINDS)
def test_a_hand_holds_both_worst_cases_and_pays_its_result_once(name: str, desk: World) -> None:
    kind = KINDS[name]
    desk.player("ann", 1000)
    seat = desk.sit("ann", kind.mine, kind.dealers, terms=kind.terms)
    (bank,) = desk.has(house("kalit"))
    before = desk.postings()
    answer = seat.move(Bet(kind.bet))
    bet = f"sabacc/{seat.table_id}/1/bet"
    holds = (
        Hold(wallet("ann"), house("kalit"), Silver(kind.may_lose)),
        Hold(house("kalit"), wallet("ann"), Silver(kind.may_win)),
    )
    assert desk.entries(seat.table_id, 1)[bet] == holds
    assert answer.session.is_hand_running is not kind.is_over_at_once
    if not kind.is_over_at_once:
        assert (desk.held(wallet("ann")), desk.wallets("ann")) == ((kind.may_lose, kind.may_win), [1000])
        assert desk.held(house("kalit")) == (kind.may_win, kind.may_lose)
        seat.move(Finish())
    entries = desk.entries(seat.table_id, 1)
    assert list(entries) == [bet, f"sabacc/{seat.table_id}/1/end"]
    assert entries[f"sabacc/{seat.table_id}/1/end"] == result(bet, kind.change)
    assert desk.has(wallet("ann"), house("kalit")) == [1000 + kind.change, bank - kind.change]
    assert desk.postings() == before + 2
    desk.assert_nothing_held()
    desk.assert_whole()


def test_a_whole_match_with_rkik_is_posted_so_on_both_databases(world: World) -> None:
    world.player("ann", 1000, at_the_boss(world.ladder, "rkik", Side.LIGHT))
    seat = world.sit("ann", EIGHT, TEN, host="rkik", terms=RKIK, hands=9)
    for number in range(1, 10):
        answer = seat.move(Bet(20))
        assert world.held(wallet("ann")) == (40, 30)
        assert answer.session.is_hand_running
        seat.move(Stand())
        assert world.wallets("ann") == [1000 - 40 * number]
    assert seat.session.legal(0) == ("close",)
    assert world.has(house("rkik")) == [20_000 + 9 * 40]
    world.assert_nothing_held()
    world.assert_whole()


@pytest.mark.parametrize(
    ("cards", "change"),
    [
        (("5 5", "4 4"), 145),
        (("4 4", "5 5"), -145),
        (("4 4", "5 3"), 0),
        (("5 6", "4 4"), 290),
        (("4 4", "4 7"), -290),
        (("5 6", "4 7"), 0),
    ],
    ids=["a win", "a loss", "a draw", "a double", "a double lost", "two perfect sabaccs"],
)
def test_a_hand_between_two_players_holds_twice_the_stake_of_both_and_pays_one_once(
    cards: tuple[str, str], change: int, desk: World
) -> None:
    desk.player("ann", 1000)
    desk.player("bob", 500)
    ann, bob = desk.duel("ann", "bob", cards, stake=145)
    ann.move(Ready())
    assert desk.entries(ann.table_id, 1) == {}
    assert desk.held(wallet("ann")) == (0, 0)
    assert not bob.move(Ready()).session.is_hand_running  # nobody has a third card to draw
    bet = f"sabacc/{ann.table_id}/1/bet"
    assert desk.entries(ann.table_id, 1) == {
        bet: (Hold(wallet("ann"), wallet("bob"), Silver(290)), Hold(wallet("bob"), wallet("ann"), Silver(290))),
        f"sabacc/{ann.table_id}/1/end": result(bet, change),
    }
    assert desk.wallets("ann", "bob") == [1000 + change, 500 - change]
    desk.assert_nothing_held()
    desk.assert_whole()


def test_both_are_held_for_twice_the_stake_while_a_hand_between_two_players_goes_on(world: World) -> None:
    world.player("ann", 1000)
    world.player("bob", 500)
    ann, bob = world.duel("ann", "bob", ("5 5 5", "4 4 4"), stake=145)
    ann.move(Ready())
    assert bob.move(Ready()).session.is_hand_running
    assert (world.held(wallet("ann")), world.held(wallet("bob"))) == ((290, 290), (290, 290))
    while ann.is_asked() or bob.is_asked():
        (ann if ann.is_asked() else bob).move(Stand())
    assert world.wallets("ann", "bob") == [1145, 355]
    world.assert_nothing_held()
    world.assert_whole()


def test_what_a_hand_has_held_is_never_released_again(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    seat.hand(10)
    bet = f"sabacc/{seat.table_id}/1/bet"
    for at, entries in enumerate((result(bet, 10), result(bet, -10), (Void(f"{bet}#1", VoidCause.NO_CARD),))):
        with pytest.raises(HoldResolvedError):
            desk.ledger.post(Posting(f"again-{at}", entries, HandReference(seat.table_id, 1)), GEMP)
    assert desk.wallets("ann") == [1010]
    desk.assert_whole()


def test_the_postings_of_a_hand_tell_which_it_is_and_whose_call_it_was(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", TEN, EIGHT)
    seat.hand(10)
    seat.hand(20)
    for number in (1, 2):
        stored = desk.of_hand(seat.table_id, number)
        assert [each.record.posting.reference for each in stored] == [HandReference(seat.table_id, number)] * 2
        assert [each.record.caller["name"] for each in stored] == [GEMP.name] * 2
        assert [each.record.time for each in stored] == [desk.time] * 2
        assert [each.record.refusal for each in stored] == [None] * 2
    assert desk.of_hand(seat.table_id, 3) == ()


def test_moves_inside_a_hand_post_nothing(desk: World) -> None:
    desk.player("ann", 1000)
    seat = desk.sit("ann", {1: 12}, EIGHT)
    seat.move(Bet(10))
    before = desk.postings()
    seat.move(Draw(), Draw())
    assert desk.postings() == before
    assert desk.held(wallet("ann")) == (10, 15)


def test_the_longest_id_of_a_posting_is_one_that_the_ledger_takes() -> None:
    table_id, _ = RandomSecrets().fresh()
    of_last = f"sabacc/{table_id}/{MOST_HANDS}"
    entries = (Post(f"{of_last}/bet#1", Silver(0)), Void(f"{of_last}/bet#2", VoidCause.DECIDED))
    verify_posting(Posting(f"{of_last}/bet", entries, HandReference(table_id, MOST_HANDS)))
