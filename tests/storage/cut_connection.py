"""A server between a client and PostgreSQL that cuts the connection at a word of the client's."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path


class CuttingProxy:
    """Listens on a port of the loopback and passes everything on to a Unix socket, until it sees *word*.

    The first *after* times it lets it pass. The bytes with the word are passed on or not; the answer to them never is.
    """

    def __init__(self, target: Path, word: bytes, *, passed_on: bool, times: int = 1000, after: int = 0) -> None:
        self._target = target
        self._word = word
        self._passed_on = passed_on
        self._times = times
        self._after = after
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
        threads = []
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threads.append(threading.Thread(target=self._serve, args=(client,)))
                threads[-1].start()
        for thread in threads:
            thread.join()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(str(self._target))
            cut = threading.Event()
            answers = threading.Thread(target=self._pass_answers, args=(server, client, cut))
            answers.start()
            with contextlib.suppress(OSError):
                while data := client.recv(65536):
                    if self._word in data and self._after > 0:
                        self._after -= 1
                    elif self._word in data and self._times > 0:
                        self._times -= 1
                        cut.set()
                        if self._passed_on:
                            server.sendall(data)
                            server.shutdown(socket.SHUT_WR)
                            answers.join()  # until the server has done it and gone
                        break
                    server.sendall(data)
            for end in (server, client):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            answers.join()

    @staticmethod
    def _pass_answers(server: socket.socket, client: socket.socket, cut: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(65536):
                if not cut.is_set():
                    client.sendall(data)
