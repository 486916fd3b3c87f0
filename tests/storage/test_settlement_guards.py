"""Whoever writes into the database by hand can neither make, lose nor settle a settlement: both databases refuse it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError

from service.campaign.ledger.errors import InsufficientFundsError
from service.campaign.ledger.use_cases import Ledger
from service.campaign.settlement.acknowledging import Acknowledgement, SettlementState
from service.campaign.settlement.use_cases import Settlements
from service.storage.database import open_engine, upgrade
from service.storage.ledger_store import SqlLedgerStore
from service.storage.settlement_store import SqlSettlementStore
from tests.campaign.ledger.asking import CALLER, NOON, A, deposit, withdraw
from tests.storage.outside import past_triggers
from tests.storage.revisions import to_revision

if TYPE_CHECKING:
    from sqlalchemy import Engine

APPLIED, DEFERRED = SettlementState.APPLIED, SettlementState.DEFERRED


@pytest.fixture
def settled(migrated: Engine) -> Settlements:
    """Three settlements: the first applied after it was deferred, the second deferred, the third pending."""
    ledger = Ledger(SqlLedgerStore(migrated), lambda: NOON)
    for posting in (deposit("d", A, 100), *(withdraw(f"w-{number}", A, 10) for number in (1, 2, 3))):
        ledger.post(posting, CALLER)
    with pytest.raises(InsufficientFundsError):
        ledger.post(withdraw("w-4", A, 1000), CALLER)
    settlements = Settlements(SqlSettlementStore(migrated), lambda: NOON)
    settlements.acknowledge(Acknowledgement("w-1#1", DEFERRED, "full"), CALLER)
    settlements.acknowledge(Acknowledgement("w-1#1", APPLIED), CALLER)
    settlements.acknowledge(Acknowledgement("w-2#1", DEFERRED, "full"), CALLER)
    return settlements


def due(settlements: Settlements) -> list[str]:
    return [each.settlement_id for each in settlements.page(CALLER).settlements]


def told(sequence: int, number: int, state: str, reason: str = "") -> str:
    values = f"{sequence}, {number}, '{state}', '{reason}', '{{}}', '{NOON}'"
    return f"INSERT INTO settlement_acknowledgement VALUES ({values})"  # a test's own


CHANGES = [
    "UPDATE settlement SET sequence = 9",
    "UPDATE settlement SET settlement_id = settlement_id",
    "UPDATE settlement_acknowledgement SET state = 'deferred', reason = 'x'",
    "UPDATE settlement_acknowledgement SET number = number + 1",
    "UPDATE settlement_due SET sequence = sequence",
    "UPDATE settlement_due SET sequence = 1 WHERE sequence = 2",
    "DELETE FROM settlement",
    "DELETE FROM settlement_acknowledgement",
    "DELETE FROM settlement_due",
    "DELETE FROM settlement_due WHERE sequence = 3",
    # A settlement is made by a withdrawal, once, and gets the next number.
    "INSERT INTO settlement VALUES (4, 'd#1')",
    "INSERT INTO settlement VALUES (4, 'w-1#1')",
    "INSERT INTO settlement VALUES (4, 'w-4#1')",
    "INSERT INTO settlement VALUES (4, 'nothing')",
    "INSERT INTO settlement VALUES (3, 'w-3#1')",
    # What is due is what was not applied.
    "INSERT INTO settlement_due VALUES (1)",
    "INSERT INTO settlement_due VALUES (2)",
    "INSERT INTO settlement_due VALUES (4)",
    # Acknowledgements follow each other, and none follows the one that says applied.
    told(1, 3, "applied"),
    told(1, 3, "deferred", "x"),
    told(2, 1, "applied"),
    told(2, 3, "applied"),
    told(4, 1, "applied"),
    told(3, 1, "pending"),
    told(3, 1, "applied", "x"),
    told(3, 1, "deferred"),
]
REFUSED = re.compile(
    "is append-only|follows settlement|follows ledger_entry|is of one due|(pk|uq|ck|fk)_settlement"
    "|CHECK constraint failed"
)
"""What a trigger or a constraint says; no statement may be refused because it is none."""


def test_no_statement_makes_loses_or_settles_a_settlement(settled: Settlements, migrated: Engine) -> None:
    before = settled.page(CALLER, applied_too=True)
    for change in CHANGES:
        with pytest.raises(DBAPIError) as caught, migrated.begin() as connection:
            connection.execute(text(change))
        assert REFUSED.search(str(caught.value.orig)), (change, caught.value.orig)
        assert settled.page(CALLER, applied_too=True) == before
        assert due(settled) == ["w-2#1", "w-3#1"]
    assert settled.audit(CALLER).faults == ()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("table", ["settlement", "settlement_acknowledgement", "settlement_due"])
def test_no_table_can_be_emptied_at_a_stroke(settled: Settlements, migrated: Engine, table: str) -> None:
    with pytest.raises(DBAPIError), migrated.begin() as connection:
        connection.execute(text(f"TRUNCATE {table} CASCADE"))
    assert settled.audit(CALLER).faults == ()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "statement",
    ["INSERT INTO settlement VALUES (3, 'w-3#1')", "INSERT INTO settlement_due VALUES (2)", told(1, 2, "applied")],
)
def test_sqlite_replaces_nothing_whoever_opens_the_file(
    settled: Settlements, migrated: Engine, database_url: str, statement: str
) -> None:
    migrated.dispose()
    with (
        closing(sqlite3.connect(str(make_url(database_url).database))) as connection,
        pytest.raises(sqlite3.IntegrityError, match="settlement"),
        connection,
    ):
        connection.execute(statement.replace("INSERT", "INSERT OR REPLACE", 1))
    assert settled.audit(CALLER).faults == ()


TAMPERED = {
    "a settlement lost": (
        ["DELETE FROM settlement WHERE sequence = 3", "DELETE FROM settlement_due WHERE sequence = 3"],
        ["withdrawal w-3#1: belongs to no settlement"],
    ),
    "the first one lost": (
        ["DELETE FROM settlement WHERE sequence = 1"],
        [
            "settlement 1: is missing: settlement 2 is the next that is stored",
            "settlement 2: is missing: settlement 3 is the next that is stored",
            "withdrawal w-1#1: belongs to no settlement",
            "an acknowledgement of settlement 1: belongs to no settlement",
            "an acknowledgement of settlement 1: belongs to no settlement",
        ],
    ),
    "a deposit made one": (
        ["UPDATE settlement SET settlement_id = 'd#1' WHERE sequence = 3"],
        [
            "settlement 3: is of d#1, which is no entry that withdraws silver",
            "withdrawal w-3#1: belongs to no settlement",
        ],
    ),
    "one that is due lost": (
        ["DELETE FROM settlement_due WHERE sequence = 2"],
        ["settlement 2: is not applied, but not due"],
    ),
    "an applied one made due": (
        ["INSERT INTO settlement_due VALUES (1)"],
        ["settlement 1: is applied, but still due"],
    ),
    "nothing made due": (
        ["INSERT INTO settlement_due VALUES (9)"],
        ["what is due of settlement 9: belongs to no settlement"],
    ),
    "an acknowledgement taken back": (
        ["DELETE FROM settlement_acknowledgement WHERE sequence = 1 AND state = 'applied'"],
        ["settlement 1: is not applied, but not due"],
    ),
    "an acknowledgement lost": (
        ["DELETE FROM settlement_acknowledgement WHERE sequence = 1 AND number = 1"],
        ["settlement 1, acknowledgement 1: RawAcknowledgement(number=2, state='applied') is stored"],
    ),
    "applied and then deferred": (
        [told(1, 3, "deferred", "x")],
        ["settlement 1: was acknowledged after it was applied"],
    ),
    "applied twice": (
        [told(1, 3, "applied")],
        ["settlement 1: was acknowledged after it was applied"],
    ),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_an_audit_finds_what_was_changed_past_the_triggers(settled: Settlements, database_url: str, case: str) -> None:
    statements, faults = TAMPERED[case]
    assert settled.audit(CALLER).faults == ()
    with past_triggers(database_url) as connection:
        for statement in statements:
            connection.execute(text(statement))
    assert [str(fault) for fault in settled.audit(CALLER).faults] == faults


def test_withdrawals_of_an_older_database_become_settlements_in_their_order(database_url: str) -> None:
    to_revision(database_url, "0004")
    engine = open_engine(database_url, 2)
    ledger = Ledger(SqlLedgerStore(engine), lambda: NOON)
    for posting in (deposit("d", A, 100), withdraw("z", A, 10), deposit("e", A, 1), withdraw("a", A, 20)):
        ledger.post(posting, CALLER)
    upgrade(engine)
    ledger.post(withdraw("k", A, 30), CALLER)
    settlements = Settlements(SqlSettlementStore(engine), lambda: NOON)
    found = settlements.page(CALLER).settlements
    assert [(each.sequence, each.settlement_id, each.amount.count) for each in found] == [
        (1, "z#1", 10),
        (2, "a#1", 20),
        (3, "k#1", 30),
    ]
    assert settlements.audit(CALLER) == (3, ())
    engine.dispose()
