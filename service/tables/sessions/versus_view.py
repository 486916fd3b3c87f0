"""What one player may see of his table with another player, the last hand and his own purse included.

As in `service.tables.versus.view` the types have no place for what is hidden from him: of the other side no card, value
or total before the hands lie open, of no pile its order, and of no hand its seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.tables.sessions.session import KeyRevealed
from service.tables.versus.view import HandView, TableView, hand_view, table_view

if TYPE_CHECKING:
    from service.tables.purses import Holdings
    from service.tables.sessions.versus_session import VersusSession


@dataclass(frozen=True, slots=True)
class VersusSeatView:
    """A table between two players as one of them sees it."""

    table: TableView
    """As it is now; its `ready` says who is ready."""
    last: HandView | None
    """The last hand, both sides open, until the next one is dealt."""
    purse: Holdings
    """The viewer's own."""
    turn: int
    """What a move is made for: see `Session.turn`."""
    legal: tuple[str, ...]
    """The names of the moves that he may make now."""
    hands_left: int
    """Hands that can still be dealt here."""
    is_closed: bool
    revealed: KeyRevealed | None
    """The key of the last hand that is over; None before the first."""


def versus_seat_view(session: VersusSession, seat: int) -> VersusSeatView:
    """Return what the player at *seat* may see.

    Raises:
        InvalidInputError: the table has no such seat.
    """
    turn, legal = session.turn(seat), session.legal(seat)
    return VersusSeatView(
        table=table_view(session.table, seat),
        last=None if session.over is None else hand_view(session.over, seat),
        purse=session.purses[seat],
        turn=turn,
        legal=legal,
        hands_left=session.setup.hands - session.number,
        is_closed=session.is_closed,
        revealed=None if session.key is None else KeyRevealed(session.last_over, session.key),
    )
