"""The work behind odds over the wire: progress, cancellation, processes that are killed, and who waits for whom."""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import grpc
import pytest

from sabacc.v1 import odds_pb2 as pb
from sabacc.v1 import odds_pb2_grpc
from service.cli.client import ClientSettings, open_channel
from tests.rpc.asking import rehearsal, tie
from tests.rpc.asking_odds import setting, small
from tests.rpc.callers import METHODS, Refused
from tests.rpc.identities import Access
from tests.rpc.work import Asker, processes, tick, wait_until_free

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from service.rpc.work.pool import WorkPool
    from tests.rpc.callers import Service

    Open = Callable[..., Service]

LONG = pb.SimulateHandsRequest(setting=setting(), hands=1_000_000_000, seed=1)
QUICK = pb.ComputeOddsRequest(setting=small())


def opened(service: Service, request: Any = LONG) -> Any:
    """A stream."""
    assert service.channel is not None
    method = METHODS[request.DESCRIPTOR.name]
    kind: Any = service.channel.unary_stream(method.path, type(request).SerializeToString, method.response.FromString)
    return kind(request, timeout=60)


def begun(service: Service, request: Any = LONG) -> Any:
    """A stream of which the first work has been done."""
    call = opened(service, request)
    while not next(call).progress.done:  # 0 of 0, as long as its process starts
        pass
    return call


def test_progress_comes_a_few_times_a_second_and_only_rises(open_service: Open) -> None:
    call = begun(open_service())
    started = time.monotonic()
    steps = [next(call).progress for _ in range(4)]
    assert time.monotonic() - started > 0.5
    call.cancel()
    assert [step.of for step in steps] == [LONG.hands] * 4
    done = [step.done for step in steps]
    assert done == sorted(done)
    assert len(set(done)) > 1


@pytest.mark.parametrize(
    "request_",
    [
        LONG,
        pb.CountShoesRequest(setting=setting(), shoes=60_000, seed=1),
        pb.DesignDealerDeckRequest(setting=setting(), house_edge="1/3", tolerance="0", most_changed=5),
    ],
    ids=lambda request: request.DESCRIPTOR.name,
)
def test_cancelling_ends_the_work_at_once_and_frees_its_place(
    open_service: Open,
    request_: Any,
    patient: None,  # noqa: ARG001
) -> None:
    service = open_service(streams=1)
    pool = service.application.pools.long
    call = begun(service, request_)
    before = processes(pool)
    assert pool.load() == (1, 0)
    call.cancel()
    wait_until_free(pool)
    again = begun(service)
    assert processes(pool) == before  # the work ended by itself
    again.cancel()


def test_quick_odds_and_win_shares_do_not_wait_for_long_work(open_service: Open) -> None:
    service = open_service(workers=8)
    calls = [begun(service)]  # the one long process works
    assert service.call(QUICK, 30).player_edge
    assert service.call(rehearsal(tie("event", with_win_shares=True))).win_shares
    for call in calls:
        call.cancel()


