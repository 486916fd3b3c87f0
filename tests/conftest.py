"""Fixtures that every part of the suite may use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.postgresql import PostgresServer, find_binaries

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent

# No test depends on the time that it takes: a property may need longer on a machine that does something else as well.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# The tests start programs while gRPC runs in this process. Its handlers for a fork, which stand between a fork and the
# start of another program, hang now and then; read when gRPC is imported, which is later.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the real card files and decks, named by SABACC_SHARED; skips loudly without it."""
    folder = Path(os.environ.get("SABACC_SHARED", ROOT.parent / "shared"))
    if not (folder / "data" / "gemp" / "card_blueprint_database.json").is_file():
        pytest.skip(f"no card files under {folder}: set SABACC_SHARED to the folder that holds data/")
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for this run; skips loudly without its binaries, unless they are required."""
    binaries = find_binaries()
    if binaries is None:
        if os.environ.get("SABACC_REQUIRE_POSTGRESQL"):
            pytest.fail("SABACC_REQUIRE_POSTGRESQL is set, but no initdb and pg_ctl were found")
        pytest.skip("no PostgreSQL here: install its server binaries (initdb, pg_ctl) to run these tests")
    with PostgresServer(binaries) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once for each kind that the service works with."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/sabacc.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()
