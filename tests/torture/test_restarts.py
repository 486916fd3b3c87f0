"""Stops and restarts under load cost callers only retries."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.rpc.asking import but_for_the_repeat_mark
from tests.rpc.callers import Refused, open_channel
from tests.rpc.processes import ServiceProcess
from tests.torture.client import Client, Crowd, small_tie
from tests.torture.restarting import ask_while_it_restarts, assert_only_retries, stages
from tests.torture.truth import assert_nothing_is_lost

if TYPE_CHECKING:
    from pathlib import Path

    from sabacc.v1 import tiebreaks_pb2 as pb
    from tests.postgresql import PostgresServer


# The service


def stop_and_start(folder: Path, url: str, *, ties: int, restarts: int) -> None:
    def stop(service: ServiceProcess) -> None:
        assert service.terminate() == 0

    crowd = ask_while_it_restarts(folder, url, random.Random(1), stop, ties=ties, restarts=restarts)
    assert_nothing_is_lost(url, crowd)


def test_a_service_that_is_stopped_and_started_under_load_costs_only_retries(database_url: str, tmp_path: Path) -> None:
    stop_and_start(tmp_path, database_url, ties=150, restarts=1)


@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_a_service_that_is_restarted_five_times_costs_only_retries(database_url: str, tmp_path: Path) -> None:
    stop_and_start(tmp_path, database_url, ties=1000, restarts=5)


CALLERS = 32
HANGING_S = 120
"""A stop with 10 seconds of grace that takes longer, on however busy a machine, waits for something for ever."""


@dataclass
class CutShort:
    """Callers who ask for one tie after the other until they are refused, and what they got."""

    port: int
    answered: dict[str, pb.ResolveTiebreakResponse] = field(default_factory=dict)
    refused: list[tuple[float, Refused]] = field(default_factory=list)
    """With the moment of each."""

    def call_until_refused(self, caller: int) -> None:
        client = Client(self.port)
        for number in range(100_000):
            stage = f"c{caller}-{number}"
            try:
                self.answered[stage] = client.once(small_tie("stopped", stage), 20)
            except Refused as refusal:
                self.refused.append((time.monotonic(), refusal))
                break
        client.close()


@dataclass
class Watcher:
    """Watches the health of a service from SERVING to NOT_SERVING."""

    port: int
    watching: threading.Event = field(default_factory=threading.Event)
    not_serving: float = 0
    """When it was told so."""

    def watch(self) -> None:
        channel = open_channel(f"127.0.0.1:{self.port}")
        answers = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=300)
        assert next(answers).status == health_pb2.HealthCheckResponse.SERVING
        self.watching.set()
        assert next(answers).status == health_pb2.HealthCheckResponse.NOT_SERVING
        self.not_serving = time.monotonic()
        channel.close()


def test_a_stop_while_32_callers_call_finishes_what_runs(database_url: str, tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, database_url, drain_s=2, grace_s=10) as service:
        callers, watcher = CutShort(int(service.port)), Watcher(int(service.port))
        with ThreadPoolExecutor(CALLERS + 1) as threads:
            ends = [threads.submit(callers.call_until_refused, number) for number in range(CALLERS)]
            ends.append(threads.submit(watcher.watch))
            assert watcher.watching.wait(120)
            while len(callers.answered) < 3 * CALLERS:
                time.sleep(0.005)
            started = time.monotonic()
            assert service.terminate() == 0
            took = time.monotonic() - started
        for end in ends:
            end.result()
        told = {(line["status"], line.get("reason")) for line in service.lines() if line["event"] == "call"}
        assert told <= {("OK", None), ("UNAVAILABLE", "DRAINING")}

    print(f"stopped in {took:.2f} s, {len(callers.answered)} answered")
    assert took < HANGING_S
    assert len(callers.refused) == CALLERS
    assert {refusal.code for _, refusal in callers.refused} == {"UNAVAILABLE"}
    assert watcher.not_serving < min(moment for moment, _ in callers.refused)
    # Of the calls that were refused none had begun, or it was answered; what is stored was acknowledged.
    assert_nothing_is_lost(database_url, Crowd("stopped", (), random.Random(1), answers=callers.answered))


# PostgreSQL


def restart_database(folder: Path, server: PostgresServer, *, ties: int, restarts: int) -> None:
    url = server.new_database()
    folders = [folder / name for name in ("one", "two")]
    for each in folders:
        each.mkdir()
    with ServiceProcess(folders[0], url) as first, ServiceProcess(folders[1], url) as second:
        # Crashes every few seconds can meet one question again and again.
        crowd = Crowd("crashed", (int(first.port), int(second.port)), random.Random(1), patience_s=120 * restarts)

        def restart() -> None:
            for number in range(1, restarts + 1):
                crowd.wait_for(number * ties // (restarts + 2))
                server.stop("immediate")
                server.start()

        crowd.ask_for(stages(ties), 8, restart)
        incidents = [line for service in (first, second) for line in service.lines() if line["event"] == "incident"]
        assert (first.terminate(), second.terminate()) == (0, 0)
    assert incidents == []
    assert len(crowd.answers) == ties
    assert_only_retries(crowd)
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
