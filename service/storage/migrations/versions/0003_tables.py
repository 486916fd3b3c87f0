"""Tables, what each call made of them, and a feed of events for each caller without a gap; all append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TABLES = ("game_table", "table_key", "table_step", "feed_event")
"""What is never changed; the head of a feed moves on."""


def upgrade() -> None:
    """Create the tables and the triggers that keep them append-only and in order."""
    _tables()
    _feeds()
    if op.get_bind().dialect.name == "sqlite":
        _triggers_sqlite()
    else:
        _triggers_postgresql()


def _tables() -> None:
    op.create_table(
        "game_table",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("caller", sa.String(60), nullable=False, comment="who opened it, and alone knows it"),
        sa.Column("request_id", sa.String(64), nullable=False),
        sa.Column("content", sa.Text, nullable=False, comment="canonical JSON of what was asked"),
        sa.Column("head", sa.Text, nullable=False, comment="the record's first lines, as JSON"),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_game_table"),
        sa.UniqueConstraint("caller", "request_id", name="uq_game_table_caller_request_id"),
    )
    op.create_table(
        "table_key",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("last_key", sa.LargeBinary(32), nullable=False, comment="secret"),
        sa.PrimaryKeyConstraint("table_id", name="pk_table_key"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.table_id"], name="fk_table_key_table_id"),
    )
    op.create_table(
        "table_step",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("request_id", sa.String(64), nullable=True, comment="none for the opening"),
        sa.Column("content", sa.Text, nullable=False, comment="what was asked"),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False, comment="the table after it; holds hidden cards"),
        sa.Column("lines", sa.Text, nullable=False, comment="what the record gets, as JSON"),
        sa.Column("is_over", sa.Boolean, nullable=False, comment="no hand is being played after it"),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_table_step"),
        sa.UniqueConstraint("table_id", "request_id", name="uq_table_step_table_id_request_id"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.table_id"], name="fk_table_step_table_id"),
    )


def _feeds() -> None:
    op.create_table(
        "feed_event",
        sa.Column("caller", sa.String(60), nullable=False),
        sa.Column("sequence", _BIG_KEY, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, comment="who may see it"),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("cue", sa.Text, nullable=False),
        sa.Column("light", sa.Text, nullable=False),
        sa.Column("pictures", sa.Text, nullable=False, comment="keys, as JSON"),
        sa.PrimaryKeyConstraint("caller", "sequence", name="pk_feed_event"),
        sa.ForeignKeyConstraint(
            ["table_id", "step"], ["table_step.table_id", "table_step.number"], name="fk_feed_event_table_id_step"
        ),
    )
    op.create_index("ix_feed_event_table_id_step", "feed_event", ["table_id", "step"])
    op.create_table(
        "feed_head",
        sa.Column("caller", sa.String(60), nullable=False),
        sa.Column("sequence", _BIG_KEY, nullable=False, comment="number of the caller's last event"),
        sa.PrimaryKeyConstraint("caller", name="pk_feed_head"),
        # Asked at the commit: the head moves first, and at the end the event must be there that it tells of.
        sa.ForeignKeyConstraint(
            ["caller", "sequence"],
            ["feed_event.caller", "feed_event.sequence"],
            name="fk_feed_head_caller_sequence",
            deferrable=True,
            initially="DEFERRED",
        ),
    )


def _triggers_sqlite() -> None:
    for table in _TABLES:
        for verb in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
    op.execute(
        "CREATE TRIGGER table_step_in_order BEFORE INSERT ON table_step WHEN NEW.number IS NOT 1 AND NOT EXISTS "
        "(SELECT 1 FROM table_step WHERE table_id = NEW.table_id AND number = NEW.number - 1) "
        "BEGIN SELECT RAISE(ABORT, 'table_step has no gaps'); END"
    )
    op.execute(
        "CREATE TRIGGER feed_event_in_order BEFORE INSERT ON feed_event WHEN (NEW.sequence IS NOT 1 AND NOT EXISTS "
        "(SELECT 1 FROM feed_event WHERE caller = NEW.caller AND sequence = NEW.sequence - 1)) OR NOT EXISTS "
        "(SELECT 1 FROM feed_head WHERE caller = NEW.caller AND sequence >= NEW.sequence) "
        "BEGIN SELECT RAISE(ABORT, 'feed_event has no gaps'); END"
    )
    op.execute(
        "CREATE TRIGGER feed_head_moves_on BEFORE UPDATE ON feed_head "
        "WHEN NEW.caller IS NOT OLD.caller OR NEW.sequence <= OLD.sequence "
        "BEGIN SELECT RAISE(ABORT, 'feed_head only moves on'); END"
    )
    op.execute(
        "CREATE TRIGGER feed_head_no_delete BEFORE DELETE ON feed_head "
        "BEGIN SELECT RAISE(ABORT, 'feed_head only moves on'); END"
    )


def _triggers_postgresql() -> None:
    for table in _TABLES:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    op.execute(
        "CREATE FUNCTION check_table_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NEW.number = 1 OR EXISTS "
        "(SELECT 1 FROM table_step WHERE table_id = NEW.table_id AND number = NEW.number - 1) "
        "THEN RETURN NEW; END IF; RAISE EXCEPTION 'table_step has no gaps'; END $$"
    )
    op.execute(
        "CREATE TRIGGER table_step_in_order BEFORE INSERT ON table_step "
        "FOR EACH ROW EXECUTE FUNCTION check_table_step()"
    )
    op.execute(
        "CREATE FUNCTION check_feed_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF (NEW.sequence = 1 OR EXISTS "
        "(SELECT 1 FROM feed_event WHERE caller = NEW.caller AND sequence = NEW.sequence - 1)) AND EXISTS "
        "(SELECT 1 FROM feed_head WHERE caller = NEW.caller AND sequence >= NEW.sequence) "
        "THEN RETURN NEW; END IF; RAISE EXCEPTION 'feed_event has no gaps'; END $$"
    )
    op.execute(
        "CREATE TRIGGER feed_event_in_order BEFORE INSERT ON feed_event "
        "FOR EACH ROW EXECUTE FUNCTION check_feed_event()"
    )
    op.execute(
        "CREATE FUNCTION check_feed_head() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'UPDATE' THEN IF NEW.caller = OLD.caller AND NEW.sequence > OLD.sequence "
        "THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'feed_head only moves on'; END $$"
    )
    op.execute(
        "CREATE TRIGGER feed_head_moves_on BEFORE UPDATE ON feed_head FOR EACH ROW EXECUTE FUNCTION check_feed_head()"
    )
    op.execute(
        "CREATE TRIGGER feed_head_stays BEFORE DELETE OR TRUNCATE ON feed_head "
        "FOR EACH STATEMENT EXECUTE FUNCTION check_feed_head()"
    )


def downgrade() -> None:
    """Drop everything; only sensible on an empty database."""
    for table in ("feed_head", "feed_event", "table_step", "table_key", "game_table"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        for function in ("check_table_step", "check_feed_event", "check_feed_head"):
            op.execute(f"DROP FUNCTION {function}()")
