"""Databases of earlier schema revisions."""

from __future__ import annotations

from alembic import command

from service.storage.database import _config, open_engine


def to_revision(url: str, revision: str, *, down: bool = False) -> None:
    """Bring a database to a revision, up or down."""
    engine = open_engine(url, 1)
    with engine.begin() as connection:
        (command.downgrade if down else command.upgrade)(_config(connection), revision)
    engine.dispose()
