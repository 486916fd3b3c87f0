"""Floods: calls, watches and connections beyond the limits are refused, and the service answers after."""

from __future__ import annotations

import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sabacc.v1 import tiebreaks_pb2 as pb
from service.rpc.serving import watches
from tests.fuzz.test_connections import frame, literal
from tests.rpc.asking import tie
from tests.rpc.callers import Refused, Service, open_channel
from tests.rpc.faults import send
from tests.rpc.identities import Access
from tests.rpc.test_server import Gate, at_the_gate, gate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Open = Callable[..., Service]

__all__ = ["gate"]  # a fixture

SERVING = health_pb2.HealthCheckResponse.SERVING
HEADERS_OF_A_CALL = b"".join(
    literal(name, value)
    for name, value in (
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":authority", b"x"),
        (b"te", b"trailers"),
        (b"content-type", b"application/grpc"),
    )
)
LIST = "/sabacc.v1.TiebreakService/ListTiebreaks"


def stub_of(service: Service) -> Any:
    assert service.channel is not None
    return health_pb2_grpc.HealthStub(service.channel)


def watch(service: Service, name: str = "") -> Any:
    """A watch that has been answered once."""
    watching = stub_of(service).Watch(health_pb2.HealthCheckRequest(service=name), timeout=120)
    next(watching)
    return watching


def refused_watch(service: Service) -> Refused:
    with pytest.raises(grpc.RpcError) as caught:
        next(stub_of(service).Watch(health_pb2.HealthCheckRequest(), timeout=120))
    return Refused.of_call(caught.value)


def calls_of(service: Service) -> int:
    """How many calls gRPC counts now; asking by a call would add one."""
    assert service.server is not None
    server: Any = service.server._server
    count: int = server._state.active_rpc_count
    return count


def kept_watches(service: Service) -> Any:
    """The watches that the service still has."""
    assert service.server is not None
    return service.server._health._watches._open


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.01)


# Watches


def test_more_watches_than_allowed_are_refused_and_calls_are_answered_beside_them(open_service: Open) -> None:
    service = open_service(watches=5, workers=1, max_concurrent_calls=2)
    watches = [watch(service) for _ in range(5)]
    for _ in range(20):
        found = refused_watch(service)
        assert (found.code, found.reason, found.retry_s) == ("RESOURCE_EXHAUSTED", "OVERLOADED", 2)
        assert found.metadata["field"] == "watches"
    assert stub_of(service).Check(health_pb2.HealthCheckRequest(), timeout=120).status == SERVING
    assert service.call(tie("event")).places
    watches.pop().cancel()

    def free() -> bool:
        try:
            watches.append(watch(service))
        except grpc.RpcError:
            return False
        return True

    until(free)
    assert refused_watch(service).reason == "OVERLOADED"
    for each in watches:
        each.cancel()


def test_watches_of_names_that_nobody_has_are_forgotten(open_service: Open) -> None:
    service = open_service(watches=4)
    for number in range(40):
        watching = watch(service, f"no.such.Service{number}" + "x" * 1000)
        watching.cancel()
        until(lambda: not kept_watches(service))
    assert watch(service) is not None


def test_malformed_watches_are_refused_in_words(open_service: Open) -> None:
    service = open_service(watches=1)
    assert service.channel is not None
    for raw in (b"\xff", b"\x0a\x05ab", b"\x0a\x02\xff\xfe"):
        call: Any = service.channel.unary_stream("/grpc.health.v1.Health/Watch")
        with pytest.raises(grpc.RpcError) as caught:
            next(call(raw, timeout=120))
        assert Refused.of_call(caught.value).reason == "MALFORMED_REQUEST"
    assert watch(service) is not None


def test_one_address_has_no_more_watches_than_its_share(open_service: Open) -> None:
    service = open_service()  # 64 in all
    watches = [watch(service) for _ in range(8)]
    found = refused_watch(service)
    assert found.reason == "OVERLOADED"
    assert "at most 64, and 8 from one address" in found.message
    watches.pop().cancel()
    until(lambda: len(kept_watches(service)) < 8)
    watches.append(watch(service))
    for each in watches:
        each.cancel()


