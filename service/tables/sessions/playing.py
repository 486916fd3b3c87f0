"""The one way on for a table of either kind: a move of a seat, and all that follows from it without anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.tables import moves
from service.tables.dealer.hand import PLAYER
from service.tables.sessions.dealer_notation import read_dealer_session, write_dealer_session
from service.tables.sessions.dealer_play import move_at_dealers, open_dealer_session
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.setup import DealerSetup, VersusSetup
from service.tables.sessions.versus_notation import read_versus_session, write_versus_session
from service.tables.sessions.versus_play import move_between_players, open_versus_session
from service.tables.sessions.versus_session import VersusSession

if TYPE_CHECKING:
    from service.tables.moves import Move
    from service.tables.sessions.keys import Keys
    from service.tables.sessions.session import Session, Step
    from service.tables.sessions.setup import TableSetup


def opened(setup: TableSetup) -> Step:
    """Return the table that *setup* opens.

    Raises:
        PileTooSmallError: a pile is too small for any hand (R1).
        InvalidInputError: a stake or a name that cannot be.
    """
    if isinstance(setup, DealerSetup):
        return open_dealer_session(setup)
    assert isinstance(setup, VersusSetup)
    return open_versus_session(setup)


def move(session: Session, seat: int, made: Move, keys: Keys) -> Step:
    """Carry out the move *made* by *seat*, and all that follows from it without anybody's decision.

    Args:
        session: the table; it is left as it is.
        seat: who makes it.
        made: the move.
        keys: where the key of a hand comes from that is dealt or ends.

    Raises:
        IllegalActError: it is not legal now; the error says what is.
        IllegalChoiceError: a value or a change that the rules do not allow.
        InvalidInputError: the table has no such seat, or a bet or a dealer cannot be.
    """
    if isinstance(session, DealerSession):
        return move_at_dealers(session, seat, made, keys)
    assert isinstance(session, VersusSession)
    return move_between_players(session, seat, made, keys)


def absence(session: Session) -> tuple[int, Move]:
    """Return the move by which a running hand goes on without whoever is asked, and his seat."""
    if isinstance(session, DealerSession):
        return PLAYER, moves.Finish()
    assert isinstance(session, VersusSession)
    return session.table.waits_for[0], moves.Leave(moves.Absence.MISSED_DEADLINE)


def write_session(session: Session) -> str:
    """Return what changes at a table on one line, which holds hidden cards."""
    if isinstance(session, DealerSession):
        return write_dealer_session(session)
    assert isinstance(session, VersusSession)
    return write_versus_session(session)


def read_session(text: str, setup: TableSetup) -> Session:
    """Read what `write_session` wrote of a table that was opened with *setup*.

    Raises:
        InvalidNotationError: *text* is no line of this table; the error tells no card.
    """
    if isinstance(setup, DealerSetup):
        return read_dealer_session(text, setup)
    assert isinstance(setup, VersusSetup)
    return read_versus_session(text, setup)
