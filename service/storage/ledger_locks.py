"""What postings touch, locked in one order: accounts by their ids, then the head of the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import JSON, String, any_, bindparam, func, insert, select, union
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as postgresql_insert

from service.campaign.ledger.accounts import Account
from service.campaign.ledger.transfers import Hold, Transfer
from service.storage.ledger_rows import balance_of, held_of, select_balances, select_holds
from service.storage.schema import LEDGER_ACCOUNTS, LEDGER_ENTRIES, LEDGER_HEAD, LEDGER_POSTINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import ColumnElement, Connection, Insert, Row, Select

    from service.campaign.ledger.deciding import Balance, HeldSilver
    from service.campaign.ledger.postings import Posting

_ACCOUNT_ID: Final = LEDGER_ACCOUNTS.c.account_id


class _Statements(NamedTuple):
    """Made once: SQLAlchemy takes longer to make one than a database to answer it."""

    known: Select[Any]
    open: Insert
    lock_named: Select[Any]
    lock_touched: Select[Any]
    balances: Select[Any]
    holds: Select[Any]

    @classmethod
    def made(cls, are_in: Callable[[ColumnElement[str], str], ColumnElement[bool]], open_: Insert) -> _Statements:
        """Make them with a condition that a column is in a list which is one parameter.

        So a statement reads the same for any number of accounts, and the database need not plan it again.
        """
        are_named, is_hold = are_in(_ACCOUNT_ID, "named"), are_in(LEDGER_ENTRIES.c.entry_id, "holds")
        sides = [select(side).where(is_hold) for side in (LEDGER_ENTRIES.c.debit, LEDGER_ENTRIES.c.credit)]
        are_touched = _ACCOUNT_ID.in_(union(*sides, select(_ACCOUNT_ID).where(are_named)))
        known = LEDGER_ACCOUNTS.alias("known")
        count_known = select(func.count()).where(are_in(known.c.account_id, "named")).scalar_subquery()
        is_stored = select(LEDGER_POSTINGS.c.sequence).where(are_in(LEDGER_POSTINGS.c.posting_id, "new")).exists()
        usual = (count_known == bindparam("count_named"), ~is_stored)
        lock = select_balances().order_by(_ACCOUNT_ID).with_for_update()
        return cls(
            known=select(_ACCOUNT_ID).where(are_named),
            open=open_,
            lock_named=lock.where(are_named, *usual),
            lock_touched=lock.where(are_touched, *usual),
            balances=select_balances().where(are_touched),
            holds=select_holds().where(is_hold),
        )


def _in_json(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    rows = func.json_each(bindparam(name, type_=JSON)).table_valued("value")
    return column.in_(select(rows.c.value))


def _in_array(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    return column == any_(bindparam(name, type_=ARRAY(String)))


_STATEMENTS: Final = {
    "sqlite": _Statements.made(_in_json, insert(LEDGER_ACCOUNTS)),  # there is one writer at a time
    "postgresql": _Statements.made(_in_array, postgresql_insert(LEDGER_ACCOUNTS).on_conflict_do_nothing()),
}
_LOCKED_HEAD: Final = select(LEDGER_HEAD.c.sequence, LEDGER_HEAD.c.head).with_for_update()


class Touched(NamedTuple):
    """What postings need of what is stored."""

    posting_ids: list[str]
    named: dict[str, Account]
    """Accounts that they name, by their ids."""
    hold_ids: list[str]
    """What they resolve; the accounts of these holds are touched, too."""

    @classmethod
    def by(cls, postings: Iterable[Posting]) -> Touched:
        """Return what *postings* touch."""
        posting_ids, named, hold_ids = list[str](), dict[str, Account](), list[str]()
        for posting in postings:
            posting_ids.append(posting.posting_id)
            for entry in posting.entries:
                if isinstance(entry, (Transfer, Hold)):
                    named[str(entry.debit)], named[str(entry.credit)] = entry.debit, entry.credit
                else:
                    hold_ids.append(entry.hold_id)
        return cls(posting_ids, named, hold_ids)

    def lock_if_usual(self, connection: Connection) -> dict[Account, Balance]:
        """Lock all accounts in the order of their ids and return what they have, if all are there and no id is stored.

        Most postings are so, and only the others pay for a second look. Otherwise nothing is locked.
        """
        return self._lock(connection, self.posting_ids)

    def lock(self, connection: Connection) -> dict[Account, Balance]:
        """Open the accounts that nobody has named before, with nothing in them, and lock all in the order of their ids.

        An account is opened before any is locked: no call that has locked one ever waits for another that opens one, so
        that none can wait in a circle.
        """
        statements = _STATEMENTS[connection.dialect.name]
        known = set(connection.scalars(statements.known, {"named": list(self.named)}))
        empty = {"balance": 0, "held_out": 0, "held_in": 0, "last_sequence": 0, "last_number": 0}
        rows = [
            {"account_id": account_id, "kind": self.named[account_id].kind.value, **empty}
            for account_id in sorted(self.named.keys() - known)
        ]
        if rows:
            connection.execute(statements.open, rows)
        return self._lock(connection, ())

    def look(self, connection: Connection) -> dict[Account, Balance]:
        """Return what all accounts have without locking them; one that is not there has nothing."""
        wanted = {"named": list(self.named), "holds": self.hold_ids}
        return self._balances(connection.execute(_STATEMENTS[connection.dialect.name].balances, wanted))

    def holds(self, connection: Connection) -> dict[str, HeldSilver]:
        """Return the holds that are resolved; while their accounts are locked nobody else can resolve them."""
        if not self.hold_ids:
            return {}
        rows = connection.execute(_STATEMENTS[connection.dialect.name].holds, {"holds": self.hold_ids})
        return {row.entry_id: held_of(row) for row in rows}

    def _lock(self, connection: Connection, new: Iterable[str]) -> dict[Account, Balance]:
        statements = _STATEMENTS[connection.dialect.name]
        wanted = {"named": list(self.named), "count_named": len(self.named), "new": list(new)}
        if not self.hold_ids:
            return self._balances(connection.execute(statements.lock_named, wanted))
        return self._balances(connection.execute(statements.lock_touched, {**wanted, "holds": self.hold_ids}))

    def _balances(self, rows: Iterable[Row[Any]]) -> dict[Account, Balance]:
        return {self.named.get(row[0]) or Account.parse(row[0]): balance_of(row) for row in rows}


def lock_head(connection: Connection) -> tuple[int, str]:
    """Lock the head of the chain, for which all other postings wait; return the last posting's number and the head."""
    sequence, head = connection.execute(_LOCKED_HEAD).one()
    return sequence, head
