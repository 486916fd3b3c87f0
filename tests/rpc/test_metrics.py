"""What Prometheus reads: every figure from the calls that were made, and no label that a caller could choose."""

from __future__ import annotations

import http.client
import platform
import random
import socket
import string
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from prometheus_client.parser import text_string_to_metric_families

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError
from service import __version__
from service.rpc.calls.error_table import ERROR_TABLE
from service.rpc.serving.admin_port import AdminPort
from service.rpc.serving.metrics import BUCKETS_S, OTHER
from service.rpc.work.shares import PooledShares
from service.tiebreak.proof import RULES
from tests.rpc.asking import get, player, rehearsal, tie, void
from tests.rpc.callers import Refused
from tests.rpc.faults import PATH, raising, refused, send
from tests.rpc.processes import ServiceProcess
from tests.rpc.test_server import Gate, at_the_gate
from tests.rpc.test_work_pool import ENDLESS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.rpc.callers import Service

    Open = Callable[..., Service]
    Labels = frozenset[tuple[str, str]]
    Figures = dict[tuple[str, Labels], float]

TIES = "sabacc.v1.TiebreakService"
NAMES = ("CanaryAlice", "CanaryBob")


def read(page: str) -> Figures:
    """Every sample of a page by name and labels, as Prometheus reads it."""
    samples = [sample for family in text_string_to_metric_families(page) for sample in family.samples]
    figures = {(sample.name, frozenset(sample.labels.items())): sample.value for sample in samples}
    assert len(figures) == len(samples)
    return figures


def figures_of(service: Service) -> Figures:
    return read(service.metrics.page().decode())


def one(figures: Figures, name: str, **labels: str) -> float:
    return figures.get((name, frozenset(labels.items())), 0)


def calls(figures: Figures, method: str, code: str) -> float:
    return one(figures, "sabacc_calls_total", service=TIES, method=method, code=code)


def fetch(address: str, path: str = "/metrics", method: str = "GET") -> tuple[int, str, str]:
    """Status, content type and text of a page."""
    connection = http.client.HTTPConnection(address, timeout=120)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Content-Type", ""), answer.read().decode()
    finally:
        connection.close()


# What is counted


def test_every_outcome_of_a_tie_is_counted_once(open_service: Open) -> None:
    service = open_service()
    two = [player(name) for name in NAMES]
    asked, other = tie("CanaryEvent", two), tie("CanaryEvent", two, seed=bytes(17))
    for request in (
        asked,
        asked,
        asked,
        rehearsal(asked),
        void(asked, "a reason"),
        void(asked, "a reason"),
        get(asked),
    ):
        service.call(request)
    for request in (other, void(asked, "another reason"), get(tie("nowhere")), tie("CanaryEvent", two, stage="")):
        service.refusal(request)

    found = figures_of(service)
    for outcome, times in {"new": 1, "replayed": 2, "rehearsed": 1, "voided": 1}.items():
        assert one(found, "sabacc_ties_total", outcome=outcome) == times, outcome
    for method, code, times in (
        ("ResolveTiebreak", "OK", 3), ("ResolveTiebreak", "ALREADY_EXISTS", 1), ("RehearseTiebreak", "OK", 1),
        ("ResolveTiebreak", "INVALID_ARGUMENT", 1), ("VoidTiebreak", "OK", 2), ("VoidTiebreak", "ALREADY_EXISTS", 1),
        ("GetTiebreak", "OK", 1), ("GetTiebreak", "NOT_FOUND", 1),
    ):  # fmt: skip
        assert calls(found, method, code) == times, (method, code)
    assert one(found, "sabacc_tie_conflicts_total") == 2
    refusals = {dict(labels)["reason"]: n for (name, labels), n in found.items() if name == "sabacc_refusals_total"}
    assert {reason: n for reason, n in refusals.items() if n} == {
        "TIE_CONTENT_DIFFERS": 1, "VOIDED_OTHERWISE": 1, "TIE_NOT_FOUND": 1, "FIELD_INVALID": 1
    }  # fmt: skip
    assert set(refusals) == {spec.reason for spec in ERROR_TABLE.values()}
    assert one(found, "sabacc_calls_in_flight") == 0
    assert one(found, "sabacc_incidents_total") == 0
    for text in (*NAMES, "Canary", "nowhere", "reason another"):
        assert text not in service.metrics.page().decode()


