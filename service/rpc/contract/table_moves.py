"""Moves at tables as requests ask for them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.errors import InvalidInputError, Violation, shown, wanted
from sabacc.v1 import tables_pb2 as pb
from service.draws import KEY_BYTES
from service.rpc.contract.enums import WIRE_ABSENCES, refused
from service.rules.choices import parse_choice
from service.tables import moves
from service.tables.chain import NO_NONCE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.tables.moves import Absence, Move

_ABSENCES: Final[Mapping[int, Absence]] = MappingProxyType(
    {int(wire): why for why, wire in WIRE_ABSENCES.items() if why is not None}
)


class _Kind(NamedTuple):
    """How a request asks for a move."""

    read: Callable[[pb.MakeMoveRequest], Move]
    fields: tuple[str, ...] = ()
    """Those that belong to it, of all that belong to some move."""


def read_move(request: pb.MakeMoveRequest) -> Move:
    """Return the move that *request* asks for; whether it is legal, the table says.

    Raises:
        InvalidInputError: it is no move that a seat may make so, a field of it is out of its limits, or a field is set
            that does not belong to it.
    """
    if request.move == pb.MOVE_KIND_CLOSE:
        raise InvalidInputError.of("move", "MOVE_KIND_CLOSE", "another move: a table is closed by CloseTable")
    kind = _KINDS.get(request.move)
    if kind is None:
        raise InvalidInputError(refused("move", request.move, "a move of the contract"))
    strange = [name for name in _OF_SOME if name not in kind.fields and getattr(request, name)]
    if strange:
        expected = f"none: it does not belong to {pb.MoveKind.Name(request.move)}"
        raise InvalidInputError.all(Violation(name, "a value", expected) for name in strange)
    return kind.read(request)


def _bet(request: pb.MakeMoveRequest) -> Move:
    if request.amount < 1:
        raise InvalidInputError.of("amount", request.amount, "1 or more")
    return moves.Bet(request.amount, _nonce(request.nonce))


def _choose(request: pb.MakeMoveRequest) -> Move:
    try:
        return moves.Choose(request.position, parse_choice(request.choice))
    except ValueError as fault:
        raise InvalidInputError(Violation("choice", shown(request.choice), wanted(fault))) from None


def _leave(request: pb.MakeMoveRequest) -> Move:
    why = _ABSENCES.get(request.absence)
    if why is None:
        expected = "a missed deadline, a player who left, or one who concedes"
        raise InvalidInputError(refused("absence", request.absence, expected))
    return moves.Leave(why)


def _nonce(given: bytes) -> bytes:
    if len(given) not in (0, KEY_BYTES):
        raise InvalidInputError.of("nonce", f"{len(given)} bytes", f"{KEY_BYTES} bytes, or none")
    return given or NO_NONCE


_KINDS: Final[Mapping[int, _Kind]] = MappingProxyType(
    {
        pb.MOVE_KIND_BET: _Kind(_bet, ("amount", "nonce")),
        pb.MOVE_KIND_READY: _Kind(lambda request: moves.Ready(_nonce(request.nonce)), ("nonce",)),
        pb.MOVE_KIND_DRAW: _Kind(lambda _: moves.Draw()),
        pb.MOVE_KIND_STAND: _Kind(lambda _: moves.Stand()),
        pb.MOVE_KIND_CHOOSE: _Kind(_choose, ("position", "choice")),
        pb.MOVE_KIND_CHOOSE_BEST: _Kind(lambda _: moves.ChooseBest()),
        pb.MOVE_KIND_CHANGE_TOTAL: _Kind(lambda request: moves.ChangeTotal(request.change), ("change",)),
        pb.MOVE_KIND_FINISH: _Kind(lambda _: moves.Finish()),
        pb.MOVE_KIND_LEAVE: _Kind(_leave, ("absence",)),
        pb.MOVE_KIND_SEAT_DEALER: _Kind(lambda request: moves.SeatDealer(request.dealer), ("dealer",)),
    }
)
_OF_SOME: Final = tuple(dict.fromkeys(name for kind in _KINDS.values() for name in kind.fields))
