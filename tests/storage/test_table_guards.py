"""What no program can do to stored tables and feeds while the triggers stand, and what no error tells."""

from __future__ import annotations

import logging
import traceback
from base64 import b64encode
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from service.storage.database import open_engine, upgrade, write
from service.storage.table_store import SqlTableStore
from tests.storage.played import HIDDEN, HOST, KEY, OTHER, opening, step, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Engine

TABLES = ("game_table", "table_key", "table_step", "feed_event", "feed_head")


@pytest.fixture
def engine(migrated: Engine) -> Iterator[Engine]:
    """With two tables, three steps and seven events in it."""
    store = SqlTableStore(migrated)
    store.add(table(), opening(), HOST)
    store.append("t1", step(2, words=("one", "two", "three")), HOST)
    store.add(table("t2"), opening(), OTHER)
    yield migrated
    second = step(2, words=("one", "two", "three"))
    assert store.get("t1", HOST) == (table(), second.standing)
    assert store.step_of("t1", "move-2", HOST) == second
    assert [entry.sequence for entry in SqlTableStore(migrated).feed(0, 100, HOST)] == [1, 2, 3, 4, 5]


def refused(engine: Engine, *statements: str, match: str) -> None:
    with pytest.raises(DBAPIError, match=match):
        write(engine, lambda connection: [connection.execute(text(each)) for each in statements])


# Append-only


def test_what_is_stored_of_tables_can_be_neither_changed_nor_deleted(engine: Engine) -> None:
    for change in (
        "UPDATE game_table SET caller = 'other' WHERE table_id = 't1'",
        "UPDATE table_key SET last_key = (SELECT last_key FROM table_key WHERE table_id = 't2')",
        "UPDATE table_step SET state = 'x' WHERE number = 2",
        "UPDATE feed_event SET words = 'x' WHERE sequence = 5",
        *[f"DELETE FROM {each}" for each in ("feed_event", "table_step", "table_key", "game_table")],
    ):
        name = next(each for each in TABLES if each in change)
        refused(engine, change, match=f"{name} is append-only")


def test_nothing_can_be_emptied_or_replaced_at_a_stroke(engine: Engine) -> None:
    is_sqlite = engine.dialect.name == "sqlite"  # it knows no TRUNCATE, and PostgreSQL no REPLACE
    for name in TABLES:
        stroke = f"INSERT OR REPLACE INTO {name} SELECT * FROM {name}" if is_sqlite else f"TRUNCATE {name} CASCADE"
        refused(engine, stroke, match=r"append-only|only moves on|no gaps")


# In order

_STEP = "INSERT INTO table_step SELECT table_id, {}, NULL, content, seat, state, lines, is_over, create_time "
_EVENT = "INSERT INTO feed_event SELECT '{}', {}, table_id, step, seat, words, cue, light, pictures "


def test_no_step_leaves_a_gap(engine: Engine) -> None:
    for number in (0, 4, -1):
        insert = _STEP.format(number) + "FROM table_step WHERE table_id = 't1' AND number = 2"
        refused(engine, insert, match="table_step has no gaps")


def event_of(caller: str, sequence: int) -> str:
    return _EVENT.format(caller, sequence) + "FROM feed_event WHERE caller = 'host' AND sequence = 5"


def test_no_event_is_stored_before_the_head_has_moved(engine: Engine) -> None:
    for sequence in (6, 7, 0, -1):
        refused(engine, event_of("host", sequence), match="feed_event has no gaps")
    refused(engine, event_of("newcomer", 1), match="feed_event has no gaps")


def test_no_number_of_a_feed_is_skipped_used_again_or_given_back(engine: Engine) -> None:
    to = "UPDATE feed_head SET sequence = {} WHERE caller = 'host'"
    refused(engine, to.format(7), event_of("host", 7), match="feed_event has no gaps")
    refused(engine, to.format(6), event_of("host", 5), match=r"UNIQUE|unique")
    for back in (4, 5, 0):
        refused(engine, to.format(back), match="only moves on")
    refused(engine, "UPDATE feed_head SET caller = 'x', sequence = 9 WHERE caller = 'host'", match="only moves on")
    refused(engine, "DELETE FROM feed_head", match="only moves on")


def test_no_head_is_committed_without_its_events(engine: Engine) -> None:
    foreign_key = r"FOREIGN KEY constraint failed|violates foreign key constraint"
    to = "UPDATE feed_head SET sequence = {} WHERE caller = 'host'"
    refused(engine, to.format(6), match=foreign_key)
    refused(engine, to.format(7), event_of("host", 6), match=foreign_key)
    refused(engine, "INSERT INTO feed_head VALUES ('newcomer', 1)", match=foreign_key)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT sequence FROM feed_head WHERE caller = 'host'")) == 5


# What no error tells

FORMS = [KEY.hex(), KEY.hex().upper(), repr(KEY)[2:-1], b64encode(KEY).decode(), HIDDEN]
"""Of the secret key and of hidden cards. The middle of a text tells as much as the whole."""


def leaks(told: str) -> list[str]:
    return [form for form in FORMS if form[4:24] in told]


def everything_told(work: Callable[[], object]) -> str:
    """All that a fault of *work* says, and all faults that led to it."""
    with pytest.raises(Exception) as caught:  # noqa: PT011  # whatever it is, it must tell nothing
        work()
    told, fault = "".join(traceback.format_exception(caught.value)), caught.value.__cause__
    return f"{told} {caught.value!r} {fault!r} {getattr(fault, 'diag', '')}"


def test_no_error_and_no_log_of_a_library_tells_a_key_or_a_hidden_card(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.INFO, "sqlalchemy.engine")
    engine = open_engine(database_url, 2)
    upgrade(engine)
    store = SqlTableStore(engine)
    store.add(table(), opening(), HOST)
    assert "INSERT INTO table_key" in caplog.text  # it does log what it does
    faults = [
        everything_told(lambda: store.add(table("t1", "open-2"), opening(), HOST)),  # an id that is there
        everything_told(lambda: store.append("t1", replace(step(2), seat=99_999_999_999_999_999_999), HOST)),
        everything_told(lambda: store.append("t1", replace(step(2), request_id="\ud800"), HOST)),
    ]
    for name in ("feed_event", "table_key", "table_step"):
        with engine.begin() as connection:
            connection.execute(text(f"ALTER TABLE {name} RENAME TO lost_{name}"))
        faults.append(everything_told(partial(store.add, table(f"t-{name}", name), opening(), HOST)))
        faults.append(everything_told(lambda: store.append("t1", step(2), HOST)))
        faults.append(everything_told(lambda: store.add(table(), opening(), HOST)))  # which is there
    assert [leaks(fault) for fault in faults] == [[] for _ in faults]
    assert leaks(caplog.text) == []
    engine.dispose()


def test_what_is_stored_tells_no_secret_of_itself() -> None:
    assert leaks(f"{table()!r} {table()} {step(2)!r} {step(2)} {step(2).standing!r}") == []


def test_nothing_but_its_own_table_holds_the_key(migrated: Engine) -> None:
    SqlTableStore(migrated).add(table(), opening(), HOST)
    with migrated.begin() as connection:
        for name in ("game_table", "table_step", "feed_event", "feed_head"):
            rows = connection.execute(text(f"SELECT * FROM {name}")).all()
            assert rows
            assert KEY not in [value for row in rows for value in row]
            assert KEY.hex() not in repr(rows)
        assert [bytes(key) for key in connection.scalars(text("SELECT last_key FROM table_key"))] == [KEY]
