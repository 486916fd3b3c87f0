"""The use cases of tables: open, move, look, take the record, follow the feed, over a store and a catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from deckmapping.errors import DomainError, InvalidInputError, shown
from service.caller import OWN_IDS
from service.tables.chain import KeyChain
from service.tables.moves import EndTable
from service.tables.sessions import playing
from service.tables.sessions.content import differences
from service.tables.sessions.errors import (
    RequestReusedError,
    TableEndsError,
    TableMovedOnError,
)
from service.tables.sessions.head import head_lines
from service.tables.sessions.keeping import TableKeeping
from service.tables.sessions.opening import dealer_setup, versus_setup
from service.tables.sessions.orders import Chain, DealerOrder, VersusOrder
from service.tables.sessions.record import record_text
from service.tables.sessions.store import StoredStep, StoredTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from deckmapping.catalogue import Catalogue
    from service.caller import Caller
    from service.rules.cards import Card
    from service.tables.sessions.keeping import MoveRequest
    from service.tables.sessions.session import Session
    from service.tables.sessions.setup import TableSetup
    from service.tables.sessions.store import FeedEntry, SilverTables, TableStore
    from service.tables.sessions.telling import Told

LONGEST_REQUEST_ID: Final = 64
_TRIES: Final = 8
"""How often a move is made again because the other seat's came first."""


class TableSecrets(Protocol):
    """Where new tables get their names and keys from."""

    def fresh(self) -> tuple[str, bytes]:
        """Return an id that no table has, and 32 secret bytes: the key of the table's last hand."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A table as one seat is told of it."""

    session: Session
    """The whole table; the seat gets a view of it."""
    seat: int
    told: tuple[Told, ...] = ()
    """What the call made happen, as far as this seat may see it."""
    replayed: bool = False
    """This is the answer of an earlier call with the same request id."""


