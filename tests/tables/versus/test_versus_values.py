"""Values chosen in secret at a table between two players, and both hands laid open together."""

from __future__ import annotations

import pytest

from deckmapping.values import whole
from deckmapping.variants import Role
from service.rules.cards import Card, SideRules, WildRange
from service.rules.choices import CloneOf, Number
from service.rules.errors import IllegalActError, IllegalChoiceError
from service.rules.events import Revealed, Valued
from service.rules.outcome import DecidedBy, Outcome
from service.rules.state import Phase
from service.tables.moves import ChangeTotal, Choose, ChooseBest
from service.tables.practice import Chips
from service.tables.versus.acts import act, can_act
from service.tables.versus.table import Player, open_table
from service.tables.versus.view import table_view
from tests.tables.two_players import (
    FAIR,
    LANDO,
    dealt,
    deck,
    done,
    drawn_out,
    phase,
    position,
    seated,
    trooper,
    wild_table,
)


@pytest.mark.parametrize(("source", "total"), [("209_35", 11), ("200_120", 13)])
def test_field_report_3_one_assignment_completes_the_hand_without_confirmation(source: str, total: int) -> None:
    table = drawn_out(dealt(trooper()))
    assert (phase(table), table.waits_for) == (Phase.VALUING, (0,))
    choice = Choose(position(table, 0, "12_114"), CloneOf(position(table, 0, source)))
    table, events = act(table, 0, choice)
    assert events[0] == Valued(0)
    assert isinstance(events[1], Revealed)
    assert events[1].totals == (whole(total), whole(9))
    assert table.outcome is not None
    assert table.outcome.winner == (0 if total == 11 else 1)
    for each in (choice, ChooseBest()):
        assert not can_act(table, 0, each)


def test_field_report_59_clones_of_clones_are_refused_and_an_open_total_is_no_number() -> None:
    droids = tuple(Card(f"12_{n}", (whole(3),), Role.CLONE) for n in (1, 2))
    rules = SideRules(wild_range=WildRange(1, 6))
    ann = Player("Ann", (*droids, *deck("6", "7")), rules)
    table = drawn_out(dealt(open_table("t1", (ann, Player("Bob", deck("5 4", "8"), FAIR)), Chips(1))))
    one, two, six = (position(table, 0, each) for each in ("12_1", "12_2", "7_100"))
    for at, source in ((one, two), (two, one), (one, one)):
        with pytest.raises(IllegalChoiceError, match="the value of a card that is no clone card"):
            act(table, 0, Choose(at, CloneOf(source)))
    table = done(table, (0, Choose(one, CloneOf(six))))
    view = table_view(table, 0)
    assert view.hand is not None
    assert view.hand.own.total is None
    assert view.hand.best_total == whole(18)
    table, events = act(table, 0, Choose(two, CloneOf(six)))
    assert [event.totals for event in events if isinstance(event, Revealed)] == [(whole(18), whole(9))]
    assert table.outcome == Outcome(1, is_double=False, decided_by=DecidedBy.NOT_OVER)


def test_r5_both_value_at_once_and_the_last_value_lays_both_hands_open() -> None:
    table = wild_table()
    assert table.waits_for == (0, 1)
    at = [position(table, side, f"{prefix}_99") for side, prefix in ((0, "7"), (1, "8"))]
    table, events = act(table, 1, Choose(at[1], Number(whole(4))))
    assert events == (Valued(1),)
    assert table.waits_for == (0,)
    for again in (Choose(at[1], Number(whole(2))), ChooseBest()):  # a side whose cards all have values has finished
        with pytest.raises(IllegalActError, match="expected nothing before the hand is over: all cards of this side"):
            act(table, 1, again)
    table, events = act(table, 0, Choose(at[0], Number(whole(6))))
    assert [event.totals for event in events if isinstance(event, Revealed)] == [(whole(11), whole(9))]
    assert not can_act(table, 1, Choose(at[1], Number(whole(6))))
    assert table.outcome == Outcome(0, is_double=False, decided_by=DecidedBy.CLOSEST)  # a wild card: not perfect


def test_r5_while_the_other_side_has_not_valued_its_cards_it_sees_nothing_of_what_was_chosen() -> None:
    before = wild_table()
    after = done(before, (1, ChooseBest()))
    assert table_view(before, 0) == table_view(after, 0)
    assert table_view(before, 1) != table_view(after, 1)


def test_r6_both_may_change_their_totals_the_side_that_did_not_start_first() -> None:
    table = dealt(seated("5 5", "6 6", (LANDO, LANDO)))
    assert table.last_starter is not None
    first = 1 - table.last_starter
    assert table.waits_for == (first,)
    assert not can_act(table, 1 - first, ChangeTotal(1))
    table = done(
        table, (first, ChangeTotal(1 if first == 0 else -1)), (1 - first, ChangeTotal(-1 if first == 0 else 1))
    )
    assert table.outcome == Outcome(None, is_double=False, decided_by=DecidedBy.DRAW)
