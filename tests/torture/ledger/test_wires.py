"""Wires that cut, delay and lose answers: whoever asks again by the same id gets one effect and one answer."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url

from tests.torture.ledger.killing import ask_again, tellers_of
from tests.torture.ledger.server import ServiceWithPoints
from tests.torture.ledger.tellers import Books, LedgerClient, at_once, open_books
from tests.torture.ledger.truth import assert_kept
from tests.torture.proxy import Faults, FaultyProxy

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgresql import PostgresServer

CLIENT_FAULTS = Faults(cut=0.02, delay=0.05, drop=0.02)
STORE_FAULTS = Faults(cut=0.003, delay=0.01, drop=0.003)
"""Rarer: one call goes this way many times."""
CALLERS = 2
"""Of each script."""
PATIENCE_S = 300


def callers_over(ports: list[int], direct: int, each: int, seed: int) -> Books:
    """Let callers ask so many questions each over *ports*; then ask some again over the *direct* one."""
    chance = random.Random(seed)
    books = Books()
    open_books(direct, books)
    tellers = tellers_of(books, chance, CALLERS)
    at_once([partial(teller.times, ports, each, PATIENCE_S) for teller in tellers])
    assert len(books.answers) >= len(tellers) * each
    assert books.open == {}
    client = LedgerClient(direct)
    ask_again(client, books, chance.sample(sorted(books.answers), 20))
    client.close()
    print(f"{len(books.answers)} answered, {books.repeats} twice, {dict(books.refusals)}")
    print(f"the longest took {books.longest_s:.1f} s")
    return books


def assert_no_incident(service: ServiceWithPoints) -> None:
    assert [line for line in service.lines() if line["event"] == "incident"] == []


def ask_over_a_bad_wire(folder: Path, url: str, each: int) -> None:
    with ServiceWithPoints(folder, url) as service:
        chance = random.Random(2)
        with FaultyProxy(int(service.port), CLIENT_FAULTS, chance) as proxy:
            books = callers_over([proxy.port], int(service.port), each, 1)
        assert_no_incident(service)
        assert service.terminate() == 0
    print(dict(proxy.felt))
    assert set(proxy.felt) == {"cut", "delay", "drop"}
    assert books.repeats > 0  # done, and the answer was lost
    assert_kept(url, books)


def store_over_a_bad_wire(folder: Path, server: PostgresServer, each: int) -> None:
    url = make_url(server.new_database())
    chance = random.Random(3)
    with FaultyProxy(server.socket_path(), STORE_FAULTS, chance) as proxy:
        wired = f"postgresql+psycopg://sabacc@127.0.0.1:{proxy.port}/{url.database}"
        with ServiceWithPoints(folder, url.render_as_string()) as first:
            assert first.terminate() == 0  # the schema is made over a good wire
        with ServiceWithPoints(folder, wired, migrate="never") as service:
            books = callers_over([int(service.port)], int(service.port), each, 4)
            assert_no_incident(service)
            assert service.terminate() == 0
    print(dict(proxy.felt))
    assert set(proxy.felt) == {"cut", "delay", "drop"}
    assert books.refusals
    assert_kept(url.render_as_string(), books)


def test_a_bad_wire_to_the_service_costs_only_repeats(database_url: str, tmp_path: Path) -> None:
    ask_over_a_bad_wire(tmp_path, database_url, 30)


def test_a_bad_wire_to_the_database_costs_only_repeats(postgres: PostgresServer, tmp_path: Path) -> None:
    store_over_a_bad_wire(tmp_path, postgres, 30)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_a_bad_wire_to_the_service_costs_only_repeats_for_long(database_url: str, tmp_path: Path) -> None:
    ask_over_a_bad_wire(tmp_path, database_url, 500)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_a_bad_wire_to_the_database_costs_only_repeats_for_long(postgres: PostgresServer, tmp_path: Path) -> None:
    store_over_a_bad_wire(tmp_path, postgres, 500)
