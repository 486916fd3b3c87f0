"""Floods: calls, streams and requests that never come are refused or let go, and the service answers after."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sabacc.v1 import tiebreaks_pb2 as pb
from service.rpc.calls.arrivals import PATIENCE_S
from tests.rpc.asking import tie
from tests.rpc.callers import Refused, Service, open_channel
from tests.rpc.faults import send
from tests.rpc.identities import Access
from tests.rpc.test_server import Gate, at_the_gate, gate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Open = Callable[..., Service]

__all__ = ["gate"]  # a fixture

SERVING = health_pb2.HealthCheckResponse.SERVING
LIST = "/sabacc.v1.TiebreakService/ListTiebreaks"


def stub_of(service: Service) -> Any:
    assert service.channel is not None
    return health_pb2_grpc.HealthStub(service.channel)


def watch(service: Service, name: str = "") -> Any:
    """A watch that has been answered once."""
    watching = stub_of(service).Watch(health_pb2.HealthCheckRequest(service=name), timeout=60)
    next(watching)
    return watching


def refused_watch(service: Service) -> Refused:
    with pytest.raises(grpc.RpcError) as caught:
        next(stub_of(service).Watch(health_pb2.HealthCheckRequest(), timeout=20))
    return Refused.of_call(caught.value)


def calls_of(service: Service) -> int:
    """How many calls gRPC counts now; asking by a call would add one."""
    assert service.server is not None
    server: Any = service.server._server
    count: int = server._state.active_rpc_count
    return count


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
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
    assert stub_of(service).Check(health_pb2.HealthCheckRequest(), timeout=5).status == SERVING
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
    assert service.server is not None
    kept = service.server._health._send_response_callbacks
    for number in range(40):
        watching = watch(service, f"no.such.Service{number}" + "x" * 1000)
        watching.cancel()
        until(lambda: not kept)
    assert watch(service) is not None


def test_malformed_watches_are_refused_in_words(open_service: Open) -> None:
    service = open_service(watches=1)
    assert service.channel is not None
    for raw in (b"\xff", b"\x0a\x05ab", b"\x0a\x02\xff\xfe"):
        call: Any = service.channel.unary_stream("/grpc.health.v1.Health/Watch")
        with pytest.raises(grpc.RpcError) as caught:
            next(call(raw, timeout=10))
        assert Refused.of_call(caught.value).reason == "MALFORMED_REQUEST"
    assert watch(service) is not None


# Calls


def test_at_the_limit_of_all_calls_a_new_one_is_refused_at_once_and_later_answered(
    open_service: Open, gate: Gate
) -> None:
    service = open_service((gate.handlers,), workers=2, max_concurrent_calls=6, watches=3)
    watches = [watch(service) for _ in range(3)]  # watches take no place from the calls
    with ThreadPoolExecutor(8) as threads:
        inside = [at_the_gate(service, gate, threads) for _ in range(2)]
        waiting = [threads.submit(send, service, "/tests.Gate/Wait", b"let me in", 30) for _ in range(4)]
        started = time.monotonic()
        until(lambda: calls_of(service) == 6)
        flood = [service.refusal(pb.ListTiebreaksRequest(), 20).code for _ in range(50)]
        assert flood == ["RESOURCE_EXHAUSTED"] * 50
        assert time.monotonic() - started < 10
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
        inside = [threads.submit(call, b"in", timeout=30, metadata=access.of("busy")) for _ in range(2)]
        assert all(gate.entered.acquire(timeout=10) for _ in inside)
        with pytest.raises(Refused) as caught:
            service.call(pb.ListTiebreaksRequest(), metadata=access.of("busy"))
        assert (caught.value.reason, caught.value.metadata["value"]) == ("OVERLOADED", "2 calls at once")
        assert service.call(pb.ListTiebreaksRequest(), metadata=access.of("game")) == pb.ListTiebreaksResponse()
        gate.opened.set()
        assert [each.result() for each in inside] == [b"in"] * 2
    assert service.call(pb.ListTiebreaksRequest(), metadata=access.of("busy")) == pb.ListTiebreaksResponse()


# Requests that do not come


def never(released: threading.Event) -> Iterator[bytes]:
    released.wait(60)
    yield from ()


@pytest.fixture
def released() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def test_calls_whose_request_never_comes_give_their_threads_back(open_service: Open, released: threading.Event) -> None:
    service = open_service(workers=2)
    assert service.server is not None
    with open_channel(service.server.address) as channel:
        call: Any = channel.stream_unary(LIST)
        begun = [call.future(never(released)) for _ in range(2)]
        assert service.call(pb.ListTiebreaksRequest(), 10 * PATIENCE_S) == pb.ListTiebreaksResponse()
        for each in begun:
            assert each.exception(timeout=10 * PATIENCE_S).code() in {
                grpc.StatusCode.CANCELLED,
                grpc.StatusCode.DEADLINE_EXCEEDED,
            }
        released.set()
    assert service.call(tie("event")).places


def test_who_is_unknown_holds_no_thread_at_all(open_service: Open, tmp_path: Path, released: threading.Event) -> None:
    access = Access.with_roles(tmp_path)
    service = open_service(workers=1, access=access.path)
    assert service.server is not None
    with open_channel(service.server.address) as channel:
        call: Any = channel.stream_unary(LIST)
        begun = [call.future(never(released)) for _ in range(10)]
        codes = {each.exception(timeout=PATIENCE_S - 1).code() for each in begun}
        assert codes == {grpc.StatusCode.UNAUTHENTICATED}
        released.set()
    assert service.call(pb.ListTiebreaksRequest(), metadata=access.of("game")) == pb.ListTiebreaksResponse()


def test_watches_whose_request_never_comes_keep_no_other_out(open_service: Open, released: threading.Event) -> None:
    service = open_service()
    assert service.server is not None
    with open_channel(service.server.address) as channel:
        call: Any = channel.stream_stream("/grpc.health.v1.Health/Watch")
        begun = [call(never(released)) for _ in range(2)]
        watching = watch(service)
        assert stub_of(service).Check(health_pb2.HealthCheckRequest(), timeout=5).status == SERVING
        for each in begun:
            each.cancel()
        watching.cancel()
        released.set()


def test_probes_of_the_health_port_whose_request_never_comes_keep_no_other_out(
    open_service: Open, released: threading.Event
) -> None:
    service = open_service(health_port=0)
    assert service.server is not None
    assert service.server.health_address is not None
    with open_channel(service.server.health_address) as channel:
        call: Any = channel.stream_unary("/grpc.health.v1.Health/Check")
        begun = [call.future(never(released)) for _ in range(2)]
        check = health_pb2_grpc.HealthStub(channel).Check
        assert check(health_pb2.HealthCheckRequest(), timeout=10 * PATIENCE_S).status == SERVING
        assert all(each.exception(timeout=10 * PATIENCE_S) for each in begun)
        released.set()


def test_a_call_without_a_request_is_refused(open_service: Open) -> None:
    service = open_service()
    assert service.channel is not None
    call: Any = service.channel.stream_unary(LIST)
    with pytest.raises(grpc.RpcError) as caught:
        call(iter(()), timeout=10)
    assert Refused.of_call(caught.value).reason == "MALFORMED_REQUEST"


def test_what_follows_the_request_is_not_read(open_service: Open) -> None:
    service = open_service()
    assert service.channel is not None
    call: Any = service.channel.stream_unary(LIST)
    assert call(iter((b"", b"\xff", bytes(1000))), timeout=10) == b""


def test_connections_that_say_nothing_keep_nobody_out(open_service: Open) -> None:
    service = open_service(workers=1)
    assert service.server is not None
    silent = [socket.create_connection(("127.0.0.1", service.server.port)) for _ in range(100)]
    try:
        for _ in range(3):
            with open_channel(service.server.address) as channel:
                call: Any = channel.unary_unary(LIST)
                assert call(b"", timeout=10) == b""
    finally:
        for each in silent:
            each.close()
