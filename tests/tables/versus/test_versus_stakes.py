"""Stakes between two players: who wins, what he wins, what is held."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.values import whole
from service.rules.cards import SideRules
from service.rules.errors import IllegalActError
from service.rules.events import Changed, Dealt, Ended, PerfectSeen
from service.rules.outcome import DecidedBy, Outcome
from service.rules.state import Phase
from service.tables.moves import ChangeTotal
from service.tables.practice import NONE, Chips, NewGame, Paid, Purse
from service.tables.versus.acts import act
from service.tables.versus.events import HandSettled, ToOneSide
from service.tables.versus.hands import can_deal, can_settle, deal, settle
from service.tables.versus.table import bets_won
from tests.tables.holdings import purses_of
from tests.tables.two_players import FAIR, LANDO, RICH, SEED, SIXTY, dealt, drawn_out, phase, played, seated

DOUBLES = SideRules(wins_double=True)


@pytest.mark.parametrize(
    ("first", "second", "winner", "decided_by"),
    [
        ("4 4 5", "7 7", 0, DecidedBy.LOWER_OVER),
        ("4 4 4", "6 6", 1, DecidedBy.FEWER_CARDS),
        ("4 5", "6 6", 0, DecidedBy.NOT_OVER),
        ("4 4 3 0", "5 5", 0, DecidedBy.CLOSEST),
        ("4 4 2", "3 3 4", None, DecidedBy.DRAW),
        ("0 0", "0 0", None, DecidedBy.DRAW),
    ],
)
def test_field_report_34_hands_are_compared_as_in_the_card_game(
    first: str, second: str, winner: int | None, decided_by: DecidedBy
) -> None:
    outcome, purses, _ = played(first, second)
    assert outcome == Outcome(winner, is_double=False, decided_by=decided_by)
    won = {0: (145, -145), 1: (-145, 145), None: (0, 0)}[winner]
    assert [purse.balance.count for purse in purses_of(purses)] == [1000 + change for change in won]


def test_field_report_25_a_draw_returns_both_stakes_and_is_told() -> None:
    outcome, purses, events = played("5 5 0", "4 4 2")
    assert outcome is not None
    assert purses == RICH
    assert events == (
        HandSettled(1, outcome, (NONE, NONE)),
        ToOneSide(0, Paid("t1/1", NONE, Chips(1000))),
        ToOneSide(1, Paid("t1/1", NONE, Chips(1000))),
    )


@pytest.mark.parametrize(("first", "second", "winner"), [("5 6", "4 4", 0), ("4 4", "4 7", 1)])
def test_r3_r8_a_perfect_sabacc_ends_the_hand_and_wins_twice_the_stake(first: str, second: str, winner: int) -> None:
    table, held, events = deal(seated(first, second), RICH, SEED)
    assert table.outcome == Outcome(winner, is_double=True, decided_by=DecidedBy.PERFECT)
    assert [type(event) for event in events[-3:]] == [Dealt, PerfectSeen, Ended]
    assert [purse.free for purse in purses_of(held)] == [Chips(710), Chips(710)]
    _, purses, _ = settle(table, held)
    assert [purse.balance.count for purse in purses_of(purses)] == [
        1000 + 290 * (1 if side == winner else -1) for side in (0, 1)
    ]


def test_r3_two_perfect_sabaccs_are_a_draw() -> None:
    outcome, purses, _ = played("5 6", "4 7")
    assert (outcome, purses) == (Outcome(None, is_double=False, decided_by=DecidedBy.BOTH_PERFECT), RICH)


def test_r8_a_winner_whose_text_says_so_wins_twice_the_stake() -> None:
    table, purses, _ = deal(seated("4 4", "3 3", (DOUBLES, FAIR)), RICH, SEED)
    _, purses, events = settle(table, purses)
    assert events[0] == HandSettled(
        1, Outcome(0, is_double=True, decided_by=DecidedBy.CLOSEST), (Chips(290), Chips(-290))
    )
    assert [purse.balance.count for purse in purses_of(purses)] == [1290, 710]


def test_what_a_hand_brings_both_sides_adds_up_to_nothing() -> None:
    for winner in (0, 1, None):
        for is_double in (False, True):
            outcome = Outcome(winner, is_double, DecidedBy.CLOSEST)
            assert bets_won(outcome, 0) + bets_won(outcome, 1) == Fraction(0)
    assert bets_won(Outcome(1, is_double=True, decided_by=DecidedBy.PERFECT), 1) == 2


def test_field_report_9_only_an_opening_11_without_help_wins_double() -> None:
    table = dealt(seated("4 6", "5 5", (LANDO, FAIR)))
    assert (phase(table), table.waits_for) == (Phase.CHANGING, (0,))
    table, events = act(table, 0, ChangeTotal(1))
    assert events == (Changed(0, 1, whole(11)), Ended(Outcome(0, is_double=False, decided_by=DecidedBy.CLOSEST)))


def test_field_report_9_5_and_6_are_perfect_only_where_they_are_the_first_two_cards() -> None:
    found = set()
    for number in range(12):
        table = dealt(seated("5 6 0", "5 5"), sha256(bytes([number])).digest())
        assert table.hand is not None
        is_first = {card.printed[0] for card in table.hand.seats[0].hand.cards} == {whole(5), whole(6)}
        table = drawn_out(table)
        expected = (True, DecidedBy.PERFECT) if is_first else (False, DecidedBy.CLOSEST)
        assert table.outcome is not None
        assert (table.outcome.is_double, table.outcome.decided_by) == expected
        found.add(is_first)
    assert found == {True, False}


def test_twice_the_stake_must_be_free_before_a_card_is_dealt() -> None:
    table, poor = seated("1 1", "1 1"), Purse(Chips(289))
    assert can_deal(table, (Purse(Chips(290)), Purse(Chips(290))))
    with pytest.raises(InvalidInputError) as caught:
        deal(table, (poor, poor), SEED)
    assert str(caught.value) == (
        "purses[0]: got 'Ann', expected 290 chips free, as a double would cost; "
        "purses[1]: got 'Bob', expected 290 chips free, as a double would cost"
    )
    assert not can_deal(table, (RICH[0], poor))


def test_a_player_who_went_bust_begins_a_new_game() -> None:
    _, purses, events = played("4 4", "5 6", (Purse(Chips(290), Chips(500)), Purse(Chips(1000))))
    assert purses == (Purse(Chips(500), Chips(500), game=2), Purse(Chips(1290)))
    assert ToOneSide(0, NewGame(2, Chips(500))) in events


def test_a_hand_is_settled_once_and_not_before_its_end() -> None:
    table, purses, _ = deal(seated(SIXTY, SIXTY), RICH, SEED)
    assert not can_settle(table)
    with pytest.raises(IllegalActError, match="draw or stand"):
        settle(table, purses)
    table, purses, _ = settle(drawn_out(table), purses)
    assert [purse.held for purse in purses] == [NONE, NONE]
    with pytest.raises(IllegalActError, match="ready, by side 0, 1"):
        settle(table, purses)
