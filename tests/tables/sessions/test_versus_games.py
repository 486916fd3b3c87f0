"""Random tables between two players: what holds of every one of them, whatever both do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from deckmapping.errors import DomainError
from service.tables.moves import Leave
from service.tables.practice import Purse
from service.tables.sessions.playing import read_session, write_session
from service.tables.sessions.session import KeyRevealed
from service.tables.sessions.versus_view import versus_seat_view
from service.tables.versus.view import hand_view, seat_events
from tests.tables.sessions.versus_chance import chances, game, games, tables

if TYPE_CHECKING:
    from random import Random

    from service.tables.sessions.versus_session import VersusSession
    from tests.tables.sessions.versus_chance import Table


@games
@given(tables(), chances)
def test_a_session_comes_back_from_its_line_after_every_move(table: Table, chance: Random) -> None:
    for turn in game(table, chance):
        assert read_session(write_session(turn.after), table.setup) == turn.after


@games
@given(tables(), chances)
def test_a_record_gets_the_move_and_before_the_hand_is_over_nothing_that_tells_a_card(
    table: Table, chance: Random
) -> None:
    for turn in game(table, chance):
        if isinstance(turn.step, DomainError):
            continue
        first, *more = turn.step.lines
        assert first == f"{turn.seat} {turn.move}"
        kinds = [line.split()[0] for line in more]
        dealt, ended = turn.after.number - turn.before.number, turn.after.last_over - turn.before.last_over
        closed = turn.after.is_closed - turn.before.is_closed
        assert [each for each in kinds if each != "shuffle"] == ["hand", "result", "key"] * ended + ["closed"] * closed
        assert kinds.count("shuffle") <= dealt


@games
@given(tables(), chances)
def test_chips_and_silver_are_conserved_and_held_as_long_as_a_hand_is_played(table: Table, chance: Random) -> None:
    for turn in game(table, chance):
        held = table.setup.stake.times(2 if turn.after.is_hand_running else 0)
        assert [purse.held for purse in turn.after.purses] == [held, held]
        if games_of(turn.before) == games_of(turn.after):
            assert total(turn.before) == total(turn.after)
        purses = [has for has in turn.after.purses if isinstance(has, Purse)]
        assert all(purse.balance.count >= 2 * table.setup.stake.count for purse in purses)


def total(session: VersusSession) -> int:
    return sum(has.balance.count if isinstance(has, Purse) else has.won.count for has in session.purses)


def games_of(session: VersusSession) -> int:
    """How many games of chips both have begun; none for silver."""
    return sum(has.game for has in session.purses if isinstance(has, Purse))


@games
@given(tables(), chances)
def test_what_is_told_to_be_legal_is_legal_and_nothing_else_is(table: Table, chance: Random) -> None:
    for turn in game(table, chance):
        named = str(turn.move).split()[0]
        is_legal = named in turn.before.legal(turn.seat)
        if is_legal and named not in ("choose", "change") and not isinstance(turn.move, Leave):
            assert not isinstance(turn.step, DomainError)
        if not is_legal:
            assert isinstance(turn.step, DomainError)


@games
@given(tables(), chances)
def test_turns_grow_by_what_a_seat_makes_or_sees(table: Table, chance: Random) -> None:
    for turn in game(table, chance):
        for seat in (0, 1):
            grown = turn.after.turn(seat) - turn.before.turn(seat)
            if isinstance(turn.step, DomainError):
                assert grown == 0
            else:
                assert grown == (turn.seat == seat or len(seat_events(turn.step.events, seat)) > 0)


@games
@given(tables(), chances)
def test_the_last_hand_lies_open_until_the_next_one_is_dealt(table: Table, chance: Random) -> None:
    for turn in game(table, chance):
        for seat in (0, 1):
            view = versus_seat_view(turn.after, seat)
            assert (view.last is None) == (turn.after.is_hand_running or turn.after.number == 0)
            assert view.revealed == (
                KeyRevealed(turn.after.last_over, table.keys.key(turn.after.last_over))
                if turn.after.last_over
                else None
            )
            assert view.hands_left == table.setup.hands - turn.after.number
        if turn.after.over is not None:
            first, second = (hand_view(turn.after.over, seat) for seat in (0, 1))
            assert first is not None
            assert second is not None
            assert (first.own, first.other) == (second.other, second.own)
            assert first.outcome is not None
