"""What the accounts come to by the postings alone, for the audit: sums of its own beside those that decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.errors import shown
from service.campaign.ledger.deciding import EntryType
from service.campaign.ledger.snapshot import Fault
from service.campaign.ledger.transfers import Hold, Post, Transfer, TransferKind, Void, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.postings import HandReference, Posting
    from service.campaign.ledger.store import Position

_TYPES: Final = MappingProxyType(
    {Transfer: EntryType.TRANSFER, Hold: EntryType.HOLD, Post: EntryType.POST, Void: EntryType.VOID}
)


class Held(NamedTuple):
    """An open hold, in silver."""

    debit: Account
    credit: Account
    amount: int
    reference: HandReference | None


@dataclass(slots=True)
class Sums:
    """What an account has by the postings so far, in silver."""

    balance: int = 0
    held_out: int = 0
    held_in: int = 0
    last: tuple[int, int] = (0, 0)
    """Sequence and number of the last entry that changed it."""


class _Change(NamedTuple):
    """What an entry does to its two accounts, in silver."""

    held: Held
    kind: TransferKind
    moved: int
    more_held: int
    resolves: str | None = None


@dataclass(slots=True)
class Reckoning:
    """All accounts after the postings so far."""

    sums: dict[Account, Sums] = field(default_factory=dict)
    holds: dict[str, Held] = field(default_factory=dict)
    """Those that are open, by id."""

    def enter(self, posting: Posting, position: Position) -> tuple[Mapping[str, object], tuple[Fault, ...]]:
        """Do one entry of a posting.

        Returns:
            The row that must be stored for it, by column, empty where it resolves nothing that is held; and what is
            against the rules.
        """
        entry_id = posting.entry_id(position.number)
        change = self._change(posting, position.number)
        if change is None:
            return {}, (Fault(f"entry {entry_id}, resolves", "what it resolves is not held, or resolved before"),)
        held, moved = change.held, change.moved
        out, into = (self.sums.setdefault(account, Sums()) for account in (held.debit, held.credit))
        out.balance, out.held_out = out.balance - moved, out.held_out + change.more_held
        into.balance, into.held_in = into.balance + moved, into.held_in + change.more_held
        out.last = into.last = position
        row = {
            "entry_id": entry_id,
            "sequence": position.sequence,
            "number": position.number,
            "type": _TYPES[type(posting.entries[position.number - 1])].value,
            "kind": change.kind.value,
            "debit": str(held.debit),
            "credit": str(held.credit),
            "moved": moved,
            "held": change.more_held,
            "resolves": change.resolves,
            "debit_after": out.balance,
            "credit_after": into.balance,
        }
        return row, tuple(self._faults(entry_id, change, posting.reference))

    def _change(self, posting: Posting, number: int) -> _Change | None:
        entry = posting.entries[number - 1]
        if isinstance(entry, (Transfer, Hold)):
            held = Held(entry.debit, entry.credit, entry.amount.count, posting.reference)
            if isinstance(entry, Transfer):
                return _Change(held, entry.kind, held.amount, 0)
            self.holds[posting.entry_id(number)] = held
            return _Change(held, kind_of(entry), 0, held.amount)
        found = self.holds.pop(entry.hold_id, None)
        if found is None:
            return None
        moved = entry.amount.count if isinstance(entry, Post) else 0
        return _Change(found, TransferKind.HAND_RESULT, moved, -found.amount, entry.hold_id)

    def _faults(self, entry_id: str, change: _Change, reference: HandReference | None) -> Iterator[Fault]:
        held = change.held
        if change.resolves is not None and change.moved > held.amount:
            yield Fault(f"entry {entry_id}, moved", f"{change.moved} is posted of a hold of {held.amount}")
        if change.resolves is not None and held.reference != reference:
            yield Fault(f"entry {entry_id}, resolves", f"{shown(change.resolves)} is held for another hand")
        for account in (held.debit, held.credit):
            yield from _bounds(account, self.sums[account], entry_id)


def _bounds(account: Account, sums: Sums, entry_id: str) -> Iterator[Fault]:
    least, most = account.bounds.least.count, account.bounds.most.count
    if sums.balance - sums.held_out < least or sums.balance + sums.held_in > most:
        has = f"{sums.balance} silver, {sums.held_out} held to go out and {sums.held_in} to come in"
        yield Fault(f"account {account}", f"has {has} after entry {entry_id}: its bounds are {least} to {most}")
