"""Dealers' tables for silver from bet to bet: limits over shoes, what is held, the house's attention, leaving."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.themes.dealers import dealer
from service.money import NOTHING, Silver
from service.rules.errors import IllegalActError
from service.tables.dealer.coach import advise, table_before
from service.tables.dealer.hand import PLAYER, Terms
from service.tables.moves import Bet, Close, Ending, EndTable, Finish, Move, SeatDealer, Stand
from service.tables.practice import Chips
from service.tables.sessions.opening import dealer_setup
from service.tables.sessions.orders import Chain, DealerOrder, SeatOrder
from service.tables.sessions.session import TableClosed
from service.tables.sessions.telling import told
from service.tables.shoe import Shuffle
from service.tables.silver import Score, SilverHeld, SilverWager
from tests.tables.holdings import score_of
from tests.tables.sessions.dealer_tables import Table, hand_of, setup_at
from tests.tables.sessions.silver_tables import LIMITS, NOBODY, SHARE, WATCH, order_for, plain, setup_for

CHAIN = Chain("t1", bytes(32), "demo")
BANK, WALLET = EndTable(Ending.EMPTY_BANK), EndTable(Ending.EMPTY_WALLET)


def won(table: Table) -> int:
    """What the player has won at the table in all."""
    return score_of(table.session.purse).won.count


def taken(table: Table) -> list[int]:
    """Every bet that the table takes now."""
    found = []
    for amount in range(121):
        try:
            Table.move(at(table), Bet(amount))
        except InvalidInputError:
            continue
        found.append(amount)
    return found


def at(table: Table) -> Table:
    """Another table that stands as this one."""
    other = Table(table.setup)
    other.session = table.session
    return other


# What is opened


def test_a_table_for_silver_is_opened_with_one_dealer_his_deck_and_what_the_house_thinks() -> None:
    carried = replace(NOBODY, meter=1700, hands=20, wagered=400)
    setup = setup_for("dune-sea-light", "kalit", carried=carried)
    assert (setup.money, setup.is_for_silver, setup.cut) == (LIMITS, True, 3)
    assert [(each.key, each.deck) for each in setup.dealers] == [("kalit", "dune-sea-light-house")]
    assert [*setup.decks] == ["dune-sea-light-house"]
    assert setup.dealers[0].terms == Terms(dealer("kalit").rule)
    assert setup.visitor is not None
    assert (setup.visitor.key, setup.visitor.deck) == ("lando-light", None)
    assert setup.visitor.terms.rule == replace(dealer("kalit").rule, shift_share=SHARE)
    assert (setup.attention, setup.carried) == (WATCH, carried)
    session = Table(setup).session
    assert (session.purse, session.bet, session.attention) == (Score(LIMITS), NOTHING, carried)


def test_a_table_for_practice_is_none_for_silver_and_carries_nothing() -> None:
    setup = dealer_setup(DealerOrder(SeatOrder("ann", "deck-c"), "dune-sea-light"), CHAIN)
    assert not setup.is_for_silver
    assert setup.carried == NOBODY
    assert len(setup.dealers) == 4
    assert not setup_at("dune-sea-light").is_for_silver


def test_nobody_else_may_be_asked_to_deal() -> None:
    table = Table(setup_for("dune-sea-light", "kalit"))
    assert table.session.legal(PLAYER) == ("bet", "close")
    for key in ("uutkik", "kalit"):
        with pytest.raises(IllegalActError, match="expected bet or close"):
            table.move(SeatDealer(key))


@pytest.mark.parametrize(
    ("carried", "words"),
    [
        ({"meter": 2401}, "meter: got '2401', expected 0 to 2400"),
        ({"meter": -1}, "meter: got '-1', expected 0 to 2400"),
        ({"hands": -1}, "hands: got '-1', expected 0 hands or more"),
        ({"hands": 2, "wagered": 1}, "wagered: got '1', expected 1 or more on each of the hands"),
        ({"wagered": 1}, "wagered: got '1', expected 1 or more on each of the hands"),
        ({"visit": 5}, "visit: got '5', expected 0 to 4 hands"),
        ({"visit_won": -1}, "visitWon: got '-1', expected 0 while nobody visits"),
        ({"meter": 2401, "visit": -1}, "meter: got '2401', expected 0 to 2400; visit: got '-1', expected 0 to 4 hands"),
    ],
)
def test_what_the_house_cannot_think_of_a_player_opens_no_table(carried: dict[str, int], words: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        setup_for("dune-sea-light", "kalit", carried=replace(NOBODY, **carried))
    assert str(caught.value) == words


def test_a_visit_at_a_table_to_which_nobody_is_sent_is_refused() -> None:
    order = order_for("dune-sea-light", "kalit", carried=replace(NOBODY, visit=1))
    with pytest.raises(InvalidInputError, match="visit: got '1', expected 0 to 0 hands"):
        dealer_setup(replace(order, has_attention=False), CHAIN)


# Bets over shoes


def test_bets_of_a_shoe_stay_between_its_first_and_twice_that_and_a_new_shoe_frees_them() -> None:
    table = Table(plain())
    for bet, least, most, sum_won in (
        (20, 10, 50, 20),
        (40, 20, 40, 60),
        (30, 20, 40, 90),
        (50, 10, 50, 140),  # another shoe
        (50, 50, 50, 190),
        (50, 50, 50, 240),
        (10, 10, 50, 250),  # and another one
        (20, 10, 20, 270),
    ):
        assert taken(table) == list(range(least, most + 1))
        table.move(Bet(bet), Stand())  # 10 against 8
        assert won(table) == sum_won
    assert [line for line in table.lines if line.startswith("shuffle")] == ["shuffle cut"] * 2
    results = [line for line in table.lines if line.startswith("result")]
    assert results[:2] == ["result 1 bets=1 silver=20 won=20", "result 2 bets=1 silver=40 won=60"]


def test_piles_that_run_short_begin_a_new_shoe_too() -> None:
    table = Table(plain({5: 8}, {4: 8}))  # after two hands 4 cards are left, and a hand may need 6
    for bet, least in ((20, 10), (40, 20), (10, 10), (20, 10)):
        assert taken(table)[0] == least
        table.move(Bet(bet), Stand())
    assert [line for line in table.lines if line.startswith("shuffle")] == [f"shuffle {Shuffle.SHORT}"]


def test_a_bet_that_the_table_does_not_take_changes_nothing() -> None:
    table = Table(plain())
    table.move(Bet(20), Stand())
    before = table.session
    with pytest.raises(InvalidInputError, match="expected 20 to 40 silver, as the first bet of this shoe was 20"):
        table.move(Bet(41))
    assert table.session is before


# What is held, and what a hand brings


@pytest.mark.parametrize(("theme", "key", "worst"), [("dune-sea-light", "kalit", 1), ("dune-sea-light", "rkik", 2)])
def test_at_rkiks_table_a_hand_may_cost_two_bets_and_both_are_held(theme: str, key: str, worst: int) -> None:
    table = Table(setup_for(theme, key))
    table.move(Bet(25))
    (held,) = (event for event in table.log if isinstance(event, SilverHeld))
    assert held.wager == SilverWager(f"silver-{key}/1", Silver(25), worst)
    assert held.wager.held == Silver(25 * worst)
    if table.session.is_hand_running:
        assert table.session.purse.held == Silver(25 * worst)
    table.finish_hand()
    assert table.session.purse.held == NOTHING


def test_a_win_of_rkik_costs_two_bets_and_so_does_one_of_lando_in_his_place() -> None:
    double = Terms(DealerRule(wins_double=True))
    for carried in (NOBODY, replace(NOBODY, meter=2400, visit=4)):
        table = Table(plain({4: 12}, {5: 12}, terms=double, carried=carried))
        table.move(Bet(25), Stand())  # 8 against 10, which Lando at most makes 9 or 11
        assert won(table) == -50
        assert "result 1 bets=-2 silver=-50 won=-50" in table.lines


def test_r3_a_perfect_sabacc_pays_3_to_2_rounded_down_to_whole_silver() -> None:
    table = Table(plain({7: 1, 4: 1}))
    table.move(Bet(15))
    assert won(table) == 22  # 22.5
    assert "result 1 bets=3/2 silver=22 won=22" in table.lines
    table.move(Bet(10))
    assert won(table) == 37


def test_silver_that_is_lost_is_lost_and_no_game_begins_anew() -> None:
    table = Table(plain({4: 12}, {5: 12}))
    for number in range(1, 31):
        table.move(Bet(50), Stand())
        assert won(table) == -50 * number
    assert table.session.legal(PLAYER) == ("bet", "close")


def test_r3_the_dealers_perfect_sabacc_costs_one_bet() -> None:
    table = Table(plain(None, {7: 1, 4: 1}))
    table.move(Bet(10))
    assert won(table) == -10


def test_what_happens_is_told_in_gold_and_silver() -> None:
    table = Table(plain({4: 12}, {5: 12}))
    table.move(Bet(20), Stand(), Bet(40), Stand())
    words = [each.words for each in told(table.session, table.log, lambda card: card.card_id)]
    assert "0 gold, 20 silver of yours is held until the hand is over." in words
    assert "You lose 0 gold, 40 silver. At this table you have lost 0 gold, 60 silver." in words
    assert not [each for each in words if "chip" in each or "balance" in each]


def test_the_coach_is_refused_where_silver_is_at_stake() -> None:
    table = Table(plain())
    table.move(Bet(20))
    session, hand = table.session, hand_of(table)
    assert "draw" in session.legal(PLAYER)
    setting = table_before(hand, session.shoe, session.burned)
    assert isinstance(session.wager, SilverWager)
    with pytest.raises(IllegalActError, match="'ask the coach', expected a hand that is played for practice chips"):
        advise(session.wager, setting, hand.seats[0].hand.cards, hand.seats[1].hand.cards[0])


# Leaving


def test_a_shoe_for_silver_is_played_out_before_the_player_may_leave() -> None:
    table = Table(plain())
    for number in range(1, 7):
        assert table.session.legal(PLAYER) == (("bet", "close") if number % 3 == 1 else ("bet",))
        table.move(Bet(10))
        assert "close" not in table.session.legal(PLAYER)
        with pytest.raises(IllegalActError, match="expected draw or stand or finish"):
            table.move(Close())
        table.move(Finish())
    assert table.move(Close()).lines == ("0 close", "closed")


def test_a_table_of_a_set_number_of_hands_is_closed_after_them_also_within_a_shoe() -> None:
    table = Table(plain(hands=2))
    table.move(Bet(10), Stand(), Bet(10), Stand())
    assert table.session.legal(PLAYER) == ("close",)
    table.move(Close())
    assert table.session.legal(PLAYER) == ()


@pytest.mark.parametrize("end", [BANK, WALLET])
def test_the_house_may_close_a_table_within_a_shoe_but_not_within_a_hand(end: EndTable) -> None:
    table = Table(plain())
    table.move(Bet(10))
    with pytest.raises(IllegalActError, match="a table for silver at which no hand is played"):
        table.move(end)
    table.move(Stand())
    step = table.move(end)
    assert (step.events, step.lines) == ((TableClosed(end.why),), (f"0 {end}", "closed"))
    assert table.session.is_closed
    for move in (end, Bet(10), Close()):
        with pytest.raises(IllegalActError):
            table.move(move)
    (words,) = (each.words for each in told(table.session, step.events, str))
    assert words.endswith("the house closes the table.")


def test_a_table_for_practice_is_closed_by_its_player_alone() -> None:
    table = Table(setup_at("dune-sea-light"))
    moves: tuple[Move, ...] = (BANK, WALLET)
    for move in moves:
        with pytest.raises(IllegalActError, match="a table for silver"):
            table.move(move)
    assert isinstance(table.session.bet, Chips)
