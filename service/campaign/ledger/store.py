"""What the ledger's use cases ask of a store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from service.money import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.ledger.accounts import Account, AccountKind
    from service.campaign.ledger.deciding import Balance, Movement
    from service.campaign.ledger.postings import HandReference, Posting
    from service.campaign.ledger.record import Record
    from service.campaign.ledger.snapshot import LedgerSnapshot
    from service.money import Silver

T = TypeVar("T")


class Position(NamedTuple):
    """Where an entry stands among all entries."""

    sequence: int
    """Of its posting."""
    number: int
    """Of the entry in it, counted from 1."""


START: Final = Position(0, 0)
"""Before all entries."""


@dataclass(frozen=True, slots=True)
class StoredPosting:
    """A posting as it was written, or refused, for ever."""

    sequence: int
    """Counted from 1 over all postings, refused ones too, without a gap."""
    record: Record
    movements: tuple[Movement, ...]
    """What it changed; nothing where it was refused."""
    head: str
    """The ledger's head up to this posting, 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of an account's statement."""

    position: Position
    account: Account
    movement: Movement
    record: Record
    """Of its posting."""

    @property
    def other(self) -> Account:
        """The account on the other side."""
        return self.movement.credit if self.movement.debit == self.account else self.movement.debit

    @property
    def change(self) -> Silver:
        """What the account got by it; below 0 for what it gave, 0 for what was only held or let go."""
        return -self.movement.moved if self.movement.debit == self.account else self.movement.moved

    @property
    def balance(self) -> Silver:
        """What the account had after it."""
        is_debit = self.movement.debit == self.account
        return self.movement.debit_after if is_debit else self.movement.credit_after


class Total(NamedTuple):
    """All accounts of one kind together."""

    accounts: int = 0
    balance: Silver = NOTHING
    held_out: Silver = NOTHING
    held_in: Silver = NOTHING


@dataclass(frozen=True, slots=True)
class Figures:
    """The whole ledger at one moment, for comparing with GEMP's own totals."""

    totals: Mapping[AccountKind, Total]
    """Of every kind, also one without an account."""
    postings: int
    """Refused ones too."""
    head: str
    """64 hexadecimal digits."""

    @property
    def sum(self) -> Silver:
        """All balances together: 0, because silver is only moved."""
        return sum((total.balance for total in self.totals.values()), NOTHING)

    @property
    def held(self) -> Silver:
        """Everything that is held."""
        return sum((total.held_out for total in self.totals.values()), NOTHING)


class LedgerStore(Protocol):
    """Keeps the ledger. Each method is one transaction, given up when the caller's time is over.

    Every method may raise StoreTimeoutError or StoreDownError.
    """

    def post(self, posting: Posting, time: datetime, caller: Caller) -> tuple[StoredPosting, bool]:
        """Write a posting with what it changes, or refused, as `service.campaign.ledger.deciding.decide` says.

        The accounts are locked in the order of their ids, then the head of the chain.

        Returns:
            What is stored under the id, and whether it was written now.
        """

    def rehearse(self, posting: Posting, time: datetime, caller: Caller) -> tuple[StoredPosting, bool]:
        """Tell what `post` would do now, and write nothing.

        Returns:
            What is stored under the id, or else what would be, numbered 0 and without a head, and whether it is new.
        """

    def find(self, posting_id: str, caller: Caller) -> StoredPosting | None:
        """Return the posting stored under this id."""

    def of_hand(self, reference: HandReference, caller: Caller) -> tuple[StoredPosting, ...]:
        """Return all postings about a hand, the oldest first."""

    def balance(self, account: Account, caller: Caller) -> Balance:
        """Return what an account has; nothing where no posting has named it yet."""

    def statement(self, account: Account, after: Position, size: int, caller: Caller) -> tuple[tuple[Line, ...], bool]:
        """Return up to *size* lines of an account after a position, oldest first, and whether more follow."""

    def figures(self, caller: Caller) -> Figures:
        """Return the totals of one moment."""

    def examine(self, work: Callable[[LedgerSnapshot], T], caller: Caller) -> T:
        """Let *work* look at one snapshot."""
