"""Players who play one move after the other at tables of a server in another process, and note how long each took."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import grpc

from deckmapping.themes.themes import themes
from sabacc.v1 import tables_pb2 as pb
from tests.rpc.asking_tables import next_move, of_dealer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence

    Call = Callable[[bytes], Awaitable[bytes]]

OPEN: Final = "/sabacc.v1.TableService/OpenTable"
MOVE: Final = "/sabacc.v1.TableService/MakeMove"
CHIPS: Final = 1_000_000_000
"""What each player begins with: nobody is bust before his evening is over."""
_OPENERS: Final = 8


class Made(NamedTuple):
    """A call and its answer."""

    sent: float
    """Seconds of the clock of `time.perf_counter`."""
    answered: float
    request: bytes
    answer: bytes


@dataclass(slots=True)
class Player:
    """The player of a dealer's table: he bets 10, draws to 7, and values his cards one by one or for the best."""

    view: pb.TableView

    def asks(self) -> bytes:
        """Return his next move."""
        move = next_move(self.view)
        assert move is not None  # against a dealer he is always asked
        return move.SerializeToString()

    def reads(self, answer: bytes) -> None:
        """Look at what came of it."""
        self.view = pb.MakeMoveResponse.FromString(answer).table


def open_tables(port: int, count: int) -> list[Player]:
    """Open *count* dealers' tables, of each theme and the standard one in turn."""
    places = ["", *[theme.name for theme in themes()]]

    async def opened() -> list[Player]:
        numbers = iter(range(count))
        found: list[Player] = []
        async with _calls(port, OPEN) as call:

            async def opener() -> None:
                for number in numbers:
                    asked = of_dealer(theme=places[number % len(places)], start_chips=CHIPS)
                    found.append(Player(pb.OpenTableResponse.FromString(await call(asked.SerializeToString())).table))

            await asyncio.gather(*[opener() for _ in range(_OPENERS)])
        return found

    return asyncio.run(opened())


def play(port: int, evenings: Iterable[Iterator[Player]], moves: int) -> list[Made]:
    """Let callers make *moves* moves all together, each at the tables of its own evening, one after the other."""
    return asyncio.run(played(port, evenings, moves))


async def played(port: int, evenings: Iterable[Iterator[Player]], moves: int) -> list[Made]:
    """See `play`."""
    left, made = iter(range(moves)), list[Made]()

    async with _calls(port, MOVE) as call:

        async def caller(evening: Iterator[Player]) -> None:
            for _, player in zip(left, evening, strict=False):
                made.append(await _timed(call, player, player.asks()))

        await asyncio.gather(*map(caller, evenings))
    return made


def replay(port: int, method: str, requests: Sequence[bytes], view: pb.TableView, callers: int) -> list[Made]:
    """Send *requests* to *method*, which answers as a move; the callers read and choose as they do at *view*."""
    left, made = iter(requests), list[Made]()

    async def replayed() -> None:
        async with _calls(port, method) as call:

            async def caller() -> None:
                player = Player(view)
                for request in left:
                    player.asks()
                    made.append(await _timed(call, player, request))

            await asyncio.gather(*[caller() for _ in range(callers)])

    asyncio.run(replayed())
    return made


def calls_a_second(made: Sequence[Made]) -> float:
    """Return how many calls a second were answered."""
    return len(made) / (max(each.answered for each in made) - min(each.sent for each in made))


def milliseconds(made: Iterable[Made]) -> list[float]:
    """Return how long each call took."""
    return [(each.answered - each.sent) * 1000 for each in made]


async def _timed(call: Call, player: Player, request: bytes) -> Made:
    sent = time.perf_counter()
    answer = await call(request)
    made = Made(sent, time.perf_counter(), request, answer)
    player.reads(answer)
    return made


@asynccontextmanager
async def _calls(port: int, method: str) -> AsyncIterator[Call]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        await channel.channel_ready()
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
        yield call
