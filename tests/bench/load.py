"""Load from one process on a server in another: closed loop, raw bytes, a fixed number of calls."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grpc

from deckmapping.examples import example_deck
from sabacc.v1 import tiebreaks_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

REHEARSE = "/sabacc.v1.TiebreakService/RehearseTiebreak"
RESOLVE = "/sabacc.v1.TiebreakService/ResolveTiebreak"


@dataclass(frozen=True, slots=True)
class BenchServer:
    """A running bench server."""

    port: int
    bare_port: int
    pid: int

    def cpu_s(self) -> float:
        """Processor seconds used so far, by all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss_mib(self) -> float:
        """Resident memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("no VmRSS: this program needs Linux")


@contextlib.contextmanager
def bench_server(database_url: str, answer: bytes) -> Iterator[BenchServer]:
    """Start a bench server in a process of its own; its log goes to a file that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="sabacc-bench-") as folder:
        answer_file = Path(folder, "answer")
        answer_file.write_bytes(answer)
        with (
            Path(folder, "log").open("wb") as log,
            subprocess.Popen(
                [sys.executable, "-m", "tests.bench.bench_server", database_url, str(answer_file)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            ) as process,
        ):
            assert process.stdin is not None
            assert process.stdout is not None
            ports = process.stdout.readline().split()
            if not ports:
                raise RuntimeError(Path(folder, "log").read_text())
            try:
                yield BenchServer(int(ports[0]), int(ports[1]), process.pid)
            finally:
                process.stdin.close()
                process.wait(30)


def tie_requests(count: int, stage: str = "s") -> list[bytes]:
    """Return serialised ties of two real-size decks, equal on two criteria, each with a seed and event of its own."""
    requests = []
    for number in range(count):
        request = pb.RehearseTiebreakRequest(event=f"bench-{number}", stage=stage, attempt=1, seed=os.urandom(32))
        for name, deck in (("ann", "example-light"), ("bob", "example-dark")):
            player = request.players.add(name=name, deck=example_deck(deck))
            player.criteria.add(name="victory_points", value="10")
            player.criteria.add(name="differential", value="-4")
        for criterion in ("victory_points", "differential"):
            request.options.criteria.add(name=criterion, direction=pb.DIRECTION_HIGH)
        requests.append(request.SerializeToString())
    return requests


def share_request() -> bytes:
    """Return a rehearsal of six equal players with their exact win shares, the longest computation there is."""
    request = pb.RehearseTiebreakRequest(event="shares", stage="s", attempt=1, seed=os.urandom(32))
    for number in range(6):
        request.players.add(name=f"p{number}", deck=example_deck("example-light" if number % 2 else "example-dark"))
    request.options.with_win_shares = True
    return request.SerializeToString()


def run(port: int, method: str, requests: Sequence[bytes], callers: int) -> float:
    """Send all *requests*, *callers* at a time, and return calls a second."""
    timed = timings(port, method, requests, callers)
    return len(timed) / (max(end for _, end in timed) - min(sent for sent, _ in timed))


def timings(port: int, method: str, requests: Sequence[bytes], callers: int) -> list[tuple[float, float]]:
    """Send all *requests*, *callers* at a time, and return when each was sent and when it was answered."""
    return asyncio.run(_timings(port, method, requests, callers))


async def _timings(port: int, method: str, requests: Sequence[bytes], callers: int) -> list[tuple[float, float]]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
        await call(requests[0])
        left = iter(requests)
        timed: list[tuple[float, float]] = []

        async def caller() -> None:
            for request in left:
                sent = time.perf_counter()
                await call(request)
                timed.append((sent, time.perf_counter()))

        await asyncio.gather(*[caller() for _ in range(callers)])
        return timed


def one_answer(port: int, method: str, request: bytes) -> bytes:
    """Return the answer to one request."""

    async def ask() -> bytes:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
            return await call(request)

    return asyncio.run(ask())
