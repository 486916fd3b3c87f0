"""`sabacc doctor`: every check in its good and in its bad state, and what is never done or shown."""

from __future__ import annotations

import os
import socket
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import trustme
from sqlalchemy import create_engine, text

from deckmapping.catalogue import starter_catalogue
from service.bootstrap import build_application
from service.doctor import database, examination, file_systems
from service.doctor.clock import check_clock
from service.doctor.database import examine_database
from service.doctor.file_systems import kind_of
from service.doctor.finding import State
from service.logs import make_logger
from service.rpc.serving.admin_port import AdminPort
from service.rpc.serving.server import start_server
from service.settings import LogFormat, Migrate, load_settings
from service.storage.database import head_revision, open_engine
from tests.cli.conftest import EXAMPLE_TIE
from tests.rpc.callers import metrics_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.cli.conftest import Run
    from tests.postgresql import PostgresServer

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Examined:
    """The findings of one run."""

    def __init__(self, code: int, findings: list[dict[str, str]]) -> None:
        self.code = code
        self.findings = findings

    def __getitem__(self, check: str) -> tuple[str, str, str]:
        """State, what was found and what to do of the one finding of a check."""
        (found,) = [each for each in self.findings if each["check"] == check]
        return found["state"], found["found"], found["todo"]

    def states(self) -> dict[str, str]:
        return {each["check"]: each["state"] for each in self.findings}


@pytest.fixture
def examine(cli: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Examined]:
    """Runs `sabacc doctor --json` with settings, on a free port unless told otherwise."""

    def run(**settings: object) -> Examined:
        for name, value in {"port": 0, **settings}.items():
            monkeypatch.setenv(f"SABACC_{name.upper()}", str(value))
        ran = cli("doctor", "--json")
        assert ran.err == ""
        examined = Examined(ran.code, ran.json)
        for each in examined.findings:
            assert set(each) == {"check", "state", "found", "todo"}
            assert bool(each["todo"]) == (each["state"] != "ok"), each
        assert examined.code == (1 if "fail" in examined.states().values() else 0)
        return examined

    return run


@pytest.fixture
def stored(cli: Run, database_url: str) -> str:
    """The URL of a database with one tie."""
    assert cli("db", "upgrade", "--database", database_url).code == 0
    assert cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--database", database_url).code == 0
    return database_url


@pytest.fixture
def sqlite(cli: Run, tmp_path: Path) -> str:
    """The URL of a SQLite database with one tie."""
    url = f"sqlite:///{tmp_path}/stored.db"
    assert cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--database", url).code == 0
    return url


