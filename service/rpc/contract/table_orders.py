"""What is asked for when a table is opened, from its request, and what of it is compared when it is asked for again."""

from __future__ import annotations

import json
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from google.protobuf.json_format import MessageToDict

from deckmapping.errors import InvalidInputError
from service.rpc.contract.fields import renamed
from service.rpc.contract.odds_fields import read_pay, read_variant
from service.tables.practice import START, Chips
from service.tables.sessions.orders import DealerOrder, VersusOrder
from service.tables.sessions.setup import MOST_CHIPS, USUAL_HANDS
from service.tiebreak.limits import Limit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from google.protobuf.message import Message

    from deckmapping.errors import Violation
    from sabacc.v1 import campaign_pb2
    from sabacc.v1 import tables_pb2 as pb
    from service.rpc.contract.table_players import PlayerReader

START_CHIPS: Final = Limit(1, MOST_CHIPS.count, "chips")
CUT: Final = Limit(1, 9999, "hands")
HANDS: Final = Limit(1, USUAL_HANDS, "hands")
STAKE: Final = Limit(1, MOST_CHIPS.count // 2, "chips")
"""A double win costs twice the stake."""
_PLAYERS: Final = 2

_LONG: Final = 100
"""Characters of a text beyond which its digest is kept in place of it, as of a deck."""

_NAMES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "dealer": {
            **{name: f"dealer.{name}" for name in ("theme", "background", "dealer", "player")},
            "piles[0]": "dealer.player",
            "start": "startChips",
        },
        "versus": {
            **{name: f"versus.{name}" for name in ("theme", "background", "players", "stake")},
            "start": "startChips",
        },
    }
)
"""What the domain calls a table's facts, and where the request has them."""


def read_order(request: pb.OpenTableRequest, players: PlayerReader) -> DealerOrder | VersusOrder:
    """Read the table that *request* asks for.

    Raises:
        InvalidInputError: a field is out of its limits, or a player's deck or character is of no use.
    """
    faults: list[Violation] = []
    if request.HasField("start_chips"):
        faults += START_CHIPS.check("startChips", request.start_chips)
    faults += hands_faults(request)
    if faults:
        raise InvalidInputError.all(faults)
    match request.WhichOneof("table"):
        case "dealer":
            return _dealer_order(request, players)
        case "versus":
            return _versus_order(request, players)
        case _:
            raise InvalidInputError.of("table", "nothing", "one of dealer and versus")


def as_asked(request: pb.OpenTableRequest) -> AbstractContextManager[None]:
    """Inside, the table's facts have in errors the names that *request* has for them."""
    return renamed(_NAMES[request.WhichOneof("table") or "dealer"])


def content_of(request: Message) -> str:
    """Return which table *request* asks for, as canonical JSON: an object of its fields by paths, without any deck."""
    asked = MessageToDict(request)
    asked.pop("requestId", None)
    return json.dumps(dict(_fields(asked, "")), sort_keys=True, separators=(",", ":"))


def _fields(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _fields(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for at, inner in enumerate(value):
            yield from _fields(inner, f"{path}[{at}]")
    elif isinstance(value, str) and len(value) > _LONG:
        yield path, f"sha256 {sha256(value.encode()).hexdigest()}"
    else:
        yield path, value


def _dealer_order(request: pb.OpenTableRequest, players: PlayerReader) -> DealerOrder:
    table = request.dealer
    pay = read_pay(table, "dealer")
    return DealerOrder(
        player=players.seat(table.player, "dealer.player"),
        theme=table.theme or None,
        background=table.background or None,
        dealer=table.dealer or None,
        has_option=not table.plain_cards,
        has_modifier=table.with_modifier,
        has_attention=not table.unwatched,
        perfect_pays=pay.perfect_pays if table.perfect_pays else None,
        perfect_costs=pay.perfect_costs,
        cut=cut_of(request),
        start=_start(request),
        hands=hands_of(request),
    )


def _versus_order(request: pb.OpenTableRequest, players: PlayerReader) -> VersusOrder:
    table = request.versus
    if len(table.players) != _PLAYERS:
        raise InvalidInputError.of("versus.players", f"{len(table.players)} players", "two players")
    faults = [*STAKE.check("versus.stake", table.stake)]
    variant = read_variant(table.variant, "versus.variant", faults)
    if faults:
        raise InvalidInputError.all(faults)
    first, second = (players.seat(each, f"versus.players[{at}]") for at, each in enumerate(table.players))
    return VersusOrder(
        players=(first, second),
        stake=Chips(table.stake),
        variant=variant,
        theme=table.theme or None,
        background=table.background or None,
        cut=cut_of(request),
        start=_start(request),
        hands=hands_of(request),
    )


def hands_faults(request: pb.OpenTableRequest | campaign_pb2.OpenDuelRequest) -> Iterator[Violation]:
    """Yield what is wrong with how many hands a table, and each of its shoes, may have."""
    if request.HasField("cut"):
        yield from CUT.check("cut", request.cut)
    if request.HasField("hands"):
        yield from HANDS.check("hands", request.hands)


def cut_of(request: pb.OpenTableRequest | campaign_pb2.OpenDuelRequest) -> int | None:
    """Return after how many hands the piles are shuffled; None for what is usual."""
    return request.cut if request.HasField("cut") else None


def _start(request: pb.OpenTableRequest) -> Chips:
    return Chips(request.start_chips) if request.HasField("start_chips") else START


def hands_of(request: pb.OpenTableRequest | campaign_pb2.OpenDuelRequest) -> int:
    """Return how many hands the table may have."""
    return request.hands if request.HasField("hands") else USUAL_HANDS
