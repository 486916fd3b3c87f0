"""Connections that break: what is made good, what is told, and what is never said to be done."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.storage.database import open_engine, read, write
from service.storage.errors import StoreDownError
from tests.storage.accounts import SLACK_S, pay, seconds, side_by_side, silver
from tests.storage.cut_connection import CuttingProxy

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

    from tests.postgresql import PostgresServer


def breaking(engine: Engine, times: int) -> Callable[[Connection], int]:
    """Work whose connection is ended by the server between its two payments, as often as told."""
    tries: list[int] = []

    def work(held: Connection) -> int:
        tries.append(1)
        pay(1)(held)
        if len(tries) <= times:
            pid = held.scalar(text("SELECT pg_backend_pid()"))
            with engine.connect() as other:
                other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
        pay(2)(held)
        return len(tries)

    return work


def test_a_connection_that_breaks_before_the_commit_is_made_good_once(postgresql: Engine) -> None:
    assert write(postgresql, breaking(postgresql, 1)) == 2
    assert silver(postgresql) == [1, 1]
    with pytest.raises(StoreDownError):
        write(postgresql, breaking(postgresql, 2))
    assert silver(postgresql) == [1, 1]


@pytest.mark.parametrize("mode", ["immediate", "fast"])
def test_no_caller_notices_a_restart_that_is_over(postgres: PostgresServer, mode: str) -> None:
    engine = open_engine(postgres.new_database(), 4)
    all_at_once = threading.Barrier(4)

    def work(held: Connection) -> None:
        held.execute(text("SELECT 1"))
        all_at_once.wait()

    side_by_side(*[lambda: read(engine, work)] * 4)
    postgres.stop(mode)
    postgres.start()
    side_by_side(*[lambda: read(engine, lambda held: held.execute(text("SELECT 1")))] * 4)
    engine.dispose()


def test_a_server_that_is_away_is_told_at_once(postgres: PostgresServer) -> None:
    engine = open_engine(postgres.new_database(), 1)
    read(engine, lambda held: held.execute(text("SELECT 1")))
    postgres.stop("immediate")

    def ask() -> None:
        for run in (read, write):
            with pytest.raises(StoreDownError):
                run(engine, lambda held: held.execute(text("SELECT 1")))

    try:
        assert seconds(ask) < SLACK_S
    finally:
        postgres.start()
    read(engine, lambda held: held.execute(text("SELECT 1")))
    engine.dispose()


@pytest.mark.parametrize("passed_on", [True, False])
def test_a_commit_without_an_answer_is_neither_repeated_nor_called_done(
    postgres: PostgresServer, postgresql: Engine, passed_on: bool
) -> None:
    with CuttingProxy(postgres.socket_path(), b"COMMIT\0", passed_on=passed_on) as proxy:
        url = postgresql.url.set(host="127.0.0.1", port=proxy.port, query={})
        engine = open_engine(url.render_as_string(hide_password=False), 1)
        tries: list[int] = []

        def work(held: Connection) -> None:
            tries.append(1)
            pay(1)(held)

        with pytest.raises(StoreDownError):
            write(engine, work)
        assert len(tries) == 1
        engine.dispose()
    for _ in range(6000):  # the server may still be at it
        if silver(postgresql) == [int(passed_on), 0]:
            break
        time.sleep(0.02)
    assert silver(postgresql) == [int(passed_on), 0]


def test_a_reader_whose_commit_has_no_answer_reads_again(postgres: PostgresServer, postgresql: Engine) -> None:
    with CuttingProxy(postgres.socket_path(), b"COMMIT\0", passed_on=False, times=1) as proxy:
        url = postgresql.url.set(host="127.0.0.1", port=proxy.port, query={})
        engine = open_engine(url.render_as_string(hide_password=False), 1)
        assert silver(engine) == [0, 0]
        engine.dispose()


def test_a_server_that_accepts_and_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        engine = open_engine(f"postgresql+psycopg://u@127.0.0.1:{silent.getsockname()[1]}/none", 1)

        def ask() -> None:
            with pytest.raises(StoreDownError):
                read(engine, lambda held: held.execute(text("SELECT 1")))

        assert seconds(ask) < 3 + SLACK_S
        engine.dispose()
