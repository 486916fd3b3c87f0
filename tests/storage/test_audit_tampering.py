"""Whatever somebody changes behind the service's back, verifying the audit log finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from sabacc.v1 import audits_pb2
from tests.audit import outsider
from tests.rpc.asking import tie, void
from tests.rpc.callers import Service, settings_for
from tests.storage.outside import past_triggers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

WORLDS, AGAIN, OPEN, LOCAL = tie("worlds"), tie("worlds", attempt=2), tie("open"), tie("local")
CHANGES = [WORLDS, OPEN, void(WORLDS, "the wrong deck"), AGAIN, LOCAL, void(LOCAL, "the wrong player")]
"""What the log of these tests tells: six entries, in this order. The rows of the ties have the numbers 1 to 4."""


@pytest.fixture
def service(database_url: str) -> Iterator[Service]:
    with Service(settings_for(database_url), wired=False) as opened:
        for change in CHANGES:
            opened.call(change)
        yield opened


def verified(service: Service, kept_head: str = "") -> audits_pb2.VerifyAuditLogResponse:
    answer: audits_pb2.VerifyAuditLogResponse = service.call(audits_pb2.VerifyAuditLogRequest(kept_head=kept_head))
    return answer


def logged(service: Service) -> list[audits_pb2.AuditEntry]:
    return list(service.call(audits_pb2.ListAuditEntriesRequest()).entries)


def change(url: str, *statements: str) -> None:
    with past_triggers(url) as connection:
        for statement in statements:
            connection.execute(text(statement))


def chain_again(connection: Connection) -> None:
    """Write the heads that belong to the payloads as they now stand, and the head row."""
    rows = connection.execute(text("SELECT sequence, kind, payload FROM audit_entry ORDER BY sequence")).all()
    heads = outsider.heads((row.kind, row.payload) for row in rows)
    for row, head in zip(rows, heads, strict=True):
        connection.execute(text("UPDATE audit_entry SET head = :h WHERE sequence = :s"), {"h": head, "s": row.sequence})
    connection.execute(text("UPDATE audit_head SET sequence = :s, head = :h"), {"s": len(rows), "h": heads[-1]})


def test_a_log_that_nobody_touched_is_valid(service: Service) -> None:
    found = verified(service)
    entries = logged(service)
    assert (found.valid, found.reason, found.first_bad_sequence) == (True, "", 0)
    assert (found.entries, found.head, found.kept_sequence) == (6, entries[-1].head, 0)
    assert [entry.head for entry in entries] == outsider.heads((entry.kind, entry.payload) for entry in entries)
    for entry in entries:
        assert verified(service, entry.head).kept_sequence == entry.sequence
        assert verified(service, entry.head.upper()).kept_sequence == entry.sequence


HEAD = "'" + "ab" * 32 + "'"
ENTRIES = {
    "payload": ("UPDATE audit_entry SET payload = replace(payload, 'open', 'shut') WHERE sequence = 2", 2, "head of"),
    "caller": ("UPDATE audit_entry SET payload = replace(payload, 'local', 'other') WHERE sequence = 3", 3, "head of"),
    "one blank": ("UPDATE audit_entry SET payload = payload || ' ' WHERE sequence = 6", 6, "head of"),
    "no ASCII": ("UPDATE audit_entry SET payload = payload || 'é' WHERE sequence = 6", 6, "not ASCII"),
    "no JSON": ("UPDATE audit_entry SET payload = '{' WHERE sequence = 1", 1, "head of"),
    "kind": ("UPDATE audit_entry SET kind = 'tie-lost' WHERE sequence = 4", 4, "head of"),
    "head": (f"UPDATE audit_entry SET head = {HEAD} WHERE sequence = 5", 5, "head of"),
    "no head": ("UPDATE audit_entry SET head = 'no head at all' WHERE sequence = 1", 1, "head of"),
    "last deleted": ("DELETE FROM audit_entry WHERE sequence = 6", 6, "entry 6 is missing"),
    "middle deleted": ("DELETE FROM audit_entry WHERE sequence = 3", 3, "entry 3 is missing"),
    "first deleted": ("DELETE FROM audit_entry WHERE sequence = 1", 1, "entry 1 is missing"),
    "all deleted": ("DELETE FROM audit_entry", 1, "entry 1 is missing"),
    "renumbered": ("UPDATE audit_entry SET sequence = 7 WHERE sequence = 4", 4, "entry 4 is missing"),
    "one before the first": (
        f"INSERT INTO audit_entry VALUES (0, 3, 'tie-voided', '{{}}', {HEAD})", 1, "entry 0 stands in its place"
    ),
    "one after the last": (f"INSERT INTO audit_entry VALUES (7, 3, 'tie-voided', '{{}}', {HEAD})", 7, "head of"),
    "about another tie": ("UPDATE audit_entry SET tie_id = 3 WHERE sequence = 3", 3, "not stored"),
    "head row behind": ("UPDATE audit_head SET sequence = 5", 0, "kept beside the log"),
    "head row ahead": ("UPDATE audit_head SET sequence = 8", 7, "entry 7 is missing: 8 were written"),
    "another head row": (f"UPDATE audit_head SET head = {HEAD}", 0, "kept beside the log"),
    "no head row": ("DELETE FROM audit_head", 0, "is lost"),
    "two head rows": ("INSERT INTO audit_head SELECT * FROM audit_head", 0, "is lost"),
}  # fmt: skip
"""A statement on the log itself, the first entry that must be named, and words of the reason."""


@pytest.mark.parametrize("name", ENTRIES)
def test_a_change_of_the_log_is_found(service: Service, database_url: str, name: str) -> None:
    statement, first_bad, words = ENTRIES[name]
    change(database_url, statement)
    found = verified(service)
    assert (found.valid, found.first_bad_sequence) == (False, first_bad)
    assert words in found.reason


REST = "stage, attempt, result_id, catalogue_version, content, transcript, create_time"
STORED = {
    "transcript": ("UPDATE tie SET transcript = replace(transcript, 'place 1', 'place 2') WHERE tie_id = 2", 2),
    "content": ("UPDATE tie SET content = content || ' ' WHERE tie_id = 2", 2),
    "result id": (f"UPDATE tie SET result_id = {HEAD} WHERE tie_id = 1", 1),
    "catalogue version": (f"UPDATE tie SET catalogue_version = {HEAD} WHERE tie_id = 4", 5),
    "time of the tie": ("UPDATE tie SET create_time = '2020-01-01 00:00:00.000000' WHERE tie_id = 3", 4),
    "event": ("UPDATE tie SET event = 'other' WHERE tie_id = 2", 2),
    "attempt": ("UPDATE tie SET attempt = 3 WHERE tie_id = 3", 4),
    "reason": ("UPDATE tie_void SET reason = 'the right deck' WHERE tie_id = 1", 3),
    "time of the void": ("UPDATE tie_void SET void_time = '2020-01-01 00:00:00.000000' WHERE tie_id = 4", 6),
    "void removed": ("DELETE FROM tie_void WHERE tie_id = 1", 3),
    "void moved": ("UPDATE tie_void SET tie_id = 2 WHERE tie_id = 1", 3),
    "tie removed": ("DELETE FROM tie WHERE tie_id = 3", 4),
    "void added": ("INSERT INTO tie_void SELECT 2, reason, void_time FROM tie_void WHERE tie_id = 1", 0),
    "tie added": (f"INSERT INTO tie SELECT 9, 'ninth', {REST} FROM tie WHERE tie_id = 1", 0),
}  # fmt: skip
"""A statement on what is stored, and the first entry that tells otherwise."""


@pytest.mark.parametrize("name", STORED)
def test_a_change_of_what_is_stored_is_found(service: Service, database_url: str, name: str) -> None:
    statement, first_bad = STORED[name]
    change(database_url, statement)
    found = verified(service)
    assert (found.valid, found.first_bad_sequence) == (False, first_bad)
    assert found.head == logged(service)[-1].head


UNREADABLE = {
    "bytes": ("UPDATE tie SET transcript = x'00ff' WHERE tie_id = 3", 4),
    "no text in UTF-8": ("UPDATE tie SET transcript = CAST(x'ff' AS TEXT) WHERE tie_id = 3", 4),
    "no time": ("UPDATE tie SET create_time = 'never' WHERE tie_id = 3", 4),
    "no time of the void": ("UPDATE tie_void SET void_time = 7 WHERE tie_id = 1", 1),
    "no payload": ("UPDATE audit_entry SET payload = x'00' WHERE sequence = 2", 2),
    "no kind": ("UPDATE audit_entry SET kind = 7 WHERE sequence = 2", 2),
}
"""Statements that only SQLite takes, which holds any value in any column."""


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", UNREADABLE)
def test_a_value_that_nobody_can_read_is_found(service: Service, database_url: str, name: str) -> None:
    statement, first_bad = UNREADABLE[name]
    change(database_url, statement)
    found = verified(service)
    assert (found.valid, found.first_bad_sequence) == (False, first_bad)


def test_two_entries_that_changed_places_are_found(service: Service, database_url: str) -> None:
    change(
        database_url,
        "UPDATE audit_entry SET sequence = 99 WHERE sequence = 2",
        "UPDATE audit_entry SET sequence = 2 WHERE sequence = 5",
        "UPDATE audit_entry SET sequence = 5 WHERE sequence = 99",
    )
    assert verified(service).first_bad_sequence == 2


def test_an_entry_that_is_taken_away_with_its_head_leaves_its_change_behind(
    service: Service, database_url: str
) -> None:
    previous = logged(service)[-2].head
    change(
        database_url,
        "DELETE FROM audit_entry WHERE sequence = 6",
        f"UPDATE audit_head SET sequence = 5, head = '{previous}'",
    )
    found = verified(service)
    assert (found.valid, found.reason) == (
        False, "the void of tie local#final#1 is stored with no entries in place of one"
    )  # fmt: skip


def test_an_entry_too_many_is_found_though_its_chain_is_right(service: Service, database_url: str) -> None:
    with past_triggers(database_url) as connection:
        connection.execute(
            text("INSERT INTO audit_entry SELECT 7, 2, kind, payload, head FROM audit_entry WHERE sequence = 3")
        )
        chain_again(connection)
    found = verified(service)
    assert (found.valid, found.first_bad_sequence, found.reason) == (False, 7, "what entry 7 tells is not stored")


def test_a_change_that_two_entries_tell_is_found(service: Service, database_url: str) -> None:
    with past_triggers(database_url) as connection:
        # A copy of the table has none of its keys.
        connection.execute(text("CREATE TABLE other AS SELECT * FROM audit_entry"))
        connection.execute(text("ALTER TABLE audit_entry RENAME TO replaced"))
        connection.execute(text("ALTER TABLE other RENAME TO audit_entry"))
        connection.execute(
            text("INSERT INTO audit_entry SELECT 7, tie_id, kind, payload, head FROM audit_entry WHERE sequence = 2")
        )
        chain_again(connection)
    found = verified(service)
    assert (found.valid, found.first_bad_sequence, found.reason) == (
        False, 7, "tie open#final#1 is stored with 2 entries in place of one"
    )  # fmt: skip


def test_a_number_that_stands_twice_is_found(service: Service, database_url: str) -> None:
    with past_triggers(database_url) as connection:
        connection.execute(text("CREATE TABLE other AS SELECT * FROM audit_entry"))
        connection.execute(text("ALTER TABLE audit_entry RENAME TO replaced"))
        connection.execute(text("ALTER TABLE other RENAME TO audit_entry"))
        connection.execute(text("INSERT INTO audit_entry SELECT * FROM audit_entry WHERE sequence = 6"))
    found = verified(service)
    assert (found.valid, found.first_bad_sequence, found.entries) == (False, 7, 7)


def test_a_log_that_was_written_anew_is_found_by_a_kept_head(service: Service, database_url: str) -> None:
    before = [entry.head for entry in logged(service)]
    with past_triggers(database_url) as connection:
        for table, column in (("tie_void", "reason"), ("audit_entry", "payload")):
            connection.execute(text(f"UPDATE {table} SET {column} = replace({column}, 'wrong deck', 'right deck')"))
        chain_again(connection)
    assert verified(service).valid
    for number, head in enumerate(before, start=1):
        found = verified(service, head)
        assert (found.valid, found.kept_sequence) == ((True, number) if number < 3 else (False, 0))
        assert ("kept head" in found.reason) == (number >= 3)


def test_a_log_cut_off_with_all_it_told_is_found_by_a_kept_head(service: Service, database_url: str) -> None:
    kept = verified(service).head
    with past_triggers(database_url) as connection:
        connection.execute(text("DELETE FROM tie_void WHERE tie_id = 4"))
        connection.execute(text("DELETE FROM audit_entry WHERE sequence = 6"))
        chain_again(connection)
    assert verified(service).valid
    assert not verified(service, kept).valid


def test_a_tie_whose_entry_is_lost_is_still_answered(service: Service, database_url: str) -> None:
    first = service.call(OPEN)
    change(database_url, "DELETE FROM audit_entry WHERE sequence = 2")
    again = service.call(OPEN)
    assert (again.result_id, again.audit_head) == (first.result_id, "")
