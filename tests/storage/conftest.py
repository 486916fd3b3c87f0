"""Engines of a database with two accounts, and of one with the service's schema."""

from __future__ import annotations

from shutil import copyfile
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, text

from service.storage.database import open_engine, upgrade

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Engine

    from tests.postgresql import PostgresServer


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = open_engine(database_url, 4)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE account (id INTEGER PRIMARY KEY, silver INTEGER)"))
        connection.execute(text("INSERT INTO account VALUES (1, 0), (2, 0)"))
    yield engine
    engine.dispose()


@pytest.fixture
def postgresql(postgres: PostgresServer) -> Iterator[Engine]:
    engine = open_engine(postgres.new_database(), 4)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE account (id INTEGER PRIMARY KEY, silver INTEGER)"))
        connection.execute(text("INSERT INTO account VALUES (1, 0), (2, 0)"))
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the service's schema, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "sabacc.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def migrated_database(postgres: PostgresServer) -> str:
    """The name of a PostgreSQL database with the service's schema, to be copied."""
    url = postgres.new_database()
    migrate(url)
    return str(make_url(url).database)


def migrate(url: str) -> None:
    engine = open_engine(url, 1)
    upgrade(engine)
    engine.dispose()


@pytest.fixture
def migrated(database_url: str, request: pytest.FixtureRequest) -> Iterator[Engine]:
    url = make_url(database_url)
    if url.drivername == "sqlite":
        copyfile(request.getfixturevalue("migrated_file"), str(url.database))
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        server.copy(request.getfixturevalue("migrated_database"), str(url.database))
    engine = open_engine(database_url, 8)
    yield engine
    engine.dispose()
