"""What the ledger's audit looks at, value by value, whatever somebody has put there."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import String, func, select, type_coerce

from service.campaign.ledger.snapshot import RawPosting
from service.storage.schema import LEDGER_ACCOUNTS, LEDGER_ENTRIES, LEDGER_HEAD, LEDGER_POSTINGS
from service.storage.tie_rows import in_utc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sqlalchemy import Connection

    from service.campaign.ledger.snapshot import LedgerSnapshot

T = TypeVar("T")

_PAGE: Final = 500
"""Postings that are in memory at once."""


class SqlLedgerSnapshot:
    """`service.campaign.ledger.snapshot.LedgerSnapshot` in one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        time: Any = LEDGER_POSTINGS.c.create_time
        if connection.dialect.name == "sqlite":  # which holds any text; it is read as it stands
            time = type_coerce(time, String).label("create_time")
        others = [column for column in LEDGER_POSTINGS.c if column is not LEDGER_POSTINGS.c.create_time]
        self._postings = select(*others, time).order_by(LEDGER_POSTINGS.c.sequence).limit(_PAGE)

    def shown_to(self, work: Callable[[LedgerSnapshot], T]) -> T:
        """Let *work* look at it."""
        if self._connection.dialect.name != "sqlite":
            return work(self)
        # SQLite takes any bytes for a text; what is no UTF-8 is to be found, not to end the audit.
        raw: Any = self._connection.connection.dbapi_connection
        raw.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        try:
            return work(self)
        finally:
            raw.text_factory = str

    def counts(self) -> tuple[int, int]:
        """See `LedgerSnapshot.counts`."""
        postings, entries = (
            self._connection.scalar(select(func.count()).select_from(table)) or 0
            for table in (LEDGER_POSTINGS, LEDGER_ENTRIES)
        )
        return postings, entries

    def head_row(self) -> tuple[object, object] | None:
        """See `LedgerSnapshot.head_row`."""
        rows = self._connection.execute(select(LEDGER_HEAD.c.sequence, LEDGER_HEAD.c.head).limit(2)).all()
        return (rows[0].sequence, rows[0].head) if len(rows) == 1 else None

    def page(self, after: int) -> tuple[RawPosting, ...]:
        """See `LedgerSnapshot.page`."""
        rows = self._connection.execute(self._postings.where(LEDGER_POSTINGS.c.sequence > after)).mappings().all()
        if not rows:
            return ()
        entries: dict[object, list[Mapping[str, object]]] = {}
        between = LEDGER_ENTRIES.c.sequence.between(rows[0]["sequence"], rows[-1]["sequence"])
        query = select(LEDGER_ENTRIES).where(between).order_by(LEDGER_ENTRIES.c.sequence, LEDGER_ENTRIES.c.number)
        for entry in self._connection.execute(query).mappings():
            entries.setdefault(entry["sequence"], []).append(dict(entry))
        return tuple(
            [
                RawPosting(
                    row["sequence"],
                    {**row, "create_time": _moment(row["create_time"])},
                    tuple(entries.get(row["sequence"], ())),
                )
                for row in rows
            ]
        )

    def accounts(self) -> Iterator[Mapping[str, object]]:
        """See `LedgerSnapshot.accounts`."""
        for row in self._connection.execute(select(LEDGER_ACCOUNTS).order_by(LEDGER_ACCOUNTS.c.account_id)).mappings():
            yield dict(row)


def _moment(stored: object) -> object:
    """Return a stored time as ISO 8601 text in UTC; what is no time is returned as it stands."""
    if isinstance(stored, str):
        try:
            stored = datetime.fromisoformat(stored)
        except ValueError:
            return stored
    return in_utc(stored).isoformat(timespec="microseconds") if isinstance(stored, datetime) else stored
