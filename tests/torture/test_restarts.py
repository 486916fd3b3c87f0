"""Stops and restarts under load cost callers only retries."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.rpc.asking import but_for_the_repeat_mark
from tests.rpc.callers import Refused, open_channel
from tests.rpc.processes import ServiceProcess
from tests.torture.client import Client, Crowd, free_port, small_tie
from tests.torture.truth import assert_nothing_is_lost

if TYPE_CHECKING:
    from pathlib import Path

    from sabacc.v1 import tiebreaks_pb2 as pb
    from tests.postgresql import PostgresServer


def stages(count: int) -> list[str]:
    return [f"s{number}" for number in range(count)]


def assert_only_retries(crowd: Crowd, count: int) -> None:
    """Every tie was answered in the end, and what came between could be asked again."""
    print(f"{dict(crowd.refusals)}, the longest question took {crowd.longest_s:.1f} s")
    assert len(crowd.answers) == count
    assert {refusal.split()[0] for refusal in crowd.refusals} <= {"UNAVAILABLE", "DEADLINE_EXCEEDED"}


# The service


def stop_and_start(folder: Path, url: str, *, ties: int, restarts: int) -> None:
    port = free_port()
    service = ServiceProcess(folder, url, port=port)
    crowd = Crowd("restarted", (port,), random.Random(1))

    def restart() -> None:
        nonlocal service
        for number in range(1, restarts + 1):
            crowd.wait_for(number * ties // (restarts + 2))
            assert service.terminate() == 0
            service.channel.close()
            service = ServiceProcess(folder, url, port=port)

    try:
        crowd.ask_for(stages(ties), 8, restart)
        assert service.terminate() == 0
    finally:
        service.__exit__()
    assert_only_retries(crowd, ties)
    assert_nothing_is_lost(url, crowd)


def test_a_service_that_is_stopped_and_started_under_load_costs_only_retries(database_url: str, tmp_path: Path) -> None:
    stop_and_start(tmp_path, database_url, ties=150, restarts=1)


@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_a_service_that_is_restarted_five_times_costs_only_retries(database_url: str, tmp_path: Path) -> None:
    stop_and_start(tmp_path, database_url, ties=1000, restarts=5)


CALLERS = 32


def test_a_stop_while_32_callers_call_finishes_what_runs(database_url: str, tmp_path: Path) -> None:
    answered: dict[str, pb.ResolveTiebreakResponse] = {}
    refused: list[tuple[float, Refused]] = []
    not_serving: list[float] = []
    watching = threading.Event()

    with ServiceProcess(tmp_path, database_url, drain_s=0.5, grace_s=10) as service:
        port = int(service.port)

        def call_until_refused(caller: int) -> None:
            client = Client(port)
            for number in range(100_000):
                stage = f"c{caller}-{number}"
                try:
                    answered[stage] = client.once(small_tie("stopped", stage), 20)
                except Refused as refusal:
                    refused.append((time.monotonic(), refusal))
                    break
            client.close()

        def watch() -> None:
            channel = open_channel(f"127.0.0.1:{port}")
            answers = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=60)
            assert next(answers).status == health_pb2.HealthCheckResponse.SERVING
            watching.set()
            assert next(answers).status == health_pb2.HealthCheckResponse.NOT_SERVING
            not_serving.append(time.monotonic())
            channel.close()

        threads = [threading.Thread(target=call_until_refused, args=(caller,)) for caller in range(CALLERS)]
        threads.append(threading.Thread(target=watch))
        for thread in threads:
            thread.start()
        assert watching.wait(30)
        while len(answered) < 3 * CALLERS:
            time.sleep(0.005)
        started = time.monotonic()
        assert service.terminate() == 0
        took = time.monotonic() - started
        for thread in threads:
            thread.join()
        told = {(line["status"], line.get("reason")) for line in service.lines() if line["event"] == "call"}
        assert told <= {("OK", None), ("UNAVAILABLE", "DRAINING")}

    print(f"stopped in {took:.2f} s, {len(answered)} answered")
    assert took < 10.5
    assert len(refused) == CALLERS
    assert {refusal.code for _, refusal in refused} == {"UNAVAILABLE"}
    assert not_serving[0] < min(moment for moment, _ in refused)
    crowd = Crowd("stopped", (), random.Random(1), answers=answered)
    # Of the calls that were refused none had begun, or it was answered; what is stored was acknowledged.
    assert_nothing_is_lost(database_url, crowd)


# PostgreSQL


def restart_database(folder: Path, server: PostgresServer, *, ties: int, restarts: int) -> None:
    url = server.new_database()
    folders = [folder / name for name in ("one", "two")]
    for each in folders:
        each.mkdir()
    with ServiceProcess(folders[0], url) as first, ServiceProcess(folders[1], url) as second:
        # Crashes every few seconds can meet one question again and again.
        crowd = Crowd("crashed", (int(first.port), int(second.port)), random.Random(1), patience_s=30 * restarts)

        def restart() -> None:
            for number in range(1, restarts + 1):
                crowd.wait_for(number * ties // (restarts + 2))
                server.stop("immediate")
                server.start()

        crowd.ask_for(stages(ties), 8, restart)
        incidents = [line for service in (first, second) for line in service.lines() if line["event"] == "incident"]
        assert (first.terminate(), second.terminate()) == (0, 0)
    assert incidents == []
    assert_only_retries(crowd, ties)
    assert crowd.refusals  # the crashes were felt
    assert_nothing_is_lost(url, crowd)


def test_a_database_that_crashes_twice_under_load_costs_only_retries(
    durable_postgres: PostgresServer, tmp_path: Path
) -> None:
    restart_database(tmp_path, durable_postgres, ties=300, restarts=2)


@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_a_database_that_crashes_ten_times_under_load_costs_only_retries(
    durable_postgres: PostgresServer, tmp_path: Path
) -> None:
    restart_database(tmp_path, durable_postgres, ties=2000, restarts=10)


def test_two_services_on_one_database_give_one_answer_a_tie(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.new_database()
    folders = [tmp_path / name for name in ("one", "two")]
    for each in folders:
        each.mkdir()
    with ServiceProcess(folders[0], url) as first, ServiceProcess(folders[1], url) as second:
        clients = [Client(int(service.port)) for service in (first, second)] * 4
        together = threading.Barrier(len(clients))

        def ask(client: Client, stage: str) -> pb.ResolveTiebreakResponse:
            together.wait()
            answer: pb.ResolveTiebreakResponse = client.once(small_tie("shared", stage), 30)
            return answer

        crowd = Crowd("shared", (), random.Random(1))
        with ThreadPoolExecutor(len(clients)) as threads:
            for stage in stages(60):
                answers = list(threads.map(ask, clients, [stage] * len(clients)))
                assert sum(not answer.replayed for answer in answers) == 1
                assert len({but_for_the_repeat_mark(answer) for answer in answers}) == 1
                crowd.answers[stage] = answers[0]
        for client in clients[:2]:
            client.close()
    assert_nothing_is_lost(url, crowd)