def change(url: str, *statements: str) -> None:
    """Change a database from outside."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


# The whole


def test_a_service_in_good_order_has_nothing_but_ok(
    examine: Callable[..., Examined], tmp_path: Path, stored: str
) -> None:
    (tmp_path / "cards.json").write_text(starter_catalogue().dump())
    folder = pki(tmp_path)
    (tmp_path / "access.toml").write_text('[[identity]]\nname = "gemp"\nrole = "game"\ncertificate_names = ["gemp"]\n')
    (tmp_path / "access.toml").chmod(0o640)
    examined = examine(
        catalogue=tmp_path / "cards.json", database_url=stored, access=tmp_path / "access.toml",
        tls_certificate=folder / "server.pem", tls_key=folder / "server.key", tls_client_ca=folder / "ca.pem",
        health_port=0, admin_port=0,
    )  # fmt: skip
    assert set(examined.states().values()) == {"ok"}
    assert examined.code == 0
    own = "database file" if stored.startswith("sqlite") else "database clock"
    assert list(examined.states()) == [
        "settings", "protobuf", "catalogue", "database", "schema", own, "writing", "integrity", "audit log", "clock",
        "tls", "tls key", "client CA", "access", "access file", "port", "health port", "admin port",
    ]  # fmt: skip


def test_people_get_a_table_with_every_finding_and_the_sum(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("SABACC_PORT", "0")
    table, findings = cli("doctor"), cli("doctor", "--json").json
    lines = table.out.splitlines()
    for finding in findings:
        row = next(line for line in lines if f" {finding['check']} " in line)
        assert row.split()[0] == finding["state"].upper()
    assert lines[-1] == "6 ok, 2 warn, 0 fail"
    assert table.code == 0
    assert cli("doctor", "--catalogue", "nowhere.json").code == 1


def test_nothing_is_made_or_changed(examine: Callable[..., Examined], tmp_path: Path, sqlite: str) -> None:
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    examine(database_url=sqlite)
    examine(database_url=f"sqlite:///{tmp_path}/folder/new.db")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://sesame:sesame@127.0.0.1:1/sabacc?password=sesame",
        "mysql://sesame:sesame@there/db",
        "sesame",
        "sqlite://sesame",
    ],
)
def test_no_password_is_shown(url: str, cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_DATABASE_URL", url)
    monkeypatch.setenv("SABACC_PORT", "0")
    for command in (("doctor",), ("doctor", "--json")):
        ran = cli(*command)
        assert ran.code == 1
        assert "sesame" not in ran.out + ran.err


# Settings


def test_each_bad_setting_is_named(examine: Callable[..., Examined]) -> None:
    examined = examine(port="http", workers=0)
    assert [each["found"] for each in examined.findings] == [
        "SABACC_PORT: got 'http', expected a whole number",
        "SABACC_WORKERS: got '0', expected at least 1",
    ]
    assert examined.code == 1


def test_settings_that_are_not_the_default_are_named_without_their_values(examine: Callable[..., Examined]) -> None:
    state, found, _ = examine(workers=3)["settings"]
    assert state == "ok"
    assert found.endswith("not the default: port, workers")


def test_protobuf_in_plain_python_fails() -> None:
    assert examination._protobuf("upb").state is State.OK
    assert examination._protobuf("python").state is State.FAIL


# Catalogue


def test_a_catalogue_is_counted_and_grows_old(examine: Callable[..., Examined], tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(starter_catalogue().dump())
    state, found, _ = examine(catalogue=path)["catalogue"]
    assert state == "ok"
    assert f"{len(starter_catalogue().records)} cards" in found
    assert starter_catalogue().version[:12] in found
    old = time.time() - 400 * 86_400
    os.utime(path, (old, old))
    assert examine(catalogue=path)["catalogue"][0] == "warn"


def test_the_starter_catalogue_is_not_for_tournaments(examine: Callable[..., Examined]) -> None:
    state, _, todo = examine()["catalogue"]
    assert (state, "sabacc cards import" in todo) == ("warn", True)


@pytest.mark.parametrize("content", [None, "", "{}", '{"format": "true-sabacc catalogue", "schema": 99}'])
def test_a_catalogue_that_cannot_be_used_fails(
    content: str | None, examine: Callable[..., Examined], tmp_path: Path
) -> None:
    path = tmp_path / "cards.json"
    if content is not None:
        path.write_text(content)
    assert examine(catalogue=path)["catalogue"][0] == "fail"


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
    state, found, _ = examine(database_url=url.replace("sabacc@", "reader@"))["writing"]
    assert state == "fail"
    assert "tie" in found
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


# TLS


def pki(folder: Path, not_after: datetime | None = None) -> Path:
    """A folder with an authority, a server's certificate and its key."""
    folder.mkdir(exist_ok=True)
    authority = trustme.CA()
    server = authority.issue_cert("localhost", not_after=not_after, not_before=NOW - timedelta(days=3000))
    (folder / "server.pem").write_bytes(b"".join(pem.bytes() for pem in server.cert_chain_pems))
    (folder / "server.key").write_bytes(server.private_key_pem.bytes())
    (folder / "server.key").chmod(0o600)
    (folder / "ca.pem").write_bytes(authority.cert_pem.bytes())
    return folder


