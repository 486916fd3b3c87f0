"""Tables as messages for one seat, of which it is told only what the views of the domain have a place for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from service.rpc.contract.dealer_table_view import fill_dealer_table
from service.rpc.contract.enums import MOVE_KINDS, WIRE_VARIANTS
from service.rpc.contract.tiebreak_messages import timestamp
from service.rpc.contract.versus_table_view import fill_versus_table
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.setup import DealerSetup, VersusSetup
from service.tables.sessions.versus_session import VersusSession

if TYPE_CHECKING:
    from service.tables.sessions.session import Session
    from service.tables.sessions.store import FeedEntry
    from service.tables.sessions.telling import Told
    from service.tables.telling import Naming


def table_message(session: Session, seat: int, title: Naming) -> pb.TableView:
    """Return what *seat* may see of a table.

    Args:
        session: the table.
        seat: one that it has.
        title: what cards are called.
    """
    setup = session.setup
    assert isinstance(session, DealerSession | VersusSession)
    assert isinstance(setup, DealerSetup | VersusSetup)
    message = pb.TableView(
        table_id=setup.table_id,
        seat=seat,
        turn=session.turn(seat),
        theme=setup.theme or "",
        background=setup.background or "",
        variant=cards_pb2.VARIANT_FAIR_DECK if setup.variant is None else WIRE_VARIANTS[setup.variant],
        hand=session.number,
        hands_left=setup.hands - session.number,
        moves=[MOVE_KINDS[name] for name in session.legal(seat)],
        published_key=setup.published,
        lock=session.lock,
        last_key=session.key or b"",
        closed=session.is_closed,
    )
    if isinstance(session, DealerSession):
        fill_dealer_table(message, session, title)
    else:
        fill_versus_table(message, session, seat, title)
    return message


def event_message(told: Told) -> pb.TableEvent:
    """Return an event as a seat is told of it."""
    return pb.TableEvent(text=told.words, cue=told.cues.cue, light=told.cues.light, pictures=told.cues.pictures)


def entry_message(entry: FeedEntry) -> pb.WatchEventsResponse:
    """Return an event of a caller's feed."""
    return pb.WatchEventsResponse(
        sequence=entry.sequence,
        table_id=entry.table_id,
        seat=entry.told.seat,
        event=event_message(entry.told),
        time=timestamp(entry.create_time),
    )
