"""The server around the calls: limits of gRPC itself, deadlines, overload, health, bind and stop."""

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
from sabacc.v1 import tiebreaks_pb2 as pb
from service.rpc.calls.gate import LARGEST_MESSAGE
from service.rpc.serving.server import server_options, start_server
from service.rpc.serving.services import SERVICES
from tests.rpc.asking import but_for_the_repeat_mark, get, rehearsal, tie
from tests.rpc.callers import METHODS, Refused, logger_to, open_channel, settings_for
from tests.rpc.faults import PATH, raising, refused, send

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.rpc.callers import Service

    Open = Callable[..., Service]

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


class Gate:
    """A call of the tests' own that waits inside its handler until it is let go."""

    def __init__(self) -> None:
        self.entered = threading.Semaphore(0)
        self.opened = threading.Event()

        def handle(request: bytes, _context: grpc.ServicerContext) -> bytes:
            self.entered.release()
            self.opened.wait(120)
            return request

        method: grpc.RpcMethodHandler[Any, Any] = grpc.unary_unary_rpc_method_handler(handle)
        self.handlers = grpc.method_handlers_generic_handler("tests.Gate", {"Wait": method})


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.opened.set()


def at_the_gate(service: Service, gate: Gate, threads: ThreadPoolExecutor) -> Any:
    """Make a call that is inside its handler when this returns."""
    waiting = threads.submit(send, service, "/tests.Gate/Wait", b"let me in", 120)
    assert gate.entered.acquire(timeout=120)
    return waiting


def health(service: Service, name: str = "") -> Any:
    assert service.channel is not None
    return health_pb2_grpc.HealthStub(service.channel).Check(health_pb2.HealthCheckRequest(service=name), timeout=120)


# What gRPC itself refuses


def test_a_message_of_1_mib_is_read_and_a_larger_one_is_not(open_service: Open) -> None:
    service = open_service((raising({}),))
    assert send(service, PATH, bytes(LARGEST_MESSAGE)) == bytes(LARGEST_MESSAGE)
    found = refused(service, PATH, bytes(LARGEST_MESSAGE + 1))
    assert found.code == "RESOURCE_EXHAUSTED"
    read, unread = service.lines()
    assert (read["status"], read["request_bytes"]) == ("OK", LARGEST_MESSAGE)
    assert unread["status"] in {"INVALID_ARGUMENT", "DEADLINE_EXCEEDED"}  # what gRPC tells the handler: it ended
    assert unread["request_bytes"] == 0


@pytest.mark.parametrize(
    "path", ["/sabacc.v1.TiebreakService/Resolve", "/sabacc.v2.TiebreakService/GetTiebreak", "/x/y"]
)
def test_an_unknown_method_is_unimplemented(open_service: Open, path: str) -> None:
    assert refused(open_service(), path, b"").code == "UNIMPLEMENTED"


def test_every_option_is_one_that_grpc_reads() -> None:
    options = dict(server_options())
    assert options["grpc.so_reuseport"] == 0
    # A Java channel pings every 10 s at most; with the name that other projects use the server would not heed it.
    assert options["grpc.http2.min_ping_interval_without_data_ms"] <= 10_000
    assert "grpc.http2.min_recv_ping_interval_without_data_ms" not in options
    assert options["grpc.keepalive_permit_without_calls"] == 1


# Deadlines


def test_a_call_whose_deadline_passed_while_it_waited_does_no_work(open_service: Open, gate: Gate) -> None:
    service = open_service((gate.handlers,), workers=1)
    with ThreadPoolExecutor(1) as threads:
        waiting = at_the_gate(service, gate, threads)
        assert service.refusal(tie("event"), 0.2).code == "DEADLINE_EXCEEDED"
        gate.opened.set()
        assert waiting.result() == b"let me in"
    assert service.refusal(get(tie("event"))).reason == "TIE_NOT_FOUND"
    late = [line["status"] for line in service.lines() if line["method"].endswith("ResolveTiebreak")]
    assert late in ([], ["DEADLINE_EXCEEDED"])  # gRPC itself drops it where it can
    assert service.stored("event") == 0


def test_field_report_17_after_an_unknown_outcome_the_resend_gives_the_one_truth(open_service: Open) -> None:
    service = open_service()
    outcomes = set()
    for number in range(25):
        asked = tie(f"event-{number}")
        try:
            early = service.call(asked, 0.001 + number % 5 * 0.0005)
        except Refused as unknown:
            early = None
            outcomes.add(unknown.code)
        first = service.call(asked)
        assert service.call(get(asked)).result_id == first.result_id
        again = service.call(asked)
        assert again.replayed
        assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
        if early is not None:
            assert but_for_the_repeat_mark(early) == but_for_the_repeat_mark(first)
        assert service.stored(asked.event) == 1
    assert outcomes <= {"DEADLINE_EXCEEDED"}
    assert outcomes, "no call was late: the test showed nothing"


def test_a_call_without_a_deadline_is_answered(open_service: Open) -> None:
    service = open_service(default_deadline_s=120)
    assert service.call(rehearsal(tie("event", with_win_shares=True)), None).win_shares
    assert service.lines()[0]["status"] == "OK"


# Overload


def test_more_calls_than_allowed_at_once_are_refused_at_once(open_service: Open, gate: Gate) -> None:
    service = open_service((gate.handlers,), workers=2, max_concurrent_calls=2)
    with ThreadPoolExecutor(2) as threads:
        waiting = [at_the_gate(service, gate, threads) for _ in range(2)]
        started = time.monotonic()
        assert service.refusal(tie("event"), 20).code == "RESOURCE_EXHAUSTED"
        assert time.monotonic() - started < 15
        gate.opened.set()
        assert [each.result() for each in waiting] == [b"let me in"] * 2
    assert service.call(tie("event")).places


