"""The feed of a caller: no reader ever skips an event, and who waits for one is told in time."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from service.storage import table_store
from service.storage.database import open_engine, upgrade
from service.storage.errors import StoreDownError
from service.storage.table_store import SqlTableStore
from tests.storage.accounts import SLACK_S, seconds, side_by_side
from tests.storage.played import HOST, OTHER, caller, opening, step, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection, Engine

    from service.tables.sessions.store import FeedEntry
    from tests.postgresql import PostgresServer


@pytest.fixture
def store(migrated: Engine) -> SqlTableStore:
    store = SqlTableStore(migrated)
    store.add(table(), opening(), HOST)
    store.add(table("t2", "open-2"), opening(), HOST)
    return store


@pytest.fixture
def elsewhere(database_url: str) -> Iterator[SqlTableStore]:
    """The store of another replica: it shares the database with `store`, and nothing else."""
    engine = open_engine(database_url, 4)
    yield SqlTableStore(engine)
    engine.dispose()


class Paused:
    """A thread that does *work*, which writes, and pauses just before the commit."""

    def __init__(self, url: str, work: Callable[[SqlTableStore], object]) -> None:
        self._engine = open_engine(url, 1)
        self._is_there, self._goes_on = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=work, args=(SqlTableStore(self._engine),))

        @event.listens_for(self._engine, "commit")
        def _pause(_: Connection) -> None:
            self._is_there.set()
            assert self._goes_on.wait(20)

    @contextmanager
    def until_left(self) -> Iterator[None]:
        self._thread.start()
        assert self._is_there.wait(20)
        try:
            yield
        finally:
            self._goes_on.set()
            self._thread.join()
            self._engine.dispose()


def numbers(entries: tuple[FeedEntry, ...]) -> list[int]:
    return [entry.sequence for entry in entries]


# No reader skips an event


def test_no_reader_skips_the_events_of_a_writer_who_is_slow_to_commit(
    store: SqlTableStore, elsewhere: SqlTableStore, database_url: str
) -> None:
    second = threading.Thread(target=elsewhere.append, args=("t2", step(2, words=("second",)), HOST))
    with Paused(database_url, lambda slow: slow.append("t1", step(2, words=("first",)), HOST)).until_left():
        second.start()
        second.join(0.7)
        assert second.is_alive()  # it waits for its number until the first one's is visible
        assert numbers(store.feed(0, 100, HOST)) == [1, 2, 3, 4]
        assert store.feed_head(HOST) == 4
    second.join()
    assert [(entry.sequence, entry.told.words) for entry in store.feed(4, 100, HOST)] == [(5, "first"), (6, "second")]


def test_a_writer_who_gives_up_before_the_commit_leaves_no_gap(
    migrated: Engine, store: SqlTableStore, elsewhere: SqlTableStore
) -> None:
    fails = [True]

    @event.listens_for(migrated, "commit")
    def _fail(_: Connection) -> None:
        if fails:
            fails.clear()
            raise LookupError

    with pytest.raises(LookupError):
        store.append("t1", step(2, words=("never", "never")), HOST)
    assert elsewhere.append("t2", step(2, words=("next",)), HOST)
    assert [(entry.sequence, entry.told.words) for entry in store.feed(4, 100, HOST)] == [(5, "next")]
    assert store.append("t1", step(2, words=("again",)), HOST)
    assert numbers(store.feed(0, 100, HOST)) == [1, 2, 3, 4, 5, 6]


def test_the_first_two_events_of_a_caller_come_one_after_the_other(
    migrated: Engine, elsewhere: SqlTableStore, database_url: str
) -> None:
    """There is no row to lock yet."""
    store = SqlTableStore(migrated)
    second = threading.Thread(target=elsewhere.add, args=(table("t2", "open-2"), opening(words=("second",)), HOST))
    with Paused(database_url, lambda slow: slow.add(table(), opening(words=("first",)), HOST)).until_left():
        second.start()
        second.join(0.5)
        assert second.is_alive()
        assert store.feed(0, 100, HOST) == ()
    second.join()
    assert [(entry.sequence, entry.told.words) for entry in store.feed(0, 100, HOST)] == [(1, "first"), (2, "second")]


def test_no_other_caller_waits_for_a_slow_writer_on_postgresql(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    engine = open_engine(url, 4)
    upgrade(engine)
    store = SqlTableStore(engine)
    store.add(table(), opening(), HOST)
    with Paused(url, lambda slow: slow.append("t1", step(2), HOST)).until_left():
        assert seconds(lambda: store.add(table("t9"), opening(), OTHER)) < SLACK_S
        assert numbers(store.feed(0, 100, OTHER)) == [1, 2]
    assert numbers(store.feed(0, 100, HOST)) == [1, 2, 3, 4]
    engine.dispose()


def test_while_four_write_a_reader_sees_every_event_once_and_in_order(
    store: SqlTableStore, elsewhere: SqlTableStore, database_url: str
) -> None:
    """Each of four writers, two a replica, tells 300 events of its table."""
    ids = [f"w{number}" for number in range(4)]
    words = ("one", "two", "three")
    total = 4 + 4 * (2 + 300)
    seen: list[FeedEntry] = []
    left = threading.Event()

    def write(writer: SqlTableStore, table_id: str) -> None:
        writer.add(table(table_id, f"open-{table_id}"), opening(), HOST)
        for number in range(2, 102):
            assert writer.append(table_id, step(number, words=words), HOST)

    def poll() -> None:
        engine = open_engine(database_url, 1)
        reader = SqlTableStore(engine)
        while len(seen) < total and not left.is_set():
            seen.extend(reader.feed(seen[-1].sequence if seen else 0, 40, HOST))
        engine.dispose()

    watching = threading.Thread(target=poll)
    watching.start()
    writers = (store, elsewhere, store, elsewhere)
    try:
        side_by_side(*[lambda pair=pair: write(*pair) for pair in zip(writers, ids, strict=True)])
        watching.join(20)
    finally:
        left.set()
        watching.join()
    assert [entry.sequence for entry in seen] == list(range(1, total + 1))
    for table_id in ids:
        told = [(entry.step, entry.told.words) for entry in seen if entry.table_id == table_id]
        assert told == [(1, "open"), (1, "sits"), *[(number, word) for number in range(2, 102) for word in words]]


# Waiting


def test_who_waits_for_what_is_there_already_is_told_at_once(store: SqlTableStore) -> None:
    assert seconds(lambda: store.wait_for_feed(3, 60, HOST)) < SLACK_S
    assert store.wait_for_feed(3, 0, HOST)
    assert not store.wait_for_feed(4, 0, HOST)
    assert not store.wait_for_feed(0, 0, OTHER)


def test_who_waits_in_vain_waits_as_long_as_he_said_and_asks_seldom(migrated: Engine, store: SqlTableStore) -> None:
    looks: list[object] = []
    event.listen(migrated, "checkout", lambda *_: looks.append(1))
    assert 0.9 <= seconds(lambda: store.wait_for_feed(4, 0.9, HOST)) < 0.9 + SLACK_S
    assert 2 <= len(looks) <= 5
    assert not store.wait_for_feed(4, 0.1, HOST)


@pytest.mark.parametrize("adds", [True, False])
def test_what_this_process_stores_is_told_without_a_further_look(
    store: SqlTableStore, monkeypatch: pytest.MonkeyPatch, adds: bool
) -> None:
    monkeypatch.setattr(table_store, "LOOK_S", 60)
    found: list[bool] = []
    waiting = [threading.Thread(target=lambda: found.append(store.wait_for_feed(4, 50, HOST))) for _ in range(3)]
    for thread in waiting:
        thread.start()

    def tell() -> None:
        if adds:
            store.add(table("t3", "open-3"), opening(), HOST)
        else:
            store.append("t1", step(2), HOST)
        for thread in waiting:
            thread.join()

    assert seconds(tell) < SLACK_S
    assert found == [True] * 3


def test_what_another_replica_stores_is_seen_soon(store: SqlTableStore, elsewhere: SqlTableStore) -> None:
    found: list[bool] = []
    waiting = threading.Thread(target=lambda: found.append(store.wait_for_feed(4, 30, HOST)))
    waiting.start()
    elsewhere.append("t1", step(2), HOST)
    assert seconds(waiting.join) < 0.25 + SLACK_S
    assert found == [True]


def test_nobody_is_told_of_another_caller_s_events(store: SqlTableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_store, "LOOK_S", 60)
    found: list[bool] = []
    waiting = threading.Thread(target=lambda: found.append(store.wait_for_feed(4, 0.6, HOST)))
    waiting.start()
    for number in range(20):
        store.add(table(f"o{number}", f"open-{number}"), opening(), OTHER)
    waiting.join()
    assert found == [False]


def test_a_caller_who_has_gone_is_waited_for_no_longer(store: SqlTableStore) -> None:
    gone = threading.Event()
    leaving = threading.Timer(0.4, gone.set)
    leaving.start()
    assert 0.3 < seconds(lambda: store.wait_for_feed(4, 50, caller(has_gone=gone.is_set))) < 0.4 + 0.25 + SLACK_S
    assert not store.wait_for_feed(0, 50, caller(has_gone=lambda: True))


def test_nobody_waits_longer_than_his_call_lasts(store: SqlTableStore) -> None:
    def wait() -> None:
        for _ in range(5):
            assert not store.wait_for_feed(4, 50, caller(seconds=0.5))

    assert 5 * 0.3 <= seconds(wait) < 5 * 0.5 + SLACK_S
    assert not store.wait_for_feed(0, 50, caller(seconds=0))


@pytest.mark.usefixtures("migrated")
def test_who_waits_holds_no_connection(database_url: str) -> None:
    engine = open_engine(database_url, 1)
    store = SqlTableStore(engine)
    waiting = [threading.Thread(target=store.wait_for_feed, args=(99, 1.5, HOST)) for _ in range(8)]
    for thread in waiting:
        thread.start()
    store.add(table(), opening(), HOST)
    for number in range(2, 8):
        assert store.append("t1", step(number), caller(seconds=1.2))
    for thread in waiting:
        thread.join()
    engine.dispose()


def test_a_database_that_is_down_is_told_to_who_waits() -> None:
    engine = open_engine("postgresql+psycopg://someone@127.0.0.1:1/none", 1)
    with pytest.raises(StoreDownError):
        SqlTableStore(engine).wait_for_feed(0, 30, HOST)
