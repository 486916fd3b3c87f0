"""Resident memory of the server after many rehearsed ties: ``python -m tests.bench.memory [TIES]``."""

from __future__ import annotations

import sys
import tempfile

from rich.console import Console
from rich.progress import track

from tests.bench.load import REHEARSE, bench_server, run, tie_requests

BATCH = 2_000
CALLERS = 8


def main(ties: int) -> None:
    """Print the memory after a tenth of all ties and after all of them."""
    console = Console(width=100)
    with tempfile.TemporaryDirectory() as folder, bench_server(f"sqlite:///{folder}/bench.db", b"") as server:
        after_tenth = 0.0
        for batch in track(range(ties // BATCH), description="ties", console=Console(stderr=True)):
            if batch * BATCH == ties // 10:
                after_tenth = server.rss_mib()
            run(server.port, REHEARSE, tie_requests(BATCH), CALLERS)
        at_end = server.rss_mib()
    console.print(
        f"RSS after {ties // 10:,} ties {after_tenth:.1f} MiB, after {ties:,} ties {at_end:.1f} MiB: "
        f"{at_end - after_tenth:+.1f} MiB"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