@pytest.mark.parametrize("workers", [3, 8])
def test_win_shares_are_never_refused_because_of_odds_and_streams(open_service: Open, workers: int) -> None:
    service = open_service(workers=workers)
    pools = service.application.pools
    streams = [opened(service) for _ in range(workers // 4)]
    for call in streams:
        next(call)  # one of them works, and the others wait for it
    busy = [pools.odds.follow(partial(tick, 10_000, 0.01), Asker().caller) for _ in range((workers + 1) // 4)]
    callers = [threading.Thread(target=next, args=(each,)) for each in busy]
    for caller in callers:
        caller.start()
    until_full(pools.odds, len(busy))
    assert service.refusal(QUICK).message == f"odds: got '{len(busy)} at once', expected fewer at the same time"
    for _ in range(3):
        assert service.call(rehearsal(tie("event", with_win_shares=True)), 30).win_shares
        assert service.call(rehearsal(tie("event"))).places
    for call in streams:
        call.cancel()
    for caller in callers:
        caller.join()
    for each in busy:
        each.close()


def until_full(pool: WorkPool, most: int) -> None:
    for _ in range(12_000):
        if sum(pool.load()) == most:
            return
        time.sleep(0.01)
    raise AssertionError("it never came to be")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_small_service_refuses_streams_and_answers_ties(open_service: Open, workers: int) -> None:
    service = open_service(workers=workers)
    found = service.refusal(LONG)
    assert (found.code, found.reason) == ("RESOURCE_EXHAUSTED", "OVERLOADED")
    assert found.message == "streams: got 'no thread for them', expected a service with SABACC_WORKERS of 4 or more"
    if workers == 3:
        assert service.call(QUICK, 30).player_edge
    else:
        needed = "expected a service with SABACC_WORKERS of 3 or more"
        assert service.refusal(QUICK).message == f"odds: got 'no thread for them', {needed}"
    assert service.call(rehearsal(tie("event")), 30).places
    assert service.call(rehearsal(tie("event", with_win_shares=True)), 30).win_shares


def test_a_stream_that_waits_for_another_one_says_so_and_then_works(open_service: Open) -> None:
    service = open_service(workers=8)
    pool = service.application.pools.long
    first = begun(service)
    started = time.monotonic()
    waits = opened(service)
    assert next(waits).progress == pb.WorkProgress()
    assert next(waits).progress == pb.WorkProgress()
    assert 1 < time.monotonic() - started < 40
    waits.cancel()
    until_full(pool, 1)
    second = opened(service)
    assert next(second).progress == pb.WorkProgress()
    first.cancel()
    while not next(second).progress.done:
        pass
    second.cancel()
    wait_until_free(pool)


def test_a_process_that_is_killed_is_logged_and_counted(open_service: Open) -> None:
    service = open_service()
    call = begun(service)
    (pid,) = processes(service.application.pools.long)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(grpc.RpcError):
        list(call)
    (line,) = (line for line in service.lines() if line["event"] == "work process lost")
    assert (line["level"], line["text"]) == ("warning", "long work, exit code -9")
    page = service.metrics.page().decode()
    for work, lost in (("win_shares", 0), ("odds", 0), ("long_work", 1)):
        assert f'sabacc_work_processes_lost_total{{work="{work}"}} {lost}.0' in page


def test_a_process_that_is_killed_costs_a_call_that_may_be_repeated_and_is_replaced(open_service: Open) -> None:
    service = open_service()
    answer = service.call(QUICK)
    for request, pool in ((QUICK, service.application.pools.odds), (LONG, service.application.pools.long)):
        if request is LONG:
            call = begun(service)
        (pid,) = processes(pool)
        os.kill(pid, signal.SIGKILL)
        if request is LONG:
            with pytest.raises(grpc.RpcError) as caught:
                list(call)
            found = Refused.of_call(caught.value)
        else:
            found = service.refusal(request)
        assert (found.code, found.reason, found.retry_s) == ("RESOURCE_EXHAUSTED", "OVERLOADED", 2)
    assert service.call(QUICK) == answer
    begun(service).cancel()


def test_a_deadline_ends_the_work_too(open_service: Open) -> None:
    service = open_service()
    found = service.refusal(LONG, 1)
    assert found.code == "DEADLINE_EXCEEDED"
    wait_until_free(service.application.pools.long)
    late = open_service(stream_s=1).refusal(LONG, None)
    assert (late.reason, late.metadata["expected"]) == ("DEADLINE", "more time for long work, or less of it")


def test_a_stop_ends_long_work_and_tells_its_caller_to_ask_elsewhere(open_service: Open) -> None:
    service = open_service()
    assert service.server is not None
    call = begun(service)
    stopping = threading.Thread(target=service.server.stop, args=(0, 0.3, service.application.pools.close))
    stopping.start()
    with pytest.raises(grpc.RpcError) as caught:
        list(call)
    found = Refused.of_call(caught.value)
    assert (found.code, found.reason, found.retry_s) == ("UNAVAILABLE", "DRAINING", 1)
    stopping.join()


def test_a_command_with_a_token_follows_a_stream(open_service: Open, tmp_path: Path) -> None:
    access = Access.with_roles(tmp_path)
    token_file = tmp_path / "token"
    token_file.write_text(access.tokens["auditor"])
    service = open_service(access=access.path)
    assert service.server is not None
    client = ClientSettings(client_token_file=token_file)
    request = pb.SimulateHandsRequest(setting=small(), hands=100, seed=1)
    options = [("grpc.enable_http_proxy", 0)]
    with open_channel(service.server.address, client, options, allow_plaintext=False) as channel:
        stub: Any = odds_pb2_grpc.OddsServiceStub(channel)  # type: ignore[no-untyped-call]
        assert [answer.WhichOneof("update") for answer in stub.SimulateHands(request, timeout=120)][-1] == "result"
    assert service.refusal(request).reason == "UNAUTHENTICATED"


def test_a_fault_in_a_process_is_an_incident_with_its_place(open_service: Open, monkeypatch: Any) -> None:
    service = open_service()
    monkeypatch.setattr("service.rpc.contract.odds_jobs.table_odds", broken)
    found = service.refusal(QUICK)
    assert (found.code, found.reason) == ("INTERNAL", "INTERNAL")
    incident = next(line for line in service.lines() if line["event"] == "incident")
    assert incident["exception"].startswith("ZeroDivisionError < test_odds_work.py:")
    assert "deadbeef" not in service.log.getvalue() + str(found)


def broken(*_: object) -> None:
    raise ZeroDivisionError("seed=deadbeef")
