"""Whatever somebody changes of the ledger behind the service's back, an audit finds it and says where."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.campaign.ledger.audit import audited
from service.campaign.ledger.errors import InsufficientFundsError
from service.campaign.ledger.snapshot import Fault, Progress
from service.campaign.ledger.use_cases import Ledger
from service.money import Silver
from service.storage.ledger_snapshot import SqlLedgerSnapshot
from service.storage.ledger_store import SqlLedgerStore
from service.storage.schema import METADATA
from tests.audit import outsider
from tests.campaign.ledger.asking import CALLER, JAWA, NOON, A, bank, bet, deposit, prize, result, withdraw
from tests.storage.outside import past_triggers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

HEAD = "'" + "ab" * 32 + "'"
CHECKS = {
    "ledger_account": ("kind", "held", "bounds"),
    "ledger_posting": ("outcome",),
    "ledger_entry": ("sides", "type"),
}


@pytest.fixture
def ledger(migrated: Engine) -> Ledger:
    """Nine postings: 7 is refused, 5 is a push, and what 8 holds is open."""
    ledger = Ledger(SqlLedgerStore(migrated), lambda: NOON)
    postings = (
        *(deposit("d", A, 1000), bank("bank", JAWA, 1000)),
        *(bet("bet", A, JAWA, 100), bet("bet-2", A, JAWA, 10, hand=2), result("push", "bet", 1, 0)),
        *(result("won", "bet-2", 1, 10, hand=2), withdraw("too much", A, 2000)),
        *(bet("open", A, JAWA, 6, won=9, hand=3), prize("p", (A, Silver(5)))),
    )
    for posting in postings:
        try:
            ledger.post(posting, CALLER)
        except InsufficientFundsError:
            assert posting.posting_id == "too much"
    return ledger


@contextmanager
def unguarded(engine: Engine) -> Iterator[Connection]:
    """A transaction in which no trigger, foreign key or check is heeded; nothing of it stays."""
    with engine.connect() as connection, connection.begin() as transaction:
        if connection.dialect.name == "sqlite":
            for name in connection.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
                connection.execute(text(f"DROP TRIGGER {name}"))
            connection.execute(text("PRAGMA defer_foreign_keys = ON"))
            connection.execute(text("PRAGMA ignore_check_constraints = ON"))
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
            for table, names in CHECKS.items():
                for name in names:
                    connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT ck_{table}_{name}"))
        yield connection
        if connection.dialect.name == "sqlite":
            connection.execute(text("PRAGMA ignore_check_constraints = OFF"))
        transaction.rollback()


def faults(connection: Connection, kept_head: str = "") -> list[str]:
    found = SqlLedgerSnapshot(connection).shown_to(lambda snapshot: list(audited(snapshot, kept_head)))
    return [str(fault) for fault in found if isinstance(fault, Fault)]


def assert_found(engine: Engine, changes: dict[str, tuple[str, str]]) -> None:
    """Make each change on the ledger as it was, and look for a fault that begins with the words beside it."""
    for name, (statement, expected) in changes.items():
        with unguarded(engine) as connection:
            connection.exec_driver_sql(statement)
            found = faults(connection)
        assert any(fault.startswith(expected) for fault in found), (name, found)


def test_a_ledger_that_nobody_touched_passes_and_tells_how_far_it_is(ledger: Ledger) -> None:
    told: list[Progress] = []
    audit = ledger.audit(CALLER, tell=told.append)
    assert audit.passed
    assert (audit.postings, audit.entries) == (9, 13)
    assert audit.head_row == (9, ledger.figures(CALLER).head)
    assert told == [Progress(9, 9)]
    assert ledger.audit(CALLER, kept_head="1" * 64).passed is False


@pytest.mark.usefixtures("ledger")
def test_the_chain_is_that_of_the_audit_log(migrated: Engine) -> None:
    with migrated.begin() as connection:
        rows = connection.execute(text("SELECT outcome, payload, head FROM ledger_posting ORDER BY sequence")).all()
    assert [row.head for row in rows] == outsider.heads((row.outcome, row.payload) for row in rows)
    assert [row.outcome for row in rows] == ["ledger-posted"] * 6 + ["ledger-refused"] + ["ledger-posted"] * 2


def of_entry(column: str, value: str, id_: str = "won#1") -> str:
    return f"UPDATE ledger_entry SET {column} = {value} WHERE entry_id = '{id_}'"


def of_posting(column: str, value: str, sequence: int = 3) -> str:
    return f"UPDATE ledger_posting SET {column} = {value} WHERE sequence = {sequence}"


def of_account(column: str, value: str) -> str:
    return f"UPDATE ledger_account SET {column} = {value} WHERE account_id = 'wallet:A'"


COLUMNS = {
    "ledger_posting.sequence": (of_posting("sequence", "12"), "posting 3: is missing: posting 4 stands in its place"),
    "ledger_posting.posting_id": (
        of_posting("posting_id", "'best'"), "posting 3, posting_id: best is stored, not bet"
    ),
    "ledger_posting.outcome": (
        of_posting("outcome", "'ledger-refused'"), "posting 3, outcome: ledger-refused is stored, not ledger-posted"
    ),
    "ledger_posting.payload": (
        of_posting("payload", "replace(payload, '100', '101')"), "posting 3, head: is not what the chain leads to"
    ),
    "ledger_posting.table_id": (of_posting("table_id", "'t2'"), "posting 3, table_id: t2 is stored, not t1"),
    "ledger_posting.hand": (of_posting("hand", "NULL"), "posting 3, hand: None is stored, not 1"),
    "ledger_posting.create_time": (
        of_posting("create_time", "'2020-01-01 00:00:00.000000+00:00'"),
        "posting 3, create_time: 2020-01-01T00:00:00.000000+00:00 is stored, not 2026-11-30T12:00:00.123456+00:00",
    ),
    "ledger_posting.head": (of_posting("head", HEAD), "posting 3, head: is not what the chain leads to"),
    "ledger_entry.entry_id": (of_entry("entry_id", "'w#1'"), "entry won#1, entry_id: w#1 is stored, not won#1"),
    "ledger_entry.sequence": (of_entry("sequence", "7"), "entry won#1, entry_id: won#2 is stored, not won#1"),
    "ledger_entry.number": (of_entry("number", "3"), "entry won#1, entry_id: won#2 is stored, not won#1"),
    "ledger_entry.type": (of_entry("type", "'void'", "push#1"), "entry push#1, type: void is stored, not post"),
    "ledger_entry.kind": (of_entry("kind", "'deposit'"), "entry won#1, kind: deposit is stored, not hand-result"),
    "ledger_entry.debit": (of_entry("debit", "'mint'"), "entry won#1, debit: mint is stored, not house:nervous-jawa"),
    "ledger_entry.credit": (of_entry("credit", "'mint'"), "entry won#1, credit: mint is stored, not wallet:A"),
    "ledger_entry.moved": (of_entry("moved", "9"), "entry won#1, moved: 9 is stored, not 10"),
    "ledger_entry.held": (of_entry("held", "-11"), "entry won#1, held: -11 is stored, not -10"),
    "ledger_entry.resolves": (
        of_entry("resolves", "'open#1'"), "entry won#1, resolves: open#1 is stored, not bet-2#2"
    ),
    "ledger_entry.debit_after": (of_entry("debit_after", "991"), "entry won#1, debit_after: 991 is stored, not 990"),
    "ledger_entry.credit_after": (
        of_entry("credit_after", "1011"), "entry won#1, credit_after: 1011 is stored, not 1010"
    ),
    "ledger_account.account_id": (of_account("account_id", "'wallet:Z'"), "account wallet:A: is missing"),
    "ledger_account.kind": (of_account("kind", "'mint'"), "account wallet:A, kind: mint is stored, not wallet"),
    "ledger_account.balance": (of_account("balance", "1110"), "account wallet:A, balance: 1110 is stored, not 1015"),
    "ledger_account.held_out": (of_account("held_out", "0"), "account wallet:A, held_out: 0 is stored, not 6"),
    "ledger_account.held_in": (of_account("held_in", "0"), "account wallet:A, held_in: 0 is stored, not 9"),
    "ledger_account.last_sequence": (
        of_account("last_sequence", "8"), "account wallet:A, last_sequence: 8 is stored, not 9"
    ),
    "ledger_account.last_number": (
        of_account("last_number", "2"), "account wallet:A, last_number: 2 is stored, not 1"
    ),
    "ledger_head.sequence": ("UPDATE ledger_head SET sequence = 8", "head row, sequence: 8 is stored, not 9"),
    "ledger_head.head": (f"UPDATE ledger_head SET head = {HEAD}", "head row, head: abab"),
}  # fmt: skip
"""A change of each column, and the beginning of a fault that must be told."""


def test_every_column_of_the_ledger_is_changed_below() -> None:
    tables = {name: table for name, table in METADATA.tables.items() if name.startswith("ledger_")}
    assert len(tables) == 4
    assert set(COLUMNS) == {f"{name}.{column.name}" for name, table in tables.items() for column in table.columns}


@pytest.mark.usefixtures("ledger")
def test_a_change_of_any_column_is_found_and_named(migrated: Engine) -> None:
    assert_found(migrated, COLUMNS)


ENTRY = (
    "INSERT INTO ledger_entry SELECT '{}', {}, {}, type, kind, debit, credit, moved, held, NULL, 0, 0 "
    "FROM ledger_entry WHERE entry_id = 'd#1'"
)
POSTING = (
    f"INSERT INTO ledger_posting SELECT {{}}, 'x', outcome, payload, NULL, NULL, create_time, {HEAD} "
    "FROM ledger_posting WHERE sequence = 1"
)
ROWS = {
    "first posting gone": ("DELETE FROM ledger_posting WHERE sequence = 1", "posting 1: is missing: posting 2 stands"),
    "last posting gone": ("DELETE FROM ledger_posting WHERE sequence = 9", "head row, sequence: 9 is stored, not 8"),
    "all postings gone": ("DELETE FROM ledger_posting", "head row, sequence: 9 is stored, not 0"),
    "posting before the first": (
        POSTING.format(0),
        "posting 1: is missing: posting 0 stands in its place",
    ),
    "posting after the last": (
        POSTING.format(10),
        "posting 10, head: is not what the chain leads to",
    ),
    "entry gone": ("DELETE FROM ledger_entry WHERE entry_id = 'won#1'", "entry won#1, entry_id: won#2 is stored"),
    "last entry gone": ("DELETE FROM ledger_entry WHERE entry_id = 'won#2'", "entry won#2: is missing"),
    "entry too many": (ENTRY.format("more#1", 1, 2), "entry d#2: is stored, but no entry of its posting"),
    "entry of a refused posting": (
        ENTRY.format("too much#1", 7, 1), "entry too much#1: is stored, but no entry of its posting"
    ),
    "entry of no posting": (ENTRY.format("x#1", 77, 1), "entries: 14 are stored, but 13 belong to a posting"),
    "account gone": ("DELETE FROM ledger_account WHERE account_id = 'mint'", "account mint: is missing"),
    "account too many": (
        "INSERT INTO ledger_account VALUES ('wallet:Z', 'wallet', 5, 0, 0, 0, 0)",
        "account wallet:Z, balance: 5 is stored, not 0",
    ),
    "silver made": (
        "UPDATE ledger_account SET balance = balance + 7 WHERE account_id = 'wallet:A'",
        "all accounts: have 7 silver together, not 0",
    ),
    "silver lost": (
        "UPDATE ledger_account SET balance = balance - 7 WHERE account_id = 'wallet:A'",
        "all accounts: have -7 silver together, not 0",
    ),
    "head row gone": ("DELETE FROM ledger_head", "head row: is lost, or there are several"),
    "two head rows": ("INSERT INTO ledger_head SELECT * FROM ledger_head", "head row: is lost, or there are several"),
}  # fmt: skip


@pytest.mark.usefixtures("ledger")
def test_a_row_that_is_gone_or_too_many_is_found(migrated: Engine) -> None:
    assert_found(migrated, ROWS)


@pytest.mark.usefixtures("ledger")
def test_silver_that_wanders_between_accounts_is_found_though_the_sum_is_right(migrated: Engine) -> None:
    with unguarded(migrated) as connection:
        for amount, account in ((5, "wallet:A"), (-5, "house:nervous-jawa")):
            query = f"UPDATE ledger_account SET balance = balance + {amount} WHERE account_id = '{account}'"
            connection.exec_driver_sql(query)
        assert faults(connection) == [
            "account house:nervous-jawa, balance: 985 is stored, not 990",
            "account wallet:A, balance: 1020 is stored, not 1015",
        ]


def rewrite(connection: Connection, statement: str) -> None:
    """Change what is stored and write the whole chain anew, as somebody can who knows the service."""
    connection.exec_driver_sql(statement)
    rows = connection.execute(text("SELECT sequence, outcome, payload FROM ledger_posting ORDER BY sequence")).all()
    heads = outsider.heads((row.outcome, row.payload) for row in rows)
    for row, head in zip(rows, heads, strict=True):
        query = text("UPDATE ledger_posting SET head = :h WHERE sequence = :s")
        connection.execute(query, {"h": head, "s": row.sequence})
    connection.execute(text("UPDATE ledger_head SET head = :h"), {"h": heads[-1]})


def said(first: str, now: str, posting_id: str) -> str:
    return f"UPDATE ledger_posting SET payload = replace(payload, '{first}', '{now}') WHERE posting_id = '{posting_id}'"


AGAINST = {
    "a result of more than is held": (
        said('"amount":10', '"amount":11', "won"), "entry won#1, moved: 11 is posted of a hold of 10"
    ),
    "a hold that is posted twice": (
        said("bet-2#2", "bet#2", "won"), "entry won#1, resolves: what it resolves is not held"
    ),
    "a hold of another hand": (
        said('"hand":2', '"hand":3', "won"), "entry won#1, resolves: bet-2#2 is held for another hand"
    ),
    "a wallet above its bound": (
        said('"amount":1000', '"amount":16777216', "d"),
        "account wallet:A: has 16777216 silver, 0 held to go out and 0 to come in after entry d#1: its bounds are 0 to",
    ),
    "a wallet below nothing": (
        said('"amount":1000', '"amount":50', "d"),
        "account wallet:A: has 50 silver, 100 held to go out and 0 to come in after entry bet#1",
    ),
    "nothing moved": (
        said('"amount":1000', '"amount":0', "d"), "posting 1, payload: is against the rules: entries[0].amount"
    ),
    "no record": (said('"entries"', '"nothing"', "d"), "posting 1, payload: not a record of the ledger"),
    "another form": (said("{", "{ ", "d"), "posting 1, payload: is not written as the ledger writes it"),
}  # fmt: skip


@pytest.mark.usefixtures("ledger")
def test_what_is_against_the_rules_is_found_though_its_chain_is_right(migrated: Engine) -> None:
    for name, (statement, expected) in AGAINST.items():
        with unguarded(migrated) as connection:
            rewrite(connection, statement)
            found = faults(connection)
        assert any(fault.startswith(expected) for fault in found), (name, found)
        assert not any("chain" in fault for fault in found)


def test_a_ledger_that_was_written_anew_is_found_by_a_kept_head(ledger: Ledger, migrated: Engine) -> None:
    kept, early = ledger.figures(CALLER).head, ledger.find("bet", CALLER).head
    for head in (kept, early, "0" * 64):  # the last one is that of an empty ledger
        assert ledger.audit(CALLER, kept_head=head).passed
    with unguarded(migrated) as connection:
        rewrite(connection, said("Worlds", "Cantina", "p"))
        assert faults(connection) == []
        assert faults(connection, early) == []
        assert faults(connection, kept) == [
            "kept head: no posting has it: what came before it was changed or removed since"
        ]


UNREADABLE = {
    "bytes": (of_posting("payload", "x'00ff'"), "posting 3, payload: "),
    "no text in UTF-8": (of_posting("payload", "CAST(x'ff' AS TEXT)"), "posting 3, payload: is not ASCII"),
    "no time": (of_posting("create_time", "'never'"), "posting 3, create_time: never is stored"),
    "no number": (of_entry("moved", "'ten'"), "entry won#1, moved: ten is stored, not 10"),
    "half a silver": (of_entry("moved", "9.5"), "entry won#1, moved: 9.5 is stored, not 10"),
    "bytes for a balance": (of_account("balance", "x'07'"), "account wallet:A, balance: b'"),
    "no account": (of_account("account_id", "CAST(x'ff' AS TEXT)"), "account wallet:A: is missing"),
    "no head": ("UPDATE ledger_head SET head = x'ff'", "head row, head: b'"),
}  # fmt: skip
"""Statements that only SQLite takes, which holds any value in any column."""


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_value_that_nobody_can_read_is_found(ledger: Ledger, migrated: Engine) -> None:
    assert_found(migrated, UNREADABLE)
    assert ledger.find("d", CALLER).sequence == 1  # the connection reads as before


def test_an_audit_of_a_ledger_that_is_all_wrong_ends(ledger: Ledger, migrated: Engine) -> None:
    for number in range(60):
        ledger.post(deposit(f"more-{number}", A, 1), CALLER)
    with unguarded(migrated) as connection:
        connection.exec_driver_sql("UPDATE ledger_entry SET kind = 'bank', debit_after = 7, credit_after = 7")
        assert len(faults(connection)) == 100


def test_an_audit_tells_of_what_is_committed_too(ledger: Ledger, database_url: str) -> None:
    with past_triggers(database_url) as connection:
        connection.execute(text("UPDATE ledger_account SET balance = balance + 7 WHERE account_id = 'wallet:A'"))
    assert [fault.where for fault in ledger.audit(CALLER).faults] == ["account wallet:A, balance", "all accounts"]
