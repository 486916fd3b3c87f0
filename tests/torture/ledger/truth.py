"""What the database must hold of a ledger after whatever was done to the service, by the callers' own books."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import select, text

from sabacc.v1 import ledger_pb2 as pb
from service.campaign.ledger.use_cases import Ledger
from service.campaign.rewards.use_cases import Grants
from service.campaign.settlement.use_cases import Settlements
from service.rpc.calls.callers import local_caller
from service.storage.database import open_engine
from service.storage.grant_store import SqlGrantStore
from service.storage.ledger_store import SqlLedgerStore
from service.storage.schema import (
    LEDGER_ACCOUNTS,
    LEDGER_ENTRIES,
    LEDGER_POSTINGS,
    SETTLEMENT_ACKNOWLEDGEMENTS,
    SETTLEMENTS,
)
from service.storage.settlement_store import SqlSettlementStore
from service.storage.snapshots import read_at_one_moment
from tests.campaign.ledger.asking import NOON
from tests.rpc.callers import Refused
from tests.torture.ledger.asks import opening
from tests.torture.ledger.silver_truth import compare_tables, compare_told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection, Engine

    from tests.torture.ledger.asks import Ask
    from tests.torture.ledger.tellers import Books

HOUR_S = 3600
OWN = "sabacc/"
"""Begins the ids of postings that the service makes by itself."""


def assert_kept(url: str, books: Books) -> None:
    """Check that what was acknowledged is there once, that the rest is there wholly or not at all, and all sums.

    No service may run. The books are told which of the open questions were stored nevertheless.
    """
    engine = open_engine(url, 1)
    try:
        _wait_until_alone(engine)
        ledger, settlements = SqlLedgerStore(engine), SqlSettlementStore(engine)
        audit = Ledger(ledger, lambda: NOON).audit(local_caller(HOUR_S))
        assert audit.faults == ()
        assert Settlements(settlements, lambda: NOON).audit(local_caller(HOUR_S)).faults == ()
        assert Grants(SqlGrantStore(engine), lambda: NOON).audit(local_caller(HOUR_S)).faults == ()
        books.found = read_at_one_moment(engine, lambda connection: _compared(connection, books), HOUR_S)
    finally:
        engine.dispose()


def _wait_until_alone(engine: Engine) -> None:
    """Wait until PostgreSQL has noticed that those who were killed have gone, and taken back what they left."""
    if engine.dialect.name == "sqlite":
        return
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    until = time.monotonic() + 60
    while True:
        with engine.begin() as connection:
            if connection.scalar(others) == 0:
                return
        assert time.monotonic() < until
        time.sleep(0.01)


def _compared(connection: Connection, books: Books) -> dict[str, bool]:
    rows = connection.execute(select(LEDGER_POSTINGS.c.posting_id, LEDGER_POSTINGS.c.outcome)).all()
    outcomes = {row.posting_id: row.outcome for row in rows}
    assert len(outcomes) == len(rows)
    for key, (ask, answer) in books.answers.items():
        if ask.posts:
            due = "ledger-refused" if isinstance(answer, Refused) else "ledger-posted"
            assert outcomes.get(key) == due, ask
    asked = {**{key: ask for key, (ask, _) in books.answers.items()}, **books.open}
    theirs = {posting_id for posting_id in outcomes if not posting_id.startswith(OWN)}
    assert theirs <= {key for key, ask in asked.items() if ask.posts} | {ask.key for ask in opening()}
    _compare_sums(connection, [asked[key] for key in theirs if outcomes[key] == "ledger-posted"])
    _compare_acknowledgements(connection, books)
    results = compare_tables(connection)
    while books.fresh:
        ask, answer = books.answers[books.fresh.pop()]
        compare_told(answer, results)
        assert isinstance(answer, Refused) or ask.is_stored is None or ask.is_stored(connection), ask
    return {key: _is_stored(connection, ask, outcomes) for key, ask in books.open.items()}


def _is_stored(connection: Connection, ask: Ask, outcomes: Mapping[str, str]) -> bool:
    return ask.key in outcomes if ask.posts else ask.is_stored is not None and ask.is_stored(connection)


def _compare_sums(connection: Connection, done: Iterable[Ask]) -> None:
    """Add up what callers say was moved, and the service's own entries, and compare every account with it."""
    due: Counter[str] = Counter()
    moves = [move for ask in done for move in ask.moves]
    columns = (LEDGER_ENTRIES.c.debit, LEDGER_ENTRIES.c.credit, LEDGER_ENTRIES.c.moved)
    own = connection.execute(select(*columns).where(LEDGER_ENTRIES.c.entry_id.startswith(OWN)))
    for debit, credit, amount in (*moves, *own):
        due[debit] -= amount
        due[credit] += amount
    accounts = connection.execute(select(LEDGER_ACCOUNTS)).all()
    assert {row.account_id: row.balance for row in accounts if row.balance} == {
        account: balance for account, balance in due.items() if balance
    }
    assert sum(row.balance for row in accounts) == 0
    for row in accounts:
        assert row.kind in {"mint", "gemp_clearing"} or row.balance >= row.held_out >= 0, row
        assert row.kind != "wallet" or row.balance + row.held_in <= 16_777_215, row


def _told(connection: Connection) -> Counter[tuple[str, str, str] | None]:
    query = select(
        SETTLEMENTS.c.settlement_id, SETTLEMENT_ACKNOWLEDGEMENTS.c.state, SETTLEMENT_ACKNOWLEDGEMENTS.c.reason
    ).join_from(SETTLEMENT_ACKNOWLEDGEMENTS, SETTLEMENTS)
    return Counter((row.settlement_id, row.state, row.reason) for row in connection.execute(query))


def _compare_acknowledgements(connection: Connection, books: Books) -> None:
    """What GEMP told is stored once, and nothing that it did not tell."""
    told = _told(connection)
    acknowledged = {_telling(ask) for ask, answer in books.answers.values() if not isinstance(answer, Refused)}
    assert set(told.values()) <= {1}
    assert acknowledged - {None} <= set(told)
    assert set(told) <= acknowledged | {_telling(ask) for ask in books.open.values()}


def _telling(ask: Ask) -> tuple[str, str, str] | None:
    """What an acknowledgement says; None for another question."""
    request = ask.request
    if not isinstance(request, pb.AcknowledgeSettlementRequest):
        return None
    state = "applied" if request.state == pb.SETTLEMENT_STATE_APPLIED else "deferred"
    return request.settlement_id, state, request.reason
