"""What postings touch, locked in one order: accounts by their ids, then the head of the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import bindparam, func, insert, select, union
from sqlalchemy.dialects.postgresql import insert as postgresql_insert

from service.campaign.ledger.accounts import Account
from service.campaign.ledger.transfers import Hold, Transfer
from service.storage.ledger_rows import balance_of, held_of, select_balances, select_holds
from service.storage.schema import LEDGER_ACCOUNTS, LEDGER_ENTRIES, LEDGER_HEAD, LEDGER_POSTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select

    from service.campaign.ledger.deciding import Balance, HeldSilver
    from service.campaign.ledger.postings import Posting

_NAMED: Final[BindParameter[Any]] = bindparam("named", expanding=True)
_HOLD_IDS: Final[BindParameter[Any]] = bindparam("holds", expanding=True)
_ACCOUNT_ID: Final = LEDGER_ACCOUNTS.c.account_id
_IS_NAMED: Final = _ACCOUNT_ID.in_(_NAMED)
_SIDES_OF_HOLDS: Final = [
    select(side).where(LEDGER_ENTRIES.c.entry_id.in_(_HOLD_IDS))
    for side in (LEDGER_ENTRIES.c.debit, LEDGER_ENTRIES.c.credit)
]
_IS_TOUCHED: Final = _ACCOUNT_ID.in_(union(*_SIDES_OF_HOLDS, select(_ACCOUNT_ID).where(_IS_NAMED)))


def _locked(accounts: ColumnElement[bool]) -> Select[Any]:
    """Select accounts and lock them in the order of their ids; none where one is not there or an id is stored."""
    known = LEDGER_ACCOUNTS.alias("known")
    count_known = select(func.count()).where(known.c.account_id.in_(_NAMED)).scalar_subquery()
    is_stored = select(LEDGER_POSTINGS.c.sequence).where(
        LEDGER_POSTINGS.c.posting_id.in_(bindparam("new", expanding=True))
    )
    return (
        select_balances()
        .where(accounts, count_known == bindparam("count_named"), ~is_stored.exists())
        .order_by(_ACCOUNT_ID)
        .with_for_update()
    )


# Each statement is made once: SQLAlchemy takes longer to make one than a database to answer it.
_LOCKED_NAMED: Final = _locked(_IS_NAMED)
_LOCKED_TOUCHED: Final = _locked(_IS_TOUCHED)
_BALANCES: Final = select_balances().where(_IS_TOUCHED)
_HOLDS: Final = select_holds().where(LEDGER_ENTRIES.c.entry_id.in_(_HOLD_IDS))
_KNOWN: Final = select(_ACCOUNT_ID).where(_IS_NAMED)
_LOCKED_HEAD: Final = select(LEDGER_HEAD.c.sequence, LEDGER_HEAD.c.head).with_for_update()
_OPEN: Final = {
    "sqlite": insert(LEDGER_ACCOUNTS),  # which has one writer at a time
    "postgresql": postgresql_insert(LEDGER_ACCOUNTS).on_conflict_do_nothing(),
}


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
        known = set(connection.scalars(_KNOWN, {"named": list(self.named)}))
        empty = {"balance": 0, "held_out": 0, "held_in": 0, "last_sequence": 0, "last_number": 0}
        rows = [
            {"account_id": account_id, "kind": self.named[account_id].kind.value, **empty}
            for account_id in sorted(self.named.keys() - known)
        ]
        if rows:
            connection.execute(_OPEN[connection.dialect.name], rows)
        return self._lock(connection, ())

    def look(self, connection: Connection) -> dict[Account, Balance]:
        """Return what all accounts have without locking them; one that is not there has nothing."""
        return _balances(connection.execute(_BALANCES, {"named": list(self.named), "holds": self.hold_ids}))

    def holds(self, connection: Connection) -> dict[str, HeldSilver]:
        """Return the holds that are resolved; while their accounts are locked nobody else can resolve them."""
        if not self.hold_ids:
            return {}
        return {row.entry_id: held_of(row) for row in connection.execute(_HOLDS, {"holds": self.hold_ids})}

    def _lock(self, connection: Connection, new: Iterable[str]) -> dict[Account, Balance]:
        wanted = {"named": list(self.named), "count_named": len(self.named), "new": list(new)}
        if not self.hold_ids:
            return _balances(connection.execute(_LOCKED_NAMED, wanted))
        return _balances(connection.execute(_LOCKED_TOUCHED, {**wanted, "holds": self.hold_ids}))


def lock_head(connection: Connection) -> tuple[int, str]:
    """Lock the head of the chain, for which all other postings wait; return the last posting's number and the head."""
    sequence, head = connection.execute(_LOCKED_HEAD).one()
    return sequence, head


def _balances(rows: Iterable[Row[Any]]) -> dict[Account, Balance]:
    return {Account.parse(row.account_id): balance_of(row) for row in rows}
