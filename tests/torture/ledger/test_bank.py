"""The bank test over the wire: eight writers through every service on a database, while others add everything up."""

from __future__ import annotations

import random
import threading
import time
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import ledger_pb2 as pb
from service.storage.database import open_engine, read
from tests.storage.ledger_bank import WRITERS, deadlocks, totals
from tests.torture.ledger.asks import EACH, HOUSES, bank_opening, banker
from tests.torture.ledger.server import ServiceWithPoints
from tests.torture.ledger.tellers import Books, LedgerClient, Teller, at_once, open_books
from tests.torture.ledger.truth import assert_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.postgresql import PostgresServer

TOTAL = WRITERS * EACH + len(HOUSES) * 100_000
PATIENCE_S = 300


def keep_bank(folder: Path, url: str, services: int, each: int) -> None:
    """Let eight writers ask so many questions each of so many services, while each service and the database is read."""
    folders = [folder / str(number) for number in range(services)]
    for own in folders:
        own.mkdir()
    with ExitStack() as running:
        started = [running.enter_context(ServiceWithPoints(own, url)) for own in folders]
        ports = [int(service.port) for service in started]
        books, over, reads = Books(), threading.Event(), [0] * (services + 1)
        open_books(ports[0], books, bank_opening())
        tellers = [
            Teller(banker(f"w{number}", random.Random(number)), books, random.Random(number))
            for number in range(WRITERS)
        ]
        readers = [_reader(port, at, reads, over) for at, port in enumerate(ports)]
        threads = [partial(teller.times, ports, each, PATIENCE_S, 20) for teller in tellers]
        _side_by_side(threads, [*readers, _database_reader(url, reads, over)], over)
        for service in started:
            assert service.call(pb.AuditLedgerRequest()).passed
            assert [line for line in service.lines() if line["event"] == "incident"] == []
            assert service.terminate() == 0
    engine = open_engine(url, 1)
    assert deadlocks(engine) == 0
    engine.dispose()
    print(f"{len(books.answers)} answered, {reads} readings, {dict(books.refusals)}")
    assert len(books.answers) >= WRITERS * each
    assert min(reads) >= 3
    assert_kept(url, books)


def _side_by_side(
    writers: Sequence[Callable[[], None]], readers: Sequence[Callable[[], None]], over: threading.Event
) -> None:
    def write() -> None:
        try:
            at_once(writers)
        finally:
            over.set()

    at_once(readers, write)


def _reader(port: int, at: int, reads: list[int], over: threading.Event) -> Callable[[], None]:
    """Reads the totals of all accounts through a service."""

    def look() -> None:
        client = LedgerClient(port)
        while not over.is_set():
            seen = client.once(pb.ReconcileRequest(after=0), 60).totals
            inside = (seen.wallets.silver, seen.houses.silver, seen.escrows.silver, seen.grants.silver)
            assert min(inside) >= 0, seen
            assert inside[0] + inside[1] == TOTAL, seen
            assert sum(inside) + seen.clearing.silver + seen.mint.silver == 0, seen
            reads[at] += 1
        client.close()

    return look


def _database_reader(url: str, reads: list[int], over: threading.Event) -> Callable[[], None]:
    """Reads every account beside the services."""

    def look() -> None:
        engine = open_engine(url, 1)
        while not over.is_set():
            total, inside, least_free, most, held_apart = read(engine, totals, 60)
            assert (total, inside, held_apart) == (0, TOTAL, 0)
            assert least_free >= 0
            assert most <= 16_777_215
            reads[-1] += 1
            time.sleep(0.01)
        engine.dispose()

    return look


def test_every_reading_through_one_service_on_sqlite_adds_up(tmp_path: Path) -> None:
    keep_bank(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", 1, 30)


def test_every_reading_through_two_services_on_postgresql_adds_up(postgres: PostgresServer, tmp_path: Path) -> None:
    keep_bank(tmp_path, postgres.new_database(), 2, 40)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_every_reading_through_one_service_on_sqlite_adds_up_for_long(tmp_path: Path) -> None:
    keep_bank(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", 1, 2500)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_every_reading_through_two_services_on_postgresql_adds_up_for_long(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    keep_bank(tmp_path, postgres.new_database(), 2, 2500)
