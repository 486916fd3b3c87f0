"""Backups of a SQLite file in use, and the check of a database."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import inspect, text

from deckmapping.errors import InvalidInputError
from service.storage import backup as backup_module
from service.storage.backup import back_up
from service.storage.checks import TRIGGERS, check
from service.storage.database import head_revision, open_engine, upgrade, write
from service.storage.errors import StoreDownError
from service.storage.schema import METADATA
from service.storage.table_store import SqlTableStore
from tests.storage.played import HOST, opening, step, table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection, Engine


def ignore(_done: int, _of: int) -> None: ...


def query(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchall()


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Path]:
    """A database in use, with ten rows of some size."""
    path = tmp_path / "sabacc.db"
    engine = open_engine(f"sqlite:///{path}", 2)
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE filler (n INTEGER PRIMARY KEY, body BLOB)"))
        for number in range(10):
            connection.execute(text("INSERT INTO filler VALUES (:n, zeroblob(400000))"), {"n": number})
    yield path
    engine.dispose()


def test_a_backup_is_one_file_with_everything_that_was_committed(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies" / "of one day.db"
    target.parent.mkdir()
    told: list[tuple[int, int]] = []
    done = back_up(source, target, lambda copied, of: told.append((copied, of)))
    assert done == (target, target.stat().st_size, 0)
    assert list(target.parent.iterdir()) == [target]
    assert target.stat().st_mode & 0o777 == 0o600
    assert query(target, "SELECT count(*), sum(length(body)) FROM filler") == [(10, 4_000_000)]
    assert query(target, "SELECT version_num FROM alembic_version") == [(head_revision(),)]
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_a_table_goes_on_in_the_backup_where_it_stood(source: Path, tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{source}", 1)
    store = SqlTableStore(engine)
    store.add(table(), opening(), HOST)
    store.append("t1", step(2), HOST)
    engine.dispose()
    back_up(source, tmp_path / "copy.db", ignore)
    restored = open_engine(f"sqlite:///{tmp_path}/copy.db", 1)
    copied = SqlTableStore(restored)
    assert copied.get("t1", HOST) == (table(), step(2).standing)
    assert copied.step_of("t1", "move-2", HOST) == step(2)
    assert copied.append("t1", step(3), HOST)
    assert [entry.sequence for entry in copied.feed(0, 100, HOST)] == list(range(1, 7))
    assert check(restored).faults == ()
    restored.dispose()


def test_a_backup_is_one_moment_though_rows_come_in_all_the_time(source: Path, tmp_path: Path) -> None:
    """A writer commits two rows at a time; every copy must have both or neither, and must end."""
    engine = open_engine(f"sqlite:///{source}", 1)
    stop = threading.Event()
    written: list[int] = []

    def pair(number: int) -> None:
        def work(held: Connection) -> None:
            for row in (number, -number):
                held.execute(text("INSERT INTO filler VALUES (:n, zeroblob(50000))"), {"n": row})

        write(engine, work)
        written.append(number)

    def keep_writing() -> None:
        number = 1000
        while not stop.is_set():
            pair(number)
            number += 1

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        for copy in range(3):
            before = len(written)
            target = tmp_path / f"{copy}.db"
            back_up(source, target, ignore)
            ((plus, minus),) = query(target, "SELECT sum(n >= 1000), sum(n <= -1000) FROM filler")
            assert plus == minus
            assert isinstance(plus, int)
            assert plus >= before
    finally:
        stop.set()
        writer.join()
        engine.dispose()
    assert len(written) > 3  # nobody was held up


def test_a_backup_that_is_there_is_kept_unless_told_otherwise(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("an older backup")
    with pytest.raises(InvalidInputError, match="--force"):
        back_up(source, target, ignore)
    assert target.read_text() == "an older backup"
    back_up(source, target, ignore, replace=True)
    assert query(target, "SELECT count(*) FROM filler") == [(10,)]


def test_a_file_that_comes_up_meanwhile_is_kept_too(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with pytest.raises(InvalidInputError, match="not there yet"):
        back_up(source, target, lambda *_: target.write_text("somebody else's"))
    assert target.read_text() == "somebody else's"
    assert not list(tmp_path.glob(".copy.db.*"))


def test_a_database_is_never_its_own_backup(source: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(source)
    for target in (source, tmp_path / "link.db"):
        with pytest.raises(InvalidInputError):
            back_up(source, target, ignore, replace=True)
    assert query(source, "SELECT count(*) FROM filler") == [(10,)]


def test_what_cannot_be_copied_leaves_no_trace(source: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="a SQLite file"):
        back_up(tmp_path / "none.db", tmp_path / "copy.db", ignore)
    with pytest.raises(InvalidInputError, match="No such file"):
        back_up(source, tmp_path / "nowhere" / "copy.db", ignore)
    (tmp_path / "no.db").write_text("no database " * 1000)
    with pytest.raises(StoreDownError, match="SQLITE_NOTADB"):
        back_up(tmp_path / "no.db", tmp_path / "copy.db", ignore)
    with pytest.raises(KeyboardInterrupt):
        back_up(source, tmp_path / "copy.db", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert not (tmp_path / "none.db").exists()
    assert not list(tmp_path.glob("*copy*"))


def damage(path: Path) -> None:
    """Overwrite the middle of the file, where rows are."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 20_000)


