"""The service as a process: what it refuses to start with, in what order it starts, and what it says."""

from __future__ import annotations

import itertools
import json
import os
import signal
import socket
import subprocess
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc
import pytest
import trustme
from grpc_health.v1 import health_pb2, health_pb2_grpc
from sqlalchemy import create_engine, text

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError
from service import __version__
from service.bootstrap import require_fast_protobuf
from service.rpc.serving.health_port import HealthPort
from service.rpc.serving.server import start_server
from service.storage.database import head_revision, open_engine, upgrade
from tests.rpc.asking import rehearsal, tie
from tests.rpc.callers import Refused, Service, logger_to, open_channel, settings_for
from tests.rpc.processes import COMMAND, ServiceProcess, plain_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from service.rpc.serving.health import HealthServicer
    from tests.postgresql import PostgresServer

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


class Failed(NamedTuple):
    """What a start that was refused left."""

    code: int
    line: str


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def refused_start(folder: Path, **settings: object) -> Failed:
    """Start the service, which must refuse: one line, no port file, every port free again."""
    ports = {"port": free_port(), "health_port": free_port(), "admin_port": free_port()}
    given = {"database_url": f"sqlite:///{folder}/sabacc.db", **ports, **settings}
    named = {name if name.isupper() else f"SABACC_{name.upper()}": str(value) for name, value in given.items()}
    done = subprocess.run(
        [COMMAND, "serve", "--port-file", folder / "port"],
        env={**plain_environment(), **named},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "sesame" not in done.stderr
    assert not (folder / "port").exists()
    for name, port in ports.items():
        if given[name] == port:
            socket.create_server(("127.0.0.1", port)).close()
    return Failed(done.returncode, done.stderr.removeprefix("sabacc: ").rstrip())


def status(address: str) -> Any:
    with open_channel(address) as channel:
        return health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=120).status


