"""The bare transaction that settlements are set beside: take from one account, give to another, write it down."""

from __future__ import annotations

import re
import subprocess
import tempfile
from contextlib import nullcontext
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Self

from sqlalchemy import BigInteger, Column, Integer, MetaData, Table, bindparam, create_engine, event, insert, make_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

_METADATA: Final = MetaData()
_ACCOUNTS: Final = Table(
    "bench_account",
    _METADATA,
    Column("account_id", Integer, primary_key=True, autoincrement=False),
    Column("balance", BigInteger, nullable=False),
)
_ENTRIES: Final = Table(
    "bench_entry",
    _METADATA,
    Column("entry_id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("debit", Integer, nullable=False),
    Column("credit", Integer, nullable=False),
    Column("moved", BigInteger, nullable=False),
)
_BALANCE: Final = _ACCOUNTS.c.balance
_TAKE: Final = (
    _ACCOUNTS.update().where(_ACCOUNTS.c.account_id == bindparam("debit")).values(balance=_BALANCE - bindparam("moved"))
)
_GIVE: Final = (
    _ACCOUNTS.update()
    .where(_ACCOUNTS.c.account_id == bindparam("credit"))
    .values(balance=_BALANCE + bindparam("moved"))
)
_WRITE: Final = insert(_ENTRIES)

_SHARED: Final = 0
_PLAYERS, _DEALERS = 100, 200
"""Added to a client's number."""

_SCRIPT: Final = """\
BEGIN;
UPDATE bench_account SET balance = balance - 1 WHERE account_id = {debit};
UPDATE bench_account SET balance = balance + 1 WHERE account_id = {players} + :client_id;
INSERT INTO bench_entry (debit, credit, moved) VALUES ({debit}, {players} + :client_id, 1);
COMMIT;
"""
_SPEED: Final = re.compile(r"tps = ([0-9.]+) \(without")


class BareTransfers:
    """Runs the transaction through an engine of its own, as SQLAlchemy makes it, with the service's durability."""

    def __init__(self, url: str, clients: int, pgbench: Path | None) -> None:
        """Make the tables beside the service's.

        Args:
            url: the database.
            clients: at most so many at once.
            pgbench: the program; None for SQLite.
        """
        self._program = pgbench
        self._url = make_url(url)
        self._engine = create_engine(url, pool_size=clients)
        # SQLite has one writer at a time: who waits is woken at once here, and does not sleep in the driver.
        self._turn = Lock() if pgbench is None else nullcontext()
        if pgbench is None:
            event.listen(self._engine, "connect", _durable)
            event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        _METADATA.create_all(self._engine)
        ids = [_SHARED, *[first + number for first in (_PLAYERS, _DEALERS) for number in range(clients)]]
        with self._engine.begin() as connection:
            connection.execute(insert(_ACCOUNTS), [{"account_id": id_, "balance": 0} for id_ in ids])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.dispose()

    def works(self, clients: int, each: int, *, shared: bool) -> list[Callable[[], int]]:
        """Return the work of each client: *each* transactions between his player and one account."""

        def work(client: int) -> Callable[[], int]:
            moved = {"debit": _SHARED if shared else _DEALERS + client, "credit": _PLAYERS + client, "moved": 1}

            def move() -> int:
                for _ in range(each):
                    with self._turn, self._engine.begin() as connection:
                        _transfer(connection, moved)
                return each

            return move

        return [work(client) for client in range(clients)]

    def analyse(self) -> None:
        """Let PostgreSQL count its rows, as it does by itself within a minute: its plans are those of empty tables."""
        if self._engine.dialect.name == "postgresql":
            with self._engine.begin() as connection:
                connection.exec_driver_sql("ANALYZE")

    def pgbench(self, clients: int, each: int, *, shared: bool) -> float | None:
        """Let pgbench run the same; return its transactions a second, None where there is none for the database."""
        if self._program is None:
            return None
        debit = _SHARED if shared else f"{_DEALERS} + :client_id"
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script")
            script.write_text(_SCRIPT.format(debit=debit, players=_PLAYERS))
            words = ["-n", "-M", "prepared", "-f", str(script), "-c", str(clients), "-j", "1", "-t", str(each)]
            where = ["-h", str(self._url.query["host"]), "-U", str(self._url.username), str(self._url.database)]
            done = subprocess.run([self._program, *words, *where], check=True, capture_output=True, text=True)
        found = _SPEED.search(done.stdout)
        assert found is not None, done.stdout
        return float(found[1])


def _transfer(connection: Connection, moved: dict[str, int]) -> None:
    connection.execute(_TAKE, moved)
    connection.execute(_GIVE, moved)
    connection.execute(_WRITE, moved)


def _durable(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # `BEGIN IMMEDIATE` begins the transaction, and not the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
