"""The stop of the service: what callers and watchers are told, and how long anybody is waited for."""

from __future__ import annotations

import itertools
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from sqlalchemy import create_engine

from sabacc.v1 import tiebreaks_pb2 as pb
from tests.rpc.asking import but_for_the_repeat_mark, get, rehearsal, tie
from tests.rpc.callers import Refused, Service, open_channel, settings_for
from tests.rpc.processes import ServiceProcess
from tests.rpc.test_server import Gate, at_the_gate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def status(address: str) -> Any:
    with open_channel(address) as channel:
        return health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=120).status


def test_a_stop_under_load_costs_callers_unavailable_and_nothing_else(tmp_path: Path, database_url: str) -> None:
    answered: dict[int, pb.ResolveTiebreakResponse] = {}
    while_draining: list[int] = []
    ends: list[str] = []
    numbers = itertools.count()

    with ServiceProcess(tmp_path, database_url, health_port=0, drain_s=2, grace_s=10) as service:
        probe = service.lines()[0]["health"]
        draining = threading.Event()

        def ask() -> None:
            while True:
                number = next(numbers)
                late = draining.is_set()
                try:
                    answered[number] = service.call(tie("load", stage=f"s{number}"))
                except Refused as gone:
                    ends.append(gone.code)
                    return
                if late:
                    while_draining.append(number)

        callers = [threading.Thread(target=ask) for _ in range(6)]
        for caller in callers:
            caller.start()
        while len(answered) < 50:
            assert not ends, ends
            time.sleep(0.005)
        service.process.send_signal(signal.SIGTERM)
        while status(f"127.0.0.1:{service.port}") == SERVING:
            time.sleep(0.005)
        draining.set()
        assert status(probe) == NOT_SERVING
        for caller in callers:
            caller.join()
        assert service.process.wait(120) == 0
    assert ends == ["UNAVAILABLE"] * 6
    assert while_draining, "no call was answered between NOT_SERVING and the end of the drain"

    with Service(settings_for(database_url), wired=False) as again:
        for number, answer in answered.items():
            stored = again.call(tie("load", stage=f"s{number}"))
            assert stored.replayed
            assert but_for_the_repeat_mark(stored) == but_for_the_repeat_mark(answer)


def test_watchers_are_told_and_let_go_long_before_the_grace_is_over(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", drain_s=0.3, grace_s=60) as service:
        stub = health_pb2_grpc.HealthStub(service.channel)
        watches = [stub.Watch(health_pb2.HealthCheckRequest(), timeout=120) for _ in range(8)]
        assert [next(watch).status for watch in watches] == [SERVING] * 8
        started = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        for watch in watches:
            assert [answer.status for answer in watch] == [NOT_SERVING]
            assert watch.code() == grpc.StatusCode.OK
        assert service.process.wait(120) == 0
        assert time.monotonic() - started < 50


def test_who_watches_again_once_he_was_let_go_is_let_go_at_once(open_service: Callable[..., Service]) -> None:
    service = open_service()
    assert service.server is not None
    assert service.channel is not None
    stub = health_pb2_grpc.HealthStub(service.channel)
    watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=120)
    assert next(watch).status == SERVING
    service.server._health.let_go()
    assert list(watch) == []
    for _ in range(100):
        assert [answer.status for answer in stub.Watch(health_pb2.HealthCheckRequest(), timeout=120)] == [SERVING]