def test_seconds_are_told_in_buckets_by_method(open_service: Open) -> None:
    service = open_service()
    for number in range(1, 6):
        service.call(rehearsal(tie("event", attempt=number)))
    found = figures_of(service)
    labels = {"service": TIES, "method": "RehearseTiebreak"}
    assert one(found, "sabacc_call_seconds_count", **labels) == 5
    told = sum(line["duration_ms"] for line in service.lines()) / 1000
    assert one(found, "sabacc_call_seconds_sum", **labels) == pytest.approx(told, abs=0.001)
    buckets = [one(found, "sabacc_call_seconds_bucket", **labels, le=str(float(le))) for le in BUCKETS_S]
    assert buckets == sorted(buckets)
    assert one(found, "sabacc_call_seconds_bucket", **labels, le="+Inf") == 5


def test_an_incident_is_no_refusal(open_service: Open) -> None:
    service = open_service((raising({b"fault": ValueError("CanarySeed")}),))
    for _ in range(3):
        refused(service, PATH, b"fault")
    send(service, PATH, b"fine")
    found = figures_of(service)
    assert one(found, "sabacc_incidents_total") == 3
    assert sum(n for (name, _), n in found.items() if name == "sabacc_refusals_total") == 0
    assert one(found, "sabacc_calls_total", service="tests.Faults", method="Raise", code="INTERNAL") == 3
    assert "Canary" not in service.metrics.page().decode()


def test_a_thousand_made_up_methods_are_one_series(open_service: Open) -> None:
    service = open_service()
    before = set(figures_of(service))
    chance = random.Random(7)
    made_up = [
        "/" + "/".join("".join(chance.choices(string.ascii_letters, k=12)) for _ in range(chance.randint(1, 3)))
        for _ in range(900)
    ]
    made_up += [f"/{TIES}/Resolve{number}" for number in range(100)]
    with ThreadPoolExecutor(8) as threads:
        found = threads.map(lambda path: refused(service, path, b"").code, made_up)
        assert set(found) == {"UNIMPLEMENTED"}
    after = figures_of(service)
    assert set(after) == before
    assert one(after, "sabacc_calls_total", service=OTHER, method=OTHER, code="UNIMPLEMENTED") == 1000
    assert service.call(tie("event")).places


def test_calls_at_once_lose_no_count(open_service: Open) -> None:
    service = open_service()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: service.call(rehearsal(tie("event", attempt=n))), range(1, 401)))
    found = figures_of(service)
    assert calls(found, "RehearseTiebreak", "OK") == one(found, "sabacc_ties_total", outcome="rehearsed") == 400
    assert one(found, "sabacc_calls_in_flight") == 0


def test_calls_in_flight_are_those_inside_their_handlers(open_service: Open) -> None:
    gate = Gate()
    service = open_service((gate.handlers,))
    with ThreadPoolExecutor(3) as threads:
        waiting = [at_the_gate(service, gate, threads) for _ in range(3)]
        assert one(figures_of(service), "sabacc_calls_in_flight") == 3
        gate.opened.set()
        assert [each.result() for each in waiting] == [b"let me in"] * 3
    assert one(figures_of(service), "sabacc_calls_in_flight") == 0


def test_health_checks_are_counted_by_themselves(open_service: Open) -> None:
    service = open_service()
    assert service.channel is not None
    health_pb2_grpc.HealthStub(service.channel).Check(health_pb2.HealthCheckRequest(), timeout=60)
    found = figures_of(service)
    assert one(found, "sabacc_calls_total", service="grpc.health.v1.Health", method="Check", code="OK") == 1


# What is read when somebody asks


def test_the_pool_tells_connections_in_use(open_service: Open) -> None:
    service = open_service(workers=3)
    service.call(tie("event"))
    before = figures_of(service)
    engine = service.application.engine
    with engine.connect(), engine.connect():
        during = figures_of(service)
    after = figures_of(service)
    assert [one(each, "sabacc_database_pool_checked_out") for each in (before, during, after)] == [0, 2, 0]
    assert one(during, "sabacc_database_pool_size") == 3
    assert one(during, "sabacc_database_pool_overflow") == 0


def test_win_shares_that_run_and_wait_are_told(open_service: Open) -> None:
    service = open_service(workers=12, share_workers=1, share_queue=3)
    shares = PooledShares(service.application.pools.shares)

    def ask() -> None:
        with pytest.raises(Exception, match=r"options\.withWinShares"):  # refused when the pool is closed
            shares.compute(ENDLESS, 60)

    callers = [threading.Thread(target=ask) for _ in range(3)]
    for caller in callers:
        caller.start()
    for _ in range(12_000):
        found = figures_of(service)
        running, waiting = (one(found, f"sabacc_win_shares_{state}") for state in ("running", "waiting"))
        if running + waiting == 3:
            break
        time.sleep(0.01)
    assert (running, waiting) == (1, 2)
    service.application.pools.close()
    for caller in callers:
        caller.join()
    found = figures_of(service)
    assert [one(found, f"sabacc_win_shares_{state}") for state in ("running", "waiting")] == [0, 0]


