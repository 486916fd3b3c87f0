"""Tables of the ledger, and of the settlements that are made of its entries."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from service.storage.schema.metadata import BIG_KEY, METADATA

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
