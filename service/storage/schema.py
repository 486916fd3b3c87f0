"""The tables. All but heads, accounts and what is due are append-only: triggers refuse UPDATE and DELETE."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

BIG_KEY: Final = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite numbers rows by itself only for INTEGER keys."""

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

LEDGER_ACCOUNTS: Final = Table(
    "ledger_account",
    METADATA,
    Column("account_id", String(80), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("balance", BigInteger, nullable=False, comment="silver"),
    Column("held_out", BigInteger, nullable=False, comment="the worst that may still go out"),
    Column("held_in", BigInteger, nullable=False, comment="the most that may still come in"),
    Column("last_sequence", BigInteger, nullable=False, comment="of the last entry that changed it"),
    Column("last_number", SmallInteger, nullable=False),
)
"""What each account has by its entries. Only the trigger on new entries can change a row, and bounds check it; who
writes a posting locks the rows of its accounts in the order of their ids."""

LEDGER_POSTINGS: Final = Table(
    "ledger_posting",
    METADATA,
    Column("sequence", BIG_KEY, primary_key=True, autoincrement=False),
    Column("posting_id", String(64), nullable=False, comment="the caller's own"),
    Column("outcome", String(20), nullable=False),
    Column("payload", Text, nullable=False, comment="canonical JSON of what was asked, by whom and when"),
    Column("table_id", String(60), nullable=True, comment="of the hand it is about"),
    Column("hand", Integer, nullable=True),
    Column("create_time", DateTime(timezone=True), nullable=False),
    Column("head", String(64), nullable=False),
    UniqueConstraint("posting_id"),
    Index(None, "table_id", "hand"),
)
"""A trigger refuses a posting whose number does not follow the head row's, and moves the head row."""

LEDGER_ENTRIES: Final = Table(
    "ledger_entry",
    METADATA,
    Column("entry_id", String(70), primary_key=True),
    Column("sequence", BIG_KEY, ForeignKey("ledger_posting.sequence"), nullable=False),
    Column("number", SmallInteger, nullable=False, comment="of the entry in its posting"),
    Column("type", String(10), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("debit", String(80), ForeignKey("ledger_account.account_id"), nullable=False),
    Column("credit", String(80), ForeignKey("ledger_account.account_id"), nullable=False),
    Column("moved", BigInteger, nullable=False, comment="silver from debit to credit"),
    Column("held", BigInteger, nullable=False, comment="silver held more between the two"),
    Column("resolves", String(70), ForeignKey("ledger_entry.entry_id"), nullable=True, comment="a hold, once"),
    Column("debit_after", BigInteger, nullable=False, comment="balance"),
    Column("credit_after", BigInteger, nullable=False, comment="balance"),
    UniqueConstraint("sequence", "number"),
    UniqueConstraint("resolves"),
    Index(None, "debit", "sequence", "number"),
    Index(None, "credit", "sequence", "number"),
)
"""What a posting changed; a refused one has none. Only the last posting can get entries."""

LEDGER_HEAD: Final = Table(
    "ledger_head",
    METADATA,
    Column("sequence", BIG_KEY, nullable=False),
    Column("head", String(64), nullable=False),
)
"""One row, the last posting's; only the trigger on new postings can change it. It is locked last."""

SETTLEMENTS: Final = Table(
    "settlement",
    METADATA,
    Column("sequence", BIG_KEY, primary_key=True, autoincrement=False),
    Column(
        "settlement_id",
        String(70),
        ForeignKey("ledger_entry.entry_id"),
        nullable=False,
        comment="the entry that took the silver out",
    ),
    UniqueConstraint("settlement_id"),
)
"""Withdrawals as GEMP pulls them. A trigger makes one of each entry that withdraws, and nothing else can. Who writes
such an entry holds the ledger's head until he commits: numbers become visible in their order, without a gap."""

SETTLEMENT_ACKNOWLEDGEMENTS: Final = Table(
    "settlement_acknowledgement",
    METADATA,
    Column("sequence", BIG_KEY, ForeignKey("settlement.sequence"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("state", String(10), nullable=False),
    Column("reason", String(255), nullable=False, comment="why it was deferred"),
    Column("caller", Text, nullable=False, comment="JSON of who told it"),
    Column("create_time", DateTime(timezone=True), nullable=False),
)
"""What GEMP tells of settlements. A trigger refuses any after the one that says applied."""

SETTLEMENTS_DUE: Final = Table(
    "settlement_due",
    METADATA,
    Column("sequence", BIG_KEY, ForeignKey("settlement.sequence"), primary_key=True, autoincrement=False),
)
"""Settlements that are not applied, so that nobody looks for them among all. Only triggers add and remove a row; who
acknowledges a settlement locks it."""

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

CHANGING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        AUDIT_HEAD.name: ("UPDATE",),
        FEED_HEADS.name: ("UPDATE",),
        LEDGER_ACCOUNTS.name: ("UPDATE",),
        LEDGER_HEAD.name: ("UPDATE",),
        SETTLEMENTS_DUE.name: ("UPDATE", "DELETE"),
        WAITING_HANDS.name: ("UPDATE", "DELETE"),
        REWARD_GRANTS.name: ("UPDATE",),
        DUEL_DAYS.name: ("UPDATE",),
    }
)
"""What the service needs to do with rows beside reading and adding them; to lock one takes the right to change it."""
