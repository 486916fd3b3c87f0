"""Settlements beside a bare transaction of three statements: ``python -m tests.bench.ledger_settlements [ROUNDS]``.

Clients, each with a player of his own, call the ledger's use case directly: a deposit, a withdrawal, the bet of a hand
(two holds) and its result (a post and a void). In the same round they run the bare transaction of `tests.bench.bare`
between accounts of the same kind: one side of every deposit is GEMP's one account, which the bare transaction shares
among its clients, too; a hand's player and dealer are there for one client alone. pgbench runs the same statements on
PostgreSQL. Then as many callers ask a service in another process for deposits and withdrawals, over gRPC. PostgreSQL
and SQLite write to disk as in production. A round is short and has all kinds, so that each kind meets the same machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table

from sabacc.v1 import ledger_pb2 as pb
from service.caller import Caller, Role
from service.campaign.ledger.accounts import MINT, house, wallet
from service.campaign.ledger.postings import HandReference, Posting
from service.campaign.ledger.transfers import Hold, Post, Transfer, TransferKind, Void, VoidCause
from service.campaign.ledger.use_cases import Ledger
from service.campaign.settlement import requests
from service.money import Silver
from service.storage.database import open_engine
from service.storage.ledger_store import SqlLedgerStore
from tests.bench.bare import BareTransfers
from tests.bench.load import bench_server, run
from tests.postgresql import PostgresServer, find_binaries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tests.bench.load import BenchServer

CALLS: Final = 120
"""Of each kind in a round; what every number of clients divides."""
CLIENTS: Final = (1, 4, 8)
DEPOSIT: Final = "/sabacc.v1.LedgerService/Deposit"
WITHDRAW: Final = "/sabacc.v1.LedgerService/Withdraw"

_CALLER: Final = Caller("bench", Role.GAME, lambda: 60.0)
_ONE: Final = Silver(1)
_RIVALS: Final = {
    "deposit": "bare, one account shared",
    "withdrawal": "bare, one account shared",
    "bet of a hand": "bare, accounts of one's own",
    "result of a hand": "bare, accounts of one's own",
    "Deposit over gRPC": "deposit",
    "Withdraw over gRPC": "withdrawal",
    "pgbench, one account shared": "bare, one account shared",
    "pgbench, accounts of one's own": "bare, accounts of one's own",
}
"""Beside what each kind of call is set."""


@dataclass(frozen=True, slots=True)
class _Bench:
    """A database with all that settles in it."""

    ledger: Ledger
    bare: BareTransfers
    server: BenchServer
    numbers: Iterator[int] = field(default_factory=count)
    """For ids that nobody has used."""

    def fill(self) -> None:
        """Give every player and dealer enough for all rounds."""
        for number in range(max(CLIENTS)):
            self.ledger.post(requests.deposit(f"fill-{number}", f"p{number}", Silver(1_000_000)), _CALLER)
            bank = Transfer(TransferKind.BANK, MINT, house(f"d{number}"), Silver(1_000_000))
            self.ledger.post(Posting(f"bank-{number}", (bank,)), _CALLER)

    def round(self, clients: int) -> dict[str, float]:
        """Run every kind once; return its calls a second."""
        stem = f"{clients}-{next(self.numbers)}"
        each = range(CALLS // clients)
        who = range(clients)
        found = {
            "deposit": self._posted([[_deposit(f"{stem}-d{at}-{n}", at) for n in each] for at in who]),
            "withdrawal": self._posted([[_withdrawal(f"{stem}-w{at}-{n}", at) for n in each] for at in who]),
            "bare, one account shared": together(self.bare.works(clients, len(each), shared=True)),
            "bet of a hand": self._posted([[_bet(f"{stem}-{at}", n + 1, at) for n in each] for at in who]),
            "result of a hand": self._posted([[_result(f"{stem}-{at}", n + 1) for n in each] for at in who]),
            "bare, accounts of one's own": together(self.bare.works(clients, len(each), shared=False)),
        }
        deposits = [
            pb.DepositRequest(request_id=f"{stem}-D{n}", player=f"p{n % clients}", amount=1) for n in range(CALLS)
        ]
        found["Deposit over gRPC"] = run(self.server.port, DEPOSIT, _sent(deposits), clients)
        withdrawals = [
            pb.WithdrawRequest(request_id=f"{stem}-W{n}", player=f"p{n % clients}", amount=1) for n in range(CALLS)
        ]
        found["Withdraw over gRPC"] = run(self.server.port, WITHDRAW, _sent(withdrawals), clients)
        for kind, shared in (("one account shared", True), ("accounts of one's own", False)):
            speed = self.bare.pgbench(clients, len(each), shared=shared)
            if speed is not None:
                found[f"pgbench, {kind}"] = speed
        return found

    def _posted(self, postings: Sequence[Sequence[Posting]]) -> float:
        def work(mine: Sequence[Posting]) -> Callable[[], int]:
            def post() -> int:
                for posting in mine:
                    self.ledger.post(posting, _CALLER)
                return len(mine)

            return post

        return together([work(mine) for mine in postings])


def _sent(messages: Sequence[pb.DepositRequest | pb.WithdrawRequest]) -> list[bytes]:
    return [message.SerializeToString() for message in messages]


def _deposit(id_: str, client: int) -> Posting:
    return requests.deposit(id_, f"p{client}", _ONE)


def _withdrawal(id_: str, client: int) -> Posting:
    return requests.withdrawal(id_, f"p{client}", _ONE)


def _bet(table: str, hand: int, client: int) -> Posting:
    player, dealer = wallet(f"p{client}"), house(f"d{client}")
    holds = (Hold(player, dealer, _ONE), Hold(dealer, player, _ONE))
    return Posting(f"{table}/{hand}/bet", holds, HandReference(table, hand))


def _result(table: str, hand: int) -> Posting:
    """Let player and dealer win in turn."""
    won, lost = (1, 2) if hand % 2 else (2, 1)
    bet = f"{table}/{hand}/bet"
    entries = (Post(f"{bet}#{won}", _ONE), Void(f"{bet}#{lost}", VoidCause.DECIDED))
    return Posting(f"{table}/{hand}/end", entries, HandReference(table, hand))


def together(works: Sequence[Callable[[], int]]) -> float:
    """Run all *works* at once, each in a thread of its own; return how many calls a second they made."""
    with ThreadPoolExecutor(len(works)) as pool:
        started = perf_counter()
        made = sum(each.result() for each in [pool.submit(work) for work in works])
        return made / (perf_counter() - started)


def _measure(database: str, url: str, pgbench: Path | None, rounds: int, table: Table) -> None:
    """Add a line to *table* for each number of clients and kind of call."""
    engine = open_engine(url, max(CLIENTS))
    with bench_server(url, b"") as server, BareTransfers(url, max(CLIENTS), pgbench) as bare:
        bench = _Bench(Ledger(SqlLedgerStore(engine), lambda: datetime.now(UTC)), bare, server)
        bench.fill()
        for clients in CLIENTS:
            bench.round(clients)
            bare.analyse()
            found = [bench.round(clients) for _ in range(rounds)]
            for at, kind in enumerate(found[0]):
                table.add_row(
                    *(database, str(clients), kind) if at == 0 else ("", "", kind),
                    f"{statistics.median(each[kind] for each in found):,.0f}",
                    *_ratios(found, kind),
                    end_section=at == len(found[0]) - 1,
                )
    engine.dispose()


def _ratios(found: Sequence[dict[str, float]], kind: str) -> tuple[str, ...]:
    if kind not in _RIVALS:
        return ()
    ratios = [each[kind] / each[_RIVALS[kind]] for each in found]
    return f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f}", f"{max(ratios):.2f}", _RIVALS[kind]


def main(rounds: int) -> None:
    """Measure on both databases, as far as they are here."""
    table = Table(title=f"Settlements beside a bare transaction, {rounds} rounds of {CALLS} calls of each kind")
    for head in ("database", "clients"):
        table.add_column(head)
    table.add_column("call", no_wrap=True)
    for head in ("calls/s", "it : other", "lowest", "highest"):
        table.add_column(head, justify="right")
    table.add_column("other", no_wrap=True)
    with tempfile.TemporaryDirectory() as folder:
        _measure("SQLite", f"sqlite:///{folder}/bench.db", None, rounds, table)
    binaries = find_binaries()
    if binaries is not None:
        with PostgresServer(binaries, durable=True) as server:
            pgbench = binaries.joinpath("initdb").resolve().with_name("pgbench")
            _measure("PostgreSQL", server.new_database(), pgbench, rounds, table)
    Console(width=130).print(table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
