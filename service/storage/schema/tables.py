"""Tables of the game tables, and of the feeds of what happens at them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from service.storage.schema.metadata import BIG_KEY, METADATA

GAME_TABLES: Final = Table(
    "game_table",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("caller", String(60), nullable=False, comment="who opened it, and alone knows it"),
    Column("request_id", String(64), nullable=False),
    Column("content", Text, nullable=False, comment="canonical JSON of what was asked"),
    Column("head", Text, nullable=False, comment="the record's first lines, as JSON"),
    Column("create_time", DateTime(timezone=True), nullable=False),
    UniqueConstraint("caller", "request_id"),
)

TABLE_KEYS: Final = Table(
    "table_key",
    METADATA,
    Column("table_id", String(64), ForeignKey("game_table.table_id"), primary_key=True),
    Column("last_key", LargeBinary(32), nullable=False, comment="secret"),
)
"""Apart from the tables, so that nothing which lists tables reads a secret."""

TABLE_STEPS: Final = Table(
    "table_step",
    METADATA,
    Column("table_id", String(64), ForeignKey("game_table.table_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("request_id", String(64), nullable=True, comment="none for the opening"),
    Column("content", Text, nullable=False, comment="what was asked"),
    Column("seat", SmallInteger, nullable=False),
    Column("state", Text, nullable=False, comment="the table after it; holds hidden cards"),
    Column("lines", Text, nullable=False, comment="what the record gets, as JSON"),
    Column("is_over", Boolean, nullable=False, comment="no hand is being played after it"),
    Column("create_time", DateTime(timezone=True), nullable=False),
    UniqueConstraint("table_id", "request_id"),
)
"""A trigger refuses a step whose number does not follow the last one's."""

FEED_EVENTS: Final = Table(
    "feed_event",
    METADATA,
    Column("caller", String(60), primary_key=True),
    Column("sequence", BIG_KEY, primary_key=True, autoincrement=False),
    Column("table_id", String(64), nullable=False),
    Column("step", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False, comment="who may see it"),
    Column("words", Text, nullable=False),
    Column("cue", Text, nullable=False),
    Column("light", Text, nullable=False),
    Column("pictures", Text, nullable=False, comment="keys, as JSON"),
    ForeignKeyConstraint(["table_id", "step"], ["table_step.table_id", "table_step.number"]),
    Index(None, "table_id", "step"),
)
"""What a step told; its only place. A trigger refuses an event whose number does not follow the caller's last one."""

FEED_HEADS: Final = Table(
    "feed_head",
    METADATA,
    Column("caller", String(60), primary_key=True),
    Column("sequence", BIG_KEY, nullable=False, comment="number of the caller's last event"),
    ForeignKeyConstraint(
        ["caller", "sequence"], ["feed_event.caller", "feed_event.sequence"], deferrable=True, initially="DEFERRED"
    ),
)
"""One row a caller. Who adds events moves it first and so holds it until he commits: the numbers of a feed become
visible in their order. It only moves on, and at each commit its event must be there."""
