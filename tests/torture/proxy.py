"""A wire that cannot be trusted: between a client and a server it delays, swallows answers, and cuts."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import random
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Faults:
    """How often each comes, for each piece of bytes that arrives at the proxy from either side."""

    cut: float = 0
    """Ends the connection; half of the time the piece is still passed on."""
    delay: float = 0
    """Holds the piece back for up to *longest_s*."""
    drop: float = 0
    """From now on answers are swallowed while questions are passed on, for up to *longest_s*; then it is cut."""
    longest_s: float = 0.3


@dataclass
class FaultyProxy:
    """Listens on a port of the loopback and passes everything on to a port there, or to a Unix socket."""

    target: int | Path
    faults: Faults
    chance: random.Random
    felt: Counter[str] = field(default_factory=Counter)
    """How many of each fault there were."""

    def __post_init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._accept)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()

    def _accept(self) -> None:
        threads: list[threading.Thread] = []
        open_ends: list[socket.socket] = []
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                try:
                    server = self._reach()
                except OSError:  # nobody listens there now: the client is told so
                    client.close()
                    continue
                wire = _Wire(self, client, server)
                open_ends += [client, server]
                for ends in ((client, server, True), (server, client, False)):
                    threads.append(threading.Thread(target=wire.carry, args=ends))
                    threads[-1].start()
        _end(*open_ends)
        for thread in threads:
            thread.join()
        for end in open_ends:
            end.close()

    def _reach(self) -> socket.socket:
        if isinstance(self.target, int):
            return socket.create_connection(("127.0.0.1", self.target))
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(str(self.target))
        except OSError:
            server.close()
            raise
        return server

    def comes(self, fault: str) -> bool:
        """Whether this fault comes now."""
        if self.chance.random() >= getattr(self.faults, fault):
            return False
        self.felt[fault] += 1
        return True


class _Wire:
    """One connection."""

    def __init__(self, proxy: FaultyProxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy = proxy
        self._ends = (client, server)
        self._swallows = threading.Event()

    def carry(self, source: socket.socket, sink: socket.socket, is_question: bool) -> None:
        """Carry bytes one way until either end is closed."""
        proxy = self._proxy
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if proxy.comes("delay"):
                    time.sleep(proxy.chance.uniform(0, proxy.faults.longest_s))
                if proxy.comes("cut"):
                    if proxy.chance.random() < 0.5:
                        sink.sendall(data)
                    break
                if proxy.comes("drop"):
                    self._swallow()
                if is_question or not self._swallows.is_set():
                    sink.sendall(data)
        _end(*self._ends)

    def _swallow(self) -> None:
        if not self._swallows.is_set():
            self._swallows.set()
            timer = threading.Timer(self._proxy.chance.uniform(0, self._proxy.faults.longest_s), _end, self._ends)
            timer.daemon = True
            timer.start()


def _end(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
