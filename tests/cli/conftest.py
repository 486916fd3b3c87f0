"""Running the real command in this process: on a SQLite file of the test's own, or against a real server."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from service.bootstrap import build_application
from service.cli.backend import opened
from service.cli.main import main
from service.logs import make_logger
from service.rpc.serving.server import start_server
from service.settings import LogFormat, load_settings
from tests.rpc.callers import metrics_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rpc.contract.ledger_service import LedgerServicer

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE_TIE = ROOT / "examples" / "tie.json"
EXAMPLE_HAND = ROOT / "examples" / "hand.json"
PATIENT_S = 120
"""Seconds for each call: the machine may have other things to do, too."""


@dataclass(frozen=True)
class Ran:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        return json.loads(self.err)


class Run(Protocol):
    """Runs one command."""

    def __call__(self, *args: str, stdin: bytes = b"") -> Ran: ...


def run_command(*args: str, stdin: bytes = b"") -> Ran:
    """Run `sabacc ARGS` in this process and return its exit code and what it printed."""
    streams = sys.stdin, sys.stdout, sys.stderr, sys.argv
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"), out, err
    sys.argv = ["sabacc", *args]
    code: object = 0
    try:
        main()
    except SystemExit as leaving:
        code = leaving.code
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv = streams
    assert isinstance(code, int)
    return Ran(code, _written(out), _written(err))


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting from outside, and a folder of the test's own, so that the default database would be seen in it."""
    for name in [name for name in os.environ if name.startswith("SABACC_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SABACC_DEFAULT_DEADLINE_S", str(PATIENT_S))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """HOST:PORT of a service with a database of its own."""
    database = tmp_path_factory.mktemp("server") / "sabacc.db"
    settings = load_settings(port=0, database_url=f"sqlite:///{database}", default_deadline_s=PATIENT_S)
    application = build_application(settings)
    running = start_server(application.servicers, settings, make_logger(LogFormat.JSON), metrics_of(application))
    running.ready()
    yield running.address
    running.stop(0, 1)
    application.close()


@pytest.fixture
def cli() -> Run:
    return run_command


@pytest.fixture(params=["in process", "over the wire"])
def everywhere(request: pytest.FixtureRequest) -> Run:
    """The command with the options that name where it works: once in process, once through a server."""
    if request.param == "in process":
        return run_command
    address: str = request.getfixturevalue("server")
    return lambda *args, stdin=b"": run_command(*args, "--server", address, stdin=stdin)


@pytest.fixture
def gemp(request: pytest.FixtureRequest, everywhere: Run) -> Iterator[LedgerServicer]:
    """The ledger that the commands of `everywhere` work on, for the calls that GEMP makes and no command does."""
    del everywhere
    over_the_wire = request.node.callspec.params["everywhere"] == "over the wire"
    with opened(request.getfixturevalue("server") if over_the_wire else None, stored=True) as calls:
        yield calls.ledger


@pytest.fixture
def tie(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The example tie as an event of the test's own, so that tests on one server do not meet."""
    content: dict[str, Any] = json.loads(EXAMPLE_TIE.read_text(encoding="utf-8"))
    name = request.node.name.translate(str.maketrans(" #[]", "...."))
    return content | {"event": name[-60:]}


def as_file(folder: Path, content: object, name: str = "request.json") -> str:
    """Write *content* as JSON and return the path."""
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)
