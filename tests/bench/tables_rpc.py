"""Moves at tables beside an echo of the same bytes and a plain insert: ``python -m tests.bench.tables_rpc [ROUNDS]``.

Callers play whole hands at dealers' tables, each at one of his own, bet by bet. Then they send the same requests to an
echo that answers with a typical move's bytes, which they read and choose by as before; then they send the rows of a
typical move, its step and its events, to a method that inserts them in one transaction. All three go through the same
interceptor, the inserts through the same engine; PostgreSQL writes to disk as in production.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from sqlalchemy import create_engine, select

from sabacc.v1 import tables_pb2 as pb
from service.storage.schema import FEED_EVENTS, TABLE_STEPS
from tests.bench.bench_server import BETWEEN_ROWS, ECHO, INSERT_STEP
from tests.bench.evenings import calls_a_second, milliseconds, open_tables, play, replay
from tests.bench.load import bench_server
from tests.postgresql import PostgresServer, find_binaries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sqlalchemy import Row

    from tests.bench.evenings import Made
    from tests.bench.load import BenchServer

CALLS = 600
CALLERS = (1, 8, 32)
KINDS = ("move", "echo", "insert")


def _typical(url: str) -> tuple[bytes, bytes]:
    """Return the answer to a move, and the rows that a move stores: of all moves of an evening those of middle length.

    The tables stay where they are, as those of other evenings do.
    """
    with bench_server(url, b"") as server:
        made = play(server.port, map(repeat, open_tables(server.port, 9)), 270)
    answers = sorted((each.answer for each in made), key=len)
    engine = create_engine(url)
    with engine.connect() as connection:
        steps = sorted(map(_body, connection.execute(select(TABLE_STEPS))), key=len)
        events = sorted(map(_body, connection.execute(select(FEED_EVENTS))), key=len)
    engine.dispose()
    events_a_step = round(len(events) / len(steps))
    rows = [steps[len(steps) // 2], *[events[len(events) // 2]] * events_a_step]
    return answers[len(answers) // 2], BETWEEN_ROWS.join(rows)


def _body(row: Row[tuple[object, ...]]) -> bytes:
    return "|".join(map(str, row)).encode()


@dataclass(frozen=True, slots=True)
class _Calls:
    """Calls of one kind in one round."""

    made: list[Made]
    cpu_s: float
    """What they took of the server's processor; PostgreSQL's part is not in it."""


def _round(server: BenchServer, answer: bytes, rows: bytes, callers: int) -> tuple[_Calls, ...]:
    """Play an evening, and send as many calls to the echo and the insert."""
    evenings = [repeat(player) for player in open_tables(server.port, callers)]
    moves = _measured(server, lambda: play(server.port, evenings, CALLS))
    view, requests = pb.MakeMoveResponse.FromString(answer).table, [each.request for each in moves.made]
    echoes = _measured(server, lambda: replay(server.port, ECHO, requests, view, callers))
    inserts = _measured(server, lambda: replay(server.port, INSERT_STEP, [rows] * CALLS, view, callers))
    return moves, echoes, inserts


def _measured(server: BenchServer, calls: Callable[[], list[Made]]) -> _Calls:
    before = server.cpu_s()
    made = calls()
    return _Calls(made, server.cpu_s() - before)


def _measure(database: str, url: str, rounds: int, table: Table) -> None:
    """Add a line to *table* for each number of callers and kind of call."""
    answer, rows = _typical(url)
    with bench_server(url, answer) as server:
        for callers in CALLERS:
            _round(server, answer, rows, callers)
            found = [_round(server, answer, rows, callers) for _ in range(rounds)]
            speeds = [[calls_a_second(calls.made) for calls in each] for each in found]
            for at, kind in enumerate(KINDS):
                cuts = statistics.quantiles([ms for each in found for ms in milliseconds(each[at].made)], n=100)
                table.add_row(
                    *(database, str(callers), kind) if at == 0 else ("", "", kind),
                    f"{statistics.median(each[at] for each in speeds):,.0f}",
                    f"{cuts[49]:.1f}",
                    f"{cuts[98]:.1f}",
                    f"{statistics.median(each[at].cpu_s for each in found) / CALLS * 1000:.2f}",
                    *([""] * 3 if at == 0 else _ratios(speeds, at)),
                )


def _ratios(speeds: Iterable[Sequence[float]], at: int) -> tuple[str, str, str]:
    ratios = [each[0] / each[at] for each in speeds]
    return f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f}", f"{max(ratios):.2f}"


def main(rounds: int) -> None:
    """Measure on both databases, as far as they are here."""
    table = Table(title=f"Moves beside an echo and an insert, {rounds} rounds of {CALLS} calls of each kind")
    for head in (
        "database",
        "callers",
        "call",
        "calls/s",
        "p50 ms",
        "p99 ms",
        "CPU ms",
        "move : it",
        "lowest",
        "highest",
    ):
        table.add_column(head, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        _measure("SQLite", f"sqlite:///{folder}/bench.db", rounds, table)
    binaries = find_binaries()
    if binaries is not None:
        with PostgresServer(binaries, durable=True) as server:
            _measure("PostgreSQL", server.new_database(), rounds, table)
    Console(width=110).print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
