"""Changing a database as somebody can who owns it: past the triggers, the foreign keys and the service."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection


@contextmanager
def past_triggers(url: str) -> Iterator[Connection]:
    """A transaction in which no trigger and no foreign key is heeded; afterwards they are as before."""
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL session_replication_role = replica"))
                yield connection
            else:  # foreign keys are off unless asked for
                triggers = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
                for trigger in triggers:
                    connection.execute(text(f"DROP TRIGGER {trigger.name}"))
                yield connection
                for trigger in triggers:
                    connection.execute(text(trigger.sql))
    finally:
        engine.dispose()
