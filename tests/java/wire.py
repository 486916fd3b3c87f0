"""The wire between Java and the service, which may swallow what one of them says."""

from __future__ import annotations

import contextlib
import socket
import threading
from enum import Enum, auto
from typing import Self


class Swallowing(Enum):
    """What does not arrive."""

    NOTHING = auto()
    REQUESTS = auto()
    ANSWERS = auto()


class Wire:
    """Listens on a port of the loopback and passes everything on to another one, but for what it swallows."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._swallowing = Swallowing.NOTHING
        self._asked = threading.Event()
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def swallow(self, what: Swallowing) -> None:
        """From now on swallow *what*."""
        self._asked.clear()
        self._swallowing = what

    def wait_for_request(self) -> None:
        """Wait until a request came since the last `swallow`."""
        assert self._asked.wait(120)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._target)) as server:
            answers = threading.Thread(target=self._pass, args=(server, client, Swallowing.ANSWERS), daemon=True)
            answers.start()
            self._pass(client, server, Swallowing.REQUESTS)
            answers.join()

    def _pass(self, source: socket.socket, target: socket.socket, direction: Swallowing) -> None:
        """Pass bytes on until one side has gone, then let the other one see it."""
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if self._swallowing is not direction:
                    target.sendall(data)
                if direction is Swallowing.REQUESTS:
                    self._asked.set()
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
