"""Calls that answer with a stream: admitted, limited, ended, logged and refused as any other call."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.rpc.calls.errors import OverloadedError
from service.rpc.work.executor import require_waiting
from tests.rpc.asking import rehearsal, tie
from tests.rpc.callers import Refused, open_channel
from tests.rpc.identities import Access
from tests.rpc.test_incidents import FAULTS, SECRET

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from service.caller import Caller
    from tests.rpc.callers import Service

    Open = Callable[..., Service]

PATH = "/tests.Stream/Count"


class Counting:
    """A call of the tests' own that counts up to the number asked for, or, asked for nothing, as long as it can."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.ended = threading.Semaphore(0)
        self.asked = 0

        def handle(request: bytes, caller: Caller) -> Iterator[bytes]:
            self.asked += 1
            self.begun.release()
            try:
                yield from self._answers(request, caller)
            finally:
                self.ended.release()

        method: Any = grpc.unary_stream_rpc_method_handler(handle)
        self.handlers = grpc.method_handlers_generic_handler("tests.Stream", {"Count": method})

    def _answers(self, request: bytes, caller: Caller) -> Iterator[bytes]:
        if request.isdigit():
            yield from (b"%d" % number for number in range(int(request)))
            return
        if request:
            yield b"0"
            raise FAULTS[request].with_traceback(None)
        yield b"0"
        while True:
            time.sleep(0.02)
            require_waiting(caller, "more time")


@pytest.fixture
def counting() -> Counting:
    return Counting()


def stream(service: Service, request: bytes, timeout_s: float | None = 20, metadata: Any = ()) -> Any:
    assert service.channel is not None
    kind: Any = service.channel.unary_stream(PATH)
    return kind(request, timeout=timeout_s, metadata=metadata)


def outcome(
    service: Service, request: bytes, timeout_s: float | None = 20, metadata: Any = ()
) -> list[bytes] | Refused:
    try:
        return list(stream(service, request, timeout_s, metadata))
    except grpc.RpcError as error:
        return Refused.of_call(error)


def refusal(service: Service, request: bytes, timeout_s: float | None = 20, metadata: Any = ()) -> Refused:
    found = outcome(service, request, timeout_s, metadata)
    assert isinstance(found, Refused)
    return found


def lines(service: Service) -> list[dict[str, Any]]:
    """The lines of finished calls; one is written a moment after its caller knows."""
    for _ in range(12_000):
        found = [line for line in service.lines() if line["event"] == "call"]
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("no line")


def figure(service: Service, name: str, /, **labels: str) -> float:
    for family in text_string_to_metric_families(service.metrics.page().decode()):
        for sample in family.samples:
            if sample.name == name and labels.items() <= sample.labels.items():
                return float(sample.value)
    return 0


def test_a_stream_gives_its_answers_in_order_and_writes_one_line(open_service: Open, counting: Counting) -> None:
    service = open_service((counting.handlers,))
    answers = outcome(service, b"300", metadata=(("x-request-id", "caller-7"),))
    assert answers == [b"%d" % number for number in range(300)]
    (line,) = lines(service)
    assert (line["status"], line["responses"], line["request_id"]) == ("OK", 300, "caller-7")
    assert (line["request_bytes"], line["response_bytes"]) == (3, sum(map(len, answers)))
    labels = {"service": "tests.Stream", "method": "Count", "code": "OK"}
    assert figure(service, "sabacc_calls_total", **labels) == 1
    assert figure(service, "sabacc_calls_in_flight") == 0
    assert outcome(service, b"0") == []


@pytest.mark.parametrize("fault", FAULTS)
def test_an_exception_in_a_stream_is_an_incident_without_its_text(
    open_service: Open, counting: Counting, fault: bytes
) -> None:
    service = open_service((counting.handlers,))
    found = refusal(service, fault)
    assert (found.code, found.reason, found.domain) == ("INTERNAL", "INTERNAL", "sabacc.gemp")
    assert re.fullmatch("internal error, incident [0-9a-f]{16}", found.message)
    (line,) = lines(service)
    assert (line["status"], line["responses"]) == ("INTERNAL", 1)
    for text in (str(found), service.log.getvalue()):
        assert SECRET not in text
        assert "deadbeef" not in text
    assert outcome(service, b"1") == [b"0"]