def test_a_damaged_database_is_found_and_not_backed_up(tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    engine = open_engine(f"sqlite:///{path}", 1)
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE filler (n INTEGER PRIMARY KEY, body TEXT)"))
        for number in range(2000):
            connection.execute(text("INSERT INTO filler VALUES (:n, :body)"), {"n": number, "body": "x" * 200})
    engine.dispose()
    damage(path)
    with pytest.raises(StoreDownError, match="database"):
        back_up(path, tmp_path / "copy.db", ignore)
    assert not (tmp_path / "copy.db").exists()
    assert check(engine).faults
    engine.dispose()


# The check


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = open_engine(database_url, 1)
    upgrade(engine)
    yield engine
    engine.dispose()


def test_a_new_database_is_sound(engine: Engine) -> None:
    assert check(engine) == (engine.dialect.name, head_revision(), 0, ())


def test_the_checked_triggers_are_those_of_the_migrations(engine: Engine) -> None:
    names = {
        "sqlite": "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
        "postgresql": "SELECT DISTINCT trigger_name FROM information_schema.triggers "
        "UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }
    with engine.begin() as connection:
        found = set(connection.scalars(text(names[engine.dialect.name])))
    assert found == TRIGGERS[engine.dialect.name]


def test_every_trigger_that_is_gone_is_named(engine: Engine) -> None:
    kind = engine.dialect.name
    for name in TRIGGERS[kind]:
        table = next(table for table in sorted(METADATA.tables, key=len, reverse=True) if name.startswith(table))
        with engine.begin() as connection:
            connection.execute(text(f"DROP TRIGGER {name}" + (f" ON {table}" if kind == "postgresql" else "")))
    assert [fault.split()[2] for fault in check(engine).faults] == sorted(TRIGGERS[kind])


def test_a_trigger_that_is_switched_off_counts_as_gone(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        pytest.skip("SQLite's triggers cannot be switched off one by one")
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE tie DISABLE TRIGGER tie_append_only"))
    (fault,) = check(engine).faults
    assert "tie_append_only is missing or off" in fault


def test_another_schema_is_named(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    assert check(engine).faults == (f"the schema is at revision 0001, not {head_revision()}",)


def test_an_empty_database_has_no_schema(database_url: str) -> None:
    engine = open_engine(database_url, 1)
    assert check(engine)[1:] == ("none", 0, (f"the schema is at revision none, not {head_revision()}",))
    assert inspect(engine).get_table_names() == []
    engine.dispose()


def test_a_row_without_its_parent_is_found(tmp_path: Path) -> None:
    path = tmp_path / "orphan.db"
    engine = open_engine(f"sqlite:///{path}", 1)
    upgrade(engine)
    with closing(sqlite3.connect(path)) as connection:  # without the pragma that our connections set
        connection.execute("INSERT INTO tie_void (tie_id, reason, void_time) VALUES (77, 'r', '2026-11-30')")
        connection.commit()
    assert check(engine).faults == ("a row of tie_void refers to a missing row of tie",)
    with pytest.raises(StoreDownError, match="sabacc db check"):
        back_up(path, tmp_path / "copy.db", ignore)
    assert not list(tmp_path.glob("*copy*"))
    engine.dispose()


def test_the_copy_is_made_in_steps_of_a_mebibyte() -> None:
    assert backup_module._PAGES * 4096 == 1 << 20
