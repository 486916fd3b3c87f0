"""Postings that gather while another is written: together they are what they are one by one."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from shutil import copyfile
from threading import Semaphore
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import IntegrityError

from service.campaign.ledger.accounts import house, wallet
from service.campaign.ledger.use_cases import Ledger
from service.storage.database import open_engine
from service.storage.errors import StoreDownError, StoreTimeoutError
from service.storage.ledger_posting import Asked
from service.storage.ledger_queue import PostingQueue
from service.storage.ledger_store import SqlLedgerStore
from tests.campaign.ledger.asking import CALLER, JAWA, NOON, A, B, bank, bet, correction, deposit, result, withdraw
from tests.storage.cut_connection import CuttingProxy
from tests.storage.ledgers import assert_whole, has

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sqlalchemy import Engine

    from service.campaign.ledger.postings import Posting
    from service.campaign.ledger.store import StoredPosting
    from tests.postgresql import PostgresServer

    Answer = tuple[StoredPosting, bool]

FIRST = deposit("first", A, 500)


@dataclass
class Gathering:
    """Callers, each in a thread, whose postings gather in the order in which they ask."""

    queue: PostingQueue
    pool: ThreadPoolExecutor
    asked: Semaphore = field(default_factory=lambda: Semaphore(0))

    def ask(self, posting: Posting, seconds: Callable[[], float] = lambda: 60.0) -> Future[Answer]:
        def seconds_left() -> float:
            self.asked.release()
            return seconds()

        caller = replace(CALLER, seconds_left=seconds_left)
        found = self.pool.submit(self.queue.post, Asked(posting, NOON, caller))
        self.asked.acquire()  # he looks at his time when he has joined the others
        return found


@contextmanager
def gathering(engine: Engine) -> Iterator[Gathering]:
    """Inside, the first who asks begins to write and waits; at the end he goes on, and so do the others."""
    with ThreadPoolExecutor(16) as pool, engine.connect() as other:
        with other.begin():
            if engine.dialect.name == "postgresql":  # SQLite has one writer at a time
                other.execute(text("SELECT sequence FROM ledger_head FOR UPDATE"))
            found = Gathering(PostingQueue(engine), pool)
            first = found.ask(FIRST)
            found.asked.acquire()  # and again when he begins
            yield found
        assert first.result()[1]


@pytest.fixture
def ledger(migrated: Engine) -> Ledger:
    return Ledger(SqlLedgerStore(migrated), lambda: NOON)


POSTINGS = (
    bank("bank", JAWA, 300),
    deposit("b", B, 70),
    bet("bet", A, JAWA, 100),
    withdraw("too much", B, 71),
    bet("another", A, B, 50, hand=2),
    deposit("b", B, 70),
    deposit("b", B, 71),
    result("won", "bet", 1, 100),
    result("again", "bet", 1, 100),
    deposit("first", A, 500),
    withdraw("all but what is held", A, 550),
    correction("new accounts", A, wallet("nobody"), 1),
    result("nothing held", "nowhere", 1, 1),
    bank("last", house("mosep"), 1),
)


def test_postings_written_together_are_those_written_one_by_one(
    migrated: Engine, ledger: Ledger, migrated_file: Path, tmp_path: Path
) -> None:
    with gathering(migrated) as others:
        asked = [others.ask(posting) for posting in POSTINGS]
    together = [each.result() for each in asked]

    copyfile(migrated_file, tmp_path / "other.db")
    engine = open_engine(f"sqlite:///{tmp_path}/other.db", 1)
    store = SqlLedgerStore(engine)
    assert store.post(FIRST, NOON, CALLER)[1]
    assert [store.post(posting, NOON, CALLER) for posting in POSTINGS] == together
    engine.dispose()
    assert [is_new for _, is_new in together].count(False) == 3
    assert_whole(ledger, 1 + len(POSTINGS) - 3)


def test_all_that_gather_take_one_commit(migrated: Engine) -> None:
    commits: list[Any] = []
    with gathering(migrated) as others:
        event.listen(migrated, "commit", commits.append)
        asked = [others.ask(deposit(f"d{number}", wallet(f"p{number}"), 1)) for number in range(10)]
    assert [each.result()[0].sequence for each in asked] == list(range(2, 12))
    assert len(commits) == 3  # of who held up the first, of the first, and of all others


def test_a_caller_whose_time_is_over_leaves_the_others(migrated: Engine, ledger: Ledger) -> None:
    with gathering(migrated) as others:
        late = others.ask(deposit("late", A, 1), lambda: 0.05)
        asked = others.ask(deposit("d", A, 2))
        with pytest.raises(StoreTimeoutError):
            late.result()
    assert asked.result()[1]
    assert has(ledger, A) == [502]
    assert_whole(ledger, 2)


def test_a_writer_whose_time_is_over_leaves_the_others_to_write(migrated: Engine, ledger: Ledger) -> None:
    seconds = iter([60.0])
    with gathering(migrated) as others:
        late = others.ask(deposit("late", A, 1), lambda: next(seconds, 0.0))
        asked = [others.ask(deposit(f"d{number}", A, 2)) for number in range(3)]
    with pytest.raises(StoreTimeoutError):
        late.result()
    assert all(each.result()[1] for each in asked)
    assert has(ledger, A) == [506]
    assert_whole(ledger, 4)


def test_what_the_database_refuses_is_refused_alone(migrated: Engine, ledger: Ledger) -> None:
    nameless = replace(deposit("", A, 1), posting_id=None)  # type: ignore[arg-type]  # as nobody verified it
    with gathering(migrated) as others:
        before = others.ask(deposit("before", A, 1))
        refused = others.ask(nameless)
        after = others.ask(deposit("after", A, 2))
    with pytest.raises(IntegrityError):
        refused.result()
    assert before.result()[1]
    assert after.result()[1]
    assert has(ledger, A) == [503]
    assert_whole(ledger, 3)


@pytest.mark.parametrize("passed_on", [True, False])
def test_a_commit_without_an_answer_is_told_to_all_who_gathered_and_called_done_by_none(
    postgres: PostgresServer, migrated_database: str, passed_on: bool
) -> None:
    postgres.copy(migrated_database, "broken_off")
    direct = open_engine(postgres.url("broken_off"), 2)
    ledger = Ledger(SqlLedgerStore(direct), lambda: NOON)
    postings = [deposit(f"d{number}", A, 1) for number in range(4)]
    # Of who holds up the first and of the first the commits pass.
    with CuttingProxy(postgres.socket_path(), b"COMMIT\0", passed_on=passed_on, times=1, after=2) as proxy:
        url = make_url(postgres.url("broken_off")).set(host="127.0.0.1", port=proxy.port, query={})
        engine = open_engine(url.render_as_string(), 2)
        with gathering(engine) as others:
            asked = [others.ask(posting) for posting in postings]
        ends = [each.exception() for each in asked]
        engine.dispose()
    assert [type(end) for end in ends] == [StoreDownError] * 4
    # Who asks again waits for the locks of what the server may still be at.
    assert [ledger.post(posting, CALLER).replayed for posting in postings] == [passed_on] * 4
    assert has(ledger, A) == [504]
    assert_whole(ledger, 5)
    direct.dispose()