@pytest.fixture
def with_tls(examine: Callable[..., Examined], tmp_path: Path) -> Callable[..., Examined]:
    folder = tmp_path

    def run(**settings: object) -> Examined:
        return examine(tls_certificate=folder / "server.pem", tls_key=folder / "server.key", **settings)

    return run


@pytest.mark.parametrize(("days", "state"), [(400, "ok"), (31, "ok"), (20, "warn"), (1, "warn"), (-1, "fail")])
def test_a_certificate_is_renewed_before_it_ends(
    days: int, state: str, with_tls: Callable[..., Examined], tmp_path: Path
) -> None:
    pki(tmp_path, datetime.now(UTC) + timedelta(days=days, hours=1))
    found = with_tls()["tls"]
    assert found[0] == state
    assert days < 0 or f"{days} days" in found[1]


def test_a_key_of_another_certificate_fails(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    pki(tmp_path)
    (tmp_path / "server.key").write_bytes(trustme.CA().issue_cert("other").private_key_pem.bytes())
    state, found, _ = with_tls()["tls"]
    assert (state, "expected the key of" in found) == ("fail", True)


def test_certificates_that_cannot_be_read_fail(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    assert with_tls()["tls"][0] == "fail"
    pki(tmp_path)
    (tmp_path / "server.key").write_text("no key")
    assert with_tls()["tls"][0] == "fail"


def test_a_key_that_everybody_can_read_is_warned_of(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    pki(tmp_path)
    assert with_tls()["tls key"][0] == "ok"
    (tmp_path / "server.key").chmod(0o644)
    assert with_tls()["tls key"][0] == "warn"


def test_authorities_of_clients_are_read_and_grow_old(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    pki(tmp_path)
    assert with_tls(tls_client_ca=tmp_path / "ca.pem", allow_anonymous=True)["client CA"][0] == "ok"
    assert with_tls(tls_client_ca=tmp_path / "server.pem", allow_anonymous=True)["client CA"][0] == "fail"
    assert with_tls(tls_client_ca=tmp_path / "server.key", allow_anonymous=True)["client CA"][0] == "fail"
    assert with_tls(tls_client_ca=tmp_path / "nowhere.pem", allow_anonymous=True)["client CA"][0] == "fail"


# Access

TOKEN_HASH = "5e5a" * 16


def test_an_access_file_is_counted(examine: Callable[..., Examined], tmp_path: Path) -> None:
    path = tmp_path / "access.toml"
    path.write_text(
        f'[[identity]]\nname = "gemp"\nrole = "game"\ntoken_hashes = ["{TOKEN_HASH}"]\n'
        '[[identity]]\nname = "press"\nrole = "auditor"\ncertificate_names = ["press"]\n'
    )
    path.chmod(0o640)
    examined = examine(access=path)
    assert examined["access"] == ("ok", "2 identities with the roles auditor, game", "")
    assert examined["access file"][0] == "ok"
    path.chmod(0o644)
    assert examine(access=path)["access file"][0] == "warn"


@pytest.mark.parametrize("content", [None, "", "identity = 1", f'[[identity]]\nname = "{TOKEN_HASH}"\nrole = "king"\n'])
def test_an_access_file_of_no_use_fails(content: str | None, examine: Callable[..., Examined], tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "access.toml").write_text(content)
    assert examine(access=tmp_path / "access.toml")["access"][0] == "fail"


def test_what_stands_open_beyond_loopback_is_warned_of(examine: Callable[..., Examined]) -> None:
    examined = examine(host="0.0.0.0", allow_plaintext=True, allow_anonymous=True)
    open_ = [each for each in examined.findings if each["check"] == "exposure"]
    assert [each["state"] for each in open_] == ["warn", "warn"]
    assert "exposure" not in examine(host="127.0.0.1").states()


# Ports


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Any]:
    """A service with a health port, not ready yet."""
    settings = load_settings(port=0, health_port=0, database_url=f"sqlite:///{tmp_path}/running.db")
    application = build_application(settings)
    server = start_server(application.servicers, settings, make_logger(LogFormat.JSON), metrics_of(application))
    yield server
    server.stop(0, 0)
    application.close()


def number(address: str) -> int:
    return int(address.rpartition(":")[2])


def test_a_port_with_a_service_is_asked_how_it_is(examine: Callable[..., Examined], running: Any) -> None:
    ports = {"port": running.port, "health_port": number(running.health_address)}
    examined = examine(**ports)
    assert (examined["port"][0], examined["health port"][0]) == ("warn", "warn")
    assert examined["port"][1].endswith("NOT_SERVING")
    running.ready()
    examined = examine(**ports)
    assert (examined["port"][0], examined["health port"][0]) == ("ok", "ok")
    assert examined["port"][1].endswith(": SERVING")


@pytest.mark.parametrize("more", [(), ("tls_client_ca",)])
def test_a_port_behind_tls_is_known_by_its_certificate(
    more: tuple[str, ...], examine: Callable[..., Examined], tmp_path: Path
) -> None:
    used, other = (pki(tmp_path / name) for name in ("used", "other"))

    def files(folder: Path) -> dict[str, Any]:
        named = {"tls_certificate": "server.pem", "tls_key": "server.key", "tls_client_ca": "ca.pem"}
        paths = {setting: folder / name for setting, name in named.items() if setting != "tls_client_ca" or more}
        return {**paths, "allow_anonymous": True}

    settings = load_settings(port=0, database_url=f"sqlite:///{tmp_path}/tls.db", **files(used))
    application = build_application(settings)
    server = start_server(application.servicers, settings, make_logger(LogFormat.JSON), metrics_of(application))
    same, another = (examine(port=server.port, **files(folder))["port"] for folder in (used, other))
    server.stop(0, 0)
    application.close()
    assert (same[0], "shows the certificate of" in same[1]) == ("ok", True)
    assert (another[0], "shows another certificate" in another[1]) == ("warn", True)


def test_plaintext_on_the_port_of_tls_fails(with_tls: Callable[..., Examined], running: Any, tmp_path: Path) -> None:
    pki(tmp_path)
    assert with_tls(port=running.port)["port"][0] == "fail"


@pytest.fixture
def stranger() -> Iterator[int]:
    """The port of a program that answers every line with nonsense and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(1000)
                    connection.sendall(b"220 this is no service\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.mark.parametrize("name", ["port", "health_port", "admin_port"])
def test_a_port_with_something_else_fails(name: str, examine: Callable[..., Examined], stranger: int) -> None:
    state, found, todo = examine(**{name: stranger})[name.replace("_", " ")]
    assert state == "fail"
    assert str(stranger) in found
    assert f"SABACC_{name.upper()}" in todo


def test_the_metrics_of_a_service_are_known_again(examine: Callable[..., Examined]) -> None:
    with AdminPort(0, lambda: b'sabacc_build_info{version="1"} 1\n') as admin:
        assert examine(admin_port=number(admin.address))["admin port"][0] == "ok"
    with AdminPort(0, lambda: b"other_build_info 1\n") as admin:
        assert examine(admin_port=number(admin.address))["admin port"][0] == "fail"


def test_free_ports_are_told_and_left_free(examine: Callable[..., Examined]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = probe.getsockname()[1]
    state, found, _ = examine(port=free)["port"]
    assert (state, found) == ("ok", f"127.0.0.1:{free} is free: no service runs there")
    socket.create_server(("127.0.0.1", free)).close()


def test_an_address_of_another_machine_fails(examine: Callable[..., Examined]) -> None:
    examined = examine(host="203.0.113.1", allow_plaintext=True, allow_anonymous=True)
    assert examined["port"][0] == "fail"
