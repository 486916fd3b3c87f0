"""`sabacc doctor` with settings, databases and certificates of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import EXAMPLE_TIE
from tests.cli.doctor.examining import Examined

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Run


@pytest.fixture
def examine(cli: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Examined]:
    """Runs `sabacc doctor --json` with settings, on a free port unless told otherwise."""

    def run(**settings: object) -> Examined:
        for name, value in {"port": 0, **settings}.items():
            monkeypatch.setenv(f"SABACC_{name.upper()}", str(value))
        ran = cli("doctor", "--json")
        assert ran.err == ""
        examined = Examined(ran.code, ran.json)
        for each in examined.findings:
            assert set(each) == {"check", "state", "found", "todo"}
            assert bool(each["todo"]) == (each["state"] != "ok"), each
        assert examined.code == (1 if "fail" in examined.states().values() else 0)
        return examined

    return run


@pytest.fixture
def stored(cli: Run, database_url: str) -> str:
    """The URL of a database with one tie."""
    assert cli("db", "upgrade", "--database", database_url).code == 0
    assert cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--database", database_url).code == 0
    return database_url


@pytest.fixture
def sqlite(cli: Run, tmp_path: Path) -> str:
    """The URL of a SQLite database with one tie."""
    url = f"sqlite:///{tmp_path}/stored.db"
    assert cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--database", url).code == 0
    return url


@pytest.fixture
def with_tls(examine: Callable[..., Examined], tmp_path: Path) -> Callable[..., Examined]:
    folder = tmp_path

    def run(**settings: object) -> Examined:
        return examine(tls_certificate=folder / "server.pem", tls_key=folder / "server.key", **settings)

    return run
