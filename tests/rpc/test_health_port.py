"""The port that tells health alone: the same statuses, nothing else, and no way to reach the calls through it."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from deckmapping.errors import InvalidInputError
from service.rpc.serving.server import start_server
from service.rpc.serving.services import SERVICES
from tests.rpc.asking import rehearsal, tie
from tests.rpc.callers import METHODS, logger_to, open_channel, settings_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Service

    Open = Callable[..., Service]

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def port_of(service: Service) -> str:
    assert service.server is not None
    assert service.server.health_address is not None
    return service.server.health_address


def status(address: str, name: str = "") -> Any:
    with open_channel(address) as channel:
        return (
            health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=name), timeout=120).status
        )


def code_or_status(address: str) -> Any:
    try:
        return status(address)
    except grpc.RpcError as error:
        return error.code().name


def code(address: str, path: str, raw: bytes = b"") -> str:
    """The status of a call with raw bytes."""
    with open_channel(address) as channel:
        call: Any = channel.unary_unary(path)
        try:
            call(raw, timeout=120)
        except grpc.RpcError as error:
            return error.code().name
    return "OK"


def test_without_the_setting_there_is_no_such_port(open_service: Open) -> None:
    service = open_service()
    assert service.server is not None
    assert service.server.health_address is None


def test_it_tells_the_same_statuses_as_the_main_port(open_service: Open) -> None:
    service = open_service(health_port=0)
    for name in ("", *SERVICES):
        assert status(port_of(service), name) == SERVING
    assert code(port_of(service), "/grpc.health.v1.Health/Check", b"\x0a\x07nothing") == "NOT_FOUND"
    assert service.lines() == []  # probes are no news
    assert "grpc.health" not in service.metrics.page().decode()


def test_it_has_nothing_but_checks(open_service: Open) -> None:
    service = open_service(health_port=0, reflection=True)
    for method in METHODS.values():
        assert code(port_of(service), method.path) == "UNIMPLEMENTED"
    for path in ("/grpc.health.v1.Health/Watch", "/grpc.health.v1.Health/List", "/x/y"):
        assert code(port_of(service), path) == "UNIMPLEMENTED"
    assert code(port_of(service), "/grpc.health.v1.Health/Check", b"\xff\xff") == "INVALID_ARGUMENT"
    assert code(port_of(service), "/grpc.health.v1.Health/Check", bytes(5000)) == "RESOURCE_EXHAUSTED"


def test_it_follows_the_service_from_its_start_to_its_stop(open_service: Open) -> None:
    service = open_service()
    settings = settings_for("sqlite://", health_port=0)
    server = start_server(service.application.servicers, settings, logger_to(service.log), service.metrics)
    assert server.health_address is not None
    assert status(server.health_address) == NOT_SERVING
    server.ready()
    assert status(server.health_address) == SERVING
    with ThreadPoolExecutor(1) as threads:
        stopping = threads.submit(server.stop, 2, 5)
        seen = []
        while not stopping.done():
            seen.append(code_or_status(server.health_address))
            time.sleep(0.05)
        assert stopping.result()
    assert NOT_SERVING in seen
    assert SERVING not in seen[seen.index(NOT_SERVING) :]
    assert code_or_status(server.health_address) == "UNAVAILABLE"


def test_a_flood_of_probes_takes_nothing_from_the_calls(open_service: Open) -> None:
    service = open_service(health_port=0, workers=2, max_concurrent_calls=1)
    address, over = port_of(service), threading.Event()
    sent = threading.Semaphore(0)

    def flood() -> None:
        channel = grpc.insecure_channel(address, [("grpc.enable_http_proxy", 0), ("grpc.use_local_subchannel_pool", 1)])
        stub = health_pb2_grpc.HealthStub(channel)
        while not over.is_set():
            calls = [stub.Check.future(health_pb2.HealthCheckRequest(), timeout=5) for _ in range(100)]
            sent.release(len(calls))
            for call in calls:
                call.exception()
        channel.close()

    with ThreadPoolExecutor(4) as floods:
        for _ in range(4):
            floods.submit(flood)
        try:
            for attempt in range(1, 7):
                assert all(sent.acquire(timeout=120) for _ in range(100))  # they go on all the while
                assert service.call(rehearsal(tie("event", attempt=attempt)), 120).places
        finally:
            over.set()
    assert status(address) == SERVING


def test_silent_connections_keep_no_probe_out(open_service: Open) -> None:
    service = open_service(health_port=0)
    host, _, port = port_of(service).rpartition(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(100)]
    for each in silent[::2]:
        each.sendall(b"GET / HTTP/1.1\r\n\r\n")
    assert status(port_of(service)) == SERVING
    for each in silent:
        each.close()


def test_a_taken_health_port_is_refused_and_the_main_port_given_back(open_service: Open) -> None:
    service = open_service(health_port=0)
    taken = int(port_of(service).rpartition(":")[2])
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = probe.getsockname()[1]
    settings = settings_for("sqlite://", port=free, health_port=taken)
    with pytest.raises(InvalidInputError, match="SABACC_HEALTH_PORT"):
        start_server(service.application.servicers, settings, logger_to(service.log), service.metrics)
    socket.create_server(("127.0.0.1", free)).close()
    assert status(port_of(service)) == SERVING


def test_it_may_listen_on_another_address_than_the_calls(open_service: Open) -> None:
    service = open_service(health_port=0, health_host="127.0.0.2")
    assert port_of(service).startswith("127.0.0.2:")
    assert status(port_of(service)) == SERVING
