"""Settlements beside the ledger's transactions, and postings that are only rehearsed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.campaign.ledger.errors import PostingContentDiffersError, PostingRefusedError
from service.campaign.ledger.use_cases import Ledger, Receipt
from service.campaign.settlement.use_cases import Settlements
from service.storage.ledger_posting import Asked, post_all_on
from service.storage.ledger_store import SqlLedgerStore
from service.storage.settlement_store import SqlSettlementStore
from tests.campaign.ledger.asking import (
    CALLER,
    JAWA,
    NOON,
    A,
    B,
    bank,
    bet,
    correction,
    deposit,
    no_hand,
    result,
    withdraw,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Engine

    from service.campaign.ledger.postings import Posting

WAITING = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


@pytest.fixture
def ledger(migrated: Engine) -> Ledger:
    ledger = Ledger(SqlLedgerStore(migrated), lambda: NOON)
    ledger.post(deposit("d", A, 100), CALLER)
    return ledger


@pytest.fixture
def settlements(migrated: Engine) -> Settlements:
    return Settlements(SqlSettlementStore(migrated), lambda: NOON)


def listed(settlements: Settlements, after: int = 0) -> list[tuple[int, str]]:
    return [(each.sequence, each.settlement_id) for each in settlements.page(CALLER, after=after).settlements]


def test_a_settlement_is_there_exactly_when_its_posting_is(
    ledger: Ledger, settlements: Settlements, migrated: Engine
) -> None:
    with migrated.connect() as connection, connection.begin() as transaction:
        [(stored, _)] = post_all_on(connection, [Asked(withdraw("w-1", A, 10), NOON, CALLER)])
        assert stored.movements[0].moved.count == 10
        assert connection.scalar(text("SELECT settlement_id FROM settlement")) == "w-1#1"
        transaction.rollback()
    assert listed(settlements) == []
    ledger.post(withdraw("w-2", A, 10), CALLER)
    assert listed(settlements) == [(1, "w-2#1")]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_no_number_shows_before_a_smaller_one(ledger: Ledger, settlements: Settlements, migrated: Engine) -> None:
    """A cursor that has passed a number would never see a smaller one that comes later."""
    ledger.post(deposit("e", B, 100), CALLER)
    with ThreadPoolExecutor(1) as threads, migrated.connect() as slow:
        with slow.begin():
            post_all_on(slow, [Asked(withdraw("slow", A, 10), NOON, CALLER)])
            quick = threads.submit(ledger.post, withdraw("quick", B, 10), CALLER)
            while not slow.scalar(WAITING):
                assert not quick.done()
            assert listed(settlements) == []
        quick.result()
    assert listed(settlements) == [(1, "slow#1"), (2, "quick#1")]
    assert listed(settlements, after=1) == [(2, "quick#1")]


def ended(ask: Callable[[], Receipt]) -> object:
    """What a call answers, or how it is refused; without what only a stored posting has."""
    try:
        stored = ask().stored
    except (PostingRefusedError, PostingContentDiffersError) as refused:
        return type(refused), refused.violations
    return replace(stored, sequence=0, head="")


POSTINGS: tuple[Posting, ...] = (
    bank("bank", JAWA, 100),
    deposit("too much", A, 16_777_215),
    bet("bet", A, JAWA, 60, won=90),
    bet("another", A, JAWA, 60),
    withdraw("held", A, 60),
    withdraw("free", A, 40),
    result("elsewhere", "bet", 1, 90, hand=2),
    result("above", "bet", 1, 91),
    result("won", "bet", 1, 90),
    result("again", "bet", 1, 90),
    no_hand("late", "bet"),
    no_hand("nothing", "nowhere"),
    correction("c", A, B, 150),
    withdraw("empty", A, 1),
    bet("last", B, JAWA, 10),
    no_hand("let go", "last"),
)
"""Of every type, done and refused for every reason, each upon what those before it have left."""


def test_a_rehearsal_says_what_the_posting_then_does(ledger: Ledger) -> None:
    ends = []
    for posting in POSTINGS:
        before = ledger.audit(CALLER)
        rehearsed = ended(lambda: ledger.rehearse(posting, CALLER))  # noqa: B023  # called at once
        assert ledger.audit(CALLER) == before
        ends.append(ended(lambda: ledger.post(posting, CALLER)))  # noqa: B023  # likewise
        assert rehearsed == ends[-1]
    refused = [end for end in ends if isinstance(end, tuple)]
    assert len(refused) == 9
    assert ledger.audit(CALLER).passed


def test_a_rehearsal_of_what_is_stored_is_what_is_stored(ledger: Ledger) -> None:
    stored = ledger.find("d", CALLER)
    assert ledger.rehearse(deposit("d", A, 100), CALLER) == Receipt(stored, replayed=True)
    with pytest.raises(PostingContentDiffersError):
        ledger.rehearse(deposit("d", A, 101), CALLER)
