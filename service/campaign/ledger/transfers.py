"""The four entries of a posting: move silver, hold it, post what was held, or let it go again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.errors import Violation, shown
from service.campaign.ledger.accounts import AccountKind
from service.money import LARGEST, Silver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.campaign.ledger.accounts import Account

    Ways = frozenset[tuple[AccountKind, AccountKind]]


@unique
class TransferKind(StrEnum):
    """What silver is moved for."""

    DEPOSIT = "deposit"
    """GEMP has taken it out of a player's purse."""
    WITHDRAW = "withdraw"
    """GEMP is to put it into a player's purse."""
    HAND_RESULT = "hand-result"
    """Won and lost at a table; everything that is held is held for this."""
    PRIZE = "prize"
    """Given by a director."""
    REWARD = "reward"
    """Given by the ladder."""
    CORRECTION = "correction"
    """A director puts right what went wrong; it alone may go from any account to any other."""
    BANK = "bank"
    """A bank for a dealer or for rewards, and back."""


BY_HAND: Final = frozenset({TransferKind.PRIZE, TransferKind.CORRECTION})
"""Kinds that need a director and his reason."""

_WALLET, _HOUSE, _ESCROW = AccountKind.WALLET, AccountKind.HOUSE, AccountKind.ESCROW
_CLEARING, _MINT, _GRANTS = AccountKind.CLEARING, AccountKind.MINT, AccountKind.GRANTS

WAYS: Final[Mapping[TransferKind, Ways]] = MappingProxyType(
    {
        TransferKind.DEPOSIT: frozenset({(_CLEARING, _WALLET)}),
        TransferKind.WITHDRAW: frozenset({(_WALLET, _CLEARING)}),
        TransferKind.HAND_RESULT: frozenset(
            {(_WALLET, _HOUSE), (_HOUSE, _WALLET), (_WALLET, _WALLET), (_WALLET, _ESCROW), (_ESCROW, _WALLET)}
        ),
        TransferKind.PRIZE: frozenset({(_MINT, _WALLET), (_GRANTS, _WALLET), (_ESCROW, _WALLET)}),
        TransferKind.REWARD: frozenset({(_GRANTS, _WALLET)}),
        TransferKind.CORRECTION: frozenset((debit, credit) for debit in AccountKind for credit in AccountKind),
        TransferKind.BANK: frozenset({(_MINT, _HOUSE), (_HOUSE, _MINT), (_MINT, _GRANTS), (_GRANTS, _MINT)}),
    }
)
"""From what kind of account to what kind each may go."""


@unique
class VoidCause(StrEnum):
    """Why silver that is held may be let go without a result."""

    NO_CARD = "no-card"
    """The caller says that no card of the hand has been dealt."""
    DECIDED = "decided"
    """The hand is over, and another of its holds is posted in the same posting."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Moves silver at once."""

    kind: TransferKind
    debit: Account
    """Has less of it afterwards."""
    credit: Account
    """Has more of it afterwards."""
    amount: Silver


@dataclass(frozen=True, slots=True)
class Hold:
    """Keeps silver back on both sides: what is free to go out of one, and the room that it needs in the other."""

    debit: Account
    credit: Account
    amount: Silver
    """The worst case."""


@dataclass(frozen=True, slots=True)
class Post:
    """Moves what was held, or a part of it, and sets the rest free; 0 for a push."""

    hold_id: str
    amount: Silver


@dataclass(frozen=True, slots=True)
class Void:
    """Sets free all that was held."""

    hold_id: str
    cause: VoidCause


Entry: TypeAlias = Transfer | Hold | Post | Void


def moving_faults(entry: Transfer | Hold, field: str) -> Iterator[Violation]:
    """Say what is wrong with an entry between two accounts, whatever they hold."""
    yield from _amount_faults(entry.amount, f"{field}.amount", least=1)
    if entry.debit == entry.credit:
        yield Violation(f"{field}.credit", shown(str(entry.credit)), "another account than the debit")
        return
    kind = kind_of(entry)
    if (entry.debit.kind, entry.credit.kind) not in WAYS[kind]:
        ways = ", ".join(sorted(f"{debit} to {credit}" for debit, credit in WAYS[kind]))
        yield Violation(f"{field}.kind", f"{kind} from {shown(str(entry.debit))} to {shown(str(entry.credit))}", ways)


def posting_faults(entry: Post, field: str) -> Iterator[Violation]:
    """Say what is wrong with the amount of a post, whatever is held."""
    yield from _amount_faults(entry.amount, f"{field}.amount", least=0)


def kind_of(entry: Transfer | Hold) -> TransferKind:
    """Return what silver is moved or held for."""
    return entry.kind if isinstance(entry, Transfer) else TransferKind.HAND_RESULT


def _amount_faults(amount: object, field: str, *, least: int) -> Iterator[Violation]:
    """Refuse what is no silver, also where the caller's types were not checked."""
    if not isinstance(amount, Silver):
        yield Violation(field, shown(str(amount)), f"silver, not {type(amount).__name__}")
    elif amount < Silver(least) or amount > LARGEST:
        most = f"{LARGEST.count:,}"
        yield Violation(field, str(amount.count), f"{least} to {most} silver")
