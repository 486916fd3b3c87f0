"""The table store by itself, on both databases: what it keeps, for whom, and who wins."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, func, select, text

from service.storage.database import open_engine, upgrade
from service.storage.errors import StoreDownError
from service.storage.schema import GAME_TABLES, TABLE_STEPS
from service.storage.table_store import SqlTableStore
from service.tables.sessions.telling import Told
from service.tables.telling import EventCues
from tests.storage.accounts import side_by_side
from tests.storage.cut_connection import CuttingProxy
from tests.storage.played import HOST, NOON, OTHER, opening, step, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

    from service.tables.sessions.store import StoredStep, StoredTable
    from tests.postgresql import PostgresServer


@pytest.fixture
def store(migrated: Engine) -> SqlTableStore:
    return SqlTableStore(migrated)


def steps(engine: Engine, table_id: str = "t1") -> list[tuple[int, str | None]]:
    query = select(TABLE_STEPS.c.number, TABLE_STEPS.c.request_id).where(TABLE_STEPS.c.table_id == table_id)
    with engine.begin() as connection:
        return [(row.number, row.request_id) for row in connection.execute(query.order_by(TABLE_STEPS.c.number))]


# What is stored is read back


def test_a_table_is_got_as_it_was_opened(store: SqlTableStore) -> None:
    assert store.get("t1", HOST) is None
    assert store.add(table(), opening(), HOST) == (table(), opening(), True)
    assert store.get("t1", HOST) == (table(), opening().standing)
    assert store.get("T1", HOST) is None


def test_a_table_is_got_with_its_last_step(store: SqlTableStore) -> None:
    store.add(table(), opening(), HOST)
    for number in range(2, 13):
        assert store.append("t1", step(number), HOST)
        assert store.get("t1", HOST) == (table(), step(number).standing)


def test_every_step_is_found_by_its_request(store: SqlTableStore) -> None:
    store.add(table(), opening(), HOST)
    store.add(table("t2", "open-2"), opening(), HOST)
    for number in (2, 3, 4):
        store.append("t1", step(number), HOST)
    assert store.step_of("t1", "move-3", HOST) == step(3)
    assert store.step_of("t1", "move-5", HOST) is None
    assert store.step_of("t1", "", HOST) is None
    assert store.step_of("t2", "move-3", HOST) is None


def test_a_step_comes_back_exactly_whatever_its_texts_hold(store: SqlTableStore) -> None:
    odd = replace(
        step(2),
        content="'; DROP TABLE game_table; -- %s :name ? \U0001d54f",
        state="½ | \U0001d54f | \n\t" + "x" * 300_000,
        lines=("", "a\nb", '"\\ \x00 ½', ""),
        told=(Told(1, "½ \n 'x'", EventCues("c", "l", ("", "a,b", '"'))), Told(0, "", EventCues("", ""))),
    )
    none = replace(step(3), lines=(), told=())
    store.add(table(content='{"½":"\U0001d54f"}'), replace(opening(), lines=(), told=()), HOST)
    for each in (odd, none):
        assert store.append("t1", each, HOST)
        found = store.get("t1", HOST)
        assert found == (table(content='{"½":"\U0001d54f"}'), each.standing)
        assert store.step_of("t1", each.request_id, HOST) == each
    assert [entry.told for entry in store.feed(0, 100, HOST)] == list(odd.told)


def test_times_come_back_in_utc_whatever_zone_they_had(store: SqlTableStore) -> None:
    tokyo = timezone(timedelta(hours=9))
    store.add(replace(table(), create_time=NOON.astimezone(tokyo)), opening(), HOST)
    store.append("t1", replace(step(2), create_time=NOON.astimezone(tokyo)), HOST)
    found = store.get("t1", HOST)
    assert found is not None
    moved = store.step_of("t1", "move-2", HOST)
    assert moved is not None
    for time in (found[0].create_time, moved.create_time, store.feed(3, 1, HOST)[0].create_time):
        assert (time, time.utcoffset()) == (NOON, timedelta(0))


def test_the_record_is_public_up_to_the_last_step_after_which_no_hand_was_played(store: SqlTableStore) -> None:
    assert store.public_lines("t1", HOST) == ()
    store.add(table(), replace(opening(), is_over=False), HOST)
    assert store.public_lines("t1", HOST) == ()
    store.append("t1", step(2, is_over=True), HOST)
    to_two = ("sits lando", "0 draw", "line 2")
    assert store.public_lines("t1", HOST) == to_two
    store.append("t1", step(3), HOST)
    store.append("t1", step(4), HOST)
    assert store.public_lines("t1", HOST) == to_two
    store.append("t1", step(5, is_over=True), HOST)
    store.append("t1", step(6), HOST)
    further = [line for number in (3, 4, 5) for line in step(number).lines]
    assert store.public_lines("t1", HOST) == (*to_two, *further)


def test_pages_of_the_feed_are_as_long_as_asked_for_and_leave_nothing_out(store: SqlTableStore) -> None:
    assert (store.feed(0, 10, HOST), store.feed_head(HOST)) == ((), 0)
    store.add(table(), opening(), HOST)
    store.add(table("t2", "open-2"), opening(), HOST)
    store.append("t1", step(2, words=("one", "two", "three")), HOST)
    whole = store.feed(0, 100, HOST)
    assert store.feed_head(HOST) == len(whole) == 7
    assert [entry.sequence for entry in whole] == [1, 2, 3, 4, 5, 6, 7]
    assert [(entry.table_id, entry.step, entry.told.words) for entry in whole[3:]] == [
        ("t2", 1, "sits"), ("t1", 2, "one"), ("t1", 2, "two"), ("t1", 2, "three")
    ]  # fmt: skip
    assert whole[6].create_time == step(2).create_time
    assert store.feed(0, 3, HOST) + store.feed(3, 3, HOST) + store.feed(6, 3, HOST) == whole
    assert store.feed(7, 3, HOST) == store.feed(8, 3, HOST) == ()


# A caller knows his own tables alone


def test_another_caller_sees_nothing_and_changes_nothing(store: SqlTableStore, migrated: Engine) -> None:
    store.add(table(), opening(), HOST)
    store.append("t1", step(2, is_over=True), HOST)
    assert store.get("t1", OTHER) is None
    assert store.step_of("t1", "move-2", OTHER) is None
    assert store.public_lines("t1", OTHER) == ()
    assert (store.feed(0, 100, OTHER), store.feed_head(OTHER)) == ((), 0)
    assert not store.append("t1", step(3), OTHER)
    assert store.feed_head(OTHER) == 0
    assert steps(migrated) == [(1, None), (2, "move-2")]


def test_two_callers_may_use_one_request_id_and_each_counts_his_own_events(store: SqlTableStore) -> None:
    store.add(table(), opening(), HOST)
    assert store.add(table("t2"), opening(), OTHER) == (table("t2"), opening(), True)
    assert store.append("t2", step(2), OTHER)
    assert (store.feed_head(HOST), store.feed_head(OTHER)) == (2, 4)
    assert {entry.table_id for entry in store.feed(0, 100, OTHER)} == {"t2"}


# Who wins


def test_a_request_opens_one_table_however_often_it_comes(store: SqlTableStore) -> None:
    store.add(table(), opening(), HOST)
    store.append("t1", step(2), HOST)
    other_content = table("t9", content='{"another":1}')
    assert store.add(other_content, opening(words=("never",)), HOST) == (table(), opening(), False)
    assert store.get("t9", HOST) is None
    assert store.feed_head(HOST) == 4


def test_of_many_at_once_one_opens_the_table_and_all_others_get_it(store: SqlTableStore, migrated: Engine) -> None:
    results: list[tuple[StoredTable, StoredStep, bool]] = []
    start = threading.Barrier(8)

    def add(number: int) -> Callable[[], None]:
        def work() -> None:
            start.wait()
            results.append(store.add(table(f"t{number}", content=f"[{number}]"), opening(), HOST))

        return work

    side_by_side(*map(add, range(8)))
    assert [is_new for *_, is_new in results].count(True) == 1
    ((winner, first),) = {(stored, opened) for stored, opened, _ in results}
    assert store.get(winner.table_id, HOST) == (winner, first.standing)
    with migrated.begin() as connection:
        assert connection.scalar(select(func.count()).select_from(GAME_TABLES)) == 1
    assert store.feed_head(HOST) == 2


def test_a_step_that_does_not_follow_the_last_one_is_not_stored(store: SqlTableStore) -> None:
    store.add(table(), opening(), HOST)
    store.append("t1", step(2), HOST)
    for number in (0, 1, 2, 4, 9):
        assert not store.append("t1", step(number, "another"), HOST)
    assert not store.append("none", step(3), HOST)
    assert store.get("t1", HOST) == (table(), step(2).standing)
    assert store.step_of("t1", "move-2", HOST) == step(2)
    assert store.feed_head(HOST) == 4


def test_a_request_makes_one_step_of_a_table(store: SqlTableStore) -> None:
    store.add(table(), opening(), HOST)
    store.add(table("t2", "open-2"), opening(), HOST)
    assert store.append("t1", step(2, "one"), HOST)
    assert not store.append("t1", step(2, "one"), HOST)
    assert not store.append("t1", step(3, "one"), HOST)
    assert store.append("t2", step(2, "one"), HOST)
    assert store.append("t1", step(3, "two"), HOST)
    assert store.feed_head(HOST) == 10


def test_of_eight_at_the_same_instant_one_makes_each_of_two_hundred_steps(
    store: SqlTableStore, migrated: Engine
) -> None:
    store.add(table(), opening(), HOST)
    at_once = threading.Barrier(8)
    won: list[tuple[int, str]] = []

    def play(player: int) -> Callable[[], None]:
        def work() -> None:
            for number in range(2, 202):
                at_once.wait()
                if store.append("t1", step(number, f"{player}-{number}"), HOST):
                    won.append((number, f"{player}-{number}"))

        return work

    side_by_side(*map(play, range(8)))
    assert sorted(won) == won
    assert steps(migrated) == [(1, None), *won]
    assert [number for number, _ in won] == list(range(2, 202))
    assert store.feed_head(HOST) == 2 + 2 * 200


def test_of_two_services_at_the_same_instant_one_makes_each_step(migrated: Engine, database_url: str) -> None:
    """On SQLite they are two programs that know nothing of each other's turn: its own locks decide."""
    there = open_engine(database_url, 2)
    stores = [SqlTableStore(migrated), SqlTableStore(there)]
    stores[0].add(table(), opening(), HOST)
    at_once = threading.Barrier(2)
    won: list[int] = []

    def play(store: SqlTableStore) -> None:
        for number in range(2, 42):
            at_once.wait()
            if store.append("t1", step(number, "same" if number == 2 else f"move-{number}"), HOST):
                won.append(number)

    side_by_side(*[lambda store=store: play(store) for store in stores])
    assert won == list(range(2, 42))
    assert stores[1].feed_head(HOST) == 2 + 2 * 40
    there.dispose()


