"""The Java client, built once, and the services that its tests call."""

from __future__ import annotations

import os
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.java.listening_postgres import ListeningPostgres
from tests.java.mariadb import MariaServer, missing_mariadb
from tests.java.random_ties import written
from tests.java.secured import start_secured
from tests.java.toolchain import build, missing
from tests.postgresql import find_binaries
from tests.rpc.processes import ServiceProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DIFFERENTIAL_TIES = 600


@pytest.fixture(scope="session")
def client() -> None:
    """The client, its example and the fat jars, compiled and packed; skips loudly where Maven or a JDK is missing."""
    lack = missing()
    if lack and os.environ.get("SABACC_REQUIRE_JAVA"):
        pytest.fail(f"SABACC_REQUIRE_JAVA is set, but there is no {lack}")
    if lack:
        pytest.skip(f"no {lack} here: install Maven and a JDK to build and test the Java client")
    build()


@pytest.fixture(scope="session")
def service(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:  # noqa: ARG001
    """A service on the loopback that everybody may call."""
    folder = tmp_path_factory.mktemp("java-service")
    with ServiceProcess(folder, f"sqlite:///{folder}/sabacc.db") as started:
        yield started


@pytest.fixture(scope="session")
def secured(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:  # noqa: ARG001
    """The folder of the services behind TLS."""
    folder = tmp_path_factory.mktemp("java-secured")
    with ExitStack() as stack:
        start_secured(folder, stack)
        yield folder


@pytest.fixture(scope="session")
def maria() -> Iterator[MariaServer]:
    """A MariaDB server for this run; skips loudly without its programs, unless they are required."""
    lack = missing_mariadb()
    if lack and os.environ.get("SABACC_REQUIRE_MARIADB"):
        pytest.fail(f"SABACC_REQUIRE_MARIADB is set, but there is no {lack}")
    if lack:
        pytest.skip(f"no {lack} here: install MariaDB's server and client programs to run these tests")
    with MariaServer() as server:
        yield server


@pytest.fixture(scope="session")
def money(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file with a line for each database of GEMP's: the port of the service that belongs to it, and its address."""
    with ExitStack() as stack:
        databases, binaries = [], find_binaries()
        if binaries is None or not missing_mariadb() or os.environ.get("SABACC_REQUIRE_MARIADB"):
            maria: MariaServer = request.getfixturevalue("maria")
            databases.append(maria.jdbc(maria.new_database()))
        if binaries is not None:
            databases.append(stack.enter_context(ListeningPostgres(binaries)).jdbc())
        lines = []
        for jdbc in databases:
            folder = tmp_path_factory.mktemp("java-money")
            service = stack.enter_context(ServiceProcess(folder, f"sqlite:///{folder}/sabacc.db"))
            lines.append(f"{service.port} {jdbc}\n")
        file = tmp_path_factory.mktemp("java-money") / "sides.txt"
        file.write_text("".join(lines), encoding="ascii")
        yield file


@pytest.fixture(scope="session")
def differential(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of random ties with Python's answers."""
    file = tmp_path_factory.mktemp("java-ties") / "ties.txt"
    file.write_text("".join(written(Random(2026), DIFFERENTIAL_TIES)), encoding="ascii")
    return file
