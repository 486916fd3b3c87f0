"""The audit log: one entry a change, in a hash chain; what was stored before gets its entries now."""

from __future__ import annotations

import json
from datetime import UTC
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import op

if TYPE_CHECKING:
    from datetime import datetime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_TIES = sa.table(
    "tie",
    sa.column("tie_id", _BIG_KEY),
    sa.column("event", sa.String),
    sa.column("stage", sa.String),
    sa.column("attempt", sa.SmallInteger),
    sa.column("result_id", sa.String),
    sa.column("catalogue_version", sa.Text),
    sa.column("content", sa.Text),
    sa.column("transcript", sa.Text),
    sa.column("create_time", sa.DateTime(timezone=True)),
)
_VOIDS = sa.table(
    "tie_void",
    sa.column("tie_id", _BIG_KEY),
    sa.column("reason", sa.Text),
    sa.column("void_time", sa.DateTime(timezone=True)),
)
_ENTRIES = sa.table(
    "audit_entry",
    sa.column("sequence", _BIG_KEY),
    sa.column("tie_id", _BIG_KEY),
    sa.column("kind", sa.String),
    sa.column("payload", sa.Text),
    sa.column("head", sa.String),
)
_HEAD = sa.table("audit_head", sa.column("sequence", _BIG_KEY), sa.column("head", sa.String))
_RESOLVED, _VOIDED = "tie-resolved", "tie-voided"


