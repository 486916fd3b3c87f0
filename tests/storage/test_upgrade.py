"""A database of an earlier schema revision, with ties and voids in it, becomes one of today's; all still verifies."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import OperationalError

from sabacc.v1 import audits_pb2
from sabacc.v1 import tiebreaks_pb2 as pb
from service.storage.checks import check
from service.storage.database import _config, current_revision, head_revision, open_engine, upgrade
from service.storage.table_store import SqlTableStore
from tests.audit import outsider
from tests.conftest import ROOT
from tests.rpc.asking import ZEROS, but_for_the_repeat_mark, get, player, tie, void
from tests.rpc.callers import Service, settings_for
from tests.storage.played import HOST, opening, step, table
from tests.storage.revisions import to_revision

if TYPE_CHECKING:
    from tests.postgresql import PostgresServer

TIES = [
    tie("worlds"),
    tie("open", stand_on=11),
    tie("worlds", attempt=2),
    tie("lots", [player("zeno", ZEROS), player("yan", ZEROS)], replay_limit=1),
    tie("worlds", attempt=3),
]
VOIDS = [void(TIES[0], "the wrong deck"), void(TIES[2], "the right deck, ½ too late")]
ASKED = [TIES[0], TIES[1], VOIDS[0], TIES[2], TIES[3], VOIDS[1], TIES[4]]
"""In this order: the ties have the rows 1 to 5."""

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="session")
def first_rows(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rows, list[pb.ResolveTiebreakResponse]]:
    """The rows that the service stored for the ties above, and its answers about them as they stand at the end."""
    url = f"sqlite:///{tmp_path_factory.mktemp('first')}/sabacc.db"
    with Service(settings_for(url), wired=False) as service:
        for request in ASKED:
            service.call(request)
        answers = [service.call(request) for request in TIES]
    engine = create_engine(url)
    with engine.begin() as connection:
        rows: Rows = {
            table: [dict(row) for row in connection.execute(text(f"SELECT * FROM {table}")).mappings()]
            for table in ("tie", "tie_void")
        }
    engine.dispose()
    return rows, answers


def old_database(url: str, rows: Rows, revision: str = "0001") -> None:
    """Make a database with what the first schema revision has of it, and bring it to *revision*."""
    to_revision(url, "0001")
    engine = open_engine(url, 1)
    with engine.begin() as connection:
        zone = "" if connection.dialect.name == "sqlite" else "+00:00"
        for table, found in rows.items():
            for row in found:
                values = {key: f"{value}{zone}" if key.endswith("_time") else value for key, value in row.items()}
                names = ", ".join(values)
                marks = ", ".join(f":{name}" for name in values)
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT setval('tie_tie_id_seq', (SELECT max(tie_id) FROM tie))"))
    to_revision(url, revision)
    assert current_revision(engine) == revision
    engine.dispose()


def logged(service: Service) -> list[audits_pb2.AuditEntry]:
    return list(service.call(audits_pb2.ListAuditEntriesRequest()).entries)


def told(entry: audits_pb2.AuditEntry) -> tuple[str, str, int]:
    payload = json.loads(entry.payload)
    return entry.kind, payload["event"], payload["attempt"]


IN_ORDER = [
    ("tie-resolved", "worlds", 1),
    ("tie-resolved", "open", 1),
    ("tie-voided", "worlds", 1),
    ("tie-resolved", "worlds", 2),
    ("tie-resolved", "lots", 1),
    ("tie-voided", "worlds", 2),
    ("tie-resolved", "worlds", 3),
]


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_an_old_database_goes_to_head_and_everything_in_it_still_verifies(
    database_url: str, first_rows: tuple[Rows, list[pb.ResolveTiebreakResponse]], revision: str
) -> None:
    rows, answers = first_rows
    old_database(database_url, rows, revision)
    with Service(settings_for(database_url), wired=False) as service:
        assert current_revision(service.application.engine) == head_revision() != revision
        verified = service.call(audits_pb2.VerifyAuditLogRequest())
        assert (verified.valid, verified.entries, verified.reason) == (True, 7, "")
        entries = logged(service)
        assert [told(entry) for entry in entries] == IN_ORDER
        assert {entry.sequence for entry in entries} == set(range(1, 8))
        assert [entry.head for entry in entries] == outsider.heads((entry.kind, entry.payload) for entry in entries)
        for entry in entries:
            caller = json.loads(entry.payload)["caller"]
            assert caller == {"name": "migration", "role": "local", "onBehalfOf": "", "requestId": ""}

        heads = {told(entry): entry.head for entry in entries}
        for request, before in zip(TIES, answers, strict=True):
            again = service.call(request)
            assert again.replayed
            assert again.audit_head == heads["tie-resolved", request.event, request.attempt]
            before.audit_head = again.audit_head
            assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(before)
            assert service.call(get(request)).result_id == before.result_id
            proof = service.call(pb.VerifyTranscriptRequest(transcript=again.transcript.encode("ascii")))
            assert (proof.valid, proof.result_id, proof.values_checked) == (True, before.result_id, True)
        for voided in VOIDS:
            again = service.call(voided)
            assert (again.replayed, again.audit_head) == (True, heads["tie-voided", voided.event, voided.attempt])
        assert logged(service) == entries


def test_an_upgraded_database_goes_on_where_the_old_one_ended(
    database_url: str, first_rows: tuple[Rows, list[pb.ResolveTiebreakResponse]]
) -> None:
    old_database(database_url, first_rows[0])
    with Service(settings_for(database_url), wired=False) as service:
        before = logged(service)
        voided = service.call(void(TIES[4], "once more"))
        resolved = service.call(tie("worlds", attempt=4))
        assert [attempt.attempt for attempt in resolved.earlier_attempts] == [1, 2, 3]
        after = logged(service)
        assert after[:7] == before
        assert [told(entry) for entry in after[7:]] == [("tie-voided", "worlds", 3), ("tie-resolved", "worlds", 4)]
        assert [entry.head for entry in after[7:]] == [voided.audit_head, resolved.audit_head]
        assert service.call(audits_pb2.VerifyAuditLogRequest(kept_head=before[-1].head)).kept_sequence == 7


def test_tables_are_opened_in_a_database_that_knew_none(
    database_url: str, first_rows: tuple[Rows, list[pb.ResolveTiebreakResponse]]
) -> None:
    old_database(database_url, first_rows[0], "0002")
    engine = open_engine(database_url, 1)
    assert upgrade(engine) == head_revision()
    store = SqlTableStore(engine)
    assert store.add(table(), opening(), HOST) == (table(), opening(), True)
    assert store.append("t1", step(2), HOST)
    assert store.get("t1", HOST) == (table(), step(2).standing)
    assert store.step_of("t1", "move-2", HOST) == step(2)
    assert check(engine) == (engine.dialect.name, head_revision(), 5, ())
    engine.dispose()


def test_entries_stand_in_the_order_of_time_and_at_one_time_ties_before_voids(database_url: str) -> None:
    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    minutes = {1: 5, 2: 0, 3: 5}  # the second row is the oldest
    stored = {
        "result_id": "a" * 64, "catalogue_version": "c" * 64, "content": "{}", "transcript": "t", "stage": "final"
    }  # fmt: skip

    def at(minute: int, microsecond: int = 0) -> str:
        return f"{noon + timedelta(minutes=minute, microseconds=microsecond):%Y-%m-%d %H:%M:%S.%f}"

    rows: Rows = {
        "tie": [
            {"tie_id": row, "event": f"row-{row}", "attempt": 1, **stored, "create_time": at(minute)}
            for row, minute in minutes.items()
        ],
        "tie_void": [
            {"tie_id": 1, "reason": "at once", "void_time": at(5)},
            {"tie_id": 2, "reason": "a moment later", "void_time": at(5, 1)},
            {"tie_id": 3, "reason": "at once too", "void_time": at(5)},
        ],
    }
    old_database(database_url, rows)
    with Service(settings_for(database_url), wired=False) as service:
        entries = logged(service)
        assert [(kind, event) for kind, event, _ in map(told, entries)] == [
            ("tie-resolved", "row-2"),
            ("tie-resolved", "row-1"),
            ("tie-resolved", "row-3"),
            ("tie-voided", "row-1"),
            ("tie-voided", "row-3"),
            ("tie-voided", "row-2"),
        ]
        assert json.loads(entries[0].payload)["time"] == "2026-11-30T12:00:00.000000+00:00"
        assert service.call(audits_pb2.VerifyAuditLogRequest()).valid


def test_upgrading_from_two_processes_at_once_is_upgrading_once(
    database_url: str, first_rows: tuple[Rows, list[pb.ResolveTiebreakResponse]]
) -> None:
    old_database(database_url, first_rows[0])
    program = "from service.cli.main import main; main()"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, "db", "upgrade", "--database", database_url],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        output, _ = process.communicate(timeout=300)
        assert (process.returncode, output.strip()) == (0, f"The schema is at revision {head_revision()}.")
    with Service(settings_for(database_url), wired=False) as service:
        assert service.call(audits_pb2.VerifyAuditLogRequest()).entries == 7
        assert service.call(audits_pb2.VerifyAuditLogRequest()).valid


def test_a_service_of_the_version_before_stores_nothing_any_more_and_its_callers_may_repeat(
    postgres: PostgresServer, first_rows: tuple[Rows, list[pb.ResolveTiebreakResponse]]
) -> None:
    """It runs beside the new one for a while, as replicas are replaced one by one, and would log nothing."""
    url = postgres.new_database()
    old_database(url, first_rows[0])
    old_service = open_engine(url, 1)
    columns = "stage, attempt, result_id, catalogue_version, content, transcript, create_time"
    old_statements = [
        f"INSERT INTO tie (event, {columns}) SELECT 'new', {columns} FROM tie WHERE tie_id = 1",
        "INSERT INTO tie_void SELECT 4, reason, void_time FROM tie_void WHERE tie_id = 1",
    ]
    with Service(settings_for(url), wired=False) as service:
        for statement in old_statements:
            with pytest.raises(OperationalError, match="without an entry") as caught, old_service.begin() as connection:
                connection.execute(text(statement))
            # That version tells its callers of any OperationalError that the store is down: UNAVAILABLE, call again.
            assert getattr(caught.value.orig, "sqlstate", "") == "57P03"
        assert service.call(audits_pb2.VerifyAuditLogRequest()).entries == 7
        assert service.call(audits_pb2.VerifyAuditLogRequest()).valid
    old_service.dispose()


def test_an_upgrade_that_breaks_off_leaves_the_old_database(
    database_url: str, first_rows: tuple[Rows, list[pb.ResolveTiebreakResponse]]
) -> None:
    old_database(database_url, first_rows[0])
    engine = open_engine(database_url, 1)
    with engine.begin() as connection:
        command.upgrade(_config(connection), "head")
        assert connection.scalar(text("SELECT count(*) FROM audit_entry")) == 7
        connection.rollback()
    assert current_revision(engine) == "0001"
    assert "audit_entry" not in inspect(engine).get_table_names()
    assert upgrade(engine) == head_revision()
    engine.dispose()


def test_an_empty_database_can_go_back_and_forth(database_url: str) -> None:
    to_revision(database_url, "head")
    to_revision(database_url, "0001", down=True)
    engine = open_engine(database_url, 1)
    assert set(inspect(engine).get_table_names()) == {"tie", "tie_void", "alembic_version"}
    to_revision(database_url, "base", down=True)
    assert inspect(engine).get_table_names() == ["alembic_version"]
    if engine.dialect.name == "postgresql":
        with engine.begin() as connection:
            functions = "SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
            assert connection.scalar(text(functions)) == 0
    assert upgrade(engine) == head_revision()
    engine.dispose()
