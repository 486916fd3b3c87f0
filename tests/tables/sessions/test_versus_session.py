"""A table between two players from its opening to its close: what is legal, what is told, what is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckmapping.errors import InvalidInputError, PileTooSmallError
from service.rules.errors import IllegalActError, InvalidNotationError
from service.rules.state import Phase
from service.tables.chain import NO_NONCE
from service.tables.moves import Bet, Draw, Finish, SeatDealer
from service.tables.practice import Chips, NewGame, Purse
from service.tables.sessions.playing import move, read_session, write_session
from service.tables.sessions.playing import opened as opened_of
from service.tables.sessions.session import KeyRevealed, TableClosed, TableOpened
from service.tables.sessions.setup import SeatSetup
from service.tables.sessions.versus_notation import read_versus_session, write_versus_session
from service.tables.sessions.versus_play import move_between_players, open_versus_session
from service.tables.sessions.versus_session import VersusSession
from service.tables.shoe import Shuffle
from service.tables.versus.events import BecameReady, HandBegan, HandSettled, Shuffled, ToOneSide
from tests.tables.holdings import purses_of
from tests.tables.sessions.versus_tables import (
    KEYS,
    SIXTY,
    asked,
    balances,
    dealt,
    drawn_out,
    opened,
    plain_setup,
    played,
    stepped,
)
from tests.tables.two_players import FAIR, LANDO

NONCE = "ab" * 32


def test_a_table_opens_with_a_game_of_chips_for_each_and_nothing_dealt() -> None:
    setup = plain_setup("4 4", "3 3")
    step = open_versus_session(setup)
    assert (step.events, step.lines) == ((TableOpened(),), ())
    session = opened(setup)
    assert (session.number, session.is_hand_running, session.over, session.key) == (0, False, None, None)
    assert session.purses == (Purse(), Purse())
    assert [session.legal(seat) for seat in (0, 1)] == [("ready", "close")] * 2
    assert [session.turn(seat) for seat in (0, 1)] == [1, 1]
    assert opened_of(setup) == step


def test_a_table_with_one_name_a_stake_beyond_half_a_game_or_no_stake_is_refused() -> None:
    setup = plain_setup("4 4", "3 3", stake=500)
    assert opened(setup).setup.stake == Chips(500)
    with pytest.raises(InvalidInputError) as caught:
        open_versus_session(replace(setup, stake=Chips(501)))
    assert str(caught.value) == (
        "stake: got '501', expected at most half of the 1000 chips that a game begins with, "
        "as a hand can cost twice the stake"
    )
    with pytest.raises(InvalidInputError, match="1 chip or more"):
        open_versus_session(replace(setup, stake=Chips(0)))
    with pytest.raises(InvalidInputError, match="another name than the first player's"):
        open_versus_session(replace(setup, players=(SeatSetup("Ann", FAIR), SeatSetup("Ann", FAIR))))
    with pytest.raises(PileTooSmallError, match=r"1 cards of Bob.*needs 2"):
        open_versus_session(plain_setup("4 4", "3"))


def test_every_hand_is_dealt_once_both_are_ready_the_first_one_too() -> None:
    session, step = stepped(opened(plain_setup(SIXTY, SIXTY)), f"1 ready {NONCE}")
    assert (step.events, step.lines) == ((BecameReady(1),), (f"1 ready {NONCE}",))
    assert (session.nonces, session.is_hand_running) == ((None, bytes.fromhex(NONCE)), False)
    assert [session.legal(seat) for seat in (0, 1)] == [("ready", "close"), ("close",)]
    with pytest.raises(IllegalActError, match=r"^move: got 'ready', expected close$"):
        played(session, "1 ready -")
    session, step = stepped(session, "0 ready -")
    assert step.lines == ("0 ready -",)
    assert (session.number, session.is_hand_running, session.nonces) == (1, True, (None, None))
    session = drawn_out(session)
    assert [session.legal(seat) for seat in (0, 1)] == [("ready", "close")] * 2
    session = played(session, "0 ready -", "1 ready -")
    assert (session.number, session.is_hand_running, session.over) == (2, True, None)


def test_a_nonce_of_zeros_is_ready_and_no_nonce_is_not() -> None:
    session = played(opened(plain_setup("4 4", "3 3")), "0 ready -")
    assert session.nonces == (NO_NONCE, None)
    assert read_versus_session(write_versus_session(session), session.setup) == session


def test_stakes_are_held_before_a_card_is_dealt_and_free_once_the_hand_is_over() -> None:
    session = dealt(plain_setup("4 4 4", "3 3"))
    assert [purse.held for purse in session.purses] == [Chips(290)] * 2
    session = played(session, "0 stand")
    assert [purse.held for purse in session.purses] == [Chips(0)] * 2
    assert balances(session) == [1145, 855]  # 8 against 6


def test_a_hand_that_is_over_is_settled_and_its_key_revealed_in_the_same_step() -> None:
    session, step = stepped(played(opened(plain_setup("4 4", "3 3")), "1 ready -"), "0 ready -")
    assert [type(event) for event in step.events[-4:]] == [HandSettled, ToOneSide, ToOneSide, KeyRevealed]
    assert step.events[-1] == KeyRevealed(1, KEYS.key(1))
    assert (session.is_hand_running, session.key, session.last_over) == (False, KEYS.key(1), 1)
    assert session.over is not None
    assert session.over.outcome is not None
    assert (session.over.outcome.winner, balances(session)) == (0, [1145, 855])
    assert [len(pile.played) for pile in session.table.shoe.piles] == [2, 2]


def test_while_a_hand_is_played_the_revealed_key_is_that_of_the_hand_before() -> None:
    session = played(dealt(plain_setup("4 4", "3 3 3")), "1 stand", "0 ready -", "1 ready -")
    assert (session.number, session.is_hand_running, session.last_over) == (2, True, 1)
    assert session.key == KEYS.key(1)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_table_has_two_seats(seat: int) -> None:
    session = opened(plain_setup("4 4", "3 3"))
    for ask in (session.turn, session.legal, lambda seat: move(session, seat, Draw(), KEYS)):
        with pytest.raises(InvalidInputError, match="0 or 1: a table between two players has two seats"):
            ask(seat)


def test_what_is_legal_is_told_by_the_names_of_moves_in_every_phase() -> None:
    session = dealt(plain_setup(SIXTY, SIXTY))
    first = asked(session)
    assert session.legal(first) == ("draw", "stand", "leave")
    assert session.legal(1 - first) == ("leave",)
    session = dealt(plain_setup("2/5 4", "3 3"))
    assert [session.legal(seat) for seat in (0, 1)] == [("choose", "best", "leave"), ("leave",)]
    session = dealt(plain_setup("5 5", "6 4", (LANDO, FAIR)))
    assert session.legal(0) == ("change", "leave")
    assert session.legal(1) == ("leave",)


@pytest.mark.parametrize("other", [Bet(1), Finish(), SeatDealer("lando-light")])
def test_moves_of_a_dealers_table_are_refused_with_what_is_legal(other: Bet | Finish | SeatDealer) -> None:
    session = dealt(plain_setup(SIXTY, SIXTY))
    line = write_versus_session(session)
    with pytest.raises(IllegalActError, match="expected draw or stand or leave"):
        move_between_players(session, asked(session), other, KEYS)
    assert write_versus_session(session) == line


def test_a_bust_begins_a_new_game_where_the_purse_cannot_hold_the_stake_twice() -> None:
    # 1000, 600, 200 chips: 200 do not hold twice the stake of 200, so the third hand is of another game.
    session = opened(plain_setup("4 7", "5 3", stake=200))
    kept = []
    for _ in range(3):
        session, _ = stepped(played(session, "0 ready -"), "1 ready -")
        kept.append([(purse.balance.count, purse.game) for purse in purses_of(session.purses)])
    # Ann's 11 is perfect, and costs Bob 400 each time.
    assert kept == [[(1400, 1), (600, 1)], [(1800, 1), (1000, 2)], [(2200, 1), (600, 2)]]


def test_a_new_game_is_told_to_its_owner_alone() -> None:
    session = opened(plain_setup("4 7", "5 3", stake=500))
    _, step = stepped(played(session, "0 ready -"), "1 ready -")
    assert [event for event in step.events if isinstance(event, ToOneSide) and isinstance(event.event, NewGame)] == [
        ToOneSide(1, NewGame(2, Chips(1000)))
    ]


def test_once_the_chain_is_used_up_the_table_can_only_be_closed() -> None:
    session = dealt(plain_setup("4 4", "3 3 3", hands=1))
    assert session.legal(1) == ("draw", "stand", "leave")
    session = played(session, "1 stand")
    assert [session.legal(seat) for seat in (0, 1)] == [("close",)] * 2
    with pytest.raises(IllegalActError, match=r"^move: got 'ready', expected close$"):
        played(session, "0 ready -")
    session, step = stepped(session, "1 close")
    assert (step.events, step.lines) == ((TableClosed(),), ("1 close", "closed"))


def test_after_the_close_nothing_is_legal() -> None:
    session = played(opened(plain_setup("4 4", "3 3")), "0 ready -", "1 close")
    assert session.is_closed
    assert [session.legal(seat) for seat in (0, 1)] == [(), ()]
    for line in ("0 close", "1 ready -", "0 leave left"):
        with pytest.raises(IllegalActError, match="nothing: the table is closed"):
            played(session, line)


def test_two_sides_that_leave_get_their_best_values() -> None:
    # Ann's cards count 2 or 5 each: the best values make 10, against 6.
    session = played(dealt(plain_setup("2/5 2/5 2/5", "3 3 3 3")), "0 leave left", "1 leave left")
    assert not session.is_hand_running
    assert balances(session) == [1145, 855]
    assert [purse.held for purse in session.purses] == [Chips(0)] * 2


def test_two_sides_that_leave_get_their_best_change() -> None:
    # 10 and 10: both may change, and both go to 11.
    session = played(dealt(plain_setup("5 5", "6 4", (LANDO, LANDO))), "0 leave left", "1 leave left")
    assert session.over is not None
    assert session.over.hand is not None
    assert [seat.change for seat in session.over.hand.seats] == [1, 1]
    assert balances(session) == [1000, 1000]


def test_turns_count_the_opening_and_what_a_seat_does_or_sees() -> None:
    session = opened(plain_setup("2/5 2/5", "2/5 2/5"))
    turns = [session.turns]
    for line in ("0 ready -", "1 ready -", "1 choose 0 2", "1 choose 0 5", "0 choose 1 2", "1 best", "0 best"):
        session = played(session, line)
        turns.append(session.turns)
    # Until the last value lays both hands open neither sees the other one value its cards.
    assert turns == [(1, 1), (2, 2), (3, 3), (3, 4), (3, 5), (4, 5), (4, 6), (5, 7)]


def test_a_refused_move_counts_for_nobody() -> None:
    session = dealt(plain_setup(SIXTY, SIXTY))
    with pytest.raises(IllegalActError):
        played(session, f"{1 - asked(session)} draw")
    assert session.turns == (3, 3)


def test_that_a_side_goes_absent_is_seen_by_both_what_it_then_gets_by_neither_before_the_reveal() -> None:
    session = dealt(plain_setup("2/5 2/5", "2/5 2/5"))
    before = session.turns
    session = played(session, "1 leave left")
    assert session.turns == (before[0] + 1, before[1] + 1)
    assert session.table.hand is not None
    assert session.table.hand.phase is Phase.VALUING


def test_at_the_cut_the_piles_are_shuffled_and_the_record_says_so() -> None:
    session = opened(plain_setup(SIXTY, SIXTY, cut=1))
    session = drawn_out(played(session, "0 ready -", "1 ready -"), until=2)
    session, step = stepped(played(session, "0 ready -"), "1 ready -")
    assert step.lines == ("1 ready -", "shuffle cut")
    assert Shuffled(Shuffle.CUT) in step.events


def test_the_sides_take_turns_to_start() -> None:
    session, starters = opened(plain_setup("4 4", "3 3")), []
    for _ in range(4):
        session, step = stepped(played(session, "1 ready -"), "0 ready -")
        starters += [event.starter for event in step.events if isinstance(event, HandBegan)]
    assert starters == [starters[0], 1 - starters[0]] * 2


def test_a_session_comes_back_from_its_line_in_the_middle_of_a_hand_and_goes_on_alike() -> None:
    setup = plain_setup(SIXTY, SIXTY)
    session = drawn_out(dealt(setup), until=3)
    session = played(session, "0 ready -", "1 ready -")
    session = played(session, f"{asked(session)} draw")
    again = read_session(write_session(session), setup)
    assert again == session
    assert isinstance(again, VersusSession)
    assert drawn_out(again) == drawn_out(session)
    assert "7_1" not in repr(session)


def test_an_open_session_is_written_as_documented() -> None:
    assert write_versus_session(played(opened(plain_setup("4 4", "3 3")), f"1 ready {NONCE}")) == (
        f"turns=2,2 ready=-,{NONCE} balances=1000,1000 games=1,1 key=-"
        " || number=0 ready=no,yes absent=-,- hands=0 | - | - | - || -"
    )


@pytest.mark.parametrize("broken", ["", "turns=1,1", "|| ||", "{} || -", "x{}"])
def test_what_is_no_line_of_this_table_is_refused_without_a_card_of_it(broken: str) -> None:
    session = dealt(plain_setup(SIXTY, SIXTY))
    with pytest.raises(InvalidNotationError, match="a table between two players") as caught:
        read_versus_session(broken.format(write_versus_session(session)), session.setup)
    assert "_1" not in str(caught.value)
    with pytest.raises(InvalidNotationError, match="a table between two players"):
        read_versus_session(write_versus_session(session), plain_setup("3 3", "3 3"))


def test_who_values_cards_anew_without_end_is_left_with_the_best_values() -> None:
    session = dealt(plain_setup("2/5 2/5", "2/5 1"))
    while session.table.hand is not None and session.table.hand.phase is Phase.DRAWING:
        session = played(session, f"{asked(session)} stand")
    moves_made = 0
    while "choose" in session.legal(0):
        session = played(session, f"0 choose 0 {2 if moves_made % 2 else 5}")
        moves_made += 1
    assert session.turn(0) == 40 * 2
    assert session.legal(0) == ("best", "leave")
    with pytest.raises(IllegalActError, match="got 'choose', expected best or leave"):
        played(session, "0 choose 0 2")
    assert not played(session, "0 best", "1 best").is_hand_running
