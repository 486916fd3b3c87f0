"""PostgreSQL crashes and comes back while eight callers ask two services: it costs them only repeats."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.torture.ledger.killing import ask_again, tellers_of
from tests.torture.ledger.server import ServiceWithPoints
from tests.torture.ledger.tellers import Books, LedgerClient, at_once, open_books
from tests.torture.ledger.truth import assert_kept

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgresql import PostgresServer


def crash_database(folder: Path, server: PostgresServer, *, each: int, crashes: int) -> None:
    """Let callers ask so many questions each, and crash the database after equal parts of their answers."""
    url, chance, books = server.new_database(), random.Random(1), Books()
    folders = [folder / name for name in ("one", "two")]
    for own in folders:
        own.mkdir()
    with ExitStack() as running:
        services = [running.enter_context(ServiceWithPoints(own, url)) for own in folders]
        ports = [int(service.port) for service in services]
        open_books(ports[0], books)
        tellers = tellers_of(books, chance, 3)[:8]

        def crash() -> None:
            for number in range(1, crashes + 1):
                until = time.monotonic() + 600
                while len(books.answers) < number * each * len(tellers) // (crashes + 1):
                    assert time.monotonic() < until, books.refusals
                    time.sleep(0.002)
                server.stop("immediate")
                server.start()

        at_once([partial(teller.times, ports, each, 120 * crashes) for teller in tellers], crash)
        client = LedgerClient(ports[0])
        ask_again(client, books, chance.sample(sorted(books.answers), 20))
        client.close()
        for service in services:
            assert [line for line in service.lines() if line["event"] == "incident"] == []
            assert service.terminate() == 0
    print(f"{len(books.answers)} answered, {books.repeats} twice, {dict(books.refusals)}")
    assert books.refusals  # the crashes were felt
    assert_kept(url, books)


def test_a_database_that_crashes_twice_costs_only_repeats(durable_postgres: PostgresServer, tmp_path: Path) -> None:
    crash_database(tmp_path, durable_postgres, each=30, crashes=2)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_a_database_that_crashes_twenty_times_costs_only_repeats(
    durable_postgres: PostgresServer, tmp_path: Path
) -> None:
    crash_database(tmp_path, durable_postgres, each=700, crashes=20)
