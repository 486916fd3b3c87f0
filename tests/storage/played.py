"""Tables, steps and callers for tests of the table store; what stands in them means nothing to it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from service.caller import Caller, Role
from service.tables.sessions.store import StoredStep, StoredTable
from service.tables.sessions.telling import Told
from service.tables.telling import EventCues

if TYPE_CHECKING:
    from collections.abc import Callable

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
KEY = bytes(range(200, 232))
"""A secret key of which no text may show a part."""
HIDDEN = "hidden-1_234"
"""What stands for a hidden card in the state of a table."""


def caller(name: str = "host", seconds: float = 60, has_gone: Callable[[], bool] = lambda: False) -> Caller:
    until = time.monotonic() + seconds
    return Caller(name, Role.GAME, lambda: until - time.monotonic(), has_gone=has_gone)


HOST = Caller("host", Role.GAME, lambda: 60.0)
OTHER = Caller("other", Role.GAME, lambda: 60.0)


def table(table_id: str = "t1", request_id: str = "open-1", content: str = '{"theme":"½"}') -> StoredTable:
    return StoredTable(table_id, request_id, content, ("sabacc 1", f"table {table_id}", ""), KEY, NOON)


def told(*words: str) -> tuple[Told, ...]:
    return tuple(
        Told(seat % 2, each, EventCues(f"cue.{seat}", "table", ("1_2", "1_3")[:seat]))
        for seat, each in enumerate(words)
    )


def opening(*, words: tuple[str, ...] = ("open", "sits")) -> StoredStep:
    return StoredStep(1, "", "", 0, f"turns=0 {HIDDEN}", ("sits lando",), True, told(*words), NOON)


def step(
    number: int, request_id: str = "", *, words: tuple[str, ...] = ("drew", "shuffled"), is_over: bool = False
) -> StoredStep:
    return StoredStep(
        number=number,
        request_id=request_id or f"move-{number}",
        content=f"0 {number} draw",
        seat=number % 2,
        state=f"turns={number} {HIDDEN}",
        lines=(f"{number % 2} draw", f"line {number}"),
        is_over=is_over,
        told=told(*words),
        create_time=NOON + timedelta(minutes=number),
    )
