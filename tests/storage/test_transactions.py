"""Transactions in time: deadlines, locks and conflicts."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from service.storage.database import open_engine, read, write
from service.storage.errors import StoreTimeoutError
from tests.storage.accounts import SLACK_S, pay, seconds, side_by_side, silver

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection, Engine

# Time


@pytest.mark.parametrize("within_s", [0, -5])
def test_the_database_is_not_asked_when_no_time_is_left(engine: Engine, within_s: float) -> None:
    seen: list[object] = []
    event.listen(engine, "checkout", lambda *_: seen.append(1))
    event.listen(engine, "begin", seen.append)
    for run in (read, write):
        with pytest.raises(StoreTimeoutError):
            run(engine, lambda _: seen.append(1), within_s)
    assert seen == []


def test_a_writer_that_waits_for_a_lock_gives_up_in_time_and_leaves_nothing(engine: Engine) -> None:
    with engine.begin() as other:
        pay(1)(other)

        def wait() -> None:
            with pytest.raises(StoreTimeoutError, match="no answer in time"):
                write(engine, pay(1), 0.8)

        assert 0.5 <= seconds(wait) < 0.8 + SLACK_S
    assert silver(engine) == [1, 0]
    write(engine, pay(1), 0.8)
    assert silver(engine) == [2, 0]


def test_a_lock_that_is_given_free_in_time_is_waited_for(engine: Engine) -> None:
    holding = threading.Event()

    def hold() -> None:
        with engine.begin() as other:
            pay(1)(other)
            holding.set()
            time.sleep(0.4)

    holder = threading.Thread(target=hold)
    holder.start()
    holding.wait()
    write(engine, pay(1), 5)
    holder.join()
    assert silver(engine) == [2, 0]


def test_no_lock_is_waited_for_longer_than_the_engine_allows(database_url: str) -> None:
    engine, other = open_engine(database_url, 2, longest_s=0.6), open_engine(database_url, 1)
    with other.begin() as held:
        held.execute(text("CREATE TABLE account (id INTEGER PRIMARY KEY)"))
    with other.begin() as held:
        held.execute(text("INSERT INTO account VALUES (1)"))

        def wait() -> None:
            with pytest.raises(StoreTimeoutError):
                write(engine, lambda late: late.execute(text("INSERT INTO account VALUES (1)")), 3600)

        assert seconds(wait) < 0.6 + SLACK_S
    engine.dispose()
    other.dispose()


def test_a_connection_is_waited_for_as_long_as_there_is_time(engine: Engine) -> None:
    held, done = threading.Barrier(5), threading.Event()

    def hold(connection: Connection) -> None:
        connection.execute(text("SELECT 1"))
        held.wait()
        done.wait()

    holders = [threading.Thread(target=read, args=(engine, hold)) for _ in range(4)]
    for holder in holders:
        holder.start()
    held.wait()

    def wait() -> None:
        for run in (read, write):
            with pytest.raises(StoreTimeoutError):
                run(engine, lambda _: None, 0.3)

    assert 0.6 <= seconds(wait) < 0.6 + SLACK_S
    done.set()
    for holder in holders:
        holder.join()
    assert silver(engine) == [0, 0]


def test_a_slow_statement_is_cancelled_in_time(postgresql: Engine) -> None:
    def wait() -> None:
        with pytest.raises(StoreTimeoutError):
            read(postgresql, lambda held: held.execute(text("SELECT pg_sleep(30)")), 0.6)

    assert 0.4 <= seconds(wait) < 0.6 + SLACK_S


def test_no_statement_is_sent_after_the_time(postgresql: Engine) -> None:
    sent: list[int] = []

    def work(held: Connection) -> None:
        for number in range(100):
            held.execute(text("SELECT pg_sleep(0.2)"))
            sent.append(number)

    with pytest.raises(StoreTimeoutError):
        read(postgresql, work, 0.7)
    assert len(sent) <= 4  # each of them is within its own limit of half a second


def test_statements_that_are_each_in_time_are_cancelled_when_the_transaction_s_time_is_over(postgresql: Engine) -> None:
    def work(held: Connection) -> None:
        for _ in range(2):
            held.execute(text("SELECT pg_sleep(3)"))

    def wait() -> None:
        with pytest.raises(StoreTimeoutError, match="no answer in time"):
            read(postgresql, work, 3.9)

    assert seconds(wait) < 5.9  # both together would take 6


def test_a_lock_is_waited_for_only_as_long_as_the_statements_before_left_time(postgresql: Engine) -> None:
    with postgresql.begin() as other:
        pay(1)(other)

        def work(held: Connection) -> None:
            held.execute(text("SELECT pg_sleep(2.7)"))
            pay(1)(held)

        def wait() -> None:
            with pytest.raises(StoreTimeoutError):
                write(postgresql, work, 4.2)

        assert 2.7 < seconds(wait) < 6.4  # both together would take 6.7
    assert silver(postgresql) == [1, 0]


def test_a_transaction_that_is_quick_sends_nothing_but_its_own_statements(postgresql: Engine) -> None:
    sent: list[str] = []

    @event.listens_for(postgresql, "before_cursor_execute")
    def _sent(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement.split(maxsplit=1)[0])

    def work(held: Connection) -> None:
        pay(1)(held)
        pay(2)(held)

    write(postgresql, work, 5)
    assert sent == ["BEGIN", "UPDATE", "UPDATE"]


def test_one_long_statement_of_sqlite_ends_in_time_and_its_connection_goes_on(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/sabacc.db", 1)
    endless = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")

    def wait() -> None:
        for run in (read, write):
            with pytest.raises(StoreTimeoutError, match="no answer in time"):
                run(engine, lambda held: held.execute(endless), 0.4)

    assert 0.8 <= seconds(wait) < 0.8 + SLACK_S
    for run in (read, write):
        assert run(engine, lambda held: held.scalar(text("SELECT 1")), 5) == 1
    engine.dispose()


def test_a_transaction_has_the_limits_of_its_own_call(postgresql: Engine) -> None:
    def limits(held: Connection) -> list[int]:
        query = text("SELECT setting FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout')")
        return [int(setting) for setting in held.scalars(query)]

    for within_s, most in ((3, 2800), (9, 8800), (600, 10_000), (0.3, 150)):
        for run in (read, write):
            for limit in run(postgresql, limits, within_s):
                assert most - 1000 < limit <= most
                assert limit > 0  # which would mean for ever


def test_a_transaction_that_reads_can_change_nothing_on_postgresql(postgresql: Engine) -> None:
    with pytest.raises(Exception, match="read-only transaction"):
        read(postgresql, pay(1))
    assert silver(postgresql) == [0, 0]


# Conflicts


def test_a_deadlock_is_tried_again(postgresql: Engine) -> None:
    both_hold_one = threading.Barrier(2)
    tries: list[int] = []

    def crosswise(first: int, second: int) -> Callable[[], None]:
        mine: list[int] = []

        def work(held: Connection) -> None:
            mine.append(first)
            tries.append(first)
            pay(first)(held)
            if len(mine) == 1:
                both_hold_one.wait()
            pay(second)(held)

        return lambda: write(postgresql, work)

    side_by_side(crosswise(1, 2), crosswise(2, 1))
    assert len(tries) == 3  # PostgreSQL ends one of the two
    assert silver(postgresql) == [2, 2]


def test_a_serialisation_failure_is_tried_again(postgresql: Engine) -> None:
    both_have_read = threading.Barrier(2)
    tries: list[int] = []

    def skewed(mine: int, other: int) -> Callable[[], None]:
        """Read the other's account and write one's own: only one after the other gives the sums 1 and 2."""
        seen: list[int] = []

        def work(held: Connection) -> None:
            tries.append(mine)
            held.execute(text("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"))
            seen.append(held.scalar(text("SELECT silver FROM account WHERE id = :id"), {"id": other}) or 0)
            if len(seen) == 1:
                both_have_read.wait()
            held.execute(text("UPDATE account SET silver = :to WHERE id = :id"), {"to": seen[-1] + 1, "id": mine})

        return lambda: write(postgresql, work)

    side_by_side(skewed(1, 2), skewed(2, 1))
    assert len(tries) == 3
    assert sorted(silver(postgresql)) == [1, 2]


def test_conflicts_without_end_end_with_the_time(postgresql: Engine) -> None:
    tries: list[int] = []

    def work(held: Connection) -> None:
        tries.append(1)
        pay(1)(held)
        held.execute(text("DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END $$"))

    def wait() -> None:
        with pytest.raises(StoreTimeoutError):
            write(postgresql, work, 0.8)

    assert seconds(wait) < 0.8 + SLACK_S
    assert 1 < len(tries) < 200  # the pauses grow
    assert silver(postgresql) == [0, 0]


def test_a_statement_that_is_wrong_is_not_tried_again(engine: Engine) -> None:
    tries: list[int] = []

    def work(held: Connection) -> None:
        tries.append(1)
        held.execute(text("INSERT INTO account VALUES (1, 0)"))

    with pytest.raises(Exception, match=r"UNIQUE|unique"):
        write(engine, work)
    assert len(tries) == 1


def test_a_commit_that_is_refused_leaves_nothing_and_no_open_transaction(database_url: str) -> None:
    engine = open_engine(database_url, 1)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE parent (id INTEGER PRIMARY KEY)"))
        connection.execute(text("CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)"))
    for _ in range(3):
        with pytest.raises(IntegrityError):
            write(engine, lambda held: held.execute(text("INSERT INTO child VALUES (7)")))
    write(engine, lambda held: held.execute(text("INSERT INTO parent VALUES (1)")))
    assert read(engine, lambda held: held.scalar(text("SELECT count(*) FROM child"))) == 0
    engine.dispose()
