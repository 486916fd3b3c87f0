"""Ties and their voids, append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create both tables and the triggers that keep them append-only."""
    op.create_table(
        "tie",
        sa.Column("tie_id", _BIG_KEY, autoincrement=True, nullable=False),
        sa.Column("event", sa.String(60), nullable=False),
        sa.Column("stage", sa.String(60), nullable=False),
        sa.Column("attempt", sa.SmallInteger, nullable=False),
        sa.Column("result_id", sa.String(64), nullable=False),
        sa.Column("catalogue_version", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False, comment="canonical JSON of what was asked"),
        sa.Column("transcript", sa.Text, nullable=False, comment="tsb1, byte for byte"),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tie_id", name="pk_tie"),
        sa.UniqueConstraint("event", "stage", "attempt", name="uq_tie_event_stage_attempt"),
    )
    op.create_table(
        "tie_void",
        sa.Column("tie_id", _BIG_KEY, autoincrement=False, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("void_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tie_id", name="pk_tie_void"),
        sa.ForeignKeyConstraint(["tie_id"], ["tie.tie_id"], name="fk_tie_void_tie_id"),
    )
    if op.get_bind().dialect.name == "sqlite":
        _append_only_sqlite()
    else:
        _append_only_postgresql()


def _append_only_sqlite() -> None:
    for table in ("tie", "tie_void"):
        for verb in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )


def _append_only_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in ("tie", "tie_void"):
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )


def downgrade() -> None:
    """Drop everything; only sensible on an empty database."""
    op.drop_table("tie_void")
    op.drop_table("tie")
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_change()")
