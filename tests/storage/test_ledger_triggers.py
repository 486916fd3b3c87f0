"""Whoever writes into the database by hand can neither change, remove nor invent silver: both databases refuse it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError

from service.campaign.ledger.use_cases import Ledger
from service.storage.ledger_store import SqlLedgerStore
from tests.campaign.ledger.asking import CALLER, JAWA, NOON, A, bank, bet, deposit, result

if TYPE_CHECKING:
    from sqlalchemy import Engine

HEAD = "'" + "ab" * 32 + "'"
POSTING = f"INSERT INTO ledger_posting VALUES ({{}}, {{}}, 'ledger-posted', '{{{{}}}}', NULL, NULL, '{NOON}', {HEAD})"
ENTRY = "INSERT INTO ledger_entry VALUES ({}, {}, {}, {}, 'hand-result', {}, {}, {}, {}, {}, 0, 0)"


def posting(sequence: int, posting_id: str) -> str:
    return POSTING.format(sequence, f"'{posting_id}'")


def entry(
    sequence: int,
    number: int,
    type_: str,
    *,
    id_: str = "x#1",
    debit: str = "wallet:A",
    credit: str = "house:nervous-jawa",
    moved: int = 0,
    held: int = 0,
    resolves: str | None = None,
) -> str:
    values = [id_, type_, debit, credit]
    quoted_id, quoted_type, quoted_debit, quoted_credit = (f"'{value}'" for value in values)
    resolved = "NULL" if resolves is None else f"'{resolves}'"
    return ENTRY.format(
        quoted_id, sequence, number, quoted_type, quoted_debit, quoted_credit, moved, held, resolved
    )  # fmt: skip


@pytest.fixture
def ledger(migrated: Engine) -> Ledger:
    """Postings 1 to 4; the last one leaves 6 silver of 10 held between the house and A, as bet-2#1 and bet-2#2."""
    ledger = Ledger(SqlLedgerStore(migrated), lambda: NOON)
    for each in (
        deposit("d", A, 1000),
        bank("bank", JAWA, 1000),
        bet("bet", A, JAWA, 100),
        result("won", "bet", 1, 100),
        bet("bet-2", A, JAWA, 6, won=10, hand=2),
    ):
        ledger.post(each, CALLER)
    return ledger


TABLES = ("ledger_posting", "ledger_entry", "ledger_account", "ledger_head")
UPDATES = {
    "ledger_posting": ("payload = '{}'", "outcome = 'ledger-refused'", "head = head", "table_id = 'x'", "sequence = 9"),
    "ledger_entry": ("moved = 1", "held = 0", "debit = 'mint'", "resolves = NULL", "debit_after = 5", "kind = kind"),
    "ledger_account": (
        *("balance = balance + 1", "balance = balance", "held_out = 0", "held_in = 0", "kind = 'mint'"),
        *("last_number = 9", "account_id = 'wallet:Z'", "last_sequence = 0"),
    ),
    "ledger_head": (f"head = {HEAD}", "sequence = sequence + 1", "sequence = sequence", "sequence = 0"),
}
CHANGES = [
    *(f"UPDATE {table} SET {change}" for table, changes in UPDATES.items() for change in changes),
    *(f"DELETE FROM {table}" for table in TABLES),
    f"INSERT INTO ledger_head VALUES (6, {HEAD})",
    # Accounts start with nothing.
    "INSERT INTO ledger_account VALUES ('wallet:Z', 'wallet', 100, 0, 0, 0, 0)",
    "INSERT INTO ledger_account VALUES ('wallet:Z', 'wallet', 0, 0, 100, 0, 0)",
    "INSERT INTO ledger_account VALUES ('wallet:Z', 'mint', 0, 0, 0, 0, 0)",
    # A move of an account that an entry has made before.
    "UPDATE ledger_account SET balance = balance - 100, last_sequence = 4, last_number = 1 WHERE kind = 'house'",
    # Postings follow each other.
    posting(7, "later"),
    posting(5, "again"),
    posting(6, "bet"),
    # Entries belong to the last posting, and only to one that was posted.
    entry(1, 2, "transfer", moved=1),
    entry(6, 1, "transfer", moved=1),
    # A hold is resolved once, by what fits it.
    entry(5, 3, "post", moved=6, held=-6, resolves="bet#1"),
    entry(5, 3, "post", moved=5, held=-5, resolves="bet-2#1"),
    entry(5, 3, "post", moved=6, held=-6, resolves="won#1"),
    entry(5, 3, "post", moved=6, held=-6, resolves="no#1"),
    entry(5, 3, "post", moved=6, held=-6, resolves="bet-2#1", debit="mint"),
    entry(5, 3, "post", moved=7, held=-6, resolves="bet-2#1"),
    entry(5, 3, "post", moved=-1, held=-6, resolves="bet-2#1"),
    # Each type is of its form.
    entry(5, 3, "transfer", moved=0),
    entry(5, 3, "transfer", moved=-1),
    entry(5, 3, "transfer", moved=1, held=1),
    entry(5, 3, "hold", held=0),
    entry(5, 3, "hold", held=-1),
    entry(5, 3, "hold", moved=1, held=1),
    entry(5, 3, "void", held=6),
    entry(5, 3, "gift", moved=1),
    entry(5, 3, "transfer", moved=1, credit="wallet:A"),
    entry(5, 3, "transfer", moved=1, credit="wallet:nobody"),
    # The balances that an entry tells are those that come of it: these are 0.
    entry(5, 3, "transfer", moved=1),
    # No wallet below nothing, nor above what GEMP can hold.
    entry(5, 3, "transfer", moved=1095),
    entry(5, 3, "transfer", moved=16_777_215, debit="mint", credit="wallet:A"),
    # Names that are taken.
    entry(5, 3, "hold", held=1, id_="bet#1"),
    entry(5, 1, "hold", held=1),
]  # fmt: skip


