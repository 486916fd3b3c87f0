"""Rows of the tables at which sabacc is played, and the stored tables, steps and events they stand for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Select, bindparam, select

from service.storage.schema import GAME_TABLES, TABLE_KEYS, TABLE_STEPS
from service.storage.tie_rows import in_utc
from service.tables.sessions.store import FeedEntry, LastStep, StoredStep, StoredTable
from service.tables.sessions.telling import Told
from service.tables.telling import EventCues

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Column, ColumnElement, Row

    from service.caller import Caller

# Tables and their steps


STANDING: Final = (TABLE_STEPS.c.number, TABLE_STEPS.c.state, TABLE_STEPS.c.create_time)
"""The columns of a step from which a table goes on, for `standing_of`."""
WHOLE_STEP: Final = tuple(column for column in TABLE_STEPS.c if column is not TABLE_STEPS.c.table_id)
"""All its columns, for `step_of`."""


def select_table(of_step: Iterable[Column[Any]], *wanted: ColumnElement[bool]) -> Select[Any]:
    """Select the caller's table that is *wanted*, with its key and its last step, or the last that is.

    Args:
        of_step: what is wanted of the step.
        wanted: of tables and steps; the caller is the parameter ``caller``.
    """
    return (
        select(
            GAME_TABLES.c.table_id,
            GAME_TABLES.c.request_id.label("table_request_id"),
            GAME_TABLES.c.content.label("table_content"),
            GAME_TABLES.c.head,
            GAME_TABLES.c.create_time.label("table_create_time"),
            TABLE_KEYS.c.last_key,
            *of_step,
        )
        .select_from(GAME_TABLES.join(TABLE_KEYS).join(TABLE_STEPS, TABLE_STEPS.c.table_id == GAME_TABLES.c.table_id))
        .where(GAME_TABLES.c.caller == bindparam("caller"), *wanted)
        .order_by(TABLE_STEPS.c.number.desc())
        .limit(1)
    )


def table_of(row: Row[Any]) -> StoredTable:
    """Return the table of a row of `select_table`."""
    return StoredTable(
        table_id=row.table_id,
        request_id=row.table_request_id,
        content=row.table_content,
        head=read_texts(row.head),
        last_key=bytes(row.last_key),
        create_time=in_utc(row.table_create_time),
    )


def table_columns(table: StoredTable, caller: Caller) -> dict[str, object]:
    """Return what a new row of a table holds."""
    return {
        "table_id": table.table_id,
        "caller": caller.name,
        "request_id": table.request_id,
        "content": table.content,
        "head": _texts(table.head),
        "create_time": in_utc(table.create_time),
    }


def standing_of(row: Row[Any]) -> LastStep:
    """Return how a table stands after the step of a row."""
    return LastStep(row.number, row.state, in_utc(row.create_time))


def step_of(row: Row[Any], told: tuple[Told, ...]) -> StoredStep:
    """Return the step of a row of steps, which told *told*."""
    return StoredStep(
        number=row.number,
        request_id=row.request_id or "",
        content=row.content,
        seat=row.seat,
        state=row.state,
        lines=read_texts(row.lines),
        is_over=row.is_over,
        told=told,
        create_time=in_utc(row.create_time),
    )


def step_columns(table_id: str, step: StoredStep) -> dict[str, object]:
    """Return what a new row of a step holds."""
    return {
        "table_id": table_id,
        "number": step.number,
        "request_id": step.request_id or None,
        "content": step.content,
        "seat": step.seat,
        "state": step.state,
        "lines": _texts(step.lines),
        "is_over": step.is_over,
        "create_time": in_utc(step.create_time),
    }


# Events


def told_of(row: Row[Any]) -> Told:
    """Return what a row of events told."""
    return Told(row.seat, row.words, EventCues(row.cue, row.light, read_texts(row.pictures)))


def entry_of(row: Row[Any]) -> FeedEntry:
    """Return the entry of a row of events with the time of their step."""
    return FeedEntry(row.sequence, row.table_id, row.step, told_of(row), in_utc(row.create_time))


def event_columns(table_id: str, step: StoredStep, caller: Caller, last: int) -> list[dict[str, object]]:
    """Return what the new rows of a step's events hold, of which *last* is the last one's number."""
    return [
        {
            "caller": caller.name,
            "sequence": sequence,
            "table_id": table_id,
            "step": step.number,
            "seat": told.seat,
            "words": told.words,
            "cue": told.cues.cue,
            "light": told.cues.light,
            "pictures": _texts(told.cues.pictures),
        }
        for sequence, told in enumerate(step.told, start=last - len(step.told) + 1)
    ]


def read_texts(document: str) -> tuple[str, ...]:
    """Return the texts of a JSON list, exactly as they were stored."""
    return tuple(json.loads(document))


def _texts(texts: Iterable[str]) -> str:
    return json.dumps(list(texts), separators=(",", ":"), ensure_ascii=True)
