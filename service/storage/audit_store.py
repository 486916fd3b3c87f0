"""Reading the audit log in SQLite or PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import and_, func, select
from sqlalchemy.exc import DBAPIError

from service.audit.entries import Entry, Kind
from service.audit.store import Logged, Untold
from service.storage.database import read
from service.storage.engines import is_unreadable
from service.storage.schema import AUDIT_ENTRIES, AUDIT_HEAD, TIES, VOIDS
from service.storage.snapshots import read_at_one_moment
from service.storage.tie_rows import select_ties, tie_of
from service.tiebreak.changes import resolved, voided

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine, FromClause, Row

    from service.audit.entries import Change
    from service.audit.store import Snapshot
    from service.caller import Caller

T = TypeVar("T")

_PAGE: Final = 100
"""Entries of which the ties, with their transcripts, are in memory at once."""

_CHANGED: Final[tuple[tuple[Kind, FromClause, str], ...]] = (
    (Kind.TIE_RESOLVED, TIES, "tie"),
    (Kind.TIE_VOIDED, VOIDS.join(TIES), "the void of tie"),
)
"""Each kind of change, where its changes are stored, and how one is named."""


class SqlAuditStore:
    """`service.audit.store.AuditStore` over SQLAlchemy Core."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def page(self, after: int, size: int, caller: Caller) -> tuple[tuple[Entry, ...], bool]:
        """See `AuditStore.page`."""

        def work(connection: Connection) -> tuple[tuple[Entry, ...], bool]:
            rows = connection.execute(_entries(after, size + 1)).all()
            return tuple([_entry(row) for row in rows[:size]]), len(rows) > size

        return read(self._engine, work, caller.seconds_left())

    def examine(self, work: Callable[[Snapshot], T], caller: Caller) -> T:
        """See `AuditStore.examine`."""
        return read_at_one_moment(
            self._engine, lambda connection: work(_SqlSnapshot(connection)), caller.seconds_left()
        )


class _SqlSnapshot:
    """`service.audit.store.Snapshot` in one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def count(self) -> int:
        return self._connection.scalar(select(func.count()).select_from(AUDIT_ENTRIES)) or 0

    def head_row(self) -> tuple[int, str] | None:
        rows = self._connection.execute(select(AUDIT_HEAD.c.sequence, AUDIT_HEAD.c.head).limit(2)).all()
        return (rows[0].sequence, rows[0].head) if len(rows) == 1 else None

    def page(self, after: int) -> tuple[Logged, ...]:
        rows = self._connection.execute(_entries(after, _PAGE)).all()
        changes = self._changes({row.tie_id for row in rows})
        return tuple([Logged(_entry(row), changes.get((row.tie_id, row.kind))) for row in rows])

    def _changes(self, tie_ids: set[int]) -> dict[tuple[int, str], Change]:
        """Return what is stored of the ties, without what cannot be read: SQLite takes any value in any column."""
        try:
            return self._readable_changes(tie_ids)
        except (AttributeError, TypeError, ValueError, DBAPIError) as error:
            if isinstance(error, DBAPIError) and not is_unreadable(error):
                raise
            found: dict[tuple[int, str], Change] = {}
            for tie_id in tie_ids if len(tie_ids) > 1 else ():
                found |= self._changes({tie_id})
            return found

    def _readable_changes(self, tie_ids: set[int]) -> dict[tuple[int, str], Change]:
        found: dict[tuple[int, str], Change] = {}
        for row in self._connection.execute(select_ties().where(TIES.c.tie_id.in_(tie_ids))):
            stored = tie_of(row)
            changes = [resolved(stored)] if stored.void is None else [resolved(stored), voided(stored, stored.void)]
            found |= {(row.tie_id, change.kind.value): change for change in changes}
        return found

    def untold(self) -> Untold | None:
        for kind, changed, words in _CHANGED:
            row = self._connection.execute(_not_told_once(kind, changed)).first()
            if row is not None:
                return Untold(f"{words} {row.event}#{row.stage}#{row.attempt}", row.entries, row.last or 0)
        return None


def _entries(after: int, size: int) -> Any:
    return select(AUDIT_ENTRIES).where(AUDIT_ENTRIES.c.sequence > after).order_by(AUDIT_ENTRIES.c.sequence).limit(size)


def _not_told_once(kind: Kind, changed: FromClause) -> Any:
    entries = func.count(AUDIT_ENTRIES.c.sequence)
    about = and_(AUDIT_ENTRIES.c.tie_id == TIES.c.tie_id, AUDIT_ENTRIES.c.kind == kind.value)
    return (
        select(
            TIES.c.event,
            TIES.c.stage,
            TIES.c.attempt,
            entries.label("entries"),
            func.max(AUDIT_ENTRIES.c.sequence).label("last"),
        )
        .select_from(changed.outerjoin(AUDIT_ENTRIES, about))
        .group_by(TIES.c.tie_id, TIES.c.event, TIES.c.stage, TIES.c.attempt)
        .having(entries != 1)
        .order_by(TIES.c.tie_id)
        .limit(1)
    )


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.sequence, str(row.kind), str(row.payload), str(row.head))
