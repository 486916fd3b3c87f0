"""A process that has loaded everything and begets services, so that each of very many starts in a moment.

    python -m tests.torture.ledger.nursery

For each order, a line of JSON on its standard input, it forks a service and prints its process id, then, when it
has ended, its exit code. Nothing of gRPC exists before the fork, and no thread but one.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "GRPC_ENABLE_FORK_SUPPORT": "0"}


class Born:
    """A service of a nursery, as `subprocess.Popen` would show it."""

    def __init__(self, nursery: Nursery) -> None:
        self._nursery = nursery
        self.pid = nursery.number()
        self._code: int | None = None

    def poll(self) -> int | None:
        """The exit code; None as long as it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return self.wait()
        return self._code

    def wait(self, _timeout_s: float | None = None) -> int:
        """Wait until it has ended, and return its exit code."""
        if self._code is None:
            self._code = self._nursery.number()
        return self._code

    def send_signal(self, number: int) -> None:
        if self._code is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """Begets one service after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.torture.ledger.nursery"],
            env={**os.environ, **ONE_THREAD},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def beget(self, environment: Mapping[str, str], folder: Path, port_file: Path, log: Path) -> Born:
        """Start a service with this whole environment; the one before must have ended."""
        assert self._process.stdin is not None
        order = [dict(environment), str(folder), str(port_file), str(log)]
        self._process.stdin.write(f"{json.dumps(order)}\n")
        self._process.stdin.flush()
        return Born(self)

    def number(self) -> int:
        """The next number that it prints."""
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


def main() -> None:
    from tests.torture.ledger import server  # noqa: PLC0415  # loaded here alone: the tests load it for other things

    assert threading.active_count() == 1
    for line in sys.stdin:
        environment, folder, port_file, log = json.loads(line)
        pid = os.fork()
        if pid == 0:
            os.environ.clear()
            os.environ.update({**environment, **ONE_THREAD})
            os.chdir(folder)
            output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            for number, end in enumerate((os.open(os.devnull, os.O_RDONLY), output, output)):
                os.dup2(end, number)
            server.run(Path(port_file))
            sys.stdout.flush()
            os._exit(0)
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
