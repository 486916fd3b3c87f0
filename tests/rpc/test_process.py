"""The service as a process: killed at any moment, stopped by a signal, started wrongly."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.rpc.asking import ZEROS, but_for_the_repeat_mark, get, player, rehearsal, tie
from tests.rpc.callers import Refused
from tests.rpc.catalogues import written
from tests.rpc.processes import ServiceProcess
from tests.rpc.work import wait_until_gone

if TYPE_CHECKING:
    from sabacc.v1 import tiebreaks_pb2 as pb

CALLERS = 4


def small(event: str, stage: str) -> pb.ResolveTiebreakRequest:
    return tie(event, [player("a", ZEROS), player("b", ZEROS)], stage=stage, replay_limit=0)


def test_what_was_acknowledged_survives_a_kill(database_url: str, tmp_path: Path) -> None:
    acknowledged: dict[str, Any] = {}
    sent: set[str] = set()

    def ask(service: ServiceProcess, name: str) -> None:
        """Ask for one tie after the other until nobody answers any more."""
        for number in range(10_000):
            stage = f"{name}-{number}"
            sent.add(stage)
            try:
                acknowledged[stage] = service.call(small("killed", stage))
            except Refused as gone:
                unavailable.append(gone.code)
                return

    unavailable: list[str] = []
    for turn in (1, 2):
        with ServiceProcess(tmp_path, database_url) as service:
            callers = [threading.Thread(target=ask, args=(service, f"{turn}-{caller}")) for caller in range(CALLERS)]
            for caller in callers:
                caller.start()
            while len(acknowledged) < 40 * turn and any(caller.is_alive() for caller in callers):
                time.sleep(0.001)
            service.kill()
            for caller in callers:
                caller.join()
    assert unavailable == ["UNAVAILABLE"] * 2 * CALLERS

    with ServiceProcess(tmp_path, database_url) as service:
        for stage, answer in acknowledged.items():
            again = service.call(small("killed", stage))
            assert again.replayed
            assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(answer)
        for stage in sent - set(acknowledged):  # stored as a whole or not at all; the resend gives the one truth
            first = service.call(small("killed", stage))
            assert service.call(get(small("killed", stage))).transcript == first.transcript
        assert len(sent - set(acknowledged)) <= 2 * CALLERS
        assert service.terminate() == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here to find child processes in")
def test_the_share_processes_end_with_their_killed_parent(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db") as service:
        before = set(service.children())
        assert service.call(rehearsal(tie("event", with_win_shares=True))).win_shares
        started = set(service.children()) - before
        assert started
        service.kill()
    for pid in started:
        wait_until_gone(pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_service_in_good_order(tmp_path: Path, number: signal.Signals) -> None:
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", drain_s=0.5) as service:
        stub = health_pb2_grpc.HealthStub(service.channel)
        watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=120)
        assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
        assert service.call(rehearsal(tie("event", with_win_shares=True))).win_shares
        children = service.children()
        service.process.send_signal(number)
        assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING
        watch.cancel()
        assert service.process.wait(120) == 0
        for pid in children:
            wait_until_gone(pid)
        events = [line["event"] for line in service.lines()]
        assert events == ["serving", "starter catalogue", "call", "stopping", "stopped"]
        assert not (tmp_path / "port").exists()


def test_a_port_file_that_cannot_be_removed_does_not_keep_the_service_from_its_stop(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db") as service:
        (tmp_path / "port").unlink()
        (tmp_path / "port").mkdir()
        assert service.terminate() == 0
        assert [line["event"] for line in service.lines()][-3:] == ["the port file stays", "stopping", "stopped"]


def test_a_service_that_knows_few_cards_says_so_and_what_to_set(tmp_path: Path) -> None:
    path, _ = written(tmp_path / "catalogue.json")
    told = []
    for settings in ({}, {"catalogue": path}):
        with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", **settings) as service:
            assert service.terminate() == 0
            told.append([line["text"] for line in service.lines() if line["level"] == "warning"])
    ((warning,), nothing) = told
    assert warning.startswith("SABACC_CATALOGUE names no file: ")
    assert nothing == []
