"""A thousand open tables: memory, how long a move takes, how far a watcher lags: ``python -m tests.bench.tables_open``.

``python -m tests.bench.tables_open [TABLES]``. One server on SQLite is asked all along. One caller plays, at one table
and then at any of all that are open; at last eight callers play at any of them, alone and while a watcher follows the
feed of all tables. A watcher lags by the time from the moment that the service takes for a move's, before it stores
it, to the moment that the watcher reads each of its events.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Final

import grpc
from rich.console import Console
from rich.table import Table

from sabacc.v1 import tables_pb2 as pb
from tests.bench.evenings import calls_a_second, milliseconds, open_tables, play, played
from tests.bench.load import bench_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.bench.evenings import Made, Player
    from tests.bench.load import BenchServer

WATCH: Final = "/sabacc.v1.TableService/WatchEvents"
MOVES = 600
CALLERS = 8
WARM_UP = 200
_QUIET_S: Final = 2.0
"""Seconds without an event after which a feed is told to its end."""


def _anywhere(players: Sequence[Player], seed: int) -> Iterator[Player]:
    """Yield any of *players*, for ever."""
    chance = random.Random(seed)
    while True:
        yield chance.choice(players)


def _everywhere(players: Sequence[Player]) -> list[Iterator[Player]]:
    """Give each caller tables of his own, and an evening at any of them."""
    return [_anywhere(players[number::CALLERS], number) for number in range(CALLERS)]


async def _watch(port: int, after: int, lags: list[float]) -> int:
    """Read the feed until nothing comes any more, and return the last event's number.

    Args:
        port: the server's.
        after: the last number that is known.
        lags: gets the milliseconds by which each event lagged.
    """
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        kind: grpc.aio.UnaryStreamMultiCallable[pb.WatchEventsRequest, pb.WatchEventsResponse] = channel.unary_stream(
            WATCH,
            request_serializer=pb.WatchEventsRequest.SerializeToString,
            response_deserializer=pb.WatchEventsResponse.FromString,
        )
        call = kind(pb.WatchEventsRequest(after=after))
        reading = aiter(call)
        while True:
            try:
                event = await asyncio.wait_for(anext(reading), _QUIET_S)
            except TimeoutError:
                call.cancel()
                return after
            after = event.sequence
            lags.append(time.time() * 1000 - event.time.ToNanoseconds() / 1e6)


async def _watched(port: int, players: Sequence[Player], known: int, lags: list[float]) -> list[Made]:
    """Play while a watcher, who knows all events up to number *known*, follows; see `_watch`."""
    watcher = asyncio.create_task(_watch(port, known, lags))
    made = await played(port, _everywhere(players), MOVES)
    await watcher
    return made


def _line(table: Table, name: str, server: BenchServer, moves: Callable[[], list[Made]]) -> list[Made]:
    """Let moves be made, add a line for them, and return them."""
    before = server.cpu_s()
    made = moves()
    cpu_ms = (server.cpu_s() - before) * 1000 / len(made)
    cuts = statistics.quantiles(milliseconds(made), n=100)
    table.add_row(name, f"{calls_a_second(made):,.0f}", f"{cuts[49]:.1f}", f"{cuts[98]:.1f}", f"{cpu_ms:.2f}")
    return made


def main(count: int) -> None:
    """Print memory, moves and lag."""
    console = Console(width=100)
    table = Table(title=f"{MOVES} moves each")
    for head in ("tables", "moves/s", "p50 ms", "p99 ms", "CPU ms"):
        table.add_column(head, justify="right")
    with tempfile.TemporaryDirectory() as folder, bench_server(f"sqlite:///{folder}/bench.db", b"") as server:
        first = open_tables(server.port, 9)
        play(server.port, map(repeat, first), WARM_UP)
        before = server.rss_mib()
        _line(table, "1 table, 1 caller", server, lambda: play(server.port, [repeat(first[0])], MOVES))
        sent = time.perf_counter()
        players = [*first, *open_tables(server.port, count - len(first))]
        took = time.perf_counter() - sent
        opened = server.rss_mib()
        _line(table, f"{count:,} tables, 1 caller", server, lambda: play(server.port, [_anywhere(players, 0)], MOVES))
        play(server.port, [iter(players)], count)
        after = server.rss_mib()
        everywhere = f"{count:,} tables, {CALLERS} callers"
        _line(table, everywhere, server, lambda: play(server.port, _everywhere(players), MOVES))
        known, lags = asyncio.run(_watch(server.port, 0, [])), list[float]()
        watched = partial(_watched, server.port, players, known, lags)
        made = _line(table, "the same, watched", server, lambda: asyncio.run(watched()))
    console.print(table)
    console.print(
        f"RSS {before:.1f} MiB, with {count:,} tables open {opened:.1f} MiB, after a move at each {after:.1f} MiB: "
        f"{(after - before) / count * 1024:.1f} KiB a table; opened {count / took:,.0f} a second"
    )
    cuts = statistics.quantiles(lags, n=100)
    span = max(each.answered for each in made) - min(each.sent for each in made)
    console.print(
        f"The watcher read {len(lags):,} events, {len(lags) / span:,.0f} a second, "
        f"each {cuts[49]:.1f} ms (p50), {cuts[98]:.1f} ms (p99), {max(lags):.1f} ms (most) after its move"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
