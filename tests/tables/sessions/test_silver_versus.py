"""Tables for silver between two players: equal stakes, both sides held for a double, nothing lost between them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.variants import Variant
from service.money import NOTHING, Silver
from service.rules.errors import IllegalActError, InvalidNotationError
from service.tables.moves import Ending, EndTable
from service.tables.practice import Chips
from service.tables.sessions.opening import versus_setup
from service.tables.sessions.orders import Chain, SeatOrder, VersusOrder
from service.tables.sessions.playing import read_session, write_session
from service.tables.sessions.telling import told
from service.tables.sessions.versus_play import move_between_players
from service.tables.sessions.versus_session import VersusSession, opened_table
from service.tables.sessions.versus_view import versus_seat_view
from service.tables.silver import BetLimits, Score, SilverHeld, SilverPaid, SilverWager
from service.tables.versus.events import HandSettled, ToOneSide
from service.tables.versus.hands import verify_deal
from tests.tables.holdings import scores_of
from tests.tables.sessions.silver_tables import between
from tests.tables.sessions.versus_tables import KEYS, asked, dealt, drawn_out, opened, plain_setup, played, stepped

SEATS = SeatOrder("ann", "dune-sea-light"), SeatOrder("bob", "dune-sea-dark")
CHAIN = Chain("t1", bytes(32), "demo")


def won(session: VersusSession) -> list[int]:
    """What both have won at the table in all."""
    return [score.won.count for score in scores_of(session.purses)]


def test_a_stake_of_silver_makes_a_table_for_silver_that_takes_no_other_bet() -> None:
    setup = versus_setup(VersusOrder(SEATS, Silver(25), Variant.DUNE_SEA, cut=3), CHAIN)
    assert (setup.money, setup.stake, setup.is_for_silver) == (BetLimits(Silver(25), Silver(25)), Silver(25), True)
    session = opened(setup)
    assert session.purses == (Score(BetLimits(Silver(25), Silver(25))),) * 2
    assert not versus_setup(VersusOrder(SEATS, Chips(25), Variant.DUNE_SEA), CHAIN).is_for_silver


@pytest.mark.parametrize("stake", [0, -1, 16_777_216])
def test_a_stake_that_cannot_be_is_refused(stake: int) -> None:
    with pytest.raises(InvalidInputError, match="Bet: got"):
        versus_setup(VersusOrder(SEATS, Silver(stake)), CHAIN)


def test_a_stake_that_is_not_the_tables_only_bet_is_refused() -> None:
    setup = between("5 5", "4 4")
    wide = replace(setup, money=BetLimits(Silver(100), Silver(145)))
    for each in (wide, replace(setup, stake=Silver(144)), replace(setup, stake=Chips(145))):
        with pytest.raises(InvalidInputError, match=r"stake: got '14[45]', expected the only bet of a table"):
            opened_table(each)


@pytest.mark.parametrize(
    ("first", "second", "changes"),
    [
        ("4 4", "5 5 7", [145, -145]),
        ("4 4 2", "3 3 4", [0, 0]),
        ("5 6", "4 4", [290, -290]),
        ("4 4", "4 7", [-290, 290]),
    ],
)
def test_a_hand_moves_the_stake_or_twice_that_from_one_to_the_other(
    first: str, second: str, changes: list[int]
) -> None:
    session = drawn_out(dealt(between(first, second)))
    assert won(session) == changes
    assert [score.held for score in scores_of(session.purses)] == [NOTHING, NOTHING]
    session = drawn_out(played(session, "0 ready -", "1 ready -"))
    assert won(session) == [2 * each for each in changes]


def test_both_are_held_for_a_double_as_long_as_a_hand_is_played() -> None:
    session, step = stepped(played(opened(between("1 1 1", "4 4", stake=25)), "0 ready -"), "1 ready -")
    wager = SilverWager("t1/1", Silver(25), 2)
    assert [event for event in step.events if isinstance(event, ToOneSide)] == [
        ToOneSide(side, SilverHeld(wager)) for side in (0, 1)
    ]
    assert [score.held for score in scores_of(session.purses)] == [Silver(50), Silver(50)]
    _, step = stepped(session, f"{asked(session)} stand")  # 2 against 8
    assert [event for event in step.events if isinstance(event, ToOneSide | HandSettled)][1:] == [
        ToOneSide(0, SilverPaid("t1/1", Silver(-25), Silver(-25))),
        ToOneSide(1, SilverPaid("t1/1", Silver(25), Silver(25))),
    ]
    assert "result 1 winner=1 double=no silver=-25,25 won=-25,25" in step.lines


def test_who_has_lost_more_than_he_ever_had_may_go_on_as_far_as_the_table_knows() -> None:
    session = opened(between("4 4", "4 7", stake=500))
    for number in range(1, 10):
        session = played(session, "0 ready -", "1 ready -")
        assert won(session) == [-1000 * number, 1000 * number]
    assert session.legal(0) == ("close",)


def test_a_new_shoe_changes_nothing_about_the_stake() -> None:
    session = opened(between("4 4", "5 3 3", cut=1))
    for _ in range(3):
        session = played(session, "0 ready -", "1 ready -", "1 stand")
        assert read_session(write_session(session), session.setup) == session
    assert won(session) == [0, 0]


def test_each_side_sees_its_own_score_and_is_told_of_it_alone() -> None:
    session, step = stepped(played(opened(between("4 4", "4 7", stake=25)), "0 ready -"), "1 ready -")
    assert [versus_seat_view(session, seat).purse for seat in (0, 1)] == [*session.purses]
    words = [[each.words for each in told(session, step.events, str) if each.seat == seat] for seat in (0, 1)]
    assert "At this table you have lost 0 gold, 50 silver." in words[0]
    assert "At this table you have won 0 gold, 50 silver." in words[1]
    assert all("Bob wins 0 gold, 50 silver from Ann." in each for each in words)


def test_a_table_line_is_written_so() -> None:
    session = opened(between("4 4", "4 7"))
    assert write_session(session).startswith("turns=1,1 ready=-,- won=0,0 key=- || ")
    line = write_session(played(session, "0 ready -", "1 ready -"))
    assert f" won=-290,290 key={KEYS.key(1).hex()} || " in line


def test_a_table_of_chips_does_not_read_the_line_of_one_for_silver() -> None:
    silver, chips = opened(between("4 4", "4 7")), opened(plain_setup("4 4", "4 7"))
    for line, setup in ((write_session(silver), chips.setup), (write_session(chips), silver.setup)):
        with pytest.raises(InvalidNotationError, match="a table between two players, on one line"):
            read_session(line, setup)


def test_a_deal_is_verified_without_looking_at_what_nobody_knows_here() -> None:
    session = played(opened(between("4 4", "4 7")), "0 ready -")
    table = played(session, "1 ready -").table
    poor = tuple(replace(score, won=Silver(-(10**9))) for score in scores_of(session.purses))
    verify_deal(replace(table, ready=(True, True)), (poor[0], poor[1]))


@pytest.mark.parametrize("why", Ending)
def test_the_house_closes_no_table_between_two_players(why: Ending) -> None:
    with pytest.raises(IllegalActError, match="expected ready or close"):
        move_between_players(opened(between("4 4", "4 7")), 0, EndTable(why), KEYS)
