"""Rehearsed ties over gRPC beside an echo of the same bytes: ``python -m tests.bench.tie_rpc [ROUNDS]``."""

from __future__ import annotations

import statistics
import sys
import tempfile

from rich.console import Console
from rich.table import Table

from tests.bench.bench_server import ECHO
from tests.bench.load import REHEARSE, BenchServer, bench_server, one_answer, run, tie_requests

CALLS = 600


def typical_answer(database_url: str) -> bytes:
    """Return the answer whose length is the middle one of a few ties, for the echo to send."""
    with bench_server(database_url, b"") as server:
        answers = sorted((one_answer(server.port, REHEARSE, request) for request in tie_requests(9)), key=len)
    return answers[len(answers) // 2]


def _round(server: BenchServer, requests: list[bytes], callers: int) -> tuple[float, float, float, float]:
    """Measure tie, echo and bare echo once; return their calls a second and the tie's added CPU in microseconds."""
    before = server.cpu_s()
    tie = run(server.port, REHEARSE, requests, callers)
    between = server.cpu_s()
    echo = run(server.port, ECHO, requests, callers)
    after = server.cpu_s()
    bare = run(server.bare_port, ECHO, requests, callers)
    return tie, echo, bare, ((between - before) - (after - between)) / len(requests) * 1e6


def main(rounds: int) -> None:
    """Print one line for each number of callers."""
    table = Table(title=f"Rehearsed tie beside an echo of the same bytes, {rounds} rounds of {CALLS} calls")
    for head in ("callers", "tie/s", "echo/s", "bare echo/s", "tie : echo", "lowest", "highest", "added CPU us"):
        table.add_column(head, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.db"
        answer = typical_answer(url)
        requests = tie_requests(CALLS)
        with bench_server(url, answer) as server:
            for callers in (1, 8, 32):
                run(server.port, REHEARSE, requests[:200], callers)
                figures = [_round(server, requests, callers) for _ in range(rounds)]
                tie, echo, bare, cpu = (statistics.median(column) for column in zip(*figures, strict=True))
                ratios = [figure[0] / figure[1] for figure in figures]
                table.add_row(
                    str(callers),
                    f"{tie:,.0f}",
                    f"{echo:,.0f}",
                    f"{bare:,.0f}",
                    f"{statistics.median(ratios):.2f}",
                    f"{min(ratios):.2f}",
                    f"{max(ratios):.2f}",
                    f"{cpu:.0f}",
                )
    Console(width=100).print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
