"""Tables of what is played for silver: careers, rewards, hands that wait, stakes of a day."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from service.storage.schema.metadata import BIG_KEY, METADATA

CAREER_STEPS: Final = Table(
    "career_step",
    METADATA,
    Column("player", String(60), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("deed", String(10), nullable=False, comment="open, hand, close or lesson"),
    Column("state", Text, nullable=False, comment="the career after it"),
    Column("table_id", String(64), nullable=True, comment="where it happened"),
    Column("create_time", DateTime(timezone=True), nullable=False),
)
"""What happened to careers; the last step of a player tells how his stands. A trigger refuses a gap."""

REWARD_GRANTS: Final = Table(
    "reward_grant",
    METADATA,
    Column("sequence", BIG_KEY, primary_key=True, autoincrement=False),
    Column("player", String(60), nullable=False),
    Column("reward", String(40), nullable=False, comment="key"),
    Column("copy", Integer, nullable=False, comment="counted from 1 for each reward"),
    Column("create_time", DateTime(timezone=True), nullable=False),
    UniqueConstraint("player", "reward"),
    UniqueConstraint("reward", "copy"),
)
"""Rewards as GEMP pulls them. Who would write a number a second time waits for the first writer's commit: numbers
become visible in their order, without a gap, as a trigger checks."""

REWARD_ACKNOWLEDGEMENTS: Final = Table(
    "reward_acknowledgement",
    METADATA,
    Column("sequence", BIG_KEY, ForeignKey("reward_grant.sequence"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("state", String(10), nullable=False),
    Column("reason", String(255), nullable=False, comment="why it was deferred"),
    Column("caller", Text, nullable=False, comment="JSON of who told it"),
    Column("create_time", DateTime(timezone=True), nullable=False),
)
"""What GEMP tells of rewards. A trigger refuses any after the one that says applied."""

WAITING_HANDS: Final = Table(
    "waiting_hand",
    METADATA,
    Column("table_id", String(64), ForeignKey("game_table.table_id"), primary_key=True),
    Column("caller", String(60), nullable=False),
    Column("since", DateTime(timezone=True), nullable=False),
    Index(None, "since"),
)
"""Tables for silver at which a hand waits for a player: where to look for those who have gone. It is a list of work,
written with each step, and can be made again from the tables' last steps."""

DUEL_DAYS: Final = Table(
    "duel_day",
    METADATA,
    Column("who", String(130), primary_key=True, comment="a player, or two with a blank between"),
    Column("day", Date, primary_key=True, comment="in UTC"),
    Column("hands", Integer, nullable=False),
    Column("staked", BigInteger, nullable=False, comment="silver"),
)
"""What was staked between players in a day. A trigger lets it only grow."""
