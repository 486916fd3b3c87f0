"""Whether a database is sound: the file, the schema, and the triggers that keep what is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import func, select, text

from service.storage.database import LONGEST_S, current_revision, head_revision, read
from service.storage.errors import StoreDamagedError
from service.storage.schema import TIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Connection, Engine

    Ask = Callable[[str], Sequence[Sequence[object]]]

_APPEND_ONLY: Final = ("tie", "tie_void", "audit_entry", "game_table", "table_key", "table_step", "feed_event")
_LEDGER: Final = ("ledger_posting", "ledger_entry")
_LEDGER_RULES: Final = (
    *("ledger_posting_moves_head", "ledger_head_follows", "ledger_entry_in_place", "ledger_entry_moves_accounts"),
    *("ledger_account_starts_empty", "ledger_account_follows"),
)
_SETTLEMENTS: Final = ("settlement", "settlement_acknowledgement")
_SETTLEMENT_RULES: Final = (
    *("ledger_entry_makes_settlement", "settlement_of_a_withdrawal", "settlement_is_due", "settlement_due_once"),
    *("settlement_acknowledgement_in_order", "settlement_acknowledgement_applies", "settlement_due_until_applied"),
)
_CAMPAIGN: Final = ("career_step", "reward_grant", "reward_acknowledgement")
_CAMPAIGN_RULES: Final = (
    *("career_step_in_order", "reward_grant_in_order", "reward_acknowledgement_in_order", "duel_day_grows"),
)
_IN_ORDER: Final = ("table_step_in_order", "feed_event_in_order", "feed_head_moves_on")

TRIGGERS: Final = {
    "sqlite": frozenset(
        {
            *[f"{table}_no_{verb}" for table in _APPEND_ONLY for verb in ("update", "delete")],
            *["audit_entry_in_order", "audit_entry_moves_head"],
            *["audit_head_follows", "audit_head_no_insert", "audit_head_no_delete"],
            *[*_IN_ORDER, "feed_head_no_delete"],
            *[f"{table}_no_{verb}" for table in _LEDGER for verb in ("update", "delete")],
            *["ledger_posting_in_order", "ledger_head_no_insert", "ledger_head_no_delete", "ledger_account_no_delete"],
            *_LEDGER_RULES,
            *[f"{table}_no_{verb}" for table in _SETTLEMENTS for verb in ("update", "delete")],
            *["settlement_due_no_update", *_SETTLEMENT_RULES],
            *[f"{table}_no_{verb}" for table in _CAMPAIGN for verb in ("update", "delete")],
            *["duel_day_no_delete", *_CAMPAIGN_RULES],
        }
    ),
    "postgresql": frozenset(
        {
            *[f"{table}_append_only" for table in _APPEND_ONLY],
            *["audit_entry_moves_head", "audit_head_follows", "audit_head_stays"],
            *["tie_is_logged", "tie_void_is_logged"],
            *[*_IN_ORDER, "feed_head_stays"],
            *[f"{table}_append_only" for table in _LEDGER],
            *["ledger_head_stays", "ledger_account_stays"],
            *_LEDGER_RULES,
            *[f"{table}_append_only" for table in _SETTLEMENTS],
            *["settlement_due_stays", *_SETTLEMENT_RULES],
            *[f"{table}_append_only" for table in _CAMPAIGN],
            *["duel_day_stays", *_CAMPAIGN_RULES],
        }
    ),
}
"""The triggers of the migrations by dialect; without one of them what is stored could be changed."""

_FOUND: Final = {
    "sqlite": "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
    # One that is switched off, or that fires for a replica only, guards nothing.
    "postgresql": (
        "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
        "WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND relnamespace = current_schema()::regnamespace"
    ),
}


class Checked(NamedTuple):
    """What a check found."""

    kind: str
    """The dialect."""
    revision: str
    """The schema's, or ``none``."""
    ties: int
    faults: tuple[str, ...]
    """What is wrong, each in words; empty for a sound database."""


def check(engine: Engine, within_s: float = LONGEST_S) -> Checked:
    """Check a database in at most *within_s* seconds; nothing is changed.

    Raises:
        StoreTimeoutError: it takes longer.
        StoreDownError: the database does not answer, or is no database.
    """
    try:
        return _checked(engine, within_s)
    except StoreDamagedError:  # so much that SQLite's own check gives up
        return Checked(engine.dialect.name, "unknown", 0, ("the file is damaged: restore a backup",))


def _checked(engine: Engine, within_s: float) -> Checked:
    revision = current_revision(engine)

    def work(connection: Connection) -> Checked:
        kind = connection.dialect.name
        faults: list[str] = []
        if kind == "sqlite":
            faults += file_faults(lambda pragma: connection.exec_driver_sql(pragma).all())
        ties = 0
        if faults:
            return Checked(kind, revision or "none", ties, tuple(faults))
        if revision is not None:
            ties = connection.scalar(select(func.count()).select_from(TIES)) or 0
        if revision != head_revision():
            faults.append(f"the schema is at revision {revision or 'none'}, not {head_revision()}")
        else:
            faults += _missing_triggers(connection)
        return Checked(kind, revision or "none", ties, tuple(faults))

    return read(engine, work, within_s)


def file_faults(ask: Ask) -> tuple[str, ...]:
    """Return what SQLite itself finds wrong with its file; *ask* returns the rows of a pragma."""
    damage = [" ".join(str(row[0]).split()) for row in ask("PRAGMA integrity_check") if row[0] != "ok"]
    if damage:
        return tuple(damage)  # and nothing else can be asked of the file
    return tuple([f"a row of {row[0]} refers to a missing row of {row[2]}" for row in ask("PRAGMA foreign_key_check")])


def _missing_triggers(connection: Connection) -> Iterator[str]:
    kind = connection.dialect.name
    found = set(connection.scalars(text(_FOUND[kind])))
    for name in sorted(TRIGGERS[kind] - found):
        yield f"the trigger {name} is missing or off: what is stored could be changed"
