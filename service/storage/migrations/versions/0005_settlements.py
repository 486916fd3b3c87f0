"""Settlements: each withdrawal as GEMP pulls it, what GEMP has acknowledged, and what it has still to apply."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# Conditions of the triggers, in words that both databases know. Whoever writes an entry of the ledger holds its head
# until the end of the transaction, so that settlements get their numbers one after another.
_OF_A_WITHDRAWAL = (
    "NEW.sequence = (SELECT COALESCE(MAX(sequence), 0) + 1 FROM settlement) "
    "AND NOT EXISTS (SELECT 1 FROM settlement WHERE settlement_id = NEW.settlement_id) "
    "AND EXISTS (SELECT 1 FROM ledger_entry e WHERE e.entry_id = NEW.settlement_id AND e.kind = 'withdraw')"
)
_DUE = (
    "EXISTS (SELECT 1 FROM settlement s WHERE s.sequence = NEW.sequence) "
    "AND NOT EXISTS (SELECT 1 FROM settlement_due d WHERE d.sequence = NEW.sequence) "
    "AND NOT EXISTS (SELECT 1 FROM settlement_acknowledgement a "
    "WHERE a.sequence = NEW.sequence AND a.state = 'applied')"
)
_APPLIED = "EXISTS (SELECT 1 FROM settlement_acknowledgement a WHERE a.sequence = OLD.sequence AND a.state = 'applied')"
_ACKNOWLEDGED = (
    "EXISTS (SELECT 1 FROM settlement_due d WHERE d.sequence = NEW.sequence) "
    "AND NEW.number = (SELECT COALESCE(MAX(a.number), 0) + 1 FROM settlement_acknowledgement a "
    "WHERE a.sequence = NEW.sequence)"
)
_MAKE = (
    "INSERT INTO settlement (sequence, settlement_id) "
    "SELECT COALESCE(MAX(sequence), 0) + 1, NEW.entry_id FROM settlement; "
)
_OWE = "INSERT INTO settlement_due (sequence) VALUES (NEW.sequence); "
_SETTLE = "DELETE FROM settlement_due WHERE sequence = NEW.sequence; "

_GUARDS = (
    ("settlement_of_a_withdrawal", "insert", "settlement", _OF_A_WITHDRAWAL, "follows ledger_entry"),
    ("settlement_due_once", "insert", "settlement_due", _DUE, "follows settlement"),
    ("settlement_due_until_applied", "delete", "settlement_due", _APPLIED, "follows settlement_acknowledgement"),
    ("settlement_acknowledgement_in_order", "insert", "settlement_acknowledgement", _ACKNOWLEDGED, "is of one due"),
)
"""Name, verb, table, what must hold, and what is said where it does not."""
_FOLLOWING = (
    ("ledger_entry_makes_settlement", "ledger_entry", "NEW.kind = 'withdraw'", _MAKE),
    ("settlement_is_due", "settlement", "", _OWE),
    ("settlement_acknowledgement_applies", "settlement_acknowledgement", "NEW.state = 'applied'", _SETTLE),
)
"""Name, table, for which of its new rows, and what each of them makes happen."""


def upgrade() -> None:
    """Create the tables, the triggers that keep them, and the settlements of withdrawals that are stored."""
    _tables()
    if op.get_bind().dialect.name == "sqlite":
        _triggers_sqlite()
    else:
        _triggers_postgresql()
    stored = "SELECT entry_id FROM ledger_entry WHERE kind = 'withdraw' ORDER BY sequence, number"
    for sequence, entry_id in enumerate(op.get_bind().scalars(sa.text(stored)).all(), start=1):
        row = {"sequence": sequence, "settlement_id": entry_id}
        op.get_bind().execute(sa.text("INSERT INTO settlement VALUES (:sequence, :settlement_id)"), row)


def _tables() -> None:
    op.create_table(
        "settlement",
        sa.Column("sequence", _BIG_KEY, autoincrement=False, nullable=False),
        sa.Column("settlement_id", sa.String(70), nullable=False, comment="the entry that took the silver out"),
        sa.PrimaryKeyConstraint("sequence", name="pk_settlement"),
        sa.UniqueConstraint("settlement_id", name="uq_settlement_settlement_id"),
        sa.ForeignKeyConstraint(["settlement_id"], ["ledger_entry.entry_id"], name="fk_settlement_settlement_id"),
    )
    op.create_table(
        "settlement_acknowledgement",
        sa.Column("sequence", _BIG_KEY, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(255), nullable=False, comment="why it was deferred"),
        sa.Column("caller", sa.Text, nullable=False, comment="JSON of who told it"),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("sequence", "number", name="pk_settlement_acknowledgement"),
        sa.ForeignKeyConstraint(["sequence"], ["settlement.sequence"], name="fk_settlement_acknowledgement_sequence"),
        sa.CheckConstraint(
            "(state = 'applied' AND reason = '') OR (state = 'deferred' AND reason <> '')",
            name="ck_settlement_acknowledgement_state",
        ),
    )
    op.create_table(
        "settlement_due",
        sa.Column("sequence", _BIG_KEY, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("sequence", name="pk_settlement_due"),
        sa.ForeignKeyConstraint(["sequence"], ["settlement.sequence"], name="fk_settlement_due_sequence"),
    )


def _triggers_sqlite() -> None:
    for table in ("settlement", "settlement_acknowledgement"):
        for verb in ("update", "delete"):
            _refuse(f"{table}_no_{verb}", verb, table, "", "is append-only")
    _refuse("settlement_due_no_update", "update", "settlement_due", "", "follows settlement")
    for name, verb, table, condition, words in _GUARDS:
        _refuse(name, verb, table, f"NOT ({condition})", words)
    for name, table, when, statement in _FOLLOWING:
        only = f" WHEN {when}" if when else ""
        op.execute(f"CREATE TRIGGER {name} AFTER INSERT ON {table}{only} BEGIN {statement}END")


def _refuse(name: str, verb: str, table: str, condition: str, words: str) -> None:
    when = f" WHEN {condition}" if condition else ""
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table}{when} "
        f"BEGIN SELECT RAISE(ABORT, '{table} {words}'); END"
    )


def _triggers_postgresql() -> None:
    for name, verbs, table in (
        ("settlement_append_only", "UPDATE OR DELETE OR TRUNCATE", "settlement"),
        ("settlement_acknowledgement_append_only", "UPDATE OR DELETE OR TRUNCATE", "settlement_acknowledgement"),
        ("settlement_due_stays", "UPDATE OR TRUNCATE", "settlement_due"),
    ):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {verbs} ON {table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    for name, verb, table, condition, words in _GUARDS:
        row = "OLD" if verb == "delete" else "NEW"
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {condition} THEN RETURN {row}; END IF; RAISE EXCEPTION '{table} {words}'; END $$"
        )
        op.execute(f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")
    for name, table, when, statement in _FOLLOWING:
        only = f"WHEN ({when}) " if when else ""
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {statement}RETURN NULL; END $$"
        )
        op.execute(f"CREATE TRIGGER {name} AFTER INSERT ON {table} FOR EACH ROW {only}EXECUTE FUNCTION {name}()")


def downgrade() -> None:
    """Drop the settlements; only sensible on an empty database."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(f"DROP TRIGGER ledger_entry_makes_settlement{'' if is_sqlite else ' ON ledger_entry'}")
    for table in ("settlement_due", "settlement_acknowledgement", "settlement"):
        op.drop_table(table)
    if not is_sqlite:
        for name in (*(guard[0] for guard in _GUARDS), *(each[0] for each in _FOLLOWING)):
            op.execute(f"DROP FUNCTION {name}()")
