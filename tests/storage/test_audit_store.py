"""The audit log as the stores write and read it, on both databases."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError

from service.audit.verification import verify
from service.caller import Caller, Role
from service.storage.audit_chain import append
from service.storage.audit_store import SqlAuditStore
from service.storage.database import write
from service.storage.errors import StoreTimeoutError
from service.storage.schema import TIES
from service.storage.tie_rows import tie_columns
from service.storage.tie_store import SqlTieStore
from service.tiebreak.changes import resolved
from service.tiebreak.errors import EarlierAttemptStandsError
from service.tiebreak.model import Tie
from service.tiebreak.store import StoredTie, Void
from tests.audit import outsider

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from service.audit.entries import Entry
    from service.audit.verification import Verification

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
CALLER = Caller("gemp-1", Role.GAME, lambda: 30.0, on_behalf_of="jabba", request_id="r-1")
NUMBERS = count()
"""Events of the examples on one database, so that none meets another."""


def stored(event: str, attempt: int = 1, result: str = "a") -> StoredTie:
    return StoredTie(Tie(event, "final", attempt), result * 64, "c" * 64, '{"half":"½"}', "tsb1 1\nend\n", NOON)


@pytest.fixture
def engine(migrated: Engine) -> Engine:
    return migrated


def entries(engine: Engine) -> list[Entry]:
    """All entries, page by page."""
    store, more = SqlAuditStore(engine), True
    found: list[Entry] = []
    while more:
        page, more = store.page(found[-1].sequence if found else 0, 7, CALLER)
        found += page
    return found


def verified(engine: Engine, kept_head: str = "") -> Verification:
    return SqlAuditStore(engine).examine(lambda log: verify(log, kept_head), CALLER)


def assert_whole(engine: Engine, changes: int) -> None:
    found = verified(engine)
    assert (found.valid, found.reason, found.entries) == (True, "", changes)
    chain = entries(engine)
    assert [entry.sequence for entry in chain] == list(range(1, changes + 1))
    assert [entry.head for entry in chain] == outsider.heads((entry.kind, entry.payload) for entry in chain)
    assert found.head == (chain[-1].head if chain else "0" * 64)


def test_a_new_log_is_empty_and_whole(engine: Engine) -> None:
    assert_whole(engine, 0)
    assert verified(engine, "0" * 64).valid  # the head of an empty log, kept since
    assert not verified(engine, "1" * 64).valid


def test_each_change_has_one_entry_that_says_who_did_what_when(engine: Engine) -> None:
    ties = SqlTieStore(engine)
    added, _ = ties.add(stored("worlds"), CALLER)
    voided = ties.void(added.tie, Void("the wrong deck", NOON.replace(hour=13)), replace(CALLER, name="ackbar"))
    assert voided is not None
    assert voided[0].void is not None
    first, second = entries(engine)
    assert (first.kind, second.kind) == ("tie-resolved", "tie-voided")
    assert (first.head, second.head) == (added.audit_head, voided[0].void.audit_head)
    about = {"event": "worlds", "stage": "final", "attempt": 1, "resultId": "a" * 64}
    caller = {"name": "gemp-1", "role": "game", "onBehalfOf": "jabba", "requestId": "r-1"}
    told = json.loads(first.payload)
    assert {len(told.pop("contentHash")), len(told.pop("transcriptHash"))} == {64}
    assert told == {
        **about, "catalogueVersion": "c" * 64, "time": "2026-11-30T12:00:00.123456+00:00", "caller": caller
    }  # fmt: skip
    assert json.loads(second.payload) == {
        **about,
        "reason": "the wrong deck",
        "time": "2026-11-30T13:00:00.123456+00:00",
        "caller": {**caller, "name": "ackbar"},
    }


def test_a_repeat_has_the_first_head_and_writes_no_entry(engine: Engine) -> None:
    ties = SqlTieStore(engine)
    first, _ = ties.add(stored("worlds"), CALLER)
    void = ties.void(first.tie, Void("why", NOON), CALLER)
    ties.add(stored("open"), CALLER)
    again, is_new = ties.add(stored("worlds", result="b"), replace(CALLER, name="another"))
    assert (again.audit_head, is_new) == (first.audit_head, False)
    assert void is not None
    for reason in ("why", "why not"):
        assert ties.void(first.tie, Void(reason, NOON), CALLER) == (void[0], False)
    assert ties.get(first.tie, CALLER) == void[0]
    assert ties.page("worlds", 0, 9, CALLER)[0][0][1] == void[0]
    assert_whole(engine, 3)


def test_what_is_refused_writes_no_entry(engine: Engine) -> None:
    ties = SqlTieStore(engine)
    with pytest.raises(EarlierAttemptStandsError):
        ties.add(stored("worlds", attempt=2), CALLER)
    assert ties.void(Tie("worlds", "final", 1), Void("why", NOON), CALLER) is None
    assert_whole(engine, 0)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "void"]), st.sampled_from("xy"), st.integers(1, 3), st.sampled_from("ab")),
        max_size=20,
    )
)
def test_there_are_as_many_entries_as_changes_in_any_order(
    engine: Engine, acts: list[tuple[str, str, int, str]]
) -> None:
    ties, before, example = SqlTieStore(engine), verified(engine).entries, next(NUMBERS)
    there: dict[tuple[str, int], bool] = {}
    """Ties that are stored, and whether they are voided."""
    changes = 0
    for act, name, attempt, text_ in acts:
        event, key = f"{example}-{name}", (name, attempt)
        if act == "void":
            changes += there.get(key) is False
            ties.void(Tie(event, "final", attempt), Void(text_, NOON), CALLER)
            there.update({key: True} if key in there else {})
        elif attempt == 1 or there.get((name, attempt - 1)):
            changes += key not in there
            ties.add(stored(event, attempt, text_), CALLER)
            there.setdefault(key, False)
        else:
            with pytest.raises(EarlierAttemptStandsError):
                ties.add(stored(event, attempt, text_), CALLER)
    assert_whole(engine, before + changes)


def test_eight_threads_write_one_chain_without_a_gap(engine: Engine) -> None:
    """Each adds and voids ties of its own, and the ties that all of them want."""
    faults: list[BaseException] = []
    start = threading.Barrier(8)

    def work(number: int) -> None:
        ties = SqlTieStore(engine)
        start.wait()
        try:
            for step in range(6):
                for event in (f"own-{number}-{step}", f"shared-{step}"):
                    ties.add(stored(event), CALLER)
                    ties.void(Tie(event, "final", 1), Void(f"reason {number}", NOON), CALLER)
                    ties.add(stored(event, attempt=2), CALLER)
        except Exception as fault:  # noqa: BLE001  # whatever a thread raises fails the test
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert_whole(engine, 3 * (8 * 6 + 6))


def test_a_log_is_verified_while_others_write_to_it(engine: Engine) -> None:
    done = threading.Event()
    faults: list[Verification] = []

    def look() -> None:
        while not done.is_set():
            found = verified(engine)
            faults.extend([] if found.valid else [found])

    reader = threading.Thread(target=look)
    reader.start()
    ties = SqlTieStore(engine)
    for number in range(120):
        ties.add(stored(f"event-{number}"), CALLER)
    done.set()
    reader.join()
    assert faults == []
    assert_whole(engine, 120)


def test_a_transaction_that_fails_leaves_no_gap(engine: Engine) -> None:
    tie = stored("lost")

    def work(connection: Connection) -> None:
        row = connection.scalar(insert(TIES).returning(TIES.c.tie_id), tie_columns(tie))
        assert row is not None
        append(connection, row, resolved(tie), CALLER)
        raise LookupError

    ties = SqlTieStore(engine)
    ties.add(stored("before"), CALLER)
    with pytest.raises(LookupError):
        write(engine, work)
    ties.add(stored("after"), CALLER)
    assert [json.loads(entry.payload)["event"] for entry in entries(engine)] == ["before", "after"]
    assert_whole(engine, 2)


REFUSED = [
    "UPDATE audit_entry SET payload = '{}'",
    "UPDATE audit_entry SET sequence = 3 WHERE sequence = 2",
    "DELETE FROM audit_entry WHERE sequence = 2",
    "DELETE FROM audit_entry",
    "INSERT INTO audit_entry VALUES (4, 2, 'tie-voided', '{}', 'h')",
    "INSERT INTO audit_entry VALUES (0, 2, 'tie-voided', '{}', 'h')",
    "INSERT INTO audit_entry VALUES (2, 2, 'tie-voided', '{}', 'h')",
    "INSERT INTO audit_entry VALUES (3, 2, 'tie-resolved', '{}', 'h')",
    "INSERT INTO audit_entry VALUES (3, 9, 'tie-voided', '{}', 'h')",
    "INSERT INTO audit_entry VALUES (3, 2, 'tie-voided', '{}', NULL)",
    "INSERT INTO audit_head VALUES (2, 'h')",
    "DELETE FROM audit_head",
    "UPDATE audit_head SET sequence = 0",
    "UPDATE audit_head SET sequence = 1",
    "UPDATE audit_head SET sequence = 3",
    "UPDATE audit_head SET head = 'h'",
    "UPDATE audit_head SET sequence = sequence",
]
REFUSED_BY_SQLITE = [
    "INSERT OR REPLACE INTO audit_entry VALUES (2, 2, 'tie-resolved', '{}', 'h')",
    "INSERT OR REPLACE INTO audit_entry VALUES (3, 2, 'tie-voided', '{}', NULL)",
    "INSERT OR REPLACE INTO audit_head VALUES (0, 'h')",
]
REFUSED_BY_POSTGRESQL = ["TRUNCATE audit_entry", "TRUNCATE audit_head", "TRUNCATE tie CASCADE"]


def test_the_log_can_neither_be_changed_nor_have_a_gap(engine: Engine) -> None:
    ties = SqlTieStore(engine)
    ties.add(stored("worlds"), CALLER)
    ties.add(stored("open"), CALLER)
    own = REFUSED_BY_SQLITE if engine.dialect.name == "sqlite" else REFUSED_BY_POSTGRESQL
    for statement in (*REFUSED, *own):
        with pytest.raises(DBAPIError), engine.begin() as connection:
            connection.execute(text(statement))
    assert_whole(engine, 2)


def test_no_writer_can_pass_the_one_before(engine: Engine) -> None:
    """A program that does not lock the head row still cannot write an entry twice."""
    ties = SqlTieStore(engine)
    ties.add(stored("worlds"), CALLER)
    statement = text("INSERT INTO audit_entry VALUES (2, 1, 'tie-voided', '{}', 'h')")
    with engine.begin() as connection:
        connection.execute(statement)
        assert connection.execute(text("SELECT sequence, head FROM audit_head")).all() == [(2, "h")]
        connection.rollback()
    ties.add(stored("open"), CALLER)
    with pytest.raises(DBAPIError), engine.begin() as connection:
        connection.execute(statement)
    assert_whole(engine, 2)


def test_verifying_ends_when_its_caller_s_time_is_over(engine: Engine) -> None:
    ties = SqlTieStore(engine)
    ties.add(stored("worlds"), CALLER)
    with pytest.raises(StoreTimeoutError):
        SqlAuditStore(engine).examine(verify, replace(CALLER, seconds_left=lambda: 0.0))
