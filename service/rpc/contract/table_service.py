"""TableService: converts, calls the use cases, converts."""

from __future__ import annotations

import threading
from functools import partial
from hashlib import sha256
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.errors import DomainError, InvalidInputError
from deckmapping.themes.themes import theme, themes
from sabacc.v1 import tables_pb2 as pb
from sabacc.v1 import tables_pb2_grpc
from service.rpc.calls.callers import local_caller
from service.rpc.calls.errors import CallerGoneError, DrainingError
from service.rpc.contract.fields import renamed
from service.rpc.contract.table_advice import advice_message, advising
from service.rpc.contract.table_moves import read_move
from service.rpc.contract.table_orders import as_asked, content_of, read_order
from service.rpc.contract.table_players import PlayerReader
from service.rpc.contract.table_records import verified_message
from service.rpc.contract.table_views import entry_message, event_message, table_message
from service.rpc.contract.theme_messages import summary_message, theme_message
from service.rpc.work.executor import finished
from service.tables.moves import Close
from service.tables.sessions.keeping import MoveRequest
from service.tables.sessions.record import verify_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckmapping.catalogue import Catalogue
    from deckmapping.clinic.clinic import Clinic
    from service.caller import Caller
    from service.rpc.work.executor import Executor, Watch
    from service.tables.sessions.record import Verified
    from service.tables.sessions.use_cases import Answer, Tables

LARGEST_RECORD: Final = 960 * 1024
"""Bytes of a record that is verified; a call's message has room for no more."""
FEED_PAGE: Final = 100
"""Events that a watch takes from the feed at once, and so the most that it holds."""
_HELD: Final[Mapping[str, str]] = MappingProxyType({f"entries[{at}].amount": "amount" for at in (0, 1)})
"""What the ledger calls the two amounts that a bet of silver holds."""
_LOOK_EVERY_S: Final = 0.25
"""Seconds between looks at whether a watch is still of use."""


