"""A campaign to play in, on each kind of database."""

from __future__ import annotations

from shutil import copyfile
from typing import TYPE_CHECKING

import pytest

from service.storage.database import open_engine
from tests.campaign.play.world import World
from tests.storage.conftest import migrated, migrated_database, migrated_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Engine

__all__ = ["migrated", "migrated_database", "migrated_file", "world"]


@pytest.fixture
def world(migrated: Engine) -> World:
    """A campaign on both databases, one after the other."""
    return World(migrated)


@pytest.fixture
def desk(tmp_path: Path, migrated_file: Path) -> Iterator[World]:
    """A campaign on SQLite, for what no database decides."""
    path = tmp_path / "desk.db"
    copyfile(migrated_file, path)
    engine = open_engine(f"sqlite:///{path}", 8)
    yield World(engine)
    engine.dispose()
