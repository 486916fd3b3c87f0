"""A PostgreSQL server that Java reaches: its driver knows no Unix sockets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.postgresql import PostgresServer
from tests.torture.client import free_port

if TYPE_CHECKING:
    from pathlib import Path


class ListeningPostgres(PostgresServer):
    """The tests' own server, on a port of the loopback too."""

    def __init__(self, binaries: Path) -> None:
        super().__init__(binaries)
        self._port = free_port()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"-c listen_addresses=127.0.0.1 -c port={self._port} -c unix_socket_directories={self._folder}"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-l", log, "-o", options, "-w", "start")

    def jdbc(self) -> str:
        """The address by which Java opens its database."""
        return f"jdbc:postgresql://127.0.0.1:{self._port}/postgres?user=sabacc"