class TableServicer(tables_pb2_grpc.TableServiceServicer):
    """Every method may be called without a caller, in process; a feed then ends with the last event there is."""

    def __init__(
        self, tables: Tables, catalogue: Catalogue, clinic: Clinic, work: Executor, default_deadline_s: float
    ) -> None:
        """Answer from *tables*; decks are read by *catalogue* and *clinic*, and what takes long is done by *work*."""
        self._tables = tables
        self._catalogue = catalogue
        self._players = PlayerReader(catalogue, clinic)
        self._work = work
        self._default_deadline_s = default_deadline_s
        self._stopping = threading.Event()

    def ListThemes(  # noqa: N802
        self, request: pb.ListThemesRequest, caller: Caller | None = None
    ) -> pb.ListThemesResponse:
        """See the contract."""
        del request, caller
        return pb.ListThemesResponse(themes=map(summary_message, themes()))

    def GetTheme(  # noqa: N802
        self, request: pb.GetThemeRequest, caller: Caller | None = None
    ) -> pb.GetThemeResponse:
        """See the contract."""
        del caller
        with renamed({"theme": "name"}):
            return theme_message(theme(request.name))

    def OpenTable(  # noqa: N802
        self, request: pb.OpenTableRequest, caller: Caller | None = None
    ) -> pb.OpenTableResponse:
        """See the contract."""
        order = read_order(request, self._players)
        with as_asked(request):
            answer = self._tables.open(order, request.request_id, content_of(request), caller or self._local())
        return pb.OpenTableResponse(
            table=self._view(answer), events=map(event_message, answer.told), replayed=answer.replayed
        )

    def MakeMove(  # noqa: N802
        self, request: pb.MakeMoveRequest, caller: Caller | None = None
    ) -> pb.MakeMoveResponse:
        """See the contract."""
        move = read_move(request)
        asked = MoveRequest(request.table_id, request.seat, request.turn, move, request.request_id)
        names = {"bet": "amount", f"choices[{request.position}]": "choice"}
        with renamed(names), renamed(_HELD, DomainError):
            answer = self._tables.move(asked, caller or self._local())
        return pb.MakeMoveResponse(
            table=self._view(answer), events=map(event_message, answer.told), replayed=answer.replayed
        )

    def GetTable(  # noqa: N802
        self, request: pb.GetTableRequest, caller: Caller | None = None
    ) -> pb.GetTableResponse:
        """See the contract."""
        answer = self._tables.get(request.table_id, request.seat, caller or self._local())
        return pb.GetTableResponse(table=self._view(answer))

    def CloseTable(  # noqa: N802
        self, request: pb.CloseTableRequest, caller: Caller | None = None
    ) -> pb.CloseTableResponse:
        """See the contract."""
        asked = MoveRequest(request.table_id, request.seat, request.turn, Close(), request.request_id)
        answer = self._tables.move(asked, caller or self._local())
        return pb.CloseTableResponse(
            table=self._view(answer), events=map(event_message, answer.told), replayed=answer.replayed
        )

    def AdviseMove(  # noqa: N802
        self, request: pb.AdviseMoveRequest, caller: Caller | None = None
    ) -> pb.AdviseMoveResponse:
        """See the contract."""
        answer = self._tables.get(request.table_id, 0, caller or self._local())
        job = advising(answer.session)
        return advice_message(finished(self._work.follow(job, caller or local_caller(inf))))

    def GetTableRecord(  # noqa: N802
        self, request: pb.GetTableRecordRequest, caller: Caller | None = None
    ) -> pb.GetTableRecordResponse:
        """See the contract."""
        record = self._tables.record(request.table_id, caller or self._local()).encode("ascii")
        return pb.GetTableRecordResponse(record=record, digest=sha256(record).hexdigest())

    def VerifyTableRecord(  # noqa: N802
        self, request: pb.VerifyTableRecordRequest, caller: Caller | None = None
    ) -> pb.VerifyTableRecordResponse:
        """See the contract."""
        record = request.record
        if len(record) > LARGEST_RECORD:
            raise InvalidInputError.of("record", f"{len(record)} bytes", f"at most {LARGEST_RECORD} bytes")
        text = record.decode("ascii", "replace")
        found = finished(self._work.follow(partial(_verified, text), caller or local_caller(inf)))
        return verified_message(record, found, self._catalogue)

    def WatchEvents(  # noqa: N802
        self, request: pb.WatchEventsRequest, caller: Caller | None = None
    ) -> Iterator[pb.WatchEventsResponse]:
        """See the contract; the stream ends when its time is over, and there is nothing to refuse then."""
        after = request.after
        if after < 0:
            raise InvalidInputError.of("after", after, "0, or the number of the last event that the caller has")
        reader = caller or self._local()
        while True:
            page = self._tables.feed(after, FEED_PAGE, reader)
            for entry in page:
                yield entry_message(entry)
                after = entry.sequence
            if len(page) < FEED_PAGE:
                if caller is None:
                    return
                self._wait(after, reader)
            if not self._is_watched(reader):
                return

    def let_go(self) -> None:
        """End all watches, for the service stops; who watches goes on elsewhere after the last event that he has."""
        self._stopping.set()

    def _wait(self, after: int, caller: Caller) -> None:
        """Wait until there may be an event after number *after*, or the watch ends."""
        while self._is_watched(caller):
            if self._tables.wait_for_feed(after, _LOOK_EVERY_S, caller):
                return

    def _is_watched(self, caller: Caller) -> bool:
        """Tell whether a watch has time for one more look.

        Raises:
            DrainingError: the service stops.
            CallerGoneError: nobody watches any more.
        """
        if self._stopping.is_set():
            raise DrainingError.of("service", "stopping", "another instance, or this one after its restart")
        if caller.has_gone():
            raise CallerGoneError.of("call", "cancelled", "a caller who watches")
        return caller.seconds_left() > _LOOK_EVERY_S

    def _view(self, answer: Answer) -> pb.TableView:
        return table_message(answer.session, answer.seat, self._tables.title)

    def _local(self) -> Caller:
        return local_caller(self._default_deadline_s)


def _verified(text: str, _: Watch) -> Verified:
    return verify_record(text)
