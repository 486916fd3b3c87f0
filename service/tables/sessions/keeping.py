"""Tables as they stand in a store, and the way of each step into it; hands that wait too long are played on here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from deckmapping.errors import shown
from service.caller import OWN_IDS
from service.rules.errors import InvalidNotationError
from service.tables.chain import TABLE_ID, KeyChain
from service.tables.sessions import playing
from service.tables.sessions.errors import BadRecordError, TableNotFoundError
from service.tables.sessions.keys import NearKeys
from service.tables.sessions.setups import MOST_SETUPS, Setups
from service.tables.sessions.store import StoredStep
from service.tables.sessions.telling import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from deckmapping.catalogue import Catalogue
    from service.caller import Caller
    from service.rules.cards import Card
    from service.tables.moves import Move
    from service.tables.sessions.keys import Keys
    from service.tables.sessions.session import Session, Step
    from service.tables.sessions.store import LastStep, SilverTables, StoredTable, TableStore


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move that is asked for."""

    table_id: str
    seat: int
    """Whose move it is."""
    turn: int
    """The seat's turn for which it is made, as it was last told; a move for a turn that is over is refused."""
    move: Move
    request_id: str
    """The caller's own name for this call; each of a table is used once."""

    @property
    def content(self) -> str:
        """What is compared when the same request id comes again."""
        return f"{self.seat} {self.turn} {self.move}"


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as it stands."""

    table: StoredTable
    last: LastStep
    session: Session


class TableKeeping:
    """Reads tables from a store, and keeps their steps in it: of those for silver with all that they move."""

    def __init__(
        self, store: TableStore, silver: SilverTables, catalogue: Catalogue, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._silver = silver
        self._catalogue = catalogue
        self._clock = clock
        self._setups = Setups(catalogue)
        self._keys = lru_cache(maxsize=MOST_SETUPS)(_keys)

    def found(self, table_id: str, caller: Caller) -> tuple[StoredTable, LastStep]:
        """Return a table and its last step.

        Raises:
            TableNotFoundError: the caller has opened no such table.
        """
        found = self._store.get(table_id, caller) if TABLE_ID.fullmatch(table_id) else None
        if found is None:
            raise TableNotFoundError.of("tableId", shown(table_id), "a table that this caller has opened")
        return found

    def standing(self, table_id: str, caller: Caller) -> Standing:
        """Return a table as it stands, once whoever was asked there too long is played for.

        Raises:
            TableNotFoundError: the caller has opened no such table.
        """
        while True:
            table, last = self.found(table_id, caller)
            session = self.session(table, last)
            now = Standing(table, last, session)
            if not (session.setup.is_for_silver and session.is_hand_running and self._silver.is_overdue(last)):
                return now
            self.make_own(now, *playing.absence(session), caller)

    def make_own(self, now: Standing, seat: int, move: Move, caller: Caller) -> None:
        """Make a move of the service's own, unless another one comes first."""
        step = playing.move(now.session, seat, move, self.keys(now))
        asked = MoveRequest(now.table.table_id, seat, now.session.turn(seat), move, f"{OWN_IDS}{now.last.number}")
        self.keep(now, step, asked, caller)

    def keys(self, now: Standing) -> Keys:
        """Return the secret keys of a table's hands."""
        return self._keys(now.session.setup.hands, now.table.last_key)

    def add(
        self, table: StoredTable, opening: StoredStep, session: Session, caller: Caller
    ) -> tuple[StoredTable, StoredStep, bool]:
        """Store a new table; see `TableStore.add` and `SilverTables.add`."""
        if session.setup.is_for_silver:
            return self._silver.add(table, opening, session, caller)
        return self._store.add(table, opening, caller)

    def keep(self, now: Standing, step: Step, asked: MoveRequest, caller: Caller) -> StoredStep | None:
        """Store what the move *asked* for made of a table; None where another step has come first."""
        stored = self.stored(step, now.last.number + 1, asked)
        if now.session.setup.is_for_silver:
            return self._silver.append(now.session, step, stored, caller)
        return stored if self._store.append(now.table.table_id, stored, caller) else None

    def session(self, table: StoredTable, standing: LastStep) -> Session:
        """Read a table as it stood after a step.

        Raises:
            BadRecordError: it is not as it was stored.
        """
        try:
            return playing.read_session(standing.state, self._setups.of(table.head))
        except InvalidNotationError:
            raise BadRecordError.of("table", table.table_id, f"step {standing.number} as it was stored") from None

    def stored(self, step: Step, number: int = 1, asked: MoveRequest | None = None) -> StoredStep:
        """Return *step* as it is stored: that of the move *asked* for, or the opening of a table."""
        session = step.session
        return StoredStep(
            number=number,
            request_id="" if asked is None else asked.request_id,
            content="" if asked is None else asked.content,
            seat=0 if asked is None else asked.seat,
            state=playing.write_session(session),
            lines=step.lines,
            is_over=not session.is_hand_running,
            told=told(session, step.events, self.title),
            create_time=self._clock(),
        )

    def title(self, card: Card) -> str:
        """Return what *card* is called: its title, or its id where the catalogue does not know it."""
        record = self._catalogue.get(card.card_id)
        return card.card_id if record is None else record.title


def _keys(hands: int, last_key: bytes) -> NearKeys:
    return NearKeys(KeyChain(hands, last_key))
