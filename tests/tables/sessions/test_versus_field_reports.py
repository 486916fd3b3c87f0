"""Field reports about tables between two players, each from the ready of both to the chips of both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckmapping.errors import PileTooSmallError
from deckmapping.values import whole
from deckmapping.variants import Role, Variant
from service.rules.cards import Card
from service.rules.errors import IllegalActError, IllegalChoiceError
from service.rules.events import Drew, Revealed, Stood, Valued
from service.rules.state import Phase
from service.tables.moves import Absence
from service.tables.practice import NONE, Chips, Paid
from service.tables.sessions.versus_view import versus_seat_view
from service.tables.versus.events import HandSettled, ToOneSide, WentAbsent
from service.tables.versus.view import HiddenSide, OpenSide
from tests.tables.holdings import purses_of
from tests.tables.sessions.versus_tables import (
    SIXTY,
    asked,
    balances,
    cast_setup,
    dealt,
    drawn_out,
    opened,
    plain_setup,
    played,
    position,
    setup_of,
    stepped,
)
from tests.tables.two_players import deck


@pytest.mark.parametrize(("source", "total", "chips"), [("209_35", 11, [1145, 855]), ("200_120", 13, [855, 1145])])
def test_field_report_3_a_clone_that_has_its_value_is_not_asked_for_again(
    source: str, total: int, chips: list[int]
) -> None:
    # Ann: a droid, a clone card, with a 3 and a 5; Bob 5 and 4.
    session = drawn_out(dealt(cast_setup(Variant.TROOPER, "12_114 209_35 200_120", "13_28 102_8")))
    assert session.table.hand is not None
    assert session.table.hand.phase is Phase.VALUING
    line = f"0 choose {position(session, 0, '12_114')} @{position(session, 0, source)}"
    session, step = stepped(session, line)
    assert step.events[0] == Valued(0)
    assert [event.totals for event in step.events if isinstance(event, Revealed)] == [(whole(total), whole(9))]
    assert (balances(session), session.legal(0)) == (chips, ("ready", "close"))


def test_field_report_20_a_barred_wild_card_counts_what_is_printed_and_its_owner_reads_why() -> None:
    for variant, is_barred in ((Variant.CLOUD_CITY, True), (Variant.TROOPER, False)):
        session = dealt(cast_setup(variant, "213_35 2_2", "217_13 209_35", barred="7_111"))
        seen = versus_seat_view(session, 1)
        hand = seen.table.hand or seen.last
        assert hand is not None
        (vader,) = (card for card in hand.own.cards if card.card.card_id == "217_13")
        assert vader.value == whole(1)
        assert ("7_111 bars this side" in vader.reason) == is_barred
        ann, bob = session.setup.piles
        assert bob[0].role is Role.PLAIN
        assert ann[0].role is (Role.WILD if is_barred else Role.PLAIN)  # her Lando is wild in Cloud City alone


def test_field_report_23_what_else_happens_to_a_purse_neither_stops_nor_changes_a_hand() -> None:
    session = dealt(plain_setup("1 1 1", "4 4", stake=145, start=500))
    ann, bob = purses_of(session.purses)
    session = replace(
        session,
        purses=(replace(ann, balance=ann.balance + Chips(1)), replace(bob, balance=bob.balance - Chips(10))),
    )
    assert session.legal(0) == ("draw", "stand", "leave")
    session = played(session, "0 stand")  # 2 against 8
    assert balances(session) == [356, 635]


@pytest.mark.parametrize("line", ["0 stand", "0 leave left", "0 leave conceded", "0 leave missed-deadline"])
def test_field_report_23_no_move_takes_a_player_out_of_a_hand_that_he_loses(line: str) -> None:
    session = dealt(plain_setup("1 1 1", "4 4", start=500))
    assert balances(played(session, line)) == [355, 645]


def test_field_report_25_a_draw_returns_both_stakes_and_is_told() -> None:
    session = dealt(plain_setup("4 4 2", "3 3 4"))
    while session.is_hand_running:
        session, step = stepped(session, f"{asked(session)} draw")
    assert balances(session) == [1000, 1000]
    assert [purse.held for purse in session.purses] == [NONE, NONE]
    (settled,) = (event for event in step.events if isinstance(event, HandSettled))
    assert (settled.outcome.winner, settled.change) == (None, (NONE, NONE))
    assert [event for event in step.events if isinstance(event, ToOneSide)] == [
        ToOneSide(side, Paid("t1/1", NONE, Chips(1000))) for side in (0, 1)
    ]
    assert "result 1 winner=- double=no chips=0,0 balance=1000,1000 game=1,1" in step.lines


@pytest.mark.parametrize(
    ("first", "second", "named"), [(1, 60, ["Ann"]), (0, 60, ["Ann"]), (60, 1, ["Bob"]), (1, 0, ["Ann", "Bob"])]
)
def test_field_report_32_a_deck_of_fewer_than_two_opens_no_table_and_its_player_is_named(
    first: int, second: int, named: list[str]
) -> None:
    with pytest.raises(PileTooSmallError) as caught:
        opened(plain_setup(" ".join("1" * first), " ".join("1" * second)))
    assert [fault.value.split()[-1] for fault in caught.value.violations] == named
    assert all("needs 2" in fault.expected for fault in caught.value.violations)


def test_field_report_32_a_deck_of_two_plays_and_its_side_passes_by_force() -> None:
    session = played(opened(plain_setup("1 1", SIXTY)), "0 ready -")
    session, step = stepped(session, "1 ready -")
    assert Stood(0, is_forced=True) in step.events
    assert asked(session) == 1
    assert balances(drawn_out(session)) == [855, 1145]  # 2 against 6
    session, step = stepped(played(opened(plain_setup("1 1", "2 2")), "0 ready -"), "1 ready -")
    assert balances(session) == [855, 1145]  # over at once


def test_field_report_33_who_draws_first_who_passes_and_who_has_six_cards() -> None:
    session = dealt(plain_setup(SIXTY, SIXTY))
    x = session.table.last_starter
    assert x is not None
    y = 1 - x
    assert asked(session) == y
    session = played(session, f"{y} draw", f"{x} stand")
    with pytest.raises(IllegalActError, match=r"got 'draw', expected leave$"):
        played(session, f"{x} draw")
    session = played(session, f"{y} draw", f"{y} draw")
    session, step = stepped(session, f"{y} draw")
    assert step.events[:2] == (Drew(y, 6), Stood(y, is_forced=True))
    for side in (x, y):
        with pytest.raises(IllegalActError, match=r"got 'draw', expected ready or close$"):
            played(session, f"{side} draw")


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("4 4 5", "7 7", 0),  # 13 with three cards, 14 with two
        ("4 4 4", "6 6", 1),  # 12 with three cards, 12 with two
        ("4 5", "6 6", 0),  # 9, 12
        ("4 4 3 0", "5 5", 0),  # 11 with four cards, 10 with two
        ("4 4 2", "3 3 4", None),  # 10 with three cards each
        ("0 0", "0 0", None),
    ],
)
def test_field_report_34_hands_are_compared_as_in_the_card_game(first: str, second: str, winner: int | None) -> None:
    session = drawn_out(dealt(plain_setup(first, second)))
    won = {0: [1145, 855], 1: [855, 1145], None: [1000, 1000]}[winner]
    assert balances(session) == won


def test_field_report_55_while_the_other_side_decides_a_seat_is_told_numbers_alone() -> None:
    session = dealt(plain_setup("4 4 1 1 1", "3 3 2 2 2"))
    session = played(session, f"{asked(session)} draw")
    for seat, other in ((0, "8_"), (1, "7_")):
        view = versus_seat_view(session, seat)
        assert view.table.hand is not None
        assert isinstance(view.table.hand.other, HiddenSide)
        assert other not in repr(view)
        assert view.revealed is None


def test_nobody_ends_the_other_sides_turn_by_closing_the_table() -> None:
    session = dealt(plain_setup("4 4 1", "3 3 1"))
    for seat in (0, 1):
        with pytest.raises(IllegalActError, match="got 'close', expected"):
            played(session, f"{seat} close")
    first = asked(session)
    session = played(session, f"{first} leave left", f"{1 - first} leave left", f"{first} close")
    assert session.is_closed


@pytest.mark.parametrize("why", Absence)
def test_field_report_56_who_drops_off_is_played_for_and_is_not_locked_out_of_the_next_hand(why: Absence) -> None:
    session = dealt(plain_setup("4 4 1", "3 3 1"))
    gone = asked(session)
    session, step = stepped(session, f"{gone} leave {why}")
    assert step.events[:2] == (WentAbsent(gone, why), Stood(gone, is_forced=False))
    assert session.legal(gone) == ()
    with pytest.raises(IllegalActError, match=r"got 'draw', expected nothing before the hand is over$"):
        played(session, f"{gone} draw")
    session = played(session, f"{1 - gone} stand")
    assert not session.is_hand_running
    assert [purse.held for purse in session.purses] == [NONE, NONE]
    assert sum(balances(session)) == 2000
    assert session.legal(gone) == ("ready", "close")
    session = played(session, f"{gone} ready -", f"{1 - gone} ready -")
    assert (session.number, session.is_hand_running, session.table.absent) == (2, True, (None, None))
    assert "draw" in session.legal(asked(session))


def test_field_report_59_clones_of_clones_are_refused_and_an_open_total_is_no_number() -> None:
    droids = tuple(Card(f"12_{number}", (whole(3),), Role.CLONE) for number in (1, 2))
    session = drawn_out(dealt(setup_of(((*droids, *deck("6", "7")), deck("5 4", "8")))))
    one, two, six = (position(session, 0, each) for each in ("12_1", "12_2", "7_100"))
    for at, source in ((one, two), (two, one), (one, one)):
        with pytest.raises(IllegalChoiceError, match="the value of a card that is no clone card"):
            played(session, f"0 choose {at} @{source}")
    for line in (None, f"0 choose {one} @{six}"):
        session = session if line is None else played(session, line)
        view = versus_seat_view(session, 0).table.hand
        assert view is not None
        assert isinstance(view.own, OpenSide)
        assert view.own.total is None
    session, step = stepped(session, f"0 choose {two} @{six}")
    assert [event.totals for event in step.events if isinstance(event, Revealed)] == [(whole(18), whole(9))]
    assert balances(session) == [855, 1145]
