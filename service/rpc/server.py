"""The gRPC server: options, health, start and graceful stop."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from deckmapping.errors import InvalidInputError
from sabacc.v1 import cards_pb2, cards_pb2_grpc, hands_pb2, hands_pb2_grpc, tiebreaks_pb2, tiebreaks_pb2_grpc
from service.rpc.gate import OpenGate
from service.rpc.health import HealthServicer
from service.rpc.interceptor import CallInterceptor
from service.rpc.meter import NoMeter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structlog.typing import FilteringBoundLogger

    from service.rpc.gate import Gate
    from service.rpc.meter import Meter
    from service.rpc.servicers import Servicers
    from service.settings import Settings

LARGEST_MESSAGE: Final = 1024 * 1024
"""Bytes of the largest request."""

SERVICES: Final = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in ((cards_pb2, "CardService"), (hands_pb2, "HandService"), (tiebreaks_pb2, "TiebreakService"))
)
"""Names under which health is told, beside the empty one for the whole."""


def server_options() -> list[tuple[str, int]]:
    """Return the channel arguments.

    A Java channel may ping every 10 s, also without calls; the server pings after 60 s and gives up 20 s later. A port
    that is taken is refused instead of shared with the process that has it.
    """
    return [
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", LARGEST_MESSAGE),
        ("grpc.max_concurrent_streams", 256),
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
    ]


@dataclass(slots=True)
class RunningServer:
    """A server that listens; it says NOT_SERVING until `ready`."""

    address: str
    port: int
    _server: grpc.Server
    _health: HealthServicer
    _workers: ThreadPoolExecutor

    def ready(self) -> None:
        """Tell health checks that every service answers."""
        for name in ("", *SERVICES):
            self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    def stop(self, drain_s: float, grace_s: float) -> None:
        """Say NOT_SERVING, wait *drain_s* seconds for callers to notice, then let running calls finish.

        Calls that still run *grace_s* seconds later are cancelled. Returns when all is done.
        """
        self._health.enter_graceful_shutdown()
        time.sleep(drain_s)
        self._server.stop(grace_s).wait()
        self._workers.shutdown(wait=True)

    def wait(self) -> None:
        """Block until the server has stopped."""
        self._server.wait_for_termination()


def start_server(
    servicers: Servicers,
    settings: Settings,
    logger: FilteringBoundLogger,
    *,
    gate: Gate | None = None,
    meter: Meter | None = None,
    extra_handlers: Sequence[grpc.GenericRpcHandler] = (),
) -> RunningServer:
    """Bind and start, NOT_SERVING.

    Args:
        servicers: what answers the calls.
        settings: host, port, threads and limits.
        logger: receives one line a call.
        gate: admits callers; without one everybody is admitted.
        meter: counts calls; without one nothing is counted.
        extra_handlers: further services behind the same interceptor, for measurements.

    Raises:
        InvalidInputError: the address cannot be bound.
    """
    workers = ThreadPoolExecutor(settings.workers, thread_name_prefix="call")
    server = grpc.server(
        workers,
        interceptors=[CallInterceptor(logger, gate or OpenGate(settings.default_deadline_s), meter or NoMeter())],
        options=server_options(),
        maximum_concurrent_rpcs=settings.max_concurrent_calls,
    )
    cards_pb2_grpc.add_CardServiceServicer_to_server(servicers.cards, server)
    hands_pb2_grpc.add_HandServiceServicer_to_server(servicers.hands, server)
    tiebreaks_pb2_grpc.add_TiebreakServiceServicer_to_server(servicers.ties, server)
    server.add_generic_rpc_handlers(tuple(extra_handlers))
    health_servicer = HealthServicer()
    for name in ("", *SERVICES):
        health_servicer.set(name, health_pb2.HealthCheckResponse.NOT_SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(health_servicer, server)
    if settings.reflection:
        reflection.enable_server_reflection((*SERVICES, reflection.SERVICE_NAME, health.SERVICE_NAME), server)
    host = f"[{settings.host}]" if ":" in settings.host and not settings.host.startswith("[") else settings.host
    try:
        port = _bind(server, host, settings.port)
    except BaseException:
        workers.shutdown()
        raise
    server.start()
    return RunningServer(f"{host}:{port}", port, server, health_servicer, workers)


def _bind(server: grpc.Server, host: str, port: int) -> int:
    """Bind the address; a plain socket tries it first, because gRPC would write lines of its own about a failure."""
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
    try:
        socket.create_server((host.strip("[]"), port), family=family).close()
        return server.add_insecure_port(f"{host}:{port}")
    except (OSError, RuntimeError):
        raise InvalidInputError.of(
            "SABACC_PORT", f"{host}:{port}", "an address of this machine that no other process listens on"
        ) from None