def test_watching_health_takes_no_thread_from_the_calls(open_service: Open) -> None:
    service = open_service(workers=1)
    assert service.channel is not None
    stub = health_pb2_grpc.HealthStub(service.channel)
    watches = [stub.Watch(health_pb2.HealthCheckRequest(), timeout=120) for _ in range(4)]
    assert [next(watch).status for watch in watches] == [SERVING] * 4
    assert service.call(tie("event")).places
    for watch in watches:
        watch.cancel()


# Health


def test_health_is_told_for_the_whole_and_for_each_service(open_service: Open) -> None:
    service = open_service()
    assert set(SERVICES) == {method.path.split("/")[1] for method in METHODS.values()}
    assert {name: health(service, name).status for name in ("", *SERVICES)} == dict.fromkeys(("", *SERVICES), SERVING)
    with pytest.raises(grpc.RpcError) as caught:
        health(service, "sabacc.v1.Nothing")
    assert caught.value.code() == grpc.StatusCode.NOT_FOUND


def test_a_server_is_not_serving_until_it_is_ready(open_service: Open) -> None:
    service = open_service()
    server = start_server(service.application.servicers, service.settings, logger_to(service.log), service.metrics)
    with open_channel(server.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for name in ("", *SERVICES):
            assert stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=120).status == NOT_SERVING
        server.ready()
        assert stub.Check(health_pb2.HealthCheckRequest(), timeout=120).status == SERVING
    server.stop(0, 0)


def test_reflection_is_offered_only_when_asked_for(open_service: Open) -> None:
    method = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
    found: list[str | bool] = []
    for wanted in (False, True):
        service = open_service(reflection=wanted)
        assert service.channel is not None
        call: Any = service.channel.stream_stream(method)
        try:
            found.append(b"sabacc.v1.TiebreakService" in next(call(iter([b"\x3a\x00"]), timeout=120)))
        except grpc.RpcError as error:
            found.append(error.code().name)
    assert found == ["UNIMPLEMENTED", True]


# Binding


def test_a_port_that_is_taken_is_refused_in_one_line(open_service: Open) -> None:
    service = open_service()
    assert service.server is not None
    settings = settings_for("sqlite://", port=service.server.port)
    with pytest.raises(InvalidInputError) as caught:
        start_server(service.application.servicers, settings, logger_to(service.log), service.metrics)
    assert str(caught.value) == (
        f"SABACC_PORT: got '127.0.0.1:{service.server.port}', expected an address of this machine that no other "
        "process listens on"
    )
    assert service.call(tie("event")).places


def test_an_address_of_another_machine_is_refused(open_service: Open) -> None:
    service = open_service()
    settings = settings_for("sqlite://", host="203.0.113.1", allow_plaintext=True, allow_anonymous=True)
    with pytest.raises(InvalidInputError, match="SABACC_PORT"):
        start_server(service.application.servicers, settings, logger_to(service.log), service.metrics)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "[::1]"])
def test_any_form_of_the_loopback_address_is_bound(open_service: Open, host: str) -> None:
    if ":" in host and not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    service = open_service(host=host)
    assert service.server is not None
    assert service.server.address == f"{'[::1]' if ':' in host else host}:{service.server.port}"
    assert service.call(pb.ListTiebreaksRequest()) == pb.ListTiebreaksResponse()


# Stopping


def test_a_stop_lets_a_running_call_finish_and_refuses_new_ones(open_service: Open, gate: Gate) -> None:
    service = open_service((gate.handlers,))
    assert service.server is not None
    with ThreadPoolExecutor(2) as threads:
        waiting = at_the_gate(service, gate, threads)
        stopping = threads.submit(service.server.stop, 2, 60)
        while health(service).status != NOT_SERVING:
            time.sleep(0.01)
        assert service.call(rehearsal(tie("event"))).places  # callers that have not noticed yet are still answered
        time.sleep(2.2)
        assert service.refusal(tie("event"), 50).code == "UNAVAILABLE"
        assert not stopping.done()
        gate.opened.set()
        assert waiting.result() == b"let me in"
        stopping.result(120)
    assert service.stored("event") == 0


def test_a_stop_waits_no_longer_than_the_grace(open_service: Open, gate: Gate) -> None:
    service = open_service((gate.handlers,))
    assert service.server is not None
    with ThreadPoolExecutor(2) as threads:
        waiting = at_the_gate(service, gate, threads)
        stopping = threads.submit(service.server.stop, 0, 0.3)
        assert waiting.result().code in {"CANCELLED", "UNAVAILABLE"}
        gate.opened.set()  # the handler itself cannot be stopped; the server returns once it is out
        stopping.result(120)


def test_watchers_who_hang_up_during_a_stop_do_not_hold_it_up(open_service: Open) -> None:
    for _ in range(8):
        service = open_service()
        assert service.server is not None
        assert service.channel is not None
        stub = health_pb2_grpc.HealthStub(service.channel)
        watches = [stub.Watch(health_pb2.HealthCheckRequest(), timeout=120) for _ in range(8)]
        assert [next(watch).status for watch in watches] == [SERVING] * 8
        with ThreadPoolExecutor(1) as threads:
            for watch in watches:
                watch.cancel()
            threads.submit(service.server.stop, 0, 0).result(120)
