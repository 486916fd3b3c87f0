"""Outside the campaign no silver moves: neither by type, nor by any call, nor in many hands."""

from __future__ import annotations

from typing import Any

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.clinic.clinic import Clinic
from deckmapping.errors import InvalidInputError
from sabacc.v1 import cards_pb2, missions_pb2, tables_pb2
from service.money import Silver
from service.rpc.contract.table_moves import read_move
from service.rpc.contract.table_orders import read_order
from service.rpc.contract.table_players import PlayerReader
from service.tables.moves import Absence, Bet, EndTable, Leave, Ready
from service.tables.practice import Chips
from service.tables.sessions.orders import DealerOrder, SeatOrder, VersusOrder
from tests.campaign.play.stored import everything
from tests.campaign.play.world import EIGHT, GEMP, TEN, Seat, World

OF_PRACTICE = {"game_table", "table_key", "table_step", "feed_head", "feed_event"}
"""Where tables for practice are kept."""
PLAYER = tables_pb2.TablePlayer(name="ann", bundled="deck-c")
KALITS = tables_pb2.DealerTable(player=PLAYER, theme="dune-sea-light", dealer="kalit")
FAIR = cards_pb2.VARIANT_FAIR_DECK
OTHER = tables_pb2.TablePlayer(name="bob", bundled="deck-c")


def of_money(world: World) -> dict[str, list[tuple[object, ...]]]:
    """All rows but those of tables for practice."""
    return {name: rows for name, rows in everything(world.engine).items() if name not in OF_PRACTICE}


def test_many_hands_for_practice_leave_the_ledger_and_all_careers_as_they_were(world: World) -> None:
    world.player("ann", 1000)
    world.player("bob", 1000)
    at_stake = world.sit("ann", TEN, EIGHT)
    at_stake.move(Bet(10))
    before, figures = of_money(world), world.ledger.figures(GEMP)
    hands = 0
    dealers = world.tables.open(DealerOrder(SeatOrder("ann", "deck-c"), cut=3), "p-1", "{}", GEMP)
    practice = Seat(world, dealers.session.setup.table_id)
    for _ in range(30):
        practice.hand(10)
        hands += 1
    practice.close()
    order = VersusOrder((SeatOrder("ann", "deck-c"), SeatOrder("bob", "deck-c")), Chips(10))
    versus = world.tables.open(order, "p-2", "{}", GEMP)
    seats = [Seat(world, versus.session.setup.table_id, at) for at in (0, 1)]
    for _ in range(10):
        for seat in seats:
            seat.move(Ready())
        while asked := [seat for seat in seats if seat.is_asked()]:
            asked[0].move(Leave(Absence.CONCEDED))
        hands += 1
    assert (of_money(world), world.ledger.figures(GEMP)) == (before, figures)
    assert hands == 40


def test_chips_and_silver_neither_add_up_nor_compare() -> None:
    with pytest.raises(TypeError):
        Chips(1) + Silver(1)  # type: ignore[operator]
    with pytest.raises(TypeError):
        Silver(1) - Chips(1)  # type: ignore[operator]
    with pytest.raises(TypeError):
        assert Chips(1) < Silver(2)  # type: ignore[operator]
    assert Chips(1) != Silver(1)  # type: ignore[comparison-overlap]


def test_a_table_for_practice_says_so_before_anything_of_it_is_stored(desk: World) -> None:
    order = VersusOrder((SeatOrder("ann", "deck-c"), SeatOrder("bob", "deck-c")), Silver(10))
    assert desk.tables.open(order, "o-1", "{}", GEMP).session.setup.is_for_silver
    order = VersusOrder((SeatOrder("ann", "deck-c"), SeatOrder("bob", "deck-c")), Chips(10))
    assert not desk.tables.open(order, "o-2", "{}", GEMP).session.setup.is_for_silver


@pytest.fixture(scope="module")
def players() -> PlayerReader:
    return PlayerReader(starter_catalogue(), Clinic(starter_catalogue()))


@pytest.mark.parametrize(
    "request_",
    [
        tables_pb2.OpenTableRequest(dealer=tables_pb2.DealerTable(player=PLAYER)),
        tables_pb2.OpenTableRequest(
            dealer=tables_pb2.DealerTable(player=PLAYER, theme="dune-sea-light", dealer="kalit")
        ),
        tables_pb2.OpenTableRequest(versus=tables_pb2.VersusTable(players=[PLAYER, OTHER], stake=10, variant=FAIR)),
    ],
    ids=["the standard table", "a dealer of the campaign", "two players"],
)
def test_the_call_that_opens_tables_opens_none_for_silver(
    request_: tables_pb2.OpenTableRequest, players: PlayerReader, desk: World
) -> None:
    order = read_order(request_, players)
    assert order.silver is None if isinstance(order, DealerOrder) else isinstance(order.stake, Chips)
    before = of_money(desk)
    assert not desk.tables.open(order, "o-1", "{}", GEMP).session.setup.is_for_silver
    assert of_money(desk) == before


def fields(descriptor: Any) -> set[str]:
    """The names of all fields of a message and of those in it."""
    found: set[str] = set()
    for field in descriptor.fields:
        found |= {field.name, *(fields(field.message_type) if field.message_type is not None else set())}
    return found


def test_nothing_of_a_request_for_practice_is_called_silver() -> None:
    for request in (tables_pb2.OpenTableRequest, tables_pb2.MakeMoveRequest):
        assert not {name for name in fields(request.DESCRIPTOR) if "silver" in name or "wallet" in name}
    # What a mission says of silver it says again to GEMP: it is played with chips.
    assert {name for name in fields(missions_pb2.PlayMissionRequest.DESCRIPTOR) if "silver" in name} == {"silver"}


def test_no_request_makes_the_move_with_which_the_house_ends_a_table() -> None:
    needed: dict[int, dict[str, Any]] = {
        tables_pb2.MOVE_KIND_BET: {"amount": 1},
        tables_pb2.MOVE_KIND_CHOOSE: {"choice": "5"},
        tables_pb2.MOVE_KIND_LEAVE: {"absence": tables_pb2.ABSENCE_LEFT},
        tables_pb2.MOVE_KIND_SEAT_DEALER: {"dealer": "kalit"},
    }
    unread = {tables_pb2.MOVE_KIND_UNSPECIFIED, tables_pb2.MOVE_KIND_CLOSE}
    kinds = [kind for kind in map(tables_pb2.MoveKind.Value, tables_pb2.MoveKind.keys()) if kind not in unread]
    made = [read_move(tables_pb2.MakeMoveRequest(move=kind, **needed.get(kind, {}))) for kind in kinds]  # type: ignore[arg-type]
    assert len(made) == 10
    assert not [move for move in made if isinstance(move, EndTable)]
    for kind in unread:
        with pytest.raises(InvalidInputError):
            read_move(tables_pb2.MakeMoveRequest(move=kind))
