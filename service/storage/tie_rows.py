"""Rows of the tables of ties, and the stored ties they stand for."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Select, and_, select

from service.audit.entries import Kind
from service.storage.schema import AUDIT_ENTRIES, TIES, VOIDS
from service.tiebreak.model import Tie
from service.tiebreak.store import StoredTie, Void

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Row

_RESOLVED: Final = AUDIT_ENTRIES.alias("resolved")
_VOIDED: Final = AUDIT_ENTRIES.alias("voided")


def select_ties() -> Select[Any]:
    """Select ties with their voids and the heads of their entries; each row goes to `tie_of`."""
    return select(
        TIES, VOIDS.c.reason, VOIDS.c.void_time, _RESOLVED.c.head.label("tie_head"), _VOIDED.c.head.label("void_head")
    ).select_from(
        TIES.outerjoin(VOIDS)
        .outerjoin(_RESOLVED, and_(_RESOLVED.c.tie_id == TIES.c.tie_id, _RESOLVED.c.kind == Kind.TIE_RESOLVED.value))
        .outerjoin(_VOIDED, and_(_VOIDED.c.tie_id == TIES.c.tie_id, _VOIDED.c.kind == Kind.TIE_VOIDED.value))
    )


def tie_of(row: Row[Any]) -> StoredTie:
    """Return the tie of a row of `select_ties`."""
    return StoredTie(
        tie=Tie(row.event, row.stage, row.attempt),
        result_id=row.result_id,
        catalogue_version=row.catalogue_version,
        content=row.content,
        transcript=row.transcript,
        create_time=in_utc(row.create_time),
        void=None if row.reason is None else Void(row.reason, in_utc(row.void_time), row.void_head or ""),
        audit_head=row.tie_head or "",
    )


def tie_columns(tie: StoredTie) -> dict[str, object]:
    """Return what a new row of the tie table holds."""
    return {
        "event": tie.tie.event,
        "stage": tie.tie.stage,
        "attempt": tie.tie.attempt,
        "result_id": tie.result_id,
        "catalogue_version": tie.catalogue_version,
        "content": tie.content,
        "transcript": tie.transcript,
        "create_time": in_utc(tie.create_time),
    }


def in_utc(moment: datetime) -> datetime:
    """SQLite forgets the zone, so that everything is stored, and read again, in UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
