"""The calls that a table in a terminal makes; what fails comes back in words, and the table is as it was."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import grpc

from deckmapping.errors import DomainError
from deckmapping.themes.themes import theme as theme_named
from sabacc.v1 import ledger_pb2
from sabacc.v1 import tables_pb2 as pb
from service.campaign.ladder.ladder import ladder
from service.cli.failures import error_info, is_refusal, lines_of, status_of_call
from service.draws import KEY_BYTES
from service.rpc.calls.error_table import status_of
from service.tables.dealer.visits import HIS_OWN_HOUSE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.rpc import status_pb2

    from service.cli.play.sitting import Make
    from service.rpc.contract.servicers import Servicers

_DEALING: Final = (pb.MOVE_KIND_BET, pb.MOVE_KIND_READY)


class TroubleError(Exception):
    """A call that was refused or not answered."""

    def __init__(self, status: status_pb2.Status) -> None:
        self.is_refusal = is_refusal(status)
        """Whether the service said no; else it did not answer, and the call may be made again."""
        self.words = "; ".join(lines_of(status))
        self.error = error_info(status)
        """What is wrong, for whoever tells it in other words."""
        super().__init__(self.words)


class TableCalls:
    """One table's calls. A call that is made again for the same turn has the same request id, and so is done once."""

    def __init__(self, calls: Servicers, table_id: str, seed: str | None, server: str | None) -> None:
        """Call about one table.

        Args:
            calls: the servicers, or the stubs of a service elsewhere.
            table_id: the table.
            seed: text from which the player's parts of the hands' seeds follow; None takes them by chance.
            server: where the service is, for what is told of a call without an answer.
        """
        self._tables = calls.tables
        self._ledger = calls.ledger
        self._table_id = table_id
        self._server = server or "this process"
        self._run = secrets.token_hex(12)
        self._secret = secrets.token_bytes(KEY_BYTES) if seed is None else sha256(seed.encode()).digest()

    def look(self, seat: int) -> pb.TableView:
        """Return the table as *seat* sees it."""
        with self._troubled():
            view: pb.TableView = self._tables.GetTable(pb.GetTableRequest(table_id=self._table_id, seat=seat)).table
            return view

    def move(self, view: pb.TableView, make: Make) -> pb.MakeMoveResponse:
        """Make a move of the seat that sees *view*, for its turn."""
        request = pb.MakeMoveRequest(
            request_id=self._request_id(view),
            table_id=self._table_id,
            seat=view.seat,
            turn=view.turn,
            move=make.move,
            amount=make.amount,
            nonce=self._nonce(view) if make.move in _DEALING else b"",
            position=make.position,
            choice=make.choice,
            change=make.change,
            dealer=make.dealer,
            absence=make.absence,
        )
        with self._troubled():
            return self._tables.MakeMove(request)

    def close(self, view: pb.TableView) -> pb.CloseTableResponse:
        """Close the table."""
        request = pb.CloseTableRequest(
            request_id=self._request_id(view), table_id=self._table_id, seat=view.seat, turn=view.turn
        )
        with self._troubled():
            return self._tables.CloseTable(request)

    def wallet(self, player: str) -> ledger_pb2.Wallet | None:
        """Return what *player* owns; None where that cannot be had, for which no table waits."""
        try:
            with self._troubled():
                wallet: ledger_pb2.Wallet = self._ledger.GetWallet(ledger_pb2.GetWalletRequest(player=player)).wallet
                return wallet
        except TroubleError:
            return None

    def advise(self) -> str:
        """Return what the coach says."""
        with self._troubled():
            words: str = self._tables.AdviseMove(pb.AdviseMoveRequest(table_id=self._table_id)).words
            return words

    def record(self) -> bytes:
        """Return the table's record up to its last hand that is over."""
        with self._troubled():
            record: bytes = self._tables.GetTableRecord(pb.GetTableRecordRequest(table_id=self._table_id)).record
            return record

    def _request_id(self, view: pb.TableView) -> str:
        return f"play-{self._run}-{view.seat}-{view.turn}"

    def _nonce(self, view: pb.TableView) -> bytes:
        return sha256(self._secret + f"{view.seat} {view.turn}".encode()).digest()

    @contextmanager
    def _troubled(self) -> Iterator[None]:
        try:
            yield
        except DomainError as error:
            raise TroubleError(status_of(error)) from None
        except grpc.RpcError as error:
            raise TroubleError(status_of_call(error, self._server)) from None


def sentences(response: Any) -> tuple[str, ...]:
    """Return what a response tells of what happened, without what each hand repeats about keys and held chips."""
    return tuple(event.text for event in response.events if event.cue not in ("cue.key", "cue.bet"))


def news(response: Any) -> frozenset[str]:
    """Return those of the sentences that tell of a career, or that Lando comes to the table or leaves it."""
    lando = theme_named(HIS_OWN_HOUSE).cues  # of his coming and leaving all themes have the same
    cues = {*ladder().cues.values(), lando.arrival, lando.departure, lando.beaten}
    return frozenset(event.text for event in response.events if event.cue in cues)
