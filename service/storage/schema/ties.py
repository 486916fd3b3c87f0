"""Tables of ties, and of the chain of what was changed."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, DateTime, ForeignKey, SmallInteger, String, Table, Text, UniqueConstraint

from service.storage.schema.metadata import BIG_KEY, METADATA

TIES: Final = Table(
    "tie",
    METADATA,
    Column("tie_id", BIG_KEY, primary_key=True, autoincrement=True),
    Column("event", String(60), nullable=False),
    Column("stage", String(60), nullable=False),
    Column("attempt", SmallInteger, nullable=False),
    Column("result_id", String(64), nullable=False),
    Column("catalogue_version", Text, nullable=False),
    Column("content", Text, nullable=False, comment="canonical JSON of what was asked"),
    Column("transcript", Text, nullable=False, comment="tsb1, byte for byte"),
    Column("create_time", DateTime(timezone=True), nullable=False),
    UniqueConstraint("event", "stage", "attempt"),
)

VOIDS: Final = Table(
    "tie_void",
    METADATA,
    Column("tie_id", BIG_KEY, ForeignKey("tie.tie_id"), primary_key=True, autoincrement=False),
    Column("reason", Text, nullable=False),
    Column("void_time", DateTime(timezone=True), nullable=False),
)

AUDIT_ENTRIES: Final = Table(
    "audit_entry",
    METADATA,
    Column("sequence", BIG_KEY, primary_key=True, autoincrement=False),
    Column("tie_id", BIG_KEY, ForeignKey("tie.tie_id"), nullable=False, comment="the tie that was changed"),
    Column("kind", String(40), nullable=False),
    Column("payload", Text, nullable=False, comment="canonical JSON of who changed what and when"),
    Column("head", String(64), nullable=False),
    UniqueConstraint("tie_id", "kind"),
)
"""A trigger refuses an entry whose number does not follow the head row's, and moves the head row."""

AUDIT_HEAD: Final = Table(
    "audit_head",
    METADATA,
    Column("sequence", BIG_KEY, nullable=False),
    Column("head", String(64), nullable=False),
)
"""One row, the last entry's; only the trigger on new entries can change it. Who adds an entry locks it first."""
