"""Databases that keep what they acknowledged, and the lock on long runs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.postgresql import PostgresServer, find_binaries

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the long runs to `make torture`; their samples run always."""
    if os.environ.get("SABACC_TORTURE") == "1":
        return
    for item in items:
        if item.get_closest_marker("torture") is not None:
            item.add_marker(pytest.mark.skip(reason="a long run: set SABACC_TORTURE=1, or make torture"))


@pytest.fixture
def durable_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of the test's own that writes to the disk before it acknowledges, to be restarted at will."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL here: install its server binaries (initdb, pg_ctl) to run these tests")
    with PostgresServer(binaries, durable=True) as server:
        yield server
