"""Engines of a database with two accounts, and of one with the service's schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.storage.database import open_engine, upgrade

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.fixture
def migrated(database_url: str) -> Iterator[Engine]:
    engine = open_engine(database_url, 8)
    upgrade(engine)
    yield engine
    engine.dispose()
