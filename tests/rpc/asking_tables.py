"""Requests about tables, as short as tests need them, and players who play by what their own seat is told."""

from __future__ import annotations

import itertools
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Service

_NUMBERS = itertools.count()

DRAWING, VALUING, FINISHED = pb.HAND_PHASE_DRAWING, pb.HAND_PHASE_VALUING, pb.HAND_PHASE_FINISHED


def fresh() -> str:
    """A request id that no other call of this run has."""
    return f"call-{next(_NUMBERS)}"


def sitting(name: str = "ann", deck: str = "deck-c", **fields: Any) -> pb.TablePlayer:
    """A player with a bundled deck, unless *fields* give another one."""
    if not {"gemp", "pasted"} & fields.keys():
        fields["bundled"] = deck
    return pb.TablePlayer(name=name, **fields)


def of_dealer(player: pb.TablePlayer | None = None, *, request_id: str = "", **fields: Any) -> pb.OpenTableRequest:
    """A dealer's table, the standard one unless told otherwise; *fields* are the table's and the request's."""
    own = {name: fields.pop(name) for name in ("start_chips", "cut", "hands") if name in fields}
    theme = fields.get("theme", "")
    table = pb.DealerTable(player=player or sitting(deck=theme or "deck-c"), **fields)
    return pb.OpenTableRequest(request_id=request_id or fresh(), dealer=table, **own)


def of_two(*players: pb.TablePlayer, request_id: str = "", **fields: Any) -> pb.OpenTableRequest:
    """A table between two players: with Deck C and for 10 chips, unless told otherwise."""
    own = {name: fields.pop(name) for name in ("start_chips", "cut", "hands") if name in fields}
    asked: dict[str, Any] = {"stake": 10, "variant": cards_pb2.VARIANT_FAIR_DECK, **fields}
    table = pb.VersusTable(players=players or [sitting("ann"), sitting("bob")], **asked)
    return pb.OpenTableRequest(request_id=request_id or fresh(), versus=table, **own)


def at_dealers(service: Service, **fields: Any) -> Any:
    """Open a dealer's table."""
    return service.call(of_dealer(**fields))


def between_two(service: Service, *players: pb.TablePlayer, **fields: Any) -> Any:
    """Open a table between two players."""
    return service.call(of_two(*players, **fields))


def made(table: pb.TableView, move: Any, *, request_id: str = "", **fields: Any) -> pb.MakeMoveRequest:
    """A move of the seat that sees *table*, for the turn that it sees."""
    return pb.MakeMoveRequest(
        request_id=request_id or fresh(),
        table_id=table.table_id,
        seat=table.seat,
        turn=fields.pop("turn", table.turn),
        move=move,
        **fields,
    )


def bet(table: pb.TableView, amount: int, **fields: Any) -> pb.MakeMoveRequest:
    """A bet without a nonce, unless one is given."""
    return made(table, pb.MOVE_KIND_BET, amount=amount, **fields)


def closing(table: pb.TableView, *, request_id: str = "") -> pb.CloseTableRequest:
    """The close of a table by the seat that sees it."""
    return pb.CloseTableRequest(
        request_id=request_id or fresh(), table_id=table.table_id, seat=table.seat, turn=table.turn
    )


def look(service: Service, table: pb.TableView, seat: int | None = None) -> pb.TableView:
    """A table as it stands, for the seat that saw it or another one."""
    asked = pb.GetTableRequest(table_id=table.table_id, seat=table.seat if seat is None else seat)
    found: pb.TableView = service.call(asked).table
    return found


def nonce_of(table: pb.TableView) -> bytes:
    """A player's part of the next hand's seed, the same in every run."""
    return sha256(f"nonce of {table.seat} for {table.hand}".encode()).digest()


def next_move(table: pb.TableView, *, draws_to: int = 7) -> pb.MakeMoveRequest | None:
    """What a simple player does with what his seat is told; None where he is not asked."""
    own, may = table.seats[table.seat], set(table.moves)
    if pb.MOVE_KIND_BET in may:
        return bet(table, min(10, table.largest_bet), nonce=nonce_of(table))
    if pb.MOVE_KIND_READY in may:
        return made(table, pb.MOVE_KIND_READY, nonce=nonce_of(table))
    if pb.MOVE_KIND_DRAW in may:
        return made(table, pb.MOVE_KIND_DRAW if float(own.best_total) <= draws_to else pb.MOVE_KIND_STAND)
    if pb.MOVE_KIND_CHOOSE in may and not own.total:
        return _choice(table, own)
    return made(table, pb.MOVE_KIND_CHANGE_TOTAL, change=0) if pb.MOVE_KIND_CHANGE_TOTAL in may else None


def _choice(table: pb.TableView, own: pb.SeatView) -> pb.MakeMoveRequest:
    """A number for one card that has none, or else the best values: a clone card may wait for another card's."""
    for at, card in enumerate(own.cards):
        if not card.value and not card.choices[-1].startswith("@"):
            return made(table, pb.MOVE_KIND_CHOOSE, position=at, choice=card.choices[-1])
    return made(table, pb.MOVE_KIND_CHOOSE_BEST)


def play(
    service: Service,
    table: pb.TableView,
    hands: int,
    seen: Callable[[int, Any], object] = lambda _seat, _answer: None,
) -> list[pb.TableView]:
    """Play until that many hands are over; return what each seat sees then.

    Args:
        service: where the table is.
        table: as any of its seats sees it, between two hands.
        hands: the number of the last hand.
        seen: told the seat and the answer of each call.
    """
    seats = range(1 if table.against_dealer else 2)
    for _ in range(400):
        views = []
        for seat in seats:
            answer = service.call(pb.GetTableRequest(table_id=table.table_id, seat=seat))
            seen(seat, answer)
            views.append(answer.table)
        over = [view.hand == hands and view.phase == FINISHED for view in views]
        if all(over):
            return views
        for view in views:
            asked = next_move(view)
            if asked is not None:
                seen(view.seat, service.call(asked))
                break
        else:
            raise AssertionError("nobody is asked")
    raise AssertionError("no end")


def every_call() -> list[Any]:
    """Each call once or more, without a table that is there: what is answered and what is refused by a rule."""
    table = pb.TableView(table_id="t0123456789abcdef0123", turn=1)
    pasted = sitting("pia", pasted="2x Tatooine: Cantina (V)\n1 Luke Skywalker\n")
    return [
        pb.ListThemesRequest(),
        pb.GetThemeRequest(name="dune-sea-light"),
        of_dealer(theme="cloud-city-dark", with_modifier=True, perfect_pays="2", perfect_costs=2, cut=3, hands=9),
        of_dealer(pasted),
        of_two(),
        bet(table, 10, nonce=bytes(32)),
        made(table, pb.MOVE_KIND_CHOOSE, position=1, choice="@0"),
        made(table, pb.MOVE_KIND_LEAVE, absence=pb.ABSENCE_LEFT),
        pb.GetTableRequest(table_id=table.table_id),
        closing(table),
        pb.AdviseMoveRequest(table_id=table.table_id),
        pb.GetTableRecordRequest(table_id=table.table_id),
        pb.VerifyTableRecordRequest(record=b"tsb1-table 1 dealer\ntable t\n"),
        pb.WatchEventsRequest(after=10**6),
    ]