def test_a_watch_without_a_change_is_ended_so_that_the_client_watches_again(
    open_service: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service()
    watching = watch(service)
    monkeypatch.setattr(watches, "LONGEST_S", 0.0)
    with pytest.raises(grpc.RpcError) as caught:
        next(watching)
    assert caught.value.code() == grpc.StatusCode.UNAVAILABLE
    monkeypatch.undo()
    watch(service).cancel()
    until(lambda: not kept_watches(service))


def test_a_watcher_who_does_not_read_keeps_no_other_waiting(open_service: Open) -> None:
    service = open_service(health_port=0)
    assert service.server is not None
    path, request = literal(b":path", b"/grpc.health.v1.Health/Watch"), frame(0, 1, 1, bytes(5))
    headers = frame(1, 4, 1, HEADERS_OF_A_CALL + path)
    no_window = frame(4, 0, 0, struct.pack(">HI", 4, 0))  # SETTINGS_INITIAL_WINDOW_SIZE = 0
    with socket.create_connection(("127.0.0.1", service.server.port)) as deaf:
        deaf.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + no_window + headers + request)
        until(lambda: bool(kept_watches(service)))
        assert stub_of(service).Check(health_pb2.HealthCheckRequest(), timeout=120).status == SERVING
        watch(service).cancel()
        with ThreadPoolExecutor(1) as threads:
            assert threads.submit(service.server.stop, 0, 0.5).result(120)


# Calls


def test_at_the_limit_of_all_calls_a_new_one_is_refused_at_once_and_later_answered(
    open_service: Open, gate: Gate
) -> None:
    service = open_service((gate.handlers,), workers=2, max_concurrent_calls=6, watches=3)
    watches = [watch(service) for _ in range(3)]  # watches take no place from the calls
    with ThreadPoolExecutor(8) as threads:
        inside = [at_the_gate(service, gate, threads) for _ in range(2)]
        waiting = [threads.submit(send, service, "/tests.Gate/Wait", b"let me in", 120) for _ in range(4)]
        started = time.monotonic()
        until(lambda: calls_of(service) == 6)
        flood = [service.refusal(pb.ListTiebreaksRequest(), 20).code for _ in range(50)]
        assert flood == ["RESOURCE_EXHAUSTED"] * 50
        assert time.monotonic() - started < 60
        gate.opened.set()
        assert [each.result() for each in inside + waiting] == [b"let me in"] * 6
    assert service.call(tie("event")).places
    assert all(each.is_active() for each in watches)
    for each in watches:
        each.cancel()


def test_the_calls_at_once_of_one_identity_leave_the_others_alone(
    open_service: Open, gate: Gate, tmp_path: Path
) -> None:
    access = Access.with_roles(tmp_path)
    access.add("busy", "game", calls_at_once=2)
    service = open_service((gate.handlers,), workers=4, access=access.path)
    assert service.channel is not None
    call: Any = service.channel.unary_unary("/tests.Gate/Wait")
    with ThreadPoolExecutor(2) as threads:
        inside = [threads.submit(call, b"in", timeout=120, metadata=access.of("busy")) for _ in range(2)]
        assert all(gate.entered.acquire(timeout=120) for _ in inside)
        with pytest.raises(Refused) as caught:
            service.call(pb.ListTiebreaksRequest(), metadata=access.of("busy"))
        assert (caught.value.reason, caught.value.metadata["value"]) == ("OVERLOADED", "2 calls at once")
        assert service.call(pb.ListTiebreaksRequest(), metadata=access.of("game")) == pb.ListTiebreaksResponse()
        gate.opened.set()
        assert [each.result() for each in inside] == [b"in"] * 2
    assert service.call(pb.ListTiebreaksRequest(), metadata=access.of("busy")) == pb.ListTiebreaksResponse()


def test_connections_that_say_nothing_keep_nobody_out(open_service: Open) -> None:
    service = open_service(workers=1)
    assert service.server is not None
    silent = [socket.create_connection(("127.0.0.1", service.server.port)) for _ in range(100)]
    try:
        for _ in range(3):
            with open_channel(service.server.address) as channel:
                call: Any = channel.unary_unary(LIST)
                assert call(b"", timeout=120) == b""
    finally:
        for each in silent:
            each.close()
