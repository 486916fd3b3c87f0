"""Who misses a deadline, leaves or concedes at a table between two players."""

from __future__ import annotations

import pytest

from deckmapping.values import whole
from service.rules.choices import Number
from service.rules.errors import IllegalActError
from service.rules.events import Changed, Drew, Revealed, Stood
from service.rules.outcome import DecidedBy, Outcome
from service.tables.moves import Absence, ChangeTotal, Choose, ChooseBest, Draw, Leave, Stand
from service.tables.practice import NONE
from service.tables.versus.acts import act, can_act
from service.tables.versus.events import HandBegan, WentAbsent
from service.tables.versus.hands import deal, settle
from tests.tables.holdings import purses_of
from tests.tables.two_players import LANDO, RICH, SEED, SIXTY, both_ready, dealt, done, position, seated, wild_table

EVERYBODY = (Draw(), Stand(), ChooseBest(), ChangeTotal(0), Leave(Absence.CONCEDED))


@pytest.mark.parametrize("why", Absence)
def test_field_report_56_who_is_absent_stands_and_the_hand_settles(why: Absence) -> None:
    table, purses, _ = deal(seated("4 4 1", "3 3 1"), RICH, SEED)
    (asked,) = table.waits_for
    table, events = act(table, asked, Leave(why))
    assert events[:2] == (WentAbsent(asked, why), Stood(asked, is_forced=False))
    other = 1 - asked
    assert table.waits_for == (other,)
    table = done(table, (other, Stand()))
    table, purses, _ = settle(table, purses)
    assert [purse.held for purse in purses] == [NONE, NONE]
    assert sum(purse.balance.count for purse in purses_of(purses)) == 2000
    table = both_ready(table)
    table, _, events = deal(table, purses, SEED)  # the hand is gone, and with it the absence
    assert HandBegan(2, asked) in events  # who is asked first did not start the hand before
    assert table.absent == (None, None)
    assert can_act(table, table.waits_for[0], Draw())


def test_who_leaves_while_the_other_side_is_asked_stands_when_his_turn_comes() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    (asked,) = table.waits_for
    gone = 1 - asked
    table, events = act(table, gone, Leave(Absence.LEFT))
    assert (events, table.waits_for) == ((WentAbsent(gone, Absence.LEFT),), (asked,))
    table, events = act(table, asked, Draw())
    assert events == (Drew(asked, 3), Stood(gone, is_forced=False))
    for each in EVERYBODY:
        with pytest.raises(IllegalActError, match="this side is played for"):
            act(table, gone, each)
    assert done(table, (asked, Stand())).outcome is not None


def test_r5_absent_sides_get_their_best_values_and_keep_what_they_chose() -> None:
    table = wild_table()
    table = done(table, (1, Leave(Absence.LEFT)))
    assert table.waits_for == (0,)
    table, events = act(table, 0, Leave(Absence.MISSED_DEADLINE))
    assert [event.totals for event in events if isinstance(event, Revealed)] == [(whole(11), whole(11))]
    table = wild_table()
    table = done(table, (1, Choose(position(table, 1, "8_99"), Number(whole(2)))), (1, Leave(Absence.CONCEDED)))
    table, events = act(table, 0, ChooseBest())
    assert [event.totals for event in events if isinstance(event, Revealed)] == [(whole(11), whole(7))]


def test_r6_absent_sides_make_their_best_change() -> None:
    table = dealt(seated("5 5", "6 6", (LANDO, LANDO)))
    (first,) = table.waits_for
    table = done(table, (1 - first, Leave(Absence.LEFT)))
    table, events = act(table, first, Leave(Absence.MISSED_DEADLINE))
    assert [event.change for event in events if isinstance(event, Changed)] == [
        1 if first == 0 else -1,
        -1 if first == 0 else 1,
    ]
    assert table.outcome == Outcome(None, is_double=False, decided_by=DecidedBy.DRAW)


def test_both_may_go_and_the_hand_is_over_by_itself() -> None:
    table = dealt(seated("4 4 1", "3 3 1"))
    table = done(table, (0, Leave(Absence.LEFT)), (1, Leave(Absence.LEFT)))
    assert table.outcome is not None
    assert table.waits_for == ()


def test_only_who_is_asked_can_miss_a_deadline() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    (asked,) = table.waits_for
    with pytest.raises(IllegalActError, match="a side that the hand waits for"):
        act(table, 1 - asked, Leave(Absence.MISSED_DEADLINE))
    assert can_act(table, 1 - asked, Leave(Absence.CONCEDED))


def test_no_act_voids_a_hand() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    for why in Absence:
        gone = done(table, (table.waits_for[0], Leave(why)))
        assert gone.hand is not None
        assert gone.dealt == table.dealt