def test_what_runs_is_told(open_service: Open) -> None:
    service = open_service()
    found, catalogue = figures_of(service), starter_catalogue()
    told = {"version": __version__, "rules": RULES, "catalogue": catalogue.version}
    assert one(found, "sabacc_build_info", **told, python=platform.python_version()) == 1
    assert one(found, "sabacc_catalogue_cards") == len(catalogue.records)
    assert one(found, "process_resident_memory_bytes") > 10_000_000
    assert not [name for name, _ in found if name.endswith("_created")]


def test_every_name_has_its_meaning_and_follows_the_naming_rules(open_service: Open) -> None:
    families = list(text_string_to_metric_families(open_service().metrics.page().decode()))
    for family in families:
        assert family.documentation
        assert family.name.startswith(("sabacc_", "process_")), family.name
    build = {"version", "rules", "catalogue", "python"}
    labels = {name for family in families for sample in family.samples for name in sample.labels}
    assert labels - build <= {"service", "method", "code", "reason", "outcome", "work", "le"}


def test_two_services_in_one_process_count_apart(open_service: Open) -> None:
    first, second = open_service(), open_service()
    first.call(tie("event"))
    assert one(figures_of(first), "sabacc_ties_total", outcome="new") == 1
    assert one(figures_of(second), "sabacc_ties_total", outcome="new") == 0


# The port


@pytest.fixture
def admin() -> Iterator[AdminPort]:
    with AdminPort(0, lambda: b"sabacc_up 1\n") as port:
        yield port


def test_the_page_and_nothing_else_is_on_the_port(admin: AdminPort) -> None:
    status, kind, page = fetch(admin.address)
    assert (status, page) == (200, "sabacc_up 1\n")
    assert kind.startswith("text/plain; version=")
    for path in ("/", "/metrics/", "/metrics?x=1", "/healthz", "/debug", "/../metrics"):
        assert fetch(admin.address, path)[0] == 404
    for method in ("POST", "PUT", "DELETE", "TRACE"):
        assert fetch(admin.address, method=method)[0] == 501


def test_the_port_is_on_the_loopback_only(admin: AdminPort) -> None:
    host, _, port = admin.address.rpartition(":")
    assert host == "127.0.0.1"
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", int(port)), timeout=60)


def test_a_taken_port_is_refused_in_one_line(admin: AdminPort) -> None:
    with pytest.raises(InvalidInputError) as caught:
        AdminPort(int(admin.address.rpartition(":")[2]), bytes)
    wanted = "an address of this machine that no other process listens on"
    assert str(caught.value) == f"SABACC_ADMIN_PORT: got '{admin.address}', expected {wanted}"


def test_a_silent_client_and_garbage_hold_nobody_up(admin: AdminPort, capsys: pytest.CaptureFixture[str]) -> None:
    host, _, port = admin.address.rpartition(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(20)]
    for each, data in zip(
        silent, (b"", b"\x16\x03\x01garbage", b"GET ", b"\0" * 70_000, b"PRI * HTTP/2.0\r\n\r\n"), strict=False
    ):
        each.sendall(data)
    assert fetch(admin.address)[0] == 200
    for each in silent:
        each.close()
    assert capsys.readouterr().err == ""


def test_the_port_is_given_back() -> None:
    with AdminPort(0, bytes) as port:
        number = int(port.address.rpartition(":")[2])
    with AdminPort(number, lambda: b"again") as port:
        assert fetch(port.address)[2] == "again"


def test_a_running_service_tells_where_its_figures_are(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", admin_port=0) as service:
        service.call(tie("event"))
        with pytest.raises(Refused):
            service.call(get(tie("nowhere")))
        address = service.lines()[0]["admin"]
        found = read(fetch(address)[2])
        assert one(found, "sabacc_ties_total", outcome="new") == 1
        assert one(found, "sabacc_refusals_total", reason="TIE_NOT_FOUND") == 1
        assert one(found, "sabacc_ties_total", outcome="rehearsed") == 0  # the warm-up is no call
        assert service.terminate() == 0
