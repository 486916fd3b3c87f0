"""The service as a process of its own, started as an operator starts it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import grpc

from tests.rpc.callers import METHODS, Refused, open_channel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf.message import Message

COMMAND = Path(sys.executable).with_name("sabacc")


class ServiceProcess:
    """`sabacc serve` on a port of its own, with a channel to it."""

    command: ClassVar[Sequence[str | Path]] = (COMMAND, "serve")

    def __init__(self, folder: Path, database_url: str, **settings: object) -> None:
        self._port_file = folder / "port"
        self._port_file.unlink(missing_ok=True)
        self.log = folder / f"log-{time.monotonic_ns()}"
        given = {"database_url": database_url, "port": 0, "migrate": "always", "log_format": "json", **settings}
        given_by = {f"SABACC_{name.upper()}": str(value) for name, value in given.items()}
        self.process = self._started({**plain_environment(), **given_by}, folder)
        self.port = self._wait_for_port()
        self.channel = open_channel(f"127.0.0.1:{self.port}")

    def _started(self, environment: Mapping[str, str], folder: Path) -> Any:
        with self.log.open("wb") as log:
            return subprocess.Popen(
                [*self.command, "--port-file", self._port_file],
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def _wait_for_port(self) -> str:
        for _ in range(12_000):
            port = self._port_file.read_text() if self._port_file.exists() else ""
            if port.endswith("\n") and '"serving"' in self.log.read_text():  # the line comes a moment after the file
                return port.strip()
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.01)
        self.kill()
        raise AssertionError(self.log.read_text())

    def call(self, request: Message, timeout_s: float = 30) -> Any:
        """Make the call that *request* belongs to.

        Raises:
            Refused: it ended with an error status.
        """
        method = METHODS[request.DESCRIPTOR.name]
        kind: Any = self.channel.unary_stream if method.streams else self.channel.unary_unary
        send = kind(method.path, type(request).SerializeToString, method.response.FromString)
        try:
            answer = send(request, timeout=timeout_s)
            return list(answer) if method.streams else answer
        except grpc.RpcError as error:
            raise Refused.of_call(error) from None

    def lines(self) -> list[dict[str, Any]]:
        """The log, every line of which must be JSON."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def children(self) -> list[int]:
        """Process ids of the children; Linux lists them by the thread that started them."""
        lists = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for listed in lists for pid in listed.read_text().split()]

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def terminate(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop, and return its exit code."""
        self.process.send_signal(number)
        code: int = self.process.wait(120)
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.channel.close()
        if self.process.poll() is None:
            self.kill()


def plain_environment() -> Mapping[str, str]:
    """The environment without settings of the service."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SABACC_")}