# What it does not start with


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"workers": "0"}, "SABACC_WORKERS: got '0', expected at least 1"),
        ({"host": "0.0.0.0", "allow_anonymous": "true"}, "SABACC_HOST: got '0.0.0.0', expected"),
        ({"database_url": "mysql://sesame@there/db"}, "SABACC_DATABASE_URL: got"),
        ({"catalogue": "nowhere.json"}, "nowhere.json"),
        ({"catalogue": "broken.json"}, "broken.json"),
        ({"PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python"}, "protobuf: got 'python', expected its upb"),
    ],
)
def test_what_cannot_be_used_is_named_in_one_line(settings: Mapping[str, str], words: str, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"records": [')
    failed = refused_start(tmp_path, **settings)
    assert failed.code == 2
    assert words in failed.line
    assert not (tmp_path / "sabacc.db").exists()


@pytest.mark.parametrize("name", ["port", "health_port", "admin_port"])
def test_a_taken_port_is_named_and_the_others_are_given_back(name: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        failed = refused_start(tmp_path, **{name: port})
    assert failed == Failed(
        2,
        f"SABACC_{name.upper()}: got '127.0.0.1:{port}', expected an address of this machine that no other process "
        "listens on",
    )


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/sabacc.db", 1)
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    failed = refused_start(tmp_path)
    assert failed.code == 2
    assert "install a newer version of the service" in failed.line


def test_a_schema_that_the_service_may_not_upgrade_is_left_alone(tmp_path: Path) -> None:
    failed = refused_start(tmp_path, migrate="never")
    assert failed.code == 2
    assert "database schema: got 'none'" in failed.line
    assert "run `sabacc db upgrade`" in failed.line


def test_a_database_that_does_not_answer_is_another_exit_code(tmp_path: Path) -> None:
    failed = refused_start(tmp_path, database_url=f"postgresql+psycopg://u:sesame@127.0.0.1:{free_port()}/none")
    assert failed.code == 3
    assert failed.line.startswith("database: got")


def test_a_file_that_is_no_database_is_another_exit_code(tmp_path: Path) -> None:
    (tmp_path / "sabacc.db").write_text("sesame is no database, however long the text is" * 100)
    failed = refused_start(tmp_path)
    assert failed.code == 3
    assert failed.line.startswith("database: got")


def test_only_upb_reads_messages() -> None:
    require_fast_protobuf("upb")
    for other in ("python", "cpp"):
        with pytest.raises(InvalidInputError, match="upb"):
            require_fast_protobuf(other)


# The order of the start


class HeldStart:
    """A service that cannot finish its start, because a table of its database is locked."""

    def __init__(self, folder: Path, url: str, **settings: object) -> None:
        engine = open_engine(url, 1)
        upgrade(engine)
        engine.dispose()
        self._engine = create_engine(url)
        self._lock = self._engine.connect()
        self._lock.execute(text("LOCK TABLE tie IN ACCESS EXCLUSIVE MODE"))
        ports = {"port": free_port(), "health_port": free_port(), "admin_port": free_port()}
        self.addresses = {name: f"127.0.0.1:{port}" for name, port in ports.items()}
        given = {"database_url": url, **ports, **settings}
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [COMMAND, "serve"],
                env={**plain_environment(), **{f"SABACC_{name.upper()}": str(value) for name, value in given.items()}},
                cwd=folder,
                stderr=log,
            )

    def wait_for_ports(self) -> None:
        for _ in range(12_000):
            try:
                status(self.addresses["port"])
            except grpc.RpcError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.01)
            else:
                return
        raise AssertionError("no port after two minutes")

    def release(self) -> None:
        self._lock.close()
        self._engine.dispose()

    def close(self) -> None:
        self.release()
        self.process.kill()
        self.process.wait()


@pytest.fixture
def held(tmp_path: Path, postgres: PostgresServer) -> Iterator[Callable[..., HeldStart]]:
    made: list[HeldStart] = []

    def make(**settings: object) -> HeldStart:
        made.append(HeldStart(tmp_path, postgres.new_database(), **settings))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_until_the_database_has_answered_nothing_is_serving(held: Callable[..., HeldStart]) -> None:
    start = held()
    start.wait_for_ports()
    for _ in range(5):
        assert {status(start.addresses[name]) for name in ("port", "health_port")} == {NOT_SERVING}
        time.sleep(0.05)
    assert "serving" not in start.log.read_text()
    start.release()
    while status(start.addresses["port"]) == NOT_SERVING:
        time.sleep(0.02)
    assert {status(start.addresses[name]) for name in ("port", "health_port")} == {SERVING}
    start.process.terminate()
    assert start.process.wait(120) == 0


def test_a_database_that_stops_answering_ends_the_start_in_one_line(held: Callable[..., HeldStart]) -> None:
    start = held(default_deadline_s=0.5)
    assert start.process.wait(120) == 3
    assert start.log.read_text().count("\n") == 1
    for address in start.addresses.values():
        socket.create_server(("127.0.0.1", int(address.rpartition(":")[2]))).close()


def test_a_signal_during_the_start_stops_it_before_it_serves(held: Callable[..., HeldStart]) -> None:
    start = held(log_format="json", drain_s=200)
    start.wait_for_ports()
    start.process.terminate()
    start.release()
    assert start.process.wait(120) == 0  # nobody was told, so that nobody needs the drain
    lines = [json.loads(line) for line in start.log.read_text().splitlines()]
    assert "serving" not in {line["event"] for line in lines}
    assert (lines[-1]["event"], lines[-1]["signal"], lines[-1]["text"]) == ("stopped", "SIGTERM", "before it served")


def test_a_second_signal_during_the_start_ends_it_at_once(held: Callable[..., HeldStart]) -> None:
    start = held()
    start.wait_for_ports()
    start.process.terminate()
    time.sleep(0.2)
    start.process.send_signal(signal.SIGINT)
    assert start.process.wait(120) == -signal.SIGINT


def test_the_first_line_tells_what_runs_and_where(tmp_path: Path, database_url: str) -> None:
    with ServiceProcess(tmp_path, database_url, health_port=0, admin_port=0, drain_s=0) as service:
        line = service.lines()[0]
        catalogue = starter_catalogue()
        told = {
            "event": "serving", "level": "info", "version": __version__, "address": f"127.0.0.1:{service.port}",
            "tls": "plaintext", "access": "anonymous", "database": database_url.partition(":")[0].partition("+")[0],
            "revision": head_revision(), "catalogue": catalogue.version, "cards": len(catalogue.records),
        }  # fmt: skip
        assert {name: line[name] for name in told} == told
        assert set(line) == {*told, "timestamp", "health", "admin"}
        assert status(line["health"]) == SERVING
        assert service.terminate() == 0


@pytest.fixture
def tls(tmp_path: Path) -> dict[str, Path]:
    """Settings of a service that speaks TLS and wants certificates of its clients."""
    authority = trustme.CA()
    server = authority.issue_cert("localhost", "127.0.0.1")
    files = {
        "tls_certificate": b"".join(pem.bytes() for pem in server.cert_chain_pems),
        "tls_key": server.private_key_pem.bytes(),
        "tls_client_ca": authority.cert_pem.bytes(),
        "access": b'[[identity]]\nname = "gemp"\nrole = "game"\ncertificate_names = ["gemp"]\n',
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    return {name: tmp_path / name for name in files}


def test_the_first_line_tells_who_may_call(tmp_path: Path, tls: dict[str, Path]) -> None:
    authorities = tls.pop("tls_client_ca")
    told = []
    for more in ({}, {"tls_client_ca": authorities}):
        with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", **tls, **more) as service:
            told += [(service.lines()[0]["tls"], service.lines()[0]["access"])]
            assert service.terminate() == 0
    assert told == [("tls", "1 identity"), ("mtls", "1 identity")]


# Nothing but lines of JSON


GARBAGE = (
    b"", b"\n", b"GET / HTTP/1.1\r\nHost: sesame\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 100,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100, b"\x00" * 10_000, os.urandom(3000),
)  # fmt: skip


def send_garbage(first: dict[str, str]) -> None:
    """Send it to every port of the service whose first line this is."""
    for address, data in itertools.product((first["address"], first["health"], first["admin"]), GARBAGE):
        host, _, port = address.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=60) as stranger:
            stranger.sendall(data)
            stranger.settimeout(0.05)
            with suppress(OSError):
                stranger.recv(1000)


def test_whatever_strangers_send_the_log_is_json_and_the_service_goes_on(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", health_port=0, admin_port=0) as service:
        send_garbage(service.lines()[0])
        for path in ("/sabacc.v1.TiebreakService/GetTiebreak", "/grpc.health.v1.Health/Watch", "/x/y"):
            for raw in GARBAGE:
                call: Any = service.channel.unary_unary(path)
                with pytest.raises(grpc.RpcError):
                    call(raw + b"\xff", timeout=60)
        assert service.call(rehearsal(tie("event"))).places
        assert service.terminate() == 0
        events = {line["event"] for line in service.lines()}
        own = {"serving", "starter catalogue", "call", "stopping", "stopped"}
        assert own <= events <= own | {"library"}
        assert "sesame" not in service.log.read_text()


def test_failed_handshakes_write_no_lines_of_their_own(tmp_path: Path, tls: dict[str, Path]) -> None:
    url = f"sqlite:///{tmp_path}/sabacc.db"
    with ServiceProcess(tmp_path, url, health_port=0, admin_port=0, **tls) as service:
        first = service.lines()[0]
        send_garbage(first)
        with pytest.raises(Refused):
            service.call(rehearsal(tie("event")), 2)  # in plaintext
        assert status(first["health"]) == SERVING
        assert service.terminate() == 0
        events = [line["event"] for line in service.lines()]
        assert events == ["serving", "starter catalogue", "stopping", "stopped"]


def test_a_start_that_fails_in_this_process_leaves_no_thread_and_no_port(
    open_service: Callable[..., Service],
) -> None:
    service = open_service()
    free = free_port()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        before = {thread.name for thread in threading.enumerate()}
        settings = settings_for("sqlite://", port=free, health_port=taken.getsockname()[1])
        with pytest.raises(InvalidInputError):
            start_server(service.application.servicers, settings, logger_to(service.log), service.metrics)
        assert {thread.name for thread in threading.enumerate()} <= before
    socket.create_server(("127.0.0.1", free)).close()


def test_a_health_port_that_does_not_start_leaves_no_thread_and_no_port(
    open_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service()
    free = free_port()
    before = set(threading.enumerate())
    made = HealthPort.of

    def broken(statuses: HealthServicer) -> HealthPort:
        port = made(statuses)
        monkeypatch.setattr(port.server, "start", lambda: next(iter(())))
        return port

    monkeypatch.setattr(HealthPort, "of", broken)
    settings = settings_for("sqlite://", port=free, health_port=0)
    with pytest.raises(StopIteration):
        start_server(service.application.servicers, settings, logger_to(service.log), service.metrics)
    assert not [thread.name for thread in set(threading.enumerate()) - before if thread.is_alive()]
    socket.create_server(("127.0.0.1", free)).close()