REFUSED = re.compile(
    "is append-only|is kept|follows ledger_|starts empty|has no gaps|belongs to the last posting"
    "|(pk|uq|ck|fk)_ledger_|FOREIGN KEY constraint failed"
)
"""What a trigger or a constraint says; no statement may be refused because it is none."""


def test_no_statement_changes_what_is_written_or_invents_anything(ledger: Ledger, migrated: Engine) -> None:
    before = ledger.figures(CALLER)
    for change in CHANGES:
        with pytest.raises(DBAPIError) as caught, migrated.begin() as connection:
            connection.execute(text(change))
        assert REFUSED.search(str(caught.value.orig)), (change, caught.value.orig)
        assert ledger.figures(CALLER) == before
    assert ledger.audit(CALLER).passed


def test_a_refused_posting_gets_no_entries(ledger: Ledger, migrated: Engine) -> None:
    def refused_with_an_entry() -> None:
        with migrated.begin() as connection:
            connection.execute(text(posting(6, "x").replace("ledger-posted", "ledger-refused")))
            connection.execute(text(entry(6, 1, "hold", held=1)))

    with pytest.raises(DBAPIError, match="belongs to the last posting"):
        refused_with_an_entry()
    assert ledger.audit(CALLER).passed


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("table", TABLES)
def test_no_table_can_be_emptied_at_a_stroke(ledger: Ledger, migrated: Engine, table: str) -> None:
    with pytest.raises(DBAPIError), migrated.begin() as connection:
        connection.execute(text(f"TRUNCATE {table} CASCADE"))
    assert ledger.audit(CALLER).passed


REPLACING = {
    "a posting by its number": posting(5, "new"),
    "a posting by its id": posting(6, "bet"),
    "an entry by its id": entry(5, 3, "hold", held=1, id_="bet#1"),
    "an entry by its place": entry(5, 1, "hold", held=1),
    "an account": "INSERT INTO ledger_account VALUES ('wallet:A', 'wallet', 0, 0, 0, 0, 0)",
}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", REPLACING)
def test_sqlite_replaces_nothing_whoever_opens_the_file(
    ledger: Ledger, migrated: Engine, database_url: str, name: str
) -> None:
    """A connection of another program has no foreign keys, and its REPLACE deletes without a trigger."""
    migrated.dispose()
    with (
        closing(sqlite3.connect(str(make_url(database_url).database))) as connection,
        pytest.raises(sqlite3.IntegrityError, match="ledger_"),
        connection,
    ):
        connection.execute(REPLACING[name].replace("INSERT", "INSERT OR REPLACE", 1))
    assert ledger.audit(CALLER).passed