def test_a_domain_error_after_some_answers_is_told_as_in_any_call(
    open_service: Open, counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FAULTS, b"refused", OverloadedError.of("work", "much", "less"))
    service = open_service((counting.handlers,))
    call = stream(service, b"refused")
    assert next(call) == b"0"
    with pytest.raises(grpc.RpcError) as caught:
        next(call)
    found = Refused.of_call(caught.value)
    assert (found.code, found.reason, found.retry_s) == ("RESOURCE_EXHAUSTED", "OVERLOADED", 2)
    trailers: Any = caught.value.trailing_metadata()
    assert ("grpc-retry-pushback-ms", "2000") in trailers
    assert figure(service, "sabacc_refusals_total", reason="OVERLOADED") == 1


def test_who_is_unknown_or_may_not_is_refused_before_anything_is_done(
    open_service: Open, counting: Counting, tmp_path: Path
) -> None:
    access = Access.with_roles(tmp_path)
    access.add("small", "game", largest_request=10)
    service = open_service((counting.handlers,), access=access.path)
    assert refusal(service, b"1").reason == "UNAUTHENTICATED"
    assert refusal(service, b"1", metadata=(("authorization", "Bearer x"),)).reason == "UNAUTHENTICATED"
    assert refusal(service, b"1" * 11, metadata=access.of("small")).reason == "REQUEST_TOO_LARGE"
    assert counting.asked == 0
    assert outcome(service, b"1", metadata=access.of("small")) == [b"0"]


def test_a_caller_who_cancels_ends_the_stream_at_once(open_service: Open, counting: Counting) -> None:
    service = open_service((counting.handlers,), streams=1)
    for _ in range(3):  # a place that were lost would show
        call = stream(service, b"")
        assert next(call) == b"0"
        call.cancel()
        assert counting.begun.acquire(timeout=120)
        assert counting.ended.acquire(timeout=120)
    assert wait_for_place(service) == [b"0"]
    cancelled = [line for line in lines(service) if line["responses"] == 1 and line["status"] == "CANCELLED"]
    assert len(cancelled) == 3
    assert figure(service, "sabacc_calls_in_flight") == 0


def wait_for_place(service: Service, metadata: Any = ()) -> list[bytes] | Refused:
    """Ask until a place is free: it is given back a moment after the handler has ended."""
    for _ in range(12_000):
        found = outcome(service, b"1", metadata=metadata)
        if not isinstance(found, Refused):
            return found
        time.sleep(0.01)
    return found


def test_a_caller_who_reads_no_more_and_goes_ends_a_stream_that_waits_to_be_read(
    open_service: Open, counting: Counting
) -> None:
    service = open_service((counting.handlers,), streams=1)
    assert service.server is not None
    with open_channel(service.server.address) as channel:
        kind: Any = channel.unary_stream(PATH)
        call = kind(b"10000000", timeout=60)
        assert next(call) == b"0"
        time.sleep(0.3)  # what fits into the windows has been sent
        assert not counting.ended.acquire(blocking=False)
    assert counting.ended.acquire(timeout=120)
    assert wait_for_place(service) == [b"0"]


def test_more_streams_than_there_are_places_are_refused_and_ties_go_on(open_service: Open, counting: Counting) -> None:
    service = open_service((counting.handlers,), workers=8, streams=100)
    calls = [stream(service, b"") for _ in range(2)]  # a quarter of the threads
    for call in calls:
        assert next(call) == b"0"
    found = refusal(service, b"1")
    assert (found.code, found.reason, found.retry_s) == ("RESOURCE_EXHAUSTED", "OVERLOADED", 2)
    assert found.message == "streams: got '2 at once', expected fewer at the same time"
    assert counting.asked == 2
    assert service.call(rehearsal(tie("event"))).places
    for call in calls:
        call.cancel()
    assert wait_for_place(service) == [b"0"]