class Tables:
    """The use cases. What is stored of a table is its record; how it stands is read from its last step."""

    def __init__(
        self,
        store: TableStore,
        silver: SilverTables,
        catalogue: Catalogue,
        clock: Callable[[], datetime],
        secrets: TableSecrets,
    ) -> None:
        self._store = store
        self._keeping = TableKeeping(store, silver, catalogue, clock)
        self._catalogue_version = catalogue.version
        self._secrets = secrets

    def open(self, order: DealerOrder | VersusOrder, request_id: str, content: str, caller: Caller) -> Answer:
        """Open a table; asked again with the same request id, return the table that is open already.

        Args:
            order: what is asked for.
            request_id: the caller's own name for this call.
            content: canonical JSON of what he asked for, an object of its fields; for telling what differs.
            caller: whose table it is.

        Raises:
            InvalidInputError: something of the order cannot be.
            RequestReusedError: the request id was used for another table; the error names the fields that differ.
        """
        _verify_request_id(request_id)
        table_id, last_key = self._secrets.fresh()
        chain = KeyChain(order.hands, last_key)
        facts = Chain(table_id, chain.published, self._catalogue_version)
        setup: TableSetup = dealer_setup(order, facts) if isinstance(order, DealerOrder) else versus_setup(order, facts)
        step = playing.opened(setup)
        opening = self._keeping.stored(step)
        table = StoredTable(table_id, request_id, content, head_lines(setup), last_key, opening.create_time)
        stored, first, is_new = self._keeping.add(table, opening, step.session, caller)
        if is_new:
            return Answer(step.session, 0, _for_seat(first, 0))
        if found := differences(stored.content, content):
            raise RequestReusedError.all(found)
        return self._answer(stored, first, 0, replayed=True)

    def move(self, asked: MoveRequest, caller: Caller) -> Answer:
        """Make a move; asked again with the same request id, return the first answer.

        Raises:
            TableNotFoundError: the caller has opened no such table.
            TableMovedOnError: another move came first; the error names the seat's turn of now.
            RequestReusedError: the request id was used for another move at this table.
            IllegalActError: the move is not legal now; the error says what is.
            InvalidInputError: the table has no such seat, or a bet, a value or a dealer cannot be.
            TableEndsError: no further hand for silver can be dealt in this shoe; the house has closed the table.
            DomainError: of silver, see `SilverTables.append`; nothing is stored.
        """
        _verify_request_id(asked.request_id)
        for _ in range(_TRIES):
            now = self._keeping.standing(asked.table_id, caller)
            turn = now.session.turn(asked.seat)
            if turn != asked.turn:
                earlier = self._earlier(asked, caller)
                if earlier is None:
                    raise TableMovedOnError.of("turn", asked.turn, f"turn {turn}: look at the table again")
                return self._answer(now.table, earlier, asked.seat, replayed=True)
            try:
                step = playing.move(now.session, asked.seat, asked.move, self._keeping.keys(now))
            except DomainError:
                self._earlier(asked, caller)  # of a request id that was used before, that is what is wrong
                raise
            try:
                stored = self._keeping.keep(now, step, asked, caller)
            except TableEndsError as error:
                self._keeping.make_own(now, asked.seat, EndTable(error.why), caller)
                raise
            if stored is not None:
                return Answer(step.session, asked.seat, _for_seat(stored, asked.seat))
            earlier = self._earlier(asked, caller)
            if earlier is not None:
                return self._answer(now.table, earlier, asked.seat, replayed=True)
        raise TableMovedOnError.of("turn", asked.turn, "a table at which fewer moves are made at the same time")

    def get(self, table_id: str, seat: int, caller: Caller) -> Answer:
        """Return a table as it stands.

        Raises:
            TableNotFoundError: the caller has opened no such table.
            InvalidInputError: the table has no such seat.
        """
        session = self._keeping.standing(table_id, caller).session
        session.turn(seat)
        return Answer(session, seat)

    def time_out(self, table_id: str, caller: Caller) -> None:
        """Play the hand of a table for silver to its end for whoever has kept it waiting too long.

        Raises:
            TableNotFoundError: the caller has opened no such table.
        """
        self._keeping.standing(table_id, caller)

    def record(self, table_id: str, caller: Caller) -> str:
        """Return the table's record up to its last hand that is over.

        Raises:
            TableNotFoundError: the caller has opened no such table.
        """
        table, _ = self._keeping.found(table_id, caller)
        return record_text(table.head, self._store.public_lines(table_id, caller))

    def feed(self, after: int, most: int, caller: Caller) -> tuple[FeedEntry, ...]:
        """Return what happened at the caller's tables after event number *after*, in order, *most* events at most.

        Raises:
            InvalidInputError: the caller's feed has no such number yet.
        """
        found = self._store.feed(after, most, caller)
        if not found and after and after > (head := self._store.feed_head(caller)):
            raise InvalidInputError.of("after", after, f"0 to {head}, the last event's number")
        return found

    def wait_for_feed(self, after: int, seconds: float, caller: Caller) -> bool:
        """See `TableStore.wait_for_feed`."""
        return self._store.wait_for_feed(after, seconds, caller)

    def title(self, card: Card) -> str:
        """Return what *card* is called: its title, or its id where the catalogue does not know it."""
        return self._keeping.title(card)

    def _earlier(self, asked: MoveRequest, caller: Caller) -> StoredStep | None:
        """Return what this request has made of the table before."""
        earlier = self._store.step_of(asked.table_id, asked.request_id, caller)
        if earlier is not None and earlier.content != asked.content:
            # For what it was used is not told: it may have been a secret move of the other seat.
            raise RequestReusedError.of("requestId", shown(asked.request_id), "another id: this one was used before")
        return earlier

    def _answer(self, table: StoredTable, step: StoredStep, seat: int, *, replayed: bool) -> Answer:
        return Answer(self._keeping.session(table, step.standing), seat, _for_seat(step, seat), replayed)


def _for_seat(step: StoredStep, seat: int) -> tuple[Told, ...]:
    return tuple(each for each in step.told if each.seat == seat)


def _verify_request_id(request_id: str) -> None:
    if not 0 < len(request_id) <= LONGEST_REQUEST_ID or not request_id.isascii() or not request_id.isprintable():
        expected = f"1 to {LONGEST_REQUEST_ID} printable ASCII characters"
        raise InvalidInputError.of("requestId", shown(request_id), expected)
    if request_id.startswith(OWN_IDS):
        raise InvalidInputError.of("requestId", shown(request_id), f"an id of your own: {OWN_IDS} is the service's")
