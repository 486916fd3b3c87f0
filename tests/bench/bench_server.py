"""The service with three more methods to measure against: an echo and two plain inserts, behind the same interceptor.

Started by the other programs as ``python -m tests.bench.bench_server DATABASE_URL ANSWER_FILE``; prints its port and
the port of a second server whose echo has no interceptor, and runs until its standard input ends.
"""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from sqlalchemy import Column, Integer, LargeBinary, MetaData, Table, insert

from service.access.roles import ALL
from service.bootstrap import build_application
from service.logs import make_logger
from service.rpc.calls.gate import open_gate
from service.rpc.serving.server import server_options, start_server
from service.settings import LogFormat, load_settings
from service.storage.database import write
from tests.rpc.callers import metrics_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Insert

    from service.bootstrap import Application
    from service.settings import Settings

    Method = Callable[[bytes, grpc.ServicerContext], bytes]

ECHO = "/bench.Bench/Echo"
INSERT = "/bench.Bench/Insert"
INSERT_STEP = "/bench.Bench/InsertStep"
BETWEEN_ROWS = b"\0"
"""Between the rows of a request of `INSERT_STEP`: a step of a table, then each of its events."""


def _methods(**methods: Method) -> grpc.GenericRpcHandler:
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        name: grpc.unary_unary_rpc_method_handler(method) for name, method in methods.items()
    }
    return grpc.method_handlers_generic_handler("bench.Bench", handlers)


def _rows(app: Application, name: str) -> Insert:
    """Make a table of bodies in the service's database, and return the statement that adds to it."""
    rows = Table(name, MetaData(), Column("id", Integer, primary_key=True), Column("body", LargeBinary))
    rows.create(app.engine, checkfirst=True)
    return insert(rows)


def _inserter(app: Application, answer: bytes) -> Method:
    """Return a method that stores its request as one row in one transaction of the service's engine."""
    statement = _rows(app, "bench_row")

    def handle(request: bytes, _context: grpc.ServicerContext) -> bytes:
        write(app.engine, lambda connection: connection.execute(statement, {"body": request}))
        return answer

    return handle


def _step_inserter(app: Application, answer: bytes) -> Method:
    """Return a method that stores the rows of its request, a step's and its events', in one such transaction."""
    insert_step, insert_event = _rows(app, "bench_step"), _rows(app, "bench_event")

    def handle(request: bytes, _context: grpc.ServicerContext) -> bytes:
        step, *events = ({"body": body} for body in request.split(BETWEEN_ROWS))

        def work(connection: Connection) -> None:
            connection.execute(insert_step, step)
            connection.execute(insert_event, events)

        write(app.engine, work)
        return answer

    return handle


def serve(settings: Settings, answer: bytes) -> None:
    """Run both servers until standard input ends."""
    app = build_application(settings)
    measured = _methods(
        Echo=lambda _request, _context: answer,
        Insert=_inserter(app, answer),
        InsertStep=_step_inserter(app, answer),
    )
    logger = make_logger(LogFormat.JSON)
    gate = open_gate(settings, logger, dict.fromkeys((ECHO, INSERT, INSERT_STEP), ALL))
    server = start_server(app.servicers, settings, logger, metrics_of(app), gate=gate, extra_handlers=[measured])
    bare = grpc.server(ThreadPoolExecutor(settings.workers), options=server_options())
    bare.add_generic_rpc_handlers((_methods(Echo=lambda _request, _context: answer),))
    bare_port = bare.add_insecure_port("127.0.0.1:0")
    bare.start()
    server.ready()
    print(server.port, bare_port, datetime.now(UTC).isoformat(), flush=True)
    sys.stdin.read()
    threads = [threading.Thread(target=server.stop, args=(0, 2)), threading.Thread(target=bare.stop, args=(2,))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    app.close()


if __name__ == "__main__":
    unlimited: dict[str, Any] = {"calls_per_s": 1e6, "calls_burst": 10_000_000, "calls_at_once": 100_000}
    serve(
        load_settings(port=0, database_url=sys.argv[1], migrate="always", **unlimited), Path(sys.argv[2]).read_bytes()
    )
