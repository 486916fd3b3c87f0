"""A table between two players as one of them sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb
from service.rpc.contract.enums import PHASES, WIRE_ABSENCES
from service.rpc.contract.open_card_messages import card_messages, decimal, fill_change, fill_money
from service.rules.events import Ended
from service.rules.state import SIDES
from service.tables.sessions.versus_view import versus_seat_view
from service.tables.versus.table import bets_won
from service.tables.versus.view import HiddenSide
from service.tables.versus.words import event_words

if TYPE_CHECKING:
    from service.rules.outcome import Outcome
    from service.tables.sessions.versus_session import VersusSession
    from service.tables.sessions.versus_view import VersusSeatView
    from service.tables.telling import Naming
    from service.tables.versus.view import HandView


def fill_versus_table(message: pb.TableView, session: VersusSession, viewer: int, title: Naming) -> None:
    """Add to *message* what is of a table between two players alone, as the seat *viewer* may see it."""
    view = versus_seat_view(session, viewer)
    hand = view.table.hand or view.last
    fill_money(message, view.purse)
    if view.table.number:
        message.bet = view.table.stake.count
    message.seats.extend(_seat(session, view, side) for side in SIDES)
    if hand is None:
        return
    message.phase = PHASES[hand.phase]
    if hand.to_act is not None:
        message.asked = hand.to_act
    for side, seat in enumerate(message.seats):
        _fill_seat(seat, hand, side, viewer, title)
    if hand.outcome is not None:
        message.result.CopyFrom(_result(hand.outcome, view, viewer))


def _seat(session: VersusSession, view: VersusSeatView, side: int) -> pb.SeatView:
    """Return a side with what lies open of it between two hands."""
    setup, played = session.setup, view.table.played[side]
    return pb.SeatView(
        name=view.table.names[side],
        character=setup.players[side].character or "",
        pile_count=len(setup.piles[side]) - len(played),
        ready=view.table.ready[side],
        played=played,
    )


def _fill_seat(seat: pb.SeatView, hand: HandView, side: int, viewer: int, title: Naming) -> None:
    standing = hand.standing[side]
    seat.pile_count = standing.pile_count
    seat.done = standing.is_done
    seat.absence = WIRE_ABSENCES[standing.absent]
    shown = hand.own if side == viewer else hand.other
    if isinstance(shown, HiddenSide):
        seat.card_count = shown.card_count
        return
    seat.card_count = len(shown.cards)
    seat.cards.extend(card_messages(shown.cards, title, hand.choices if side == viewer else ()))
    seat.total = decimal(shown.total)
    if side == viewer:
        seat.best_total = decimal(hand.best_total)
    if shown.change is not None:
        seat.change = shown.change


def _result(outcome: Outcome, view: VersusSeatView, viewer: int) -> pb.HandResult:
    bets = bets_won(outcome, viewer)
    result = pb.HandResult(
        words=event_words(Ended(outcome), view.table.names),
        winner=outcome.winner,
        double=outcome.is_double,
        bets=str(bets),
    )
    fill_change(result, view.table.stake, bets)
    return result
