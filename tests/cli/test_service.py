"""`sabacc serve`, `health`, `db` and `version`: start, stop, and what is said when something is wrong."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text

from service import __version__
from service.bootstrap import build_application
from service.cli.client import ClientSettings
from service.cli.settings import setting_rows
from service.logs import make_logger
from service.rpc.serving.server import start_server
from service.settings import LogFormat, Settings, load_settings
from tests.cli.conftest import EXAMPLE_TIE
from tests.rpc.callers import metrics_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Run

COMMAND = (sys.executable, "-c", "from service.cli.main import main; main()")
PATIENCE_S = 120


class Service:
    """`sabacc serve` as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port_file = folder / "port"
        options = ("--port", "0", "--port-file", str(self._port_file))
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*COMMAND, "serve", *options], cwd=folder, stderr=log, start_new_session=True
            )

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text()

    def address(self) -> str:
        """Wait until it answers."""
        until = time.monotonic() + PATIENCE_S
        while not self._port_file.exists() or not self._port_file.read_text():
            assert self.process.poll() is None, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.05)
        return f"127.0.0.1:{self._port_file.read_text().strip()}"

    def end(self, number: signal.Signals) -> int:
        os.killpg(self.process.pid, number)  # as a terminal does: to the service and what it started
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    running = Service(tmp_path)
    yield running
    running.process.kill()
    running.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_service_answers_and_a_signal_stops_it_with_code_0(
    number: signal.Signals, service: Service, cli: Run, tmp_path: Path
) -> None:
    address = service.address()
    health = cli("health", "--server", address)
    assert (health.code, health.out) == (0, f"{address} SERVING\n")
    assert cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--server", address).code == 0
    assert service.end(number) == 0
    assert cli("health", "--server", address).code == 3
    assert not (tmp_path / "port").exists()
    events = [json.loads(line)["event"] for line in service.log.splitlines()]
    assert (events[0], events[-2:]) == ("serving", ["stopping", "stopped"])
    assert "Traceback" not in service.log


def test_a_stored_tie_is_there_after_a_restart(service: Service, cli: Run, tmp_path: Path) -> None:
    first = cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--server", service.address(), "--json").json
    assert service.end(signal.SIGTERM) == 0
    again = cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--database", f"sqlite:///{tmp_path}/var/sabacc.db", "--json")
    assert again.json == first | {"replayed": True}


def test_a_second_bind_of_a_port_is_refused_with_one_line(server: str, cli: Run) -> None:
    ran = cli("serve", "--port", server.rpartition(":")[2])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"sabacc: --port: got '{server}', expected an address of this machine that no other process listens on\n"
    )


