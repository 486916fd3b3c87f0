"""The ledger: postings in a hash chain, their entries, and accounts that only the entries can change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_BOUNDS = (
    ("wallet", 0, 16_777_215),
    ("house", 0, 10**15),
    ("escrow", 0, 10**15),
    ("grants", 0, 10**15),
    ("mint", -(10**15), 10**15),
    ("gemp_clearing", -(10**15), 10**15),
)
_BOUNDED = " OR ".join(
    f"(kind = '{kind}' AND balance - held_out >= {least} AND balance + held_in <= {most})"
    for kind, least, most in _BOUNDS
)
_OF_ITS_TYPE = (
    "(type = 'transfer' AND moved > 0 AND held = 0 AND resolves IS NULL) "
    "OR (type = 'hold' AND moved = 0 AND held > 0 AND resolves IS NULL) "
    "OR (type = 'post' AND moved >= 0 AND moved <= -held AND held < 0 AND resolves IS NOT NULL) "
    "OR (type = 'void' AND moved = 0 AND held < 0 AND resolves IS NOT NULL)"
)

# Conditions of the triggers, in words that both databases know.
_IN_PLACE = (
    "EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_head h ON h.sequence = p.sequence "
    "WHERE p.sequence = NEW.sequence AND p.outcome = 'ledger-posted') "
    "AND (NEW.resolves IS NULL OR EXISTS (SELECT 1 FROM ledger_entry e WHERE e.entry_id = NEW.resolves "
    "AND e.type = 'hold' AND e.debit = NEW.debit AND e.credit = NEW.credit AND e.held = -NEW.held))"
)
_ONCE = (
    "NOT EXISTS (SELECT 1 FROM ledger_entry WHERE entry_id = NEW.entry_id) "
    "AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE sequence = NEW.sequence AND number = NEW.number) "
    "AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE resolves = NEW.resolves)"
)
_FOLLOWS = (
    "NEW.account_id = OLD.account_id AND NEW.kind = OLD.kind "
    "AND (NEW.last_sequence, NEW.last_number) > (OLD.last_sequence, OLD.last_number) "
    "AND EXISTS (SELECT 1 FROM ledger_entry e WHERE e.sequence = NEW.last_sequence AND e.number = NEW.last_number "
    "AND ((e.debit = NEW.account_id AND NEW.balance = OLD.balance - e.moved AND NEW.balance = e.debit_after "
    "AND NEW.held_out = OLD.held_out + e.held AND NEW.held_in = OLD.held_in) "
    "OR (e.credit = NEW.account_id AND NEW.balance = OLD.balance + e.moved AND NEW.balance = e.credit_after "
    "AND NEW.held_in = OLD.held_in + e.held AND NEW.held_out = OLD.held_out)))"
)
_EMPTY = "NEW.balance = 0 AND NEW.held_out = 0 AND NEW.held_in = 0 AND NEW.last_sequence = 0 AND NEW.last_number = 0"
_NEW = "NOT EXISTS (SELECT 1 FROM ledger_account WHERE account_id = NEW.account_id)"
_HEAD_FOLLOWS = (
    "NEW.sequence = OLD.sequence + 1 AND EXISTS "
    "(SELECT 1 FROM ledger_posting WHERE sequence = NEW.sequence AND head = NEW.head)"
)
_MOVE_ACCOUNTS = (
    "UPDATE ledger_account SET balance = balance - NEW.moved, held_out = held_out + NEW.held, "
    "last_sequence = NEW.sequence, last_number = NEW.number WHERE account_id = NEW.debit; "
    "UPDATE ledger_account SET balance = balance + NEW.moved, held_in = held_in + NEW.held, "
    "last_sequence = NEW.sequence, last_number = NEW.number WHERE account_id = NEW.credit; "
)


def upgrade() -> None:
    """Create the tables, the first head, and the triggers that keep all of it."""
    _tables()
    head = sa.table("ledger_head", sa.column("sequence", _BIG_KEY), sa.column("head", sa.String))
    op.get_bind().execute(sa.insert(head), {"sequence": 0, "head": "0" * 64})
    if op.get_bind().dialect.name == "sqlite":
        _triggers_sqlite()
    else:
        _triggers_postgresql()


def _tables() -> None:
    op.create_table(
        "ledger_account",
        sa.Column("account_id", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False, comment="silver"),
        sa.Column("held_out", sa.BigInteger, nullable=False, comment="the worst that may still go out"),
        sa.Column("held_in", sa.BigInteger, nullable=False, comment="the most that may still come in"),
        sa.Column("last_sequence", sa.BigInteger, nullable=False, comment="of the last entry that changed it"),
        sa.Column("last_number", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("account_id", name="pk_ledger_account"),
        sa.CheckConstraint(
            "account_id = kind OR substr(account_id, 1, length(kind) + 1) = kind || ':'", name="ck_ledger_account_kind"
        ),
        sa.CheckConstraint("held_out >= 0 AND held_in >= 0", name="ck_ledger_account_held"),
        sa.CheckConstraint(_BOUNDED, name="ck_ledger_account_bounds"),
    )
    op.create_table(
        "ledger_posting",
        sa.Column("sequence", _BIG_KEY, autoincrement=False, nullable=False),
        sa.Column("posting_id", sa.String(64), nullable=False, comment="the caller's own"),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("payload", sa.Text, nullable=False, comment="canonical JSON of what was asked, by whom and when"),
        sa.Column("table_id", sa.String(60), nullable=True, comment="of the hand it is about"),
        sa.Column("hand", sa.Integer, nullable=True),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("sequence", name="pk_ledger_posting"),
        sa.UniqueConstraint("posting_id", name="uq_ledger_posting_posting_id"),
        sa.CheckConstraint("outcome IN ('ledger-posted', 'ledger-refused')", name="ck_ledger_posting_outcome"),
    )
    op.create_index("ix_ledger_posting_table_id_hand", "ledger_posting", ["table_id", "hand"])
    op.create_table(
        "ledger_entry",
        sa.Column("entry_id", sa.String(70), nullable=False),
        sa.Column("sequence", _BIG_KEY, nullable=False),
        sa.Column("number", sa.SmallInteger, nullable=False, comment="of the entry in its posting"),
        sa.Column("type", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("debit", sa.String(80), nullable=False),
        sa.Column("credit", sa.String(80), nullable=False),
        sa.Column("moved", sa.BigInteger, nullable=False, comment="silver from debit to credit"),
        sa.Column("held", sa.BigInteger, nullable=False, comment="silver held more between the two"),
        sa.Column("resolves", sa.String(70), nullable=True, comment="a hold, once"),
        sa.Column("debit_after", sa.BigInteger, nullable=False, comment="balance"),
        sa.Column("credit_after", sa.BigInteger, nullable=False, comment="balance"),
        sa.PrimaryKeyConstraint("entry_id", name="pk_ledger_entry"),
        sa.UniqueConstraint("sequence", "number", name="uq_ledger_entry_sequence_number"),
        sa.UniqueConstraint("resolves", name="uq_ledger_entry_resolves"),
        sa.ForeignKeyConstraint(["sequence"], ["ledger_posting.sequence"], name="fk_ledger_entry_sequence"),
        sa.ForeignKeyConstraint(["debit"], ["ledger_account.account_id"], name="fk_ledger_entry_debit"),
        sa.ForeignKeyConstraint(["credit"], ["ledger_account.account_id"], name="fk_ledger_entry_credit"),
        sa.ForeignKeyConstraint(["resolves"], ["ledger_entry.entry_id"], name="fk_ledger_entry_resolves"),
        sa.CheckConstraint("debit <> credit", name="ck_ledger_entry_sides"),
        sa.CheckConstraint(_OF_ITS_TYPE, name="ck_ledger_entry_type"),
    )
    for side in ("debit", "credit"):
        op.create_index(f"ix_ledger_entry_{side}_sequence_number", "ledger_entry", [side, "sequence", "number"])
    op.create_table(
        "ledger_head",
        sa.Column("sequence", _BIG_KEY, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
    )


def _triggers_sqlite() -> None:
    for table in ("ledger_posting", "ledger_entry"):
        for verb in ("update", "delete"):
            _refuse(f"{table}_no_{verb}", verb, table, "", "is append-only")
    _refuse("ledger_account_no_delete", "delete", "ledger_account", "", "is kept")
    for verb in ("insert", "delete"):
        _refuse(f"ledger_head_no_{verb}", verb, "ledger_head", "", "is kept")
    # Before a row is written: INSERT OR REPLACE would take an old one away without a trigger on DELETE.
    _refuse(
        "ledger_posting_in_order",
        "insert",
        "ledger_posting",
        "NEW.sequence IS NOT (SELECT sequence + 1 FROM ledger_head) "
        "OR EXISTS (SELECT 1 FROM ledger_posting WHERE posting_id = NEW.posting_id)",
        "has no gaps",
    )
    _refuse(
        "ledger_entry_in_place",
        "insert",
        "ledger_entry",
        f"NOT ({_IN_PLACE} AND {_ONCE})",
        "belongs to the last posting",
    )
    _refuse("ledger_account_starts_empty", "insert", "ledger_account", f"NOT ({_EMPTY} AND {_NEW})", "starts empty")
    _refuse("ledger_account_follows", "update", "ledger_account", f"NOT ({_FOLLOWS})", "follows ledger_entry")
    _refuse("ledger_head_follows", "update", "ledger_head", f"NOT ({_HEAD_FOLLOWS})", "follows ledger_posting")
    op.execute(
        "CREATE TRIGGER ledger_posting_moves_head AFTER INSERT ON ledger_posting "
        "BEGIN UPDATE ledger_head SET sequence = NEW.sequence, head = NEW.head; END"
    )
    op.execute(f"CREATE TRIGGER ledger_entry_moves_accounts AFTER INSERT ON ledger_entry BEGIN {_MOVE_ACCOUNTS} END")


def _refuse(name: str, verb: str, table: str, condition: str, words: str) -> None:
    when = f" WHEN {condition}" if condition else ""
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table}{when} "
        f"BEGIN SELECT RAISE(ABORT, '{table} {words}'); END"
    )


def _triggers_postgresql() -> None:
    for table in ("ledger_posting", "ledger_entry"):
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    op.execute(
        "CREATE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON ledger_account "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        "CREATE TRIGGER ledger_head_stays BEFORE INSERT OR DELETE OR TRUNCATE ON ledger_head "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    _guard("ledger_entry_in_place", "INSERT", "ledger_entry", _IN_PLACE, "ledger_entry belongs to the last posting")
    _guard("ledger_account_starts_empty", "INSERT", "ledger_account", _EMPTY, "ledger_account starts empty")
    _guard("ledger_account_follows", "UPDATE", "ledger_account", _FOLLOWS, "ledger_account follows ledger_entry")
    _guard("ledger_head_follows", "UPDATE", "ledger_head", _HEAD_FOLLOWS, "ledger_head follows ledger_posting")
    _after(
        "ledger_posting_moves_head",
        "ledger_posting",
        "UPDATE ledger_head SET sequence = NEW.sequence, head = NEW.head WHERE sequence = NEW.sequence - 1; "
        "IF NOT FOUND THEN RAISE EXCEPTION 'ledger_posting has no gaps'; END IF; ",
    )
    _after("ledger_entry_moves_accounts", "ledger_entry", _MOVE_ACCOUNTS)


def _guard(name: str, verb: str, table: str, condition: str, words: str) -> None:
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condition} THEN RETURN NEW; END IF; RAISE EXCEPTION '{words}'; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")


def _after(name: str, table: str, statements: str) -> None:
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {statements} RETURN NULL; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")


def downgrade() -> None:
    """Drop the ledger; only sensible on an empty database."""
    for table in ("ledger_entry", "ledger_posting", "ledger_account", "ledger_head"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        for name in (
            *("ledger_entry_in_place", "ledger_account_starts_empty", "ledger_account_follows", "ledger_head_follows"),
            *("ledger_posting_moves_head", "ledger_entry_moves_accounts"),
        ):
            op.execute(f"DROP FUNCTION {name}()")
