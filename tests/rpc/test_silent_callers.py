"""Calls whose requests never come: they hold a thread for a while, and keep nobody out in the meantime."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sabacc.v1 import tiebreaks_pb2 as pb
from tests.rpc.asking import tie
from tests.rpc.callers import Refused, Service, open_channel
from tests.rpc.identities import Access
from tests.rpc.test_floods import LIST, SERVING, stub_of, until, watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Open = Callable[..., Service]
    Metadata = tuple[tuple[str, str | bytes], ...]

CHECK = "/grpc.health.v1.Health/Check"
SILENT = 100
DEADLINE_S = 30
"""Of the calls that must be answered meanwhile: half of the time that silent ones stay."""


def never(released: threading.Event) -> Iterator[bytes]:
    released.wait(60)
    yield from ()


@pytest.fixture
def released() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def silent(released: threading.Event) -> Iterator[Callable[..., list[Any]]]:
    """Begins calls on one connection whose requests never come."""
    channels: list[grpc.Channel] = []
    kept: list[Any] = []  # a call that nobody holds is cancelled

    def begin(address: str, path: str, count: int, metadata: Metadata = ()) -> list[Any]:
        own = [("grpc.enable_http_proxy", 0), ("grpc.use_local_subchannel_pool", 1)]
        channels.append(grpc.insecure_channel(address, own))
        grpc.channel_ready_future(channels[-1]).result(120)
        call: Any = channels[-1].stream_unary(path)
        begun = [call.future(never(released), timeout=60, metadata=metadata) for _ in range(count)]
        kept.extend(begun)
        time.sleep(0.3)  # until they are there
        return begun

    yield begin
    released.set()
    for channel in channels:
        channel.close()


def address_of(service: Service) -> str:
    assert service.server is not None
    return service.server.address


# Calls of the contract


def test_calls_whose_request_never_comes_give_their_threads_back(
    open_service: Open, silent: Callable[..., list[Any]]
) -> None:
    service = open_service(workers=2)
    begun = silent(address_of(service), LIST, 2)
    assert service.call(pb.ListTiebreaksRequest(), 50) == pb.ListTiebreaksResponse()
    for each in begun:
        assert each.exception(timeout=50).code() in {
            grpc.StatusCode.CANCELLED,
            grpc.StatusCode.DEADLINE_EXCEEDED,
        }
    assert service.call(tie("event")).places


def test_who_is_unknown_holds_no_thread_at_all(
    open_service: Open, tmp_path: Path, silent: Callable[..., list[Any]]
) -> None:
    access = Access.with_roles(tmp_path)
    service = open_service(workers=1, access=access.path)
    begun = silent(address_of(service), LIST, 10)
    codes = {each.exception(timeout=50).code() for each in begun}
    assert codes == {grpc.StatusCode.UNAUTHENTICATED}
    assert service.call(pb.ListTiebreaksRequest(), metadata=access.of("game")) == pb.ListTiebreaksResponse()


def test_silent_calls_of_one_identity_keep_no_other_out(
    open_service: Open, tmp_path: Path, silent: Callable[..., list[Any]]
) -> None:
    access = Access.with_roles(tmp_path)
    service = open_service(access=access.path)
    begun = silent(address_of(service), LIST, SILENT, access.of("auditor"))
    assert service.call(tie("event"), DEADLINE_S, access.of("game")).places
    # Half of the threads may wait for late requests of his; whatever comes after those is told so at once.
    until(lambda: sum(each.done() for each in begun) > SILENT / 2)
    reasons = {Refused.of_call(each.exception()).reason for each in begun if each.done()}
    assert "OVERLOADED" in reasons
    for each in begun:
        each.cancel()

    def answered() -> bool:
        try:
            return service.call(pb.ListTiebreaksRequest(), metadata=access.of("auditor")) is not None
        except Refused:
            return False

    until(answered)


def test_silent_calls_of_several_identities_keep_no_other_out(
    open_service: Open, tmp_path: Path, silent: Callable[..., list[Any]]
) -> None:
    access = Access.with_roles(tmp_path)
    service = open_service(access=access.path)
    for role in ("auditor", "director"):
        silent(address_of(service), LIST, SILENT // 2, access.of(role))
    for _ in range(3):
        assert service.call(tie("event"), DEADLINE_S, access.of("game")).places


def test_a_silent_call_with_the_only_thread_is_let_go_in_time(
    open_service: Open, silent: Callable[..., list[Any]]
) -> None:
    service = open_service(workers=1)
    silent(address_of(service), LIST, 10)
    assert service.call(tie("event"), DEADLINE_S).places


# Health


def test_silent_checks_of_strangers_keep_no_call_and_no_other_check_out(
    open_service: Open, tmp_path: Path, silent: Callable[..., list[Any]]
) -> None:
    access = Access.with_roles(tmp_path)
    service = open_service(access=access.path)
    silent(address_of(service), CHECK, SILENT)
    assert service.call(tie("event"), DEADLINE_S, access.of("game")).places
    silent(address_of(service), CHECK, SILENT)
    assert stub_of(service).Check(health_pb2.HealthCheckRequest(), timeout=DEADLINE_S).status == SERVING


def test_silent_watches_keep_no_other_out(open_service: Open, silent: Callable[..., list[Any]]) -> None:
    service = open_service()
    silent(address_of(service), "/grpc.health.v1.Health/Watch", SILENT)
    watching = watch(service)
    assert stub_of(service).Check(health_pb2.HealthCheckRequest(), timeout=DEADLINE_S).status == SERVING
    assert service.call(tie("event"), DEADLINE_S).places
    watching.cancel()


def test_silent_probes_of_the_health_port_keep_no_other_out(
    open_service: Open, silent: Callable[..., list[Any]]
) -> None:
    service = open_service(health_port=0)
    assert service.server is not None
    assert service.server.health_address is not None
    begun = [each for _ in range(3) for each in silent(service.server.health_address, CHECK, 14)]  # on 3 connections
    with open_channel(service.server.health_address) as channel:
        check = health_pb2_grpc.HealthStub(channel).Check
        assert check(health_pb2.HealthCheckRequest(), timeout=DEADLINE_S).status == SERVING
    assert all(each.exception(timeout=DEADLINE_S) for each in begun)


# Requests that are none, or too many


def test_a_call_without_a_request_is_refused(open_service: Open) -> None:
    service = open_service()
    assert service.channel is not None
    call: Any = service.channel.stream_unary(LIST)
    with pytest.raises(grpc.RpcError) as caught:
        call(iter(()), timeout=120)
    assert Refused.of_call(caught.value).reason == "MALFORMED_REQUEST"


def test_what_follows_the_request_is_not_read(open_service: Open) -> None:
    service = open_service()
    assert service.channel is not None
    call: Any = service.channel.stream_unary(LIST)
    assert call(iter((b"", b"\xff", bytes(1000))), timeout=120) == b""
