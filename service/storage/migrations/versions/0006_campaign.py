"""The campaign: careers, rewards that GEMP pulls, hands that wait for a player, and what was staked in a day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_APPEND_ONLY = ("career_step", "reward_grant", "reward_acknowledgement")

# Conditions of the triggers, in words that both databases know. A number that another writer has taken meanwhile is no
# fault of theirs: its key refuses it, and the writer tries again.
_NEXT_STEP = (
    "(NEW.number = 1 OR EXISTS (SELECT 1 FROM career_step c WHERE c.player = NEW.player AND c.number = NEW.number - 1))"
)
_NEXT_GRANT = (
    "(NEW.sequence = 1 OR EXISTS (SELECT 1 FROM reward_grant g WHERE g.sequence = NEW.sequence - 1)) "
    "AND (NEW.copy = 1 OR EXISTS "
    "(SELECT 1 FROM reward_grant g WHERE g.reward = NEW.reward AND g.copy = NEW.copy - 1))"
)
_NEWS = (
    "(NEW.number = 1 OR EXISTS (SELECT 1 FROM reward_acknowledgement a "
    "WHERE a.sequence = NEW.sequence AND a.number = NEW.number - 1)) "
    "AND NOT EXISTS (SELECT 1 FROM reward_acknowledgement a WHERE a.sequence = NEW.sequence AND a.state = 'applied')"
)
_GROWS = "NEW.who = OLD.who AND NEW.day = OLD.day AND NEW.hands > OLD.hands AND NEW.staked > OLD.staked"

_GUARDS = (
    ("career_step_in_order", "insert", "career_step", _NEXT_STEP, "has no gaps"),
    ("reward_grant_in_order", "insert", "reward_grant", _NEXT_GRANT, "has no gaps"),
    ("reward_acknowledgement_in_order", "insert", "reward_acknowledgement", _NEWS, "is of one that is not applied"),
    ("duel_day_grows", "update", "duel_day", _GROWS, "only grows"),
)
"""Name, verb, table, what must hold, and what is said where it does not."""


def upgrade() -> None:
    """Create the tables and the triggers that keep them."""
    _careers()
    _rewards()
    _days()
    if op.get_bind().dialect.name == "sqlite":
        _triggers_sqlite()
    else:
        _triggers_postgresql()


def _careers() -> None:
    op.create_table(
        "career_step",
        sa.Column("player", sa.String(60), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("deed", sa.String(10), nullable=False, comment="open, hand, close or lesson"),
        sa.Column("state", sa.Text, nullable=False, comment="the career after it"),
        sa.Column("table_id", sa.String(64), nullable=True, comment="where it happened"),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("player", "number", name="pk_career_step"),
    )
    op.create_table(
        "waiting_hand",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("caller", sa.String(60), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_waiting_hand"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.table_id"], name="fk_waiting_hand_table_id"),
    )
    op.create_index("ix_waiting_hand_since", "waiting_hand", ["since"])


def _rewards() -> None:
    op.create_table(
        "reward_grant",
        sa.Column("sequence", _BIG_KEY, autoincrement=False, nullable=False),
        sa.Column("player", sa.String(60), nullable=False),
        sa.Column("reward", sa.String(40), nullable=False, comment="key"),
        sa.Column("copy", sa.Integer, nullable=False, comment="counted from 1 for each reward"),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("sequence", name="pk_reward_grant"),
        sa.UniqueConstraint("player", "reward", name="uq_reward_grant_player_reward"),
        sa.UniqueConstraint("reward", "copy", name="uq_reward_grant_reward_copy"),
    )
    op.create_table(
        "reward_acknowledgement",
        sa.Column("sequence", _BIG_KEY, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(255), nullable=False, comment="why it was deferred"),
        sa.Column("caller", sa.Text, nullable=False, comment="JSON of who told it"),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("sequence", "number", name="pk_reward_acknowledgement"),
        sa.ForeignKeyConstraint(["sequence"], ["reward_grant.sequence"], name="fk_reward_acknowledgement_sequence"),
        sa.CheckConstraint(
            "(state = 'applied' AND reason = '') OR (state = 'deferred' AND reason <> '')",
            name="ck_reward_acknowledgement_state",
        ),
    )


def _days() -> None:
    op.create_table(
        "duel_day",
        sa.Column("who", sa.String(130), nullable=False, comment="a player, or two with a blank between"),
        sa.Column("day", sa.Date, nullable=False, comment="in UTC"),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("staked", sa.BigInteger, nullable=False, comment="silver"),
        sa.PrimaryKeyConstraint("who", "day", name="pk_duel_day"),
    )


def _triggers_sqlite() -> None:
    for table in _APPEND_ONLY:
        for verb in ("update", "delete"):
            _refuse(f"{table}_no_{verb}", verb, table, "", "is append-only")
    _refuse("duel_day_no_delete", "delete", "duel_day", "", "only grows")
    for name, verb, table, condition, words in _GUARDS:
        _refuse(name, verb, table, f"NOT ({condition})", words)


def _refuse(name: str, verb: str, table: str, condition: str, words: str) -> None:
    when = f" WHEN {condition}" if condition else ""
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table}{when} "
        f"BEGIN SELECT RAISE(ABORT, '{table} {words}'); END"
    )


def _triggers_postgresql() -> None:
    append_only = [(f"{table}_append_only", "UPDATE OR DELETE OR TRUNCATE", table) for table in _APPEND_ONLY]
    for name, verbs, table in (*append_only, ("duel_day_stays", "DELETE OR TRUNCATE", "duel_day")):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {verbs} ON {table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    for name, verb, table, condition, words in _GUARDS:
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {condition} THEN RETURN NEW; END IF; RAISE EXCEPTION '{table} {words}'; END $$"
        )
        op.execute(f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")


def downgrade() -> None:
    """Drop the campaign's tables; only sensible on an empty database."""
    for table in ("duel_day", "waiting_hand", "reward_acknowledgement", "reward_grant", "career_step"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        for name, *_ in _GUARDS:
            op.execute(f"DROP FUNCTION {name}()")
