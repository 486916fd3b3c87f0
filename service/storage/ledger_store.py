"""The ledger in SQLite or PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import func, select, tuple_, union_all

from service.campaign.ledger.accounts import AccountKind
from service.campaign.ledger.deciding import EMPTY
from service.campaign.ledger.store import Figures, Total
from service.money import Silver
from service.storage.database import read
from service.storage.ledger_posting import Asked, find_posting, rehearse_on
from service.storage.ledger_queue import PostingQueue
from service.storage.ledger_rows import balance_of, line_of, postings_of, select_balances, select_lines, select_postings
from service.storage.ledger_snapshot import SqlLedgerSnapshot
from service.storage.schema import LEDGER_ACCOUNTS, LEDGER_ENTRIES, LEDGER_HEAD, LEDGER_POSTINGS
from service.storage.snapshots import read_at_one_moment

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import Column, Connection, Engine, Select

    from service.caller import Caller
    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.deciding import Balance
    from service.campaign.ledger.postings import HandReference, Posting
    from service.campaign.ledger.snapshot import LedgerSnapshot
    from service.campaign.ledger.store import Line, Position, StoredPosting

T = TypeVar("T")


class SqlLedgerStore:
    """`service.campaign.ledger.store.LedgerStore` over SQLAlchemy Core."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue = PostingQueue(engine)

    def post(self, posting: Posting, time: datetime, caller: Caller) -> tuple[StoredPosting, bool]:
        """See `LedgerStore.post`."""
        return self._queue.post(Asked(posting, time, caller))

    def rehearse(self, posting: Posting, time: datetime, caller: Caller) -> tuple[StoredPosting, bool]:
        """See `LedgerStore.rehearse`."""
        return read_at_one_moment(
            self._engine, lambda connection: rehearse_on(connection, posting, time, caller), caller.seconds_left()
        )

    def find(self, posting_id: str, caller: Caller) -> StoredPosting | None:
        """See `LedgerStore.find`."""
        return read(self._engine, lambda connection: find_posting(connection, posting_id), caller.seconds_left())

    def of_hand(self, reference: HandReference, caller: Caller) -> tuple[StoredPosting, ...]:
        """See `LedgerStore.of_hand`."""
        query = select_postings().where(
            LEDGER_POSTINGS.c.table_id == reference.table_id, LEDGER_POSTINGS.c.hand == reference.hand
        )
        return read(self._engine, lambda connection: postings_of(connection.execute(query)), caller.seconds_left())

    def balance(self, account: Account, caller: Caller) -> Balance:
        """See `LedgerStore.balance`."""
        query = select_balances().where(LEDGER_ACCOUNTS.c.account_id == str(account))

        def work(connection: Connection) -> Balance:
            row = connection.execute(query).first()
            return EMPTY if row is None else balance_of(row)

        return read(self._engine, work, caller.seconds_left())

    def statement(self, account: Account, after: Position, size: int, caller: Caller) -> tuple[tuple[Line, ...], bool]:
        """See `LedgerStore.statement`."""
        sides = [_lines(side, account, after, size + 1) for side in (LEDGER_ENTRIES.c.debit, LEDGER_ENTRIES.c.credit)]
        both = union_all(*[select(side.subquery()) for side in sides]).subquery()
        query = select(both).order_by(both.c.sequence, both.c.number).limit(size + 1)

        def work(connection: Connection) -> tuple[tuple[Line, ...], bool]:
            rows = connection.execute(query).all()
            return tuple([line_of(row, account) for row in rows[:size]]), len(rows) > size

        return read(self._engine, work, caller.seconds_left())

    def figures(self, caller: Caller) -> Figures:
        """See `LedgerStore.figures`."""
        return read_at_one_moment(self._engine, figures_on, caller.seconds_left())

    def examine(self, work: Callable[[LedgerSnapshot], T], caller: Caller) -> T:
        """See `LedgerStore.examine`."""
        return read_at_one_moment(
            self._engine, lambda connection: SqlLedgerSnapshot(connection).shown_to(work), caller.seconds_left()
        )


def _lines(side: Column[Any], account: Account, after: Position, most: int) -> Select[Any]:
    """Select an account's entries on one side: an index has them in their order."""
    place = (LEDGER_ENTRIES.c.sequence, LEDGER_ENTRIES.c.number)
    beyond = tuple_(*place) > tuple_(after.sequence, after.number)
    return select_lines().where(side == str(account), beyond).order_by(*place).limit(most)


def figures_on(connection: Connection) -> Figures:
    """Return the totals, in a transaction that sees one moment."""
    sums = [func.sum(LEDGER_ACCOUNTS.c[column]) for column in ("balance", "held_out", "held_in")]
    query = select(LEDGER_ACCOUNTS.c.kind, func.count(), *sums).group_by(LEDGER_ACCOUNTS.c.kind)
    totals = {
        AccountKind(kind): Total(accounts, *(Silver(int(silver)) for silver in silvers))
        for kind, accounts, *silvers in connection.execute(query)
    }
    sequence, head = connection.execute(select(LEDGER_HEAD.c.sequence, LEDGER_HEAD.c.head)).one()
    return Figures({kind: totals.get(kind, Total()) for kind in AccountKind}, sequence, head)