def test_a_fault_names_the_option_where_an_option_was_given(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_PORT", "1")
    ran = cli("serve", "--port", "70000")
    assert (ran.code, ran.err) == (2, "sabacc: --port: got '70000', expected at most 65535\n")
    ran = cli("serve", "--port", "0", "--database", "sesame")
    assert (ran.code, ran.err) == (
        2, "sabacc: --database: got '', expected sqlite:///PATH or postgresql+psycopg://...\n"
    )  # fmt: skip
    monkeypatch.setenv("SABACC_PORT", "70000")
    assert cli("serve").err == "sabacc: SABACC_PORT: got '70000', expected at most 65535\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SABACC_PORT", "x"),
        ("SABACC_PORT", "65536"),
        ("SABACC_WORKERS", "0"),
        ("SABACC_MIGRATE", "perhaps"),
        ("SABACC_GRACE_S", "-1"),
        ("SABACC_LOG_FORMAT", "xml"),
        ("SABACC_DATABASE_URL", "mysql://sesame@there/db"),
        ("SABACC_DATABASE_URL", "no url sesame"),
        ("SABACC_SECRETS_DIR", "nowhere"),
        ("SABACC_CATALOGUE", "nowhere.json"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_in_one_line(
    name: str, value: str, cli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    ran = cli("serve", "--port", "0") if name != "SABACC_PORT" else cli("serve")
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert name in ran.err or value in ran.err
    assert "sesame" not in ran.err


def test_plaintext_beyond_loopback_is_refused(cli: Run) -> None:
    ran = cli("serve", "--host", "0.0.0.0", "--port", "0")
    assert ran.code == 2
    assert "SABACC_ALLOW_PLAINTEXT=true" in ran.err


def test_a_database_of_a_newer_version_is_refused_with_one_line(cli: Run) -> None:
    assert cli("db", "upgrade", "--database", "sqlite:///new.db").code == 0
    engine = create_engine("sqlite:///new.db")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for command in (("serve", "--port", "0"), ("tiebreak", "list"), ("db", "upgrade")):
        ran = cli(*command, "--database", "sqlite:///new.db")
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1
        assert "newer version" in ran.err


def test_a_schema_is_upgraded_once_and_then_left(cli: Run, database_url: str) -> None:
    first, second = cli("db", "upgrade", "--database", database_url), cli("db", "upgrade", "--database", database_url)
    assert (first.code, second.code, second.err) == (0, 0, "")
    assert first.out == second.out
    assert first.out.startswith("The schema is at revision ")


def test_a_postgresql_without_its_schema_says_what_to_run(cli: Run, database_url: str) -> None:
    ran = cli("tiebreak", "list", "--database", database_url)
    if database_url.startswith("sqlite"):
        assert ran.code == 0
    else:
        assert ran.code == 2
        assert "sabacc db upgrade" in ran.err


def test_a_secret_file_gives_a_setting_and_the_environment_wins(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "sabacc_database_url").write_text(f"sqlite:///{tmp_path}/secret.db")
    monkeypatch.setenv("SABACC_SECRETS_DIR", str(secrets))
    assert cli("tiebreak", "list").code == 0
    assert (tmp_path / "secret.db").exists()
    monkeypatch.setenv("SABACC_DATABASE_URL", f"sqlite:///{tmp_path}/plain.db")
    assert cli("tiebreak", "list").code == 0
    assert (tmp_path / "plain.db").exists()


def test_a_server_that_is_not_ready_is_not_healthy(cli: Run, tmp_path: Path) -> None:
    settings = load_settings(port=0, database_url=f"sqlite:///{tmp_path}/sabacc.db")
    application = build_application(settings)
    running = start_server(application.servicers, settings, make_logger(LogFormat.JSON), metrics_of(application))
    try:
        ran = cli("health", "--server", running.address)
        assert (ran.code, ran.out) == (1, f"{running.address} NOT_SERVING\n")
    finally:
        running.stop(0, 1)
        application.close()


def test_health_is_told_for_each_service(server: str, cli: Run) -> None:
    for name in ("CardService", "HandService", "TiebreakService"):
        ran = cli("health", "--server", server, "--service", f"sabacc.v1.{name}", "--json")
        assert (ran.code, ran.json) == (0, {"status": "SERVING"})
    assert cli("health", "--server", server, "--service", "sabacc.v1.NoService").code == 1


def test_health_asks_the_service_of_the_settings(server: str, cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_PORT", server.rpartition(":")[2])
    assert cli("health").out == f"{server} SERVING\n"


@pytest.mark.parametrize(("host", "asked"), [("::1", "[::1]"), ("::", "[::1]"), ("0.0.0.0", "127.0.0.1")])
def test_health_asks_any_address_that_a_service_may_listen_on(
    host: str, asked: str, cli: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    for name, value in {"HOST": host, "PORT": port, "ALLOW_PLAINTEXT": True, "ALLOW_ANONYMOUS": True}.items():
        monkeypatch.setenv(f"SABACC_{name}", str(value))
    ran = cli("health")
    assert ran.code == 3
    assert f"{asked}:{port}" in ran.err


def test_the_version_is_told(cli: Run) -> None:
    assert cli("version").out == cli("--version").out == f"True Sabacc {__version__}, rules sabacc-11/1\n"
    assert cli("version", "--json").json == {"version": __version__, "rules": "sabacc-11/1"}


def test_the_help_of_serve_lists_every_setting_with_default_and_meaning(cli: Run) -> None:
    words = " ".join(cli("serve", "--help").out.split())
    rows = list(setting_rows())
    assert len(rows) == len(Settings.model_fields) + len(ClientSettings.model_fields) + 1
    for name, default, meaning in rows:
        assert f"{name} (default {default}): {meaning}" in words
        assert meaning


def test_the_help_tells_the_exit_codes(cli: Run) -> None:
    words = " ".join(cli("--help").out.split())
    assert "Exit codes: 0 done; 1 refused" in words


@pytest.mark.parametrize(
    "command", [("nonsense",), ("tiebreak", "nonsense"), ("cards", "show"), ("tiebreak", "void", "a", "b", "x")]
)
def test_a_command_that_is_none_is_a_usage_error(command: tuple[str, ...], cli: Run) -> None:
    ran = cli(*command)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err


def test_a_fault_of_our_own_shows_neither_traceback_nor_text(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("seed canary")

    monkeypatch.setattr("service.cli.commands.cards.print_cards", broken)
    ran = cli("cards", "show", "1_2")
    assert ran.code == 3
    assert ran.err.startswith("sabacc: internal error: RuntimeError at test_service.py:")
    assert "canary" not in ran.err
