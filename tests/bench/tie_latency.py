"""How long ties take beside an echo, also beside win shares: ``python -m tests.bench.tie_latency [ROUNDS]``.

Echo, rehearsed tie, plain insert and stored tie (both on the disk) take turns on one server, 32 callers each, through
the same interceptor. The goal: the slowest hundredth of ties takes at most three times as long as that of echoes.
"""

from __future__ import annotations

import contextlib
import statistics
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from tests.bench.bench_server import ECHO, INSERT
from tests.bench.load import REHEARSE, RESOLVE, bench_server, share_request, tie_requests, timings
from tests.bench.tie_rpc import typical_answer
from tests.postgresql import PostgresServer, find_binaries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CALLS = 500
KINDS = {"echo": ECHO, "rehearsed tie": REHEARSE, "insert": INSERT, "stored tie": RESOLVE}
CALLERS = 32
_ASKER = """
import sys
from tests.bench.load import REHEARSE, one_answer, share_request
while True:
    one_answer(int(sys.argv[1]), REHEARSE, share_request())
"""


@contextlib.contextmanager
def win_shares_beside(port: int, *, asked: bool) -> Iterator[None]:
    """Keep two callers in processes of their own asking for the win shares of six players."""
    askers = [subprocess.Popen([sys.executable, "-c", _ASKER, str(port)]) for _ in range(2 if asked else 0)]
    try:
        yield
    finally:
        for asker in askers:
            asker.kill()
            asker.wait()


def _quantiles(port: int, method: str, requests: Sequence[bytes]) -> tuple[float, float]:
    """Return the middle and the 99th hundredth in milliseconds."""
    cuts = statistics.quantiles([end - sent for sent, end in timings(port, method, requests, CALLERS)], n=100)
    return cuts[49] * 1000, cuts[98] * 1000


def _measure(database: str, url: str, rounds: int, table: Table) -> None:
    """Add a line to *table* for each kind of call, without and with win shares beside it."""
    answer = typical_answer(url)
    with bench_server(url, answer) as server:
        timings(server.port, REHEARSE, [share_request()], 1)
        timings(server.port, RESOLVE, tie_requests(300), CALLERS)
        for asked in (False, True):
            found: dict[str, list[tuple[float, float]]] = {name: [] for name in KINDS}
            with win_shares_beside(server.port, asked=asked):
                for number in range(rounds):
                    requests = tie_requests(CALLS, stage=f"{asked}-{number}")
                    for name, method in KINDS.items():
                        found[name].append(_quantiles(server.port, method, requests))
            for name, rows in found.items():
                half, most = (
                    [row[at] / echo[at] for row, echo in zip(rows, found["echo"], strict=True)] for at in (0, 1)
                )
                figures = [statistics.median(row[at] for row in rows) for at in (0, 1)]
                ratios = (statistics.median(half), statistics.median(most), min(most), max(most))
                table.add_row(
                    database,
                    "win shares" if asked else "",
                    name,
                    *[f"{figure:.1f}" for figure in figures],
                    *[f"{ratio:.2f}" for ratio in ratios],
                )


def main(rounds: int) -> None:
    """Measure on both databases, as far as they are here."""
    table = Table(title=f"{CALLERS} callers, {rounds} rounds of {CALLS} calls of each kind; ratios are medians")
    for head in ("database", "beside", "call", "p50 ms", "p99 ms", "p50 : echo", "p99 : echo", "lowest", "highest"):
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
