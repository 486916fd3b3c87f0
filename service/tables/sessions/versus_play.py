"""What follows from a move at a table between two players: hands dealt once both are ready, settled, and proved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.rules.errors import IllegalActError
from service.tables import moves
from service.tables.chain import hand_seed
from service.tables.practice import Purse
from service.tables.purses import holdings
from service.tables.sessions.session import KeyRevealed, Step, TableClosed, TableOpened, final_hand
from service.tables.sessions.versus_session import VersusSession, opened_table
from service.tables.silver import Score
from service.tables.versus import acts, hands
from service.tables.versus.events import HandSettled, Shuffled
from service.tables.versus.view import seat_events

if TYPE_CHECKING:
    from service.tables.moves import Move
    from service.tables.sessions.keys import Keys
    from service.tables.sessions.session import SessionEvent
    from service.tables.sessions.setup import VersusSetup
    from service.tables.versus.hands import Purses
    from service.tables.versus.table import VersusTable


def open_versus_session(setup: VersusSetup) -> Step:
    """Return the table at which nothing has been dealt; for its errors see `opened_table`."""
    purse = holdings(setup.money)
    return Step(VersusSession(setup, opened_table(setup), (purse, purse)), (TableOpened(),), ())


def move_between_players(session: VersusSession, seat: int, move: Move, keys: Keys) -> Step:
    """Carry out *move*; see `service.tables.sessions.playing.move`."""
    named = moves.name_of(move)
    if named not in (legal := session.legal(seat)):
        nothing = "nothing: the table is closed" if session.is_closed else "nothing before the hand is over"
        raise IllegalActError.of("move", named, " or ".join(legal) or nothing)
    match move:
        case moves.Ready():
            step = _ready(session, seat, move, keys)
        case moves.Close():
            step = Step(replace(session, is_closed=True), (TableClosed(),), ("closed",))
        case _:
            assert isinstance(move, acts.Act)  # no other move is ever legal here
            table, events = acts.act(session.table, seat, move)
            step = _settled(replace(session, table=table), events, (), keys)
    assert isinstance(step.session, VersusSession)
    first, second = (
        turn + (side == seat or bool(seat_events(step.events, side))) for side, turn in enumerate(session.turns)
    )
    return Step(replace(step.session, turns=(first, second)), step.events, (f"{seat} {move}", *step.lines))


def _ready(session: VersusSession, seat: int, move: moves.Ready, keys: Keys) -> Step:
    table, events = acts.act(session.table, seat, move)
    first, second = (move.nonce if side == seat else nonce for side, nonce in enumerate(session.nonces))
    after = replace(session, table=table, nonces=(first, second))
    if first is None or second is None:
        return Step(after, events, ())
    seed = hand_seed(keys.key(session.number + 1), session.lock, (first, second))
    table, purses, dealt = hands.deal(table, session.purses, seed)
    after = replace(after, table=table, purses=purses, nonces=(None, None), over=None)
    shuffled = tuple(f"shuffle {event.why}" for event in dealt if isinstance(event, Shuffled))
    return _settled(after, (*events, *dealt), shuffled, keys)


def _settled(session: VersusSession, events: tuple[SessionEvent, ...], lines: tuple[str, ...], keys: Keys) -> Step:
    """Settle the hand if it is over; *events* and *lines* came before."""
    over = session.table
    if over.outcome is None:
        return Step(session, events, lines)
    table, purses, paid = hands.settle(over, session.purses)
    key = keys.key(over.number)
    (settled,) = (event for event in paid if isinstance(event, HandSettled))
    proof = (_hand_line(over), _result_line(settled, purses), f"key {over.number} {key.hex()}")
    after = replace(session, table=table, purses=purses, over=over, key=key)
    return Step(after, (*events, *paid, KeyRevealed(over.number, key)), (*lines, *proof))


def _hand_line(over: VersusTable) -> str:
    assert over.hand is not None
    return " | ".join([f"hand {over.number} starter={over.hand.starter}", *map(final_hand, over.hand.seats)])


def _result_line(settled: HandSettled, purses: Purses) -> str:
    outcome = settled.outcome
    winner, double = "-" if outcome.winner is None else outcome.winner, "yes" if outcome.is_double else "no"
    return f"result {settled.number} winner={winner} double={double} {_paid(settled, purses)}"


def _paid(settled: HandSettled, purses: Purses) -> str:
    """Return what both won with the hand, and what they have or have won in all."""
    change = ",".join(str(each.count) for each in settled.change)
    first, second = purses
    if isinstance(first, Score) and isinstance(second, Score):
        return f"silver={change} won={first.won.count},{second.won.count}"
    assert isinstance(first, Purse)
    assert isinstance(second, Purse)
    return f"chips={change} balance={first.balance.count},{second.balance.count} game={first.game},{second.game}"
