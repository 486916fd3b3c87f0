"""Two callers of one player at two services on one database: who comes second is refused, and moves nothing."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.rpc.asking_campaign import duel
from tests.rpc.asking_ledger import deposit
from tests.rpc.callers import Refused
from tests.torture.ledger.asks import CLEARING, Ask
from tests.torture.ledger.server import ServiceWithPoints
from tests.torture.ledger.silver import rival, rival_at_duel
from tests.torture.ledger.tellers import Books, LedgerClient, Teller, at_once, open_books
from tests.torture.ledger.truth import assert_kept

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgresql import PostgresServer
    from tests.torture.ledger.asks import Script

PATIENCE_S = 300
DUEL = ("dan", "eve")
LIMITS = {"duel_pair_hands": 100_000, "duel_pair_silver": 10**9, "duel_player_silver": 10**9}
"""As many hands as the test takes, in one day."""
REFUSALS = frozenset(
    {"TABLE_MOVED_ON", "ILLEGAL_ACT", "CAREER_FORBIDS", "CAREER_MOVED_ON", "INSUFFICIENT_FUNDS", "TABLE_ENDED"}
)


def rivals(folder: Path, url: str, each: int) -> None:
    """Let two callers of each of two players, and of each seat of a duel, ask so many questions of both services."""
    folders = [folder / name for name in ("one", "two")]
    for own in folders:
        own.mkdir()
    with ExitStack() as running:
        services = [running.enter_context(ServiceWithPoints(own, url, None, **LIMITS)) for own in folders]
        ports = [int(service.port) for service in services]
        books = Books()
        open_books(ports[0], books, purses())
        client = LedgerClient(ports[1])
        table_id = client.once(duel(*DUEL, 5, request_id="duel"), 60).table.table_id
        client.close()
        tellers = [Teller(script, books, random.Random(number)) for number, script in enumerate(scripts_of(table_id))]
        at_once([partial(teller.times, ports, each, PATIENCE_S, 20) for teller in tellers])
        for service in services:
            assert [line for line in service.lines() if line["event"] == "incident"] == []
            assert service.terminate() == 0
    ends = Counter(
        f"{ask.kind}: {answer.reason}" if isinstance(answer, Refused) else ask.kind
        for ask, answer in books.answers.values()
    )
    print(f"{len(books.answers)} answered, {dict(books.refusals)}, {dict(ends)}")
    assert {name.partition(": ")[2] for name in ends} - {""} <= REFUSALS
    assert ends["bet at a table"]
    assert ends["duel move"]
    assert sum(number for name, number in ends.items() if name.endswith(": TABLE_MOVED_ON"))
    assert_kept(url, books)


def purses() -> list[Ask]:
    """What the duellists bring."""
    return [
        Ask("deposit", f"in-{name}", deposit(f"in-{name}", name, 10_000), moves=((CLEARING, f"wallet:{name}", 10_000),))
        for name in DUEL
    ]


def scripts_of(table_id: str) -> list[Script]:
    """Two callers of everything."""
    chance = random.Random(7)
    return [
        *[rival(f"{player}{number}", player, chance) for player in ("ann", "bob") for number in range(2)],
        *[rival_at_duel(f"d{seat}{number}", table_id, seat, chance) for seat in (0, 1) for number in range(2)],
    ]


def test_two_callers_of_a_player_at_two_services_move_nothing_twice(postgres: PostgresServer, tmp_path: Path) -> None:
    rivals(tmp_path, postgres.new_database(), 30)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_two_callers_of_a_player_at_two_services_move_nothing_twice_for_long(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    rivals(tmp_path, postgres.new_database(), 1500)
