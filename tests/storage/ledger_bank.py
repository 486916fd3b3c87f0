"""The bank test: writers who move and hold silver at random over few accounts, beside a reader who adds it all up."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, text

from service.campaign.ledger.accounts import house, wallet
from service.campaign.ledger.errors import PostingRefusedError
from service.campaign.ledger.postings import HandReference, Posting
from service.campaign.ledger.transfers import Entry, Hold, Post, Void, VoidCause
from service.campaign.ledger.use_cases import Ledger
from service.money import Silver
from service.storage.database import read
from service.storage.ledger_store import SqlLedgerStore
from tests.campaign.ledger.asking import CALLER, NOON, bank, correction, deposit

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import ExceptionContext

ACCOUNTS = (*[wallet(f"p{number}") for number in range(8)], house("one"), house("two"))
EACH = 1000
"""Silver of each account at the start, so little that postings are refused all the time."""
WRITERS = 8

_ALL = text(
    "SELECT sum(balance), sum(CASE WHEN kind IN ('wallet', 'house') THEN balance ELSE 0 END), "
    "min(CASE WHEN kind IN ('wallet', 'house') THEN balance - held_out ELSE 0 END), "
    "max(CASE WHEN kind = 'wallet' THEN balance + held_in ELSE 0 END), sum(held_out) - sum(held_in) "
    "FROM ledger_account"
)


@dataclass
class Bank:
    """What was posted, and what a reader saw meanwhile."""

    ledger: Ledger
    engine: Engine
    answers: dict[str, tuple[Posting, str]] = field(default_factory=dict)
    """By id: what was asked, and the text of the refusal, empty for none."""
    reads: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    """Statements that the database refused, also those of transactions that were run again, by their SQLSTATE."""

    def __post_init__(self) -> None:
        @event.listens_for(self.engine, "handle_error")
        def _count(context: ExceptionContext) -> None:
            error = context.original_exception
            self.faults[str(getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", error))] += 1

    def fill(self) -> None:
        for account in ACCOUNTS:
            fund = deposit if account.kind == "wallet" else bank
            self.ledger.post(fund(f"fill {account}", account, EACH), CALLER)

    def post(self, posting: Posting) -> bool:
        try:
            self.ledger.post(posting, CALLER)
        except PostingRefusedError as error:
            self.answers[posting.posting_id] = (posting, str(error))
            return False
        self.answers[posting.posting_id] = (posting, "")
        return True

    def write(self, writer: int, postings: int) -> None:
        """Post at random: transfers, bets, results of one's own bets, and the same again."""
        chance = random.Random(writer)
        bets: list[tuple[str, HandReference, int]] = []
        for number in range(postings):
            id_ = f"{writer}-{number}"
            if bets and chance.random() < 0.4:
                self.post(_resolution(chance, id_, *bets.pop(chance.randrange(len(bets)))))
            elif chance.random() < 0.5:
                most = chance.randint(1, 400)
                hand = HandReference(f"t{writer}", number + 1)
                if self.post(Posting(id_, _bet(chance, most), hand)):
                    bets.append((id_, hand, most))
            else:
                debit, credit = chance.sample(ACCOUNTS, 2)
                self.post(correction(id_, debit, credit, chance.randint(1, 400)))
            if chance.random() < 0.05:
                self.again(chance.choice([key for key in list(self.answers) if key.startswith(f"{writer}-")]))

    def again(self, id_: str) -> None:
        posting, refusal = self.answers[id_]
        if not refusal:
            assert self.ledger.post(posting, CALLER).replayed
            return
        with pytest.raises(PostingRefusedError) as caught:
            self.ledger.post(posting, CALLER)
        assert (str(caught.value), caught.value.replayed) == (refusal, True)

    def look(self, over: threading.Event) -> None:
        """Add up all accounts until the writers are done: every time the sum is right and all are within bounds."""
        while not over.is_set():
            seen = read(self.engine, totals)
            assert seen[:2] == (0, len(ACCOUNTS) * EACH), seen
            assert seen[2] >= 0, seen
            assert seen[3] <= 16_777_215, seen
            assert seen[4] == 0, seen
            self.reads += 1
            time.sleep(0.005)


def totals(connection: Connection) -> tuple[int, ...]:
    return tuple(int(total) for total in connection.execute(_ALL).one())


def _bet(chance: random.Random, most: int) -> tuple[Entry, ...]:
    one, other = chance.sample(ACCOUNTS[:8], 2) if chance.random() < 0.5 else (ACCOUNTS[0], chance.choice(ACCOUNTS[8:]))
    return Hold(one, other, Silver(most)), Hold(other, one, Silver(most))


def _resolution(chance: random.Random, id_: str, bet: str, hand: HandReference, most: int) -> Posting:
    if chance.random() < 0.2:
        return Posting(id_, tuple(Void(f"{bet}#{number}", VoidCause.NO_CARD) for number in (1, 2)), hand)
    won, lost = chance.sample((1, 2), 2)
    return Posting(
        id_,
        (Post(f"{bet}#{won}", Silver(chance.randint(0, most))), Void(f"{bet}#{lost}", VoidCause.DECIDED)),
        hand,
    )


def run_bank(engine: Engine, postings: int) -> Bank:
    """Let every writer post *postings* times beside one reader, and return what came of it; any fault is raised."""
    bank_ = Bank(Ledger(SqlLedgerStore(engine), lambda: NOON), engine)
    bank_.fill()
    over = threading.Event()
    with ThreadPoolExecutor(WRITERS + 1) as pool:
        reader = pool.submit(bank_.look, over)
        writers = [pool.submit(bank_.write, writer, postings) for writer in range(WRITERS)]
        try:
            for writer in writers:
                writer.result()
        finally:
            over.set()
        reader.result()
    return bank_


def assert_kept(bank_: Bank, postings: int) -> None:
    """Everything acknowledged is stored as it was answered, the audit passes, and nobody stood in another's way."""
    assert bank_.faults == {}
    assert deadlocks(bank_.engine) == 0
    assert len(bank_.answers) == WRITERS * postings
    for id_, (posting, refusal) in bank_.answers.items():
        stored = bank_.ledger.find(id_, CALLER)
        assert stored.record.posting == posting
        told = stored.record.refusal
        assert ("" if told is None else str(told.error(replayed=False))) == refusal
    audit = bank_.ledger.audit(CALLER)
    assert audit.faults == ()
    assert audit.postings == WRITERS * postings + len(ACCOUNTS)


def deadlocks(engine: Engine) -> int:
    """How many transactions PostgreSQL ended because they waited for each other."""
    if engine.dialect.name == "sqlite":
        return 0
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))
        query = text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(connection.scalar(query) or 0)
