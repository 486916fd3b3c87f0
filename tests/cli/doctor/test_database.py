"""`sabacc doctor` on a database and its clock, in their good and in their bad states."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine

from service.doctor import database, file_systems
from service.doctor.clock import check_clock
from service.doctor.database import examine_database
from service.doctor.file_systems import kind_of
from service.doctor.finding import State
from service.settings import Migrate
from service.storage.database import head_revision, open_engine
from tests.cli.doctor.examining import NOW, Examined, change

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Run
    from tests.postgresql import PostgresServer


# Database


def test_a_database_in_good_order_says_what_it_is(examine: Callable[..., Examined], stored: str) -> None:
    examined = examine(database_url=stored)
    assert examined["database"][1].startswith("SQLite 3." if stored.startswith("sqlite") else "PostgreSQL 1")
    assert examined["schema"][1] == f"revision {head_revision()}, current"
    assert examined["integrity"][1].startswith("1 ties")
    assert examined["audit log"][1].startswith("1 entries, the chain holds, head ")


def test_a_sqlite_file_that_is_not_there_is_announced(examine: Callable[..., Examined], tmp_path: Path) -> None:
    assert examine(database_url=f"sqlite:///{tmp_path}/a/b/new.db")["database"][0] == "warn"
    (tmp_path / "file").touch()
    assert examine(database_url=f"sqlite:///{tmp_path}/file/new.db")["database"][0] == "fail"


def test_a_file_that_is_no_database_fails(examine: Callable[..., Examined], tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("this is no database, however long it is" * 100)
    examined = examine(database_url=f"sqlite:///{tmp_path}/no.db")
    assert examined["database"][0] == "fail"
    assert "schema" not in examined.states()


def test_a_server_that_does_not_answer_fails(examine: Callable[..., Examined]) -> None:
    assert examine(database_url="postgresql+psycopg://u:p@127.0.0.1:1/x")["database"][0] == "fail"


def test_a_server_that_is_too_old_fails(
    examine: Callable[..., Examined], postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "OLDEST_POSTGRESQL", 99)
    state, _, todo = examine(database_url=postgres.new_database())["database"]
    assert (state, todo) == ("fail", "use PostgreSQL 99 or newer")


def test_an_older_schema_is_upgraded_by_the_service_or_by_hand(examine: Callable[..., Examined], stored: str) -> None:
    change(stored, "UPDATE alembic_version SET version_num = '0001'")
    upgraded, by_hand = examine(database_url=stored, migrate="always"), examine(database_url=stored, migrate="never")
    assert upgraded["schema"][0] == "warn"
    assert by_hand["schema"][::2] == ("fail", "run `sabacc db upgrade`")
    auto = examine(database_url=stored, migrate="auto")["schema"][0]
    assert auto == ("warn" if stored.startswith("sqlite") else "fail")


def test_a_newer_schema_fails(examine: Callable[..., Examined], stored: str) -> None:
    change(stored, "UPDATE alembic_version SET version_num = '9999'")
    assert examine(database_url=stored)["schema"][::2] == ("fail", "install a newer version of the service")


def test_a_database_without_a_schema_fails_where_the_service_would_not_make_it(
    examine: Callable[..., Examined], postgres: PostgresServer
) -> None:
    assert examine(database_url=postgres.new_database())["schema"][0] == "fail"


def test_a_server_that_forbids_writing_fails(
    examine: Callable[..., Examined], cli: Run, postgres: PostgresServer
) -> None:
    url = postgres.new_database()
    assert cli("db", "upgrade", "--database", url).code == 0
    name = url.partition("?")[0].rpartition("/")[2]
    change(url, "CREATE ROLE reader LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    reading = url.replace("sabacc@", "reader@")
    state, found, _ = examine(database_url=reading)["writing"]
    assert state == "fail"
    assert "INSERT tie" in found
    assert "UPDATE ledger_head" in found
    change(url, "GRANT INSERT ON ALL TABLES IN SCHEMA public TO reader", "GRANT DELETE ON waiting_hand TO reader")
    lacking = (
        "no right to UPDATE audit_head, UPDATE duel_day, UPDATE feed_head, UPDATE ledger_account, UPDATE ledger_head, "
        "UPDATE reward_grant, UPDATE settlement_due, DELETE settlement_due, UPDATE waiting_hand"
    )
    assert examine(database_url=reading)["writing"][:2] == ("fail", lacking)
    change(
        url,
        "GRANT UPDATE ON audit_head, duel_day, feed_head, ledger_account, ledger_head, reward_grant TO reader",
        "GRANT UPDATE, DELETE ON settlement_due, waiting_hand TO reader",
    )
    assert examine(database_url=reading)["writing"][:2] == ("ok", "allowed")
    change(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert examine(database_url=url)["writing"][:2] == ("fail", "transactions are read-only")


def test_a_writer_who_never_ends_is_warned_of(
    examine: Callable[..., Examined], sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_PATIENCE_S", 0.5)
    engine = create_engine(sqlite)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        assert examine(database_url=sqlite)["writing"][0] == "warn"
    engine.dispose()
    assert examine(database_url=sqlite)["writing"][0] == "ok"


def test_a_missing_trigger_fails(examine: Callable[..., Examined], stored: str) -> None:
    sqlite = stored.startswith("sqlite")
    change(stored, "DROP TRIGGER tie_no_update" if sqlite else "DROP TRIGGER tie_append_only ON tie")
    state, found, _ = examine(database_url=stored)["integrity"]
    assert (state, "trigger" in found) == ("fail", True)


def test_a_damaged_file_fails(examine: Callable[..., Examined], tmp_path: Path, sqlite: str) -> None:
    change(sqlite, "PRAGMA wal_checkpoint(TRUNCATE)")
    path = tmp_path / "stored.db"
    data = bytearray(path.read_bytes())
    page = 4096
    for at in range(3 * page, len(data), page):  # every page but the first three gets another content
        data[at : at + 100] = b"\xaa" * 100
    path.write_bytes(data)
    examined = examine(database_url=sqlite)
    assert examined.code == 1


def test_a_changed_audit_log_fails(examine: Callable[..., Examined], sqlite: str) -> None:
    change(sqlite, "DROP TRIGGER audit_entry_no_update", "UPDATE audit_entry SET payload = '{}'")
    assert examine(database_url=sqlite)["audit log"][0] == "fail"


def test_a_file_over_a_network_is_warned_of(
    examine: Callable[..., Examined], sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"none / ext4 rw 0 0\nserver:/x {tmp_path} nfs4 rw 0 0\n")
    monkeypatch.setattr(file_systems, "_MOUNTS", mounts)
    state, found, _ = examine(database_url=sqlite)["database file"]
    assert (state, found) == ("warn", "it is on nfs4, over a network")
    monkeypatch.setattr(file_systems, "_MOUNTS", tmp_path / "nowhere")
    assert examine(database_url=sqlite)["database file"][0] == "ok"


def test_a_journal_that_is_no_write_ahead_log_is_warned_of(sqlite: str, tmp_path: Path) -> None:
    engine = open_engine(sqlite, 1)
    with engine.connect() as connection:
        assert connection.connection.driver_connection is not None
        connection.connection.driver_connection.execute("PRAGMA journal_mode=DELETE")
    finding = database._file(engine, tmp_path / "stored.db")
    engine.dispose()
    assert (finding.state, finding.found) == (State.WARN, "its journal is delete, not wal")


def test_the_file_system_is_that_of_the_longest_and_last_mount() -> None:
    mounts = (
        "a / ext4 rw\nb /srv nfs rw\nc /srv/db xfs rw\nd /my\\040disk cifs rw\n"
        "e /twice nfs rw\nf /twice tmpfs rw\nbad\n"
    )
    for path, kind in {
        "/home/x": "ext4", "/srv/x": "nfs", "/srv/db/x": "xfs", "/srv/dbx": "nfs", "/my disk/x": "cifs",
        "/twice/x": "tmpfs",
    }.items():  # fmt: skip
        assert kind_of(Path(path), mounts) == kind
    assert kind_of(Path("/x"), "") == ""


# Clocks


def test_a_clock_before_the_program_or_the_newest_tie_fails() -> None:
    hour = timedelta(hours=1)
    assert check_clock(NOW, None, NOW - hour).state is State.OK
    assert check_clock(NOW, NOW - hour, NOW - hour).state is State.OK
    assert check_clock(NOW, NOW + timedelta(seconds=1), NOW).state is State.OK
    assert check_clock(NOW, None, NOW + hour).state is State.FAIL
    assert check_clock(NOW, NOW + hour, NOW - hour).state is State.FAIL


def test_a_tie_of_tomorrow_fails(examine: Callable[..., Examined], sqlite: str) -> None:
    change(sqlite, "DROP TRIGGER tie_no_update", "UPDATE tie SET create_time = '2999-01-01 00:00:00'")
    state, found, _ = examine(database_url=sqlite)["clock"]
    assert (state, "2999-01-01" in found) == ("fail", True)


@pytest.mark.parametrize(("ahead_s", "state"), [(0, State.OK), (60, State.WARN), (-60, State.WARN)])
def test_a_database_with_another_time_is_warned_of(ahead_s: int, state: State, postgres: PostgresServer) -> None:
    found = examine_database(
        postgres.new_database(), Migrate.NEVER, lambda: datetime.now(UTC) + timedelta(seconds=ahead_s)
    ).findings
    (clock,) = [each for each in found if each.check == "database clock"]
    assert clock.state is state
