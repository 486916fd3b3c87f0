from __future__ import annotations

import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert, inspect, text
from sqlalchemy.exc import DBAPIError

from deckmapping.errors import InvalidInputError
from service.caller import Caller, Role
from service.storage.database import current_revision, head_revision, open_engine, require_current, upgrade, write
from service.storage.errors import SchemaMismatchError, SchemaNewerError, StoreDownError
from service.storage.schema import METADATA, TIES
from service.storage.tie_store import SqlTieStore
from service.tiebreak.model import Tie
from service.tiebreak.store import StoredTie, Void

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection, Engine

    from tests.postgresql import PostgresServer

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
INSERT = insert(TIES).values(
    event="e", stage="s", attempt=1, result_id="r", catalogue_version="c", content="{}", transcript="t", create_time=NOW
)
UNIQUE = {
    "tie": {("event", "stage", "attempt")},
    "audit_entry": {("tie_id", "kind")},
    "game_table": {("caller", "request_id")},
    "table_step": {("table_id", "request_id")},
    "ledger_posting": {("posting_id",)},
    "ledger_entry": {("sequence", "number"), ("resolves",)},
    "settlement": {("settlement_id",)},
    "reward_grant": {("player", "reward"), ("reward", "copy")},
}


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = open_engine(database_url, 4)
    yield engine
    engine.dispose()


def test_a_new_database_is_refused_until_it_is_upgraded(engine: Engine) -> None:
    with pytest.raises(SchemaMismatchError, match="sabacc db upgrade"):
        require_current(engine)
    assert upgrade(engine) == head_revision()
    require_current(engine)


def test_upgrading_twice_and_from_many_threads_at_once_is_upgrading_once(engine: Engine) -> None:
    faults: list[BaseException] = []

    def work() -> None:
        try:
            upgrade(engine)
        except Exception as fault:  # noqa: BLE001  # whatever a thread raises fails the test
            faults.append(fault)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert current_revision(engine) == head_revision()


def test_the_migrations_make_exactly_the_tables_of_the_schema(engine: Engine) -> None:
    upgrade(engine)
    found = inspect(engine)
    assert set(found.get_table_names()) == {*METADATA.tables, "alembic_version"}
    for name, table in METADATA.tables.items():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert columns == {column.name: column.nullable for column in table.columns}
        uniques = {tuple(unique["column_names"]) for unique in found.get_unique_constraints(name)}
        assert uniques == UNIQUE.get(name, set())
        keys = {(*key["constrained_columns"], key["referred_table"]) for key in found.get_foreign_keys(name)}
        assert keys == {(*key.column_keys, key.referred_table.name) for key in table.foreign_key_constraints}
        indexes = {index["name"] for index in found.get_indexes(name) if not index.get("duplicates_constraint")}
        assert indexes == {index.name for index in table.indexes}


def test_a_schema_from_the_future_is_refused(engine: Engine) -> None:
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for act in (require_current, upgrade):
        with pytest.raises(SchemaNewerError, match="newer version of the service"):
            act(engine)


@pytest.mark.parametrize(
    "change",
    ["UPDATE tie SET result_id = 'x'", "DELETE FROM tie", "UPDATE tie_void SET reason = 'x'", "DELETE FROM tie_void"],
)
def test_stored_ties_and_voids_can_be_neither_changed_nor_deleted(engine: Engine, change: str) -> None:
    upgrade(engine)
    store, caller, tie = SqlTieStore(engine), Caller("test", Role.LOCAL, lambda: 30.0), Tie("e", "s", 1)
    store.add(StoredTie(tie, "r", "c", "{}", "t", NOW), caller)
    store.void(tie, Void("r", NOW), caller)
    with pytest.raises(DBAPIError, match="append-only"), engine.begin() as connection:
        connection.execute(text(change))
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT result_id FROM tie")) == "r"
        assert connection.scalar(text("SELECT reason FROM tie_void")) == "r"


def test_a_transaction_that_fails_leaves_nothing(engine: Engine) -> None:
    upgrade(engine)

    def work(connection: Connection) -> None:
        connection.execute(INSERT)
        raise LookupError

    with pytest.raises(LookupError):
        write(engine, work)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT count(*) FROM tie")) == 0


def test_no_increment_is_lost_when_eight_threads_write(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE counter (n INTEGER)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))

    def increment(connection: Connection) -> None:
        lock = " FOR UPDATE" if connection.dialect.name == "postgresql" else ""
        number = connection.scalar(text(f"SELECT n FROM counter{lock}"))
        connection.execute(text("UPDATE counter SET n = :n"), {"n": number + 1})

    threads = [
        threading.Thread(target=lambda: [write(engine, increment) for _ in range(10)] and None) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT n FROM counter")) == 80


def test_sqlite_runs_with_the_durable_settings(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/deep/er/sabacc.db", 2)
    with engine.begin() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
    engine.dispose()


def test_a_database_that_does_not_answer_is_named_as_down_without_its_url() -> None:
    engine = open_engine("postgresql+psycopg://someone:sesame@127.0.0.1:1/none", 1)
    with pytest.raises(StoreDownError) as caught:
        current_revision(engine)
    assert "sesame" not in str(caught.value)
    assert "someone" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "mysql://u:sesame@h/d",
        "postgresql+asyncpg://u:sesame@h/d",
        "postgresql+psycopg://u:sesame@h:port/d",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:////dev/null/sesame/sabacc.db",
    ],
)
def test_an_url_of_no_use_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        open_engine(url, 1)
    assert "SABACC_DATABASE_URL" in str(caught.value)
    assert "sesame" not in str(caught.value)


def test_a_file_that_is_no_database_is_named_as_down(tmp_path: Path) -> None:
    (tmp_path / "sabacc.db").write_text("no database " * 1000)
    engine = open_engine(f"sqlite:///{tmp_path}/sabacc.db", 1)
    with pytest.raises(StoreDownError, match="SQLITE_NOTADB"):
        current_revision(engine)
    engine.dispose()


def test_the_operator_is_told_why_the_database_fails_and_never_a_password(tmp_path: Path) -> None:
    url = "postgresql+psycopg://sabacc:sesame@127.0.0.1:1/nodb"
    with pytest.raises(StoreDownError) as refused:
        current_revision(open_engine(url, 1))
    assert refused.value.cause == "Connection refused"
    (tmp_path / "file").write_bytes(b"no database" * 100)
    with pytest.raises(StoreDownError) as broken:
        current_revision(open_engine(f"sqlite:///{tmp_path}/file", 1))
    assert broken.value.cause == "SQLITE_NOTADB"


def test_the_server_s_own_words_are_the_cause(postgres: PostgresServer) -> None:
    with pytest.raises(StoreDownError) as refused:
        current_revision(open_engine(postgres.url("no_such_database"), 1))
    assert refused.value.cause == 'database "no_such_database" does not exist'
    assert "no_such_database" not in str(refused.value)


def test_a_replace_does_not_get_past_the_triggers(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/sabacc.db", 1)
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(INSERT)
    rest = "event, stage, attempt, result_id, catalogue_version, content, 'other', create_time"
    with pytest.raises(DBAPIError, match="tie is append-only"), engine.begin() as connection:
        connection.execute(text(f"INSERT OR REPLACE INTO tie SELECT tie_id, {rest} FROM tie"))