@pytest.mark.parametrize(("places", "own"), [(1, 1), (2, 1), (4, 3)])
def test_one_identity_leaves_a_place_to_the_others_and_the_refusal_says_whose_limit_it_is(
    open_service: Open, counting: Counting, tmp_path: Path, places: int, own: int
) -> None:
    access = Access.with_roles(tmp_path)
    service = open_service((counting.handlers,), access=access.path, workers=4 * places, streams=places)
    running = [begun(service, access, "game") for _ in range(own)]
    whose = "streams of game" if own < places else "streams"
    assert told(service, access, "game") == f"{whose}: got '{own} at once', expected fewer at the same time"
    running += [begun(service, access, "director") for _ in range(places - own)]
    assert told(service, access, "auditor") == f"streams: got '{places} at once', expected fewer at the same time"
    assert told(service, access, "game").startswith(f"{whose}: got '{own} at once'")
    for call in running:
        call.cancel()
    assert all(counting.ended.acquire(timeout=120) for _ in running)
    assert wait_for_place(service, access.of("game")) == [b"0"]  # his own ones count no more


def begun(service: Service, access: Access, name: str) -> Any:
    """A stream of the identity of that name that goes on."""
    call = stream(service, b"", 60, access.of(name))
    assert next(call) == b"0"
    return call


def told(service: Service, access: Access, name: str) -> str:
    """What the identity of that name is told that gets no place."""
    found = refusal(service, b"1", metadata=access.of(name))
    assert (found.code, found.reason, found.retry_s) == ("RESOURCE_EXHAUSTED", "OVERLOADED", 2)
    return found.message


def test_a_service_with_too_few_threads_for_streams_says_so_to_an_identity_too(
    open_service: Open, counting: Counting, tmp_path: Path
) -> None:
    access = Access.with_roles(tmp_path)
    service = open_service((counting.handlers,), access=access.path, workers=3)
    assert "SABACC_WORKERS of 4 or more" in told(service, access, "game")


def test_a_deadline_ends_a_stream(open_service: Open, counting: Counting) -> None:
    service = open_service((counting.handlers,))
    found = refusal(service, b"", timeout_s=0.4)
    assert found.code == "DEADLINE_EXCEEDED"
    assert counting.ended.acquire(timeout=120)
    (line,) = lines(service)
    assert line["status"] in {"DEADLINE_EXCEEDED", "CANCELLED"}  # whoever looks first


def test_a_stream_lasts_no_longer_than_streams_may(open_service: Open, counting: Counting) -> None:
    service = open_service((counting.handlers,), stream_s=0.4, default_deadline_s=0.1)
    for timeout_s in (None, 30):
        started = time.monotonic()
        found = refusal(service, b"", timeout_s)
        assert (found.code, found.reason) == ("DEADLINE_EXCEEDED", "DEADLINE")
        assert 0.3 < time.monotonic() - started < 25


def test_a_stream_without_a_deadline_of_its_own_has_more_time_than_other_calls(
    open_service: Open, counting: Counting
) -> None:
    service = open_service((counting.handlers,), default_deadline_s=0.1)
    call = stream(service, b"", None)
    assert next(call) == b"0"
    time.sleep(0.4)
    assert not counting.ended.acquire(blocking=False)
    call.cancel()


def test_a_stop_waits_for_streams_as_long_as_for_other_calls_and_then_ends_them(
    open_service: Open, counting: Counting
) -> None:
    service = open_service((counting.handlers,))
    assert service.server is not None
    with ThreadPoolExecutor(2) as threads:
        running = threads.submit(refusal, service, b"", 30)
        assert counting.begun.acquire(timeout=120)
        stopping = threads.submit(service.server.stop, 0, 2.5)
        time.sleep(0.5)
        assert refusal(service, b"1").reason == "DRAINING"
        assert not running.done()
        assert running.result(120).code == "UNAVAILABLE"
        assert stopping.result(120)
    assert counting.ended.acquire(timeout=120)
