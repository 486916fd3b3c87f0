"""Stored ties on PostgreSQL beside a plain insert: ``python -m tests.bench.stored_tie [ROUNDS]``.

Both go through the same engine and the same interceptor; the server writes to disk as in production.
"""

from __future__ import annotations

import statistics
import sys

from rich.console import Console
from rich.table import Table

from tests.bench.bench_server import INSERT
from tests.bench.load import RESOLVE, bench_server, run, tie_requests
from tests.postgresql import PostgresServer, find_binaries

CALLS = 400


def main(rounds: int) -> None:
    """Print one line for each number of callers."""
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("no PostgreSQL here: install its server binaries (initdb, pg_ctl)")
    table = Table(title=f"Stored tie beside an insert on PostgreSQL, {rounds} rounds of {CALLS} calls")
    for head in ("callers", "tie/s", "insert/s", "tie : insert", "lowest", "highest"):
        table.add_column(head, justify="right")
    with (
        PostgresServer(binaries, durable=True) as postgres,
        bench_server(postgres.new_database(), b"x" * 4000) as server,
    ):
        for callers in (1, 8, 32):
            figures = []
            for number in range(rounds):
                requests = tie_requests(CALLS, stage=f"{callers}-{number}")
                tie = run(server.port, RESOLVE, requests, callers)
                figures.append((tie, run(server.port, INSERT, requests, callers)))
            ratios = [tie / plain for tie, plain in figures]
            table.add_row(
                str(callers),
                f"{statistics.median(tie for tie, _ in figures):,.0f}",
                f"{statistics.median(plain for _, plain in figures):,.0f}",
                f"{statistics.median(ratios):.2f}",
                f"{min(ratios):.2f}",
                f"{max(ratios):.2f}",
            )
    Console(width=100).print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