def upgrade() -> None:
    """Create the log, its triggers, and the entries of all that is stored."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        # Nothing is stored between the entries of what was stored before and the end of this transaction.
        op.execute("LOCK TABLE tie, tie_void IN SHARE ROW EXCLUSIVE MODE")
    op.create_table(
        "audit_entry",
        sa.Column("sequence", _BIG_KEY, autoincrement=False, nullable=False),
        sa.Column("tie_id", _BIG_KEY, nullable=False, comment="the tie that was changed"),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("payload", sa.Text, nullable=False, comment="canonical JSON of who changed what and when"),
        sa.Column("head", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("sequence", name="pk_audit_entry"),
        sa.ForeignKeyConstraint(["tie_id"], ["tie.tie_id"], name="fk_audit_entry_tie_id"),
        sa.UniqueConstraint("tie_id", "kind", name="uq_audit_entry_tie_id_kind"),
    )
    op.create_table(
        "audit_head",
        sa.Column("sequence", _BIG_KEY, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
    )
    # Before the triggers: a row that one transaction changes again and again becomes ever slower on PostgreSQL.
    sequence, head = _log_what_is_stored(connection)
    connection.execute(sa.insert(_HEAD), {"sequence": sequence, "head": head.hex()})
    if connection.dialect.name == "sqlite":
        _triggers_sqlite()
    else:
        _triggers_postgresql()


def _triggers_sqlite() -> None:
    for verb in ("update", "delete"):
        op.execute(
            f"CREATE TRIGGER audit_entry_no_{verb} BEFORE {verb.upper()} ON audit_entry "
            "BEGIN SELECT RAISE(ABORT, 'audit_entry is append-only'); END"
        )
    # Before the row is written: INSERT OR REPLACE would take an old one away without a trigger on DELETE.
    op.execute(
        "CREATE TRIGGER audit_entry_in_order BEFORE INSERT ON audit_entry "
        "WHEN NEW.sequence IS NOT (SELECT sequence + 1 FROM audit_head) "
        "BEGIN SELECT RAISE(ABORT, 'audit_entry has no gaps'); END"
    )
    op.execute(
        "CREATE TRIGGER audit_entry_moves_head AFTER INSERT ON audit_entry "
        "BEGIN UPDATE audit_head SET sequence = NEW.sequence, head = NEW.head; END"
    )
    op.execute(
        "CREATE TRIGGER audit_head_follows BEFORE UPDATE ON audit_head "
        "WHEN NEW.sequence <> OLD.sequence + 1 OR NOT EXISTS "
        "(SELECT 1 FROM audit_entry WHERE sequence = NEW.sequence AND head = NEW.head) "
        "BEGIN SELECT RAISE(ABORT, 'audit_head follows audit_entry'); END"
    )
    for verb in ("insert", "delete"):
        op.execute(
            f"CREATE TRIGGER audit_head_no_{verb} BEFORE {verb.upper()} ON audit_head "
            "BEGIN SELECT RAISE(ABORT, 'audit_head follows audit_entry'); END"
        )


def _triggers_postgresql() -> None:
    op.execute(
        "CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        "CREATE FUNCTION move_audit_head() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "UPDATE audit_head SET sequence = NEW.sequence, head = NEW.head WHERE sequence = NEW.sequence - 1; "
        "IF NOT FOUND THEN RAISE EXCEPTION 'audit_entry has no gaps'; END IF; "
        "RETURN NULL; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_entry_moves_head AFTER INSERT ON audit_entry "
        "FOR EACH ROW EXECUTE FUNCTION move_audit_head()"
    )
    op.execute(
        "CREATE FUNCTION check_audit_head() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'UPDATE' THEN IF NEW.sequence = OLD.sequence + 1 AND EXISTS "
        "(SELECT 1 FROM audit_entry WHERE sequence = NEW.sequence AND head = NEW.head) "
        "THEN RETURN NEW; END IF; END IF; "
        "RAISE EXCEPTION 'audit_head follows audit_entry'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_head_follows BEFORE UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION check_audit_head()"
    )
    op.execute(
        "CREATE TRIGGER audit_head_stays BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head "
        "FOR EACH STATEMENT EXECUTE FUNCTION check_audit_head()"
    )
    _refuse_what_is_not_logged()


def _refuse_what_is_not_logged() -> None:
    """Let no transaction commit a tie or void without its entry.

    A service of the version before may still run beside this one, and knows of no log. It takes this state for a
    database that does not answer, stores nothing, and tells its caller to call again.
    """
    op.execute(
        "CREATE FUNCTION require_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NOT EXISTS (SELECT 1 FROM audit_entry WHERE tie_id = NEW.tie_id AND kind = TG_ARGV[0]) THEN "
        "RAISE EXCEPTION '% without an entry of the audit log', TG_TABLE_NAME USING ERRCODE = 'cannot_connect_now'; "
        "END IF; RETURN NULL; END $$"
    )
    for table, kind in (("tie", _RESOLVED), ("tie_void", _VOIDED)):
        op.execute(
            f"CREATE CONSTRAINT TRIGGER {table}_is_logged AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED "
            f"FOR EACH ROW EXECUTE FUNCTION require_audit_entry('{kind}')"
        )


def _log_what_is_stored(connection: sa.Connection) -> tuple[int, bytes]:
    """Write an entry for each tie and void, in the order they happened; return number and head of the last one."""
    happened = sa.union_all(
        sa.select(_TIES.c.create_time.label("time"), sa.literal(0).label("is_void"), _TIES.c.tie_id),
        sa.select(_VOIDS.c.void_time, sa.literal(1), _VOIDS.c.tie_id),
    ).order_by("time", "is_void", "tie_id")
    stored = sa.select(_TIES, _VOIDS.c.reason).select_from(_TIES.outerjoin(_VOIDS, _VOIDS.c.tie_id == _TIES.c.tie_id))
    sequence, head = 0, bytes(32)
    for sequence, (time, is_void, tie_id) in enumerate(connection.execute(happened).all(), start=1):
        row = connection.execute(stored.where(_TIES.c.tie_id == tie_id)).one()
        kind, payload = _VOIDED if is_void else _RESOLVED, _payload(row, time, is_void=bool(is_void))
        head = _next_head(head, kind, payload)
        connection.execute(
            sa.insert(_ENTRIES),
            {"sequence": sequence, "tie_id": tie_id, "kind": kind, "payload": payload, "head": head.hex()},
        )
    return sequence, head


# The form of an entry as it was when this revision was made, written out: what this revision does to an old database
# must stay the same, whatever later revisions add to an entry.


def _payload(row: sa.Row[Any], time: datetime, *, is_void: bool) -> str:
    moment = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    document: dict[str, object] = {
        "event": row.event,
        "stage": row.stage,
        "attempt": row.attempt,
        "resultId": row.result_id,
        "time": moment.isoformat(timespec="microseconds"),
        "caller": {"name": "migration", "role": "local", "onBehalfOf": "", "requestId": ""},
    }
    if is_void:
        document["reason"] = row.reason
    else:
        document["catalogueVersion"] = row.catalogue_version
        document["contentHash"] = sha256(row.content.encode()).hexdigest()
        document["transcriptHash"] = sha256(row.transcript.encode()).hexdigest()
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _next_head(previous: bytes, kind: str, payload: str) -> bytes:
    parts = (b"tsb1/log", previous, kind.encode("ascii"), sha256(payload.encode("ascii")).digest())
    return sha256(b"".join([len(part).to_bytes(4, "big") + part for part in parts])).digest()


def downgrade() -> None:
    """Drop the log; only sensible on an empty database."""
    op.drop_table("audit_entry")
    op.drop_table("audit_head")
    if op.get_bind().dialect.name != "sqlite":
        for table in ("tie", "tie_void"):
            op.execute(f"DROP TRIGGER {table}_is_logged ON {table}")
        op.execute("DROP FUNCTION require_audit_entry()")
        op.execute("DROP FUNCTION move_audit_head()")
        op.execute("DROP FUNCTION check_audit_head()")
