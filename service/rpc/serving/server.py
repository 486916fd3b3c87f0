"""The gRPC server: options, health, start and graceful stop."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from service.rpc.calls.arrivals import Arrivals
from service.rpc.calls.draining import DrainingGate
from service.rpc.calls.gate import LARGEST_MESSAGE, open_gate
from service.rpc.calls.interceptor import CallInterceptor
from service.rpc.calls.probes import Probes
from service.rpc.calls.streams import Streams
from service.rpc.serving.credentials import server_credentials
from service.rpc.serving.health import HealthServicer
from service.rpc.serving.health_port import HealthPort
from service.rpc.serving.ports import address_of, bind, release
from service.rpc.serving.services import SERVICES, add_contract

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from structlog.typing import FilteringBoundLogger

    from service.rpc.calls.gate import Gate
    from service.rpc.calls.meter import Meter
    from service.rpc.contract.servicers import Servicers
    from service.settings import Settings

LATE_CALLS_S: Final = 0.3
"""Seconds for which late calls are told that the service stops: one that met the stop itself would be cancelled."""
PATIENCE_S: Final = 2
"""Seconds that handlers have to notice that their calls were cut off at the stop."""


def server_options(max_connection_age_s: int = 0) -> list[tuple[str, int]]:
    """Return the channel arguments.

    A Java channel may ping every 10 s, also without calls; the server pings after 60 s and gives up 20 s later. A port
    that is taken is refused instead of shared with the process that has it. After *max_connection_age_s* seconds, if
    not 0, a client is told to connect anew; calls that run then have another 60 s.
    """
    age_ms = max_connection_age_s * 1000
    limited = [("grpc.max_connection_age_ms", age_ms), ("grpc.max_connection_age_grace_ms", 60_000)] if age_ms else []
    return [
        *limited,
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
    health_address: str | None
    """Of the port that tells health alone; None without one."""
    _server: grpc.Server
    _health: HealthServicer
    _health_port: HealthPort | None
    _gate: DrainingGate
    _arrivals: Arrivals
    _probes: Probes
    _workers: ThreadPoolExecutor
    _let_go: Callable[[], None]
    """Ends calls that last as long as they may, because they tell what happens."""

    def ready(self) -> None:
        """Tell health checks that every service answers."""
        self._health.serve()

    def stop(self, drain_s: float, grace_s: float, cut_off: Callable[[], None] = lambda: None) -> bool:
        """Say NOT_SERVING, wait *drain_s* seconds for callers to notice, then let running calls finish.

        Until the wait is over, calls are still answered. Then new calls are refused with UNAVAILABLE; so are calls that
        still run *grace_s* seconds later. Watchers of feeds are let go at once, so that nobody waits for them; those of
        health when no call runs any more.

        Args:
            drain_s: seconds from NOT_SERVING until calls are refused.
            grace_s: seconds from then until running calls are cut off.
            cut_off: ends what handlers of such calls may wait for; called in any case.

        Returns:
            Whether all handlers have ended; one that still runs 2 seconds after it was cut off is waited for no longer.
        """
        self._health.drain()
        time.sleep(drain_s)
        end = time.monotonic() + grace_s
        self._let_go()
        all_out = self._gate.close(grace_s)
        cut_off()
        if not all_out:  # who waited for what has ended now still gets an answer that he can read
            self._gate.close(LATE_CALLS_S)
            end = time.monotonic() + LATE_CALLS_S
        time.sleep(max(0, min(LATE_CALLS_S, end - time.monotonic())))
        self._health.let_go()
        self._server.stop(max(0, end - time.monotonic())).wait()
        if self._health_port is not None:
            self._health_port.stop()
        self._health.close()
        self._probes.close()
        self._arrivals.close()
        ending = threading.Thread(target=self._workers.shutdown, daemon=True)
        ending.start()
        ending.join(PATIENCE_S)
        return not ending.is_alive()

    def wait(self) -> None:
        """Block until the server has stopped."""
        self._server.wait_for_termination()


def start_server(
    servicers: Servicers,
    settings: Settings,
    logger: FilteringBoundLogger,
    meter: Meter,
    *,
    gate: Gate | None = None,
    extra_handlers: Sequence[grpc.GenericRpcHandler] = (),
) -> RunningServer:
    """Bind and start, NOT_SERVING.

    Args:
        servicers: what answers the calls.
        settings: host, port, threads and limits.
        logger: receives one line a call.
        meter: counts calls.
        gate: admits callers; without one that of the settings.
        extra_handlers: further services behind the same interceptor, for measurements; only a gate of one's own
            lets anybody call them.

    Raises:
        InvalidInputError: an address cannot be bound, or the access file or certificate cannot be used; no address is
            left bound then.
    """
    draining = DrainingGate(gate or open_gate(settings, logger))
    credentials = server_credentials(settings, logger)
    with ExitStack() as undo:
        arrivals, probes = Arrivals(settings.workers), Probes("health")
        undo.callback(probes.close)
        undo.callback(arrivals.close)
        streams = Streams(settings.most_streams, settings.stream_s)
        workers = ThreadPoolExecutor(settings.workers, thread_name_prefix="call")
        undo.callback(workers.shutdown)
        server = grpc.server(
            workers,
            interceptors=[CallInterceptor(logger, draining, meter, arrivals=arrivals, probes=probes, streams=streams)],
            options=server_options(settings.max_connection_age_s),
            maximum_concurrent_rpcs=settings.max_concurrent_calls,
        )
        statuses = HealthServicer(("", *SERVICES), settings.watches)
        undo.callback(statuses.close)
        _add_services(server, servicers, statuses, reflected=settings.reflection)
        server.add_generic_rpc_handlers(tuple(extra_handlers))
        health_port = None
        if settings.health_port is not None:
            health_port = HealthPort.of(statuses)
            undo.callback(health_port.stop)
        port, probed = _bind(server, credentials, health_port, settings)
        server.start()
        undo.callback(lambda: server.stop(None).wait())
        if health_port is not None:
            health_port.server.start()
        undo.pop_all()
    return RunningServer(
        address=address_of(settings.host, port),
        port=port,
        health_address=None if probed is None else address_of(settings.health_host, probed),
        _server=server,
        _health=statuses,
        _health_port=health_port,
        _gate=draining,
        _arrivals=arrivals,
        _probes=probes,
        _workers=workers,
        _let_go=servicers.tables.let_go,
    )


def _add_services(server: grpc.Server, servicers: Servicers, statuses: HealthServicer, *, reflected: bool) -> None:
    """Let the server answer the calls of the contract, for health, and for what it has where that is asked for."""
    add_contract(server, servicers)
    health_pb2_grpc.add_HealthServicer_to_server(statuses, server)
    if reflected:
        reflection.enable_server_reflection((*SERVICES, reflection.SERVICE_NAME, health.SERVICE_NAME), server)


def _bind(
    server: grpc.Server,
    credentials: grpc.ServerCredentials | None,
    health_port: HealthPort | None,
    settings: Settings,
) -> tuple[int, int | None]:
    """Bind both servers, or none, and return their ports."""
    port = bind(server, settings.host, settings.port, "SABACC_PORT", credentials)
    if health_port is None or settings.health_port is None:
        return port, None
    try:
        return port, bind(health_port.server, settings.health_host, settings.health_port, "SABACC_HEALTH_PORT", None)
    except BaseException:
        release(server)
        raise