def test_a_call_that_hangs_in_the_database_holds_the_stop_up_no_longer_than_the_grace(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/sabacc.db"
    with ServiceProcess(tmp_path, url, grace_s=0.5) as service:
        service.call(tie("event"))
        engine = create_engine(url)
        with ThreadPoolExecutor(1) as threads, closing(engine.connect()) as writer:
            writer.exec_driver_sql("BEGIN IMMEDIATE")
            hanging = threads.submit(service.call, tie("event", stage="hanging"))
            time.sleep(0.3)
            started = time.monotonic()
            service.process.send_signal(signal.SIGTERM)
            with pytest.raises(Refused) as caught:
                hanging.result(120)
            assert caught.value.code == "UNAVAILABLE"
            assert service.process.wait(120) == 0
            assert time.monotonic() - started < 9.5  # it would wait ten seconds for the lock
        engine.dispose()
        assert service.lines()[-1]["event"] == "stopped"
    with ServiceProcess(tmp_path, url) as service:
        assert service.call(get(tie("event"))).places
        with pytest.raises(Refused, match="TIE_NOT_FOUND"):
            service.call(get(tie("event", stage="hanging")))


def test_what_a_cut_off_call_had_committed_is_there(open_service: Callable[..., Service]) -> None:
    committed, let_go = threading.Event(), threading.Event()
    services: list[Service] = []

    def resolve_and_hang(raw: bytes, _caller: object) -> bytes:
        servicer = services[0].application.servicers.ties
        answer: bytes = servicer.ResolveTiebreak(pb.ResolveTiebreakRequest.FromString(raw)).SerializeToString()
        committed.set()
        let_go.wait(120)
        return answer

    method: Any = grpc.unary_unary_rpc_method_handler(resolve_and_hang)
    services.append(open_service((grpc.method_handlers_generic_handler("tests.Gate", {"Wait": method}),)))
    (service,) = services
    assert service.server is not None
    assert service.channel is not None
    call: Any = service.channel.unary_unary("/tests.Gate/Wait")
    pending = call.future(tie("event").SerializeToString(), timeout=120)
    assert committed.wait(120)
    with ThreadPoolExecutor(1) as threads:
        stopping = threads.submit(service.server.stop, 0, 0.2)
        assert pending.exception().code() == grpc.StatusCode.UNAVAILABLE
        let_go.set()
        assert stopping.result(120)
    again = open_service().call(tie("event"))
    assert again.replayed


def test_a_handler_that_never_ends_is_waited_for_two_seconds(open_service: Callable[..., Service]) -> None:
    gate = Gate()
    service = open_service((gate.handlers,))
    assert service.server is not None
    cut_off: list[bool] = []
    with ThreadPoolExecutor(1) as threads:
        waiting = at_the_gate(service, gate, threads)
        assert not service.server.stop(0, 0, lambda: cut_off.append(True))
        assert cut_off == [True]
        assert waiting.result().code == "UNAVAILABLE"
    gate.opened.set()


def test_a_late_caller_is_told_that_the_service_stops(open_service: Callable[..., Service]) -> None:
    gate = Gate()
    service = open_service((gate.handlers,))
    assert service.server is not None
    with ThreadPoolExecutor(2) as threads:
        waiting = at_the_gate(service, gate, threads)
        stopping = threads.submit(service.server.stop, 0, 60)
        time.sleep(0.5)
        found = service.refusal(tie("event"))
        assert (found.code, found.reason, found.retry_s) == ("UNAVAILABLE", "DRAINING", 1)
        assert status(service.server.address) == NOT_SERVING  # health still answers
        assert not stopping.done()
        gate.opened.set()
        assert waiting.result() == b"let me in"
        assert stopping.result(120)


def test_an_old_connection_is_told_to_connect_anew_and_loses_no_call(open_service: Callable[..., Service]) -> None:
    service = open_service(max_connection_age_s=1)
    until = time.monotonic() + 3.5
    answered = 0
    while time.monotonic() < until or answered <= 20:
        assert service.call(rehearsal(tie("event", attempt=answered % 999 + 1))).places
        answered += 1


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_any_second_signal_ends_it_at_once(second: signal.Signals, tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", drain_s=60) as service:
        service.process.send_signal(signal.SIGTERM)
        while "stopping" not in service.log.read_text():
            time.sleep(0.01)
        assert service.lines()[-1]["signal"] == "SIGTERM"
        assert service.terminate(second) == -second