# Connections that break


def test_a_step_whose_connection_broke_before_the_commit_is_stored_once(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    engine, other = open_engine(url, 1), open_engine(url, 1)
    upgrade(engine)
    store = SqlTableStore(engine)
    store.add(table(), opening(), HOST)
    broken: list[int] = []

    @event.listens_for(engine, "before_cursor_execute")
    def _break(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO feed_event") and not broken:
            broken.append(connection.connection.dbapi_connection.info.backend_pid)  # type: ignore[union-attr]
            with other.begin() as killer:
                killer.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": broken[0]})

    assert store.append("t1", step(2), HOST)
    assert len(broken) == 1
    assert store.get("t1", HOST) == (table(), step(2).standing)
    assert store.step_of("t1", "move-2", HOST) == step(2)
    assert [entry.sequence for entry in store.feed(0, 100, HOST)] == [1, 2, 3, 4]
    for each in (engine, other):
        each.dispose()


@pytest.mark.parametrize("passed_on", [True, False])
def test_a_step_whose_commit_had_no_answer_is_there_or_can_be_made(postgres: PostgresServer, passed_on: bool) -> None:
    engine = open_engine(postgres.new_database(), 2)
    upgrade(engine)
    store = SqlTableStore(engine)
    store.add(table(), opening(), HOST)
    with CuttingProxy(postgres.socket_path(), b"COMMIT\0", passed_on=passed_on, times=1) as proxy:
        url = engine.url.set(host="127.0.0.1", port=proxy.port, query={})
        cut_off = open_engine(url.render_as_string(hide_password=False), 1)
        with pytest.raises(StoreDownError):
            SqlTableStore(cut_off).append("t1", step(2), HOST)
        cut_off.dispose()
    is_stored_now = store.append("t1", step(2), HOST)  # which waits until the server is done with the first
    assert is_stored_now != passed_on
    assert store.step_of("t1", "move-2", HOST) == step(2)
    assert store.feed_head(HOST) == 4
    engine.dispose()
