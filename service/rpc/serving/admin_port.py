"""The page of metrics on a port of the loopback, over HTTP."""

from __future__ import annotations

import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import TYPE_CHECKING, Final

from prometheus_client import CONTENT_TYPE_LATEST

from service.rpc.serving.ports import refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

HOST: Final = "127.0.0.1"
"""The only address of the page: it has neither TLS nor tokens."""
PATH: Final = "/metrics"

_SETTING: Final = "SABACC_ADMIN_PORT"
_PATIENCE_S: Final = 5
_LOOK_EVERY_S: Final = 0.1  # whether it is to stop


class AdminPort:
    """An HTTP server that answers GET /metrics, and nothing else, while it is entered."""

    def __init__(self, port: int, page: Callable[[], bytes]) -> None:
        """Bind the port; 0 takes a free one.

        Raises:
            InvalidInputError: it cannot be bound.
        """

        class Handler(_Handler):
            metrics = staticmethod(page)

        try:
            self._server = _Server((HOST, port), Handler)
        except OSError:
            raise refused(HOST, port, _SETTING) from None
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_LOOK_EVERY_S,), name="admin", daemon=True
        )

    @property
    def address(self) -> str:
        """HOST:PORT."""
        return f"{HOST}:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    request_queue_size = 64
    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """Say nothing of a client that hung up; anything else is a fault that ends in a line of the thread's."""
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):
            raise error


class _Handler(BaseHTTPRequestHandler):
    metrics: Callable[[], bytes]
    timeout = _PATIENCE_S

    def do_GET(self) -> None:
        if self.path != PATH:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        page = self.metrics()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", CONTENT_TYPE_LATEST)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Write no line: a page that is read every few seconds is no news."""

    def version_string(self) -> str:
        return "sabacc"
