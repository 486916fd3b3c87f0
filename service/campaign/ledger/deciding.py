"""Whether a posting can be done, and what it then changes: the one place that says what an account may lose or take."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.errors import shown
from service.campaign.ledger import errors
from service.campaign.ledger.transfers import Hold, Post, Transfer, TransferKind, Void, kind_of
from service.money import NOTHING, Silver

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.postings import HandReference, Posting


class Balance(NamedTuple):
    """What an account has, and what may still go out of it and come into it."""

    balance: Silver = NOTHING
    held_out: Silver = NOTHING
    """The worst that may still go out."""
    held_in: Silver = NOTHING
    """The most that may still come in."""

    def free(self, account: Account) -> Silver:
        """Return how much may be moved out of *account*, which has this balance, or be held for it."""
        return self.balance - self.held_out - account.bounds.least

    def room(self, account: Account) -> Silver:
        """Return how much may be moved into *account*, which has this balance, or be held for it."""
        return account.bounds.most - self.balance - self.held_in


EMPTY: Final = Balance()


class HeldSilver(NamedTuple):
    """What was once held under an id."""

    debit: Account
    credit: Account
    amount: Silver
    reference: HandReference
    is_resolved: bool


@unique
class EntryType(StrEnum):
    """Which of the four entries one is."""

    TRANSFER = "transfer"
    HOLD = "hold"
    POST = "post"
    VOID = "void"


class Movement(NamedTuple):
    """What one entry changes: of all four types in the same terms."""

    entry_id: str
    type: EntryType
    kind: TransferKind
    debit: Account
    credit: Account
    moved: Silver
    """From debit to credit; 0 or more."""
    held: Silver
    """What is held more between the two; below 0 where a hold is resolved."""
    resolves: str
    """Id of the hold that is resolved; empty for none."""
    debit_after: Silver
    """Balance of the debit account after this entry."""
    credit_after: Silver
    """Balance of the credit account after this entry."""


@unique
class RefusalReason(StrEnum):
    """Why a posting cannot be done."""

    INSUFFICIENT_FUNDS = "insufficient-funds"
    NO_ROOM = "no-room"
    HOLD_NOT_FOUND = "hold-not-found"
    HOLD_RESOLVED = "hold-resolved"
    HOLD_DIFFERS = "hold-differs"


_ERRORS: Final[Mapping[RefusalReason, type[errors.PostingRefusedError]]] = MappingProxyType(
    {
        RefusalReason.INSUFFICIENT_FUNDS: errors.InsufficientFundsError,
        RefusalReason.NO_ROOM: errors.NoRoomError,
        RefusalReason.HOLD_NOT_FOUND: errors.HoldNotFoundError,
        RefusalReason.HOLD_RESOLVED: errors.HoldResolvedError,
        RefusalReason.HOLD_DIFFERS: errors.HoldDiffersError,
    }
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a posting was not done, in the terms of its first entry that cannot be."""

    reason: RefusalReason
    field: str
    value: str
    expected: str
    account: str = ""
    """Id of the account with too little free or too little room."""

    def error(self, *, replayed: bool) -> errors.PostingRefusedError:
        """Return the error that tells it."""
        error = _ERRORS[self.reason].of(self.field, self.value, self.expected)
        error.account, error.replayed = self.account, replayed
        return error


@dataclass(slots=True)
class Standing:
    """How accounts and holds stand, while entries change them one after the other."""

    balances: dict[Account, Balance]
    """One that is missing has nothing."""
    holds: dict[str, HeldSilver]
    """By id."""

    def enter(self, movement: Movement, reference: HandReference | None) -> None:
        """Do what an entry of a posting about this hand changes."""
        debit, credit = movement.debit, movement.credit
        out, into = self.of(debit), self.of(credit)
        self.balances[debit] = Balance(movement.debit_after, out.held_out + movement.held, out.held_in)
        self.balances[credit] = Balance(movement.credit_after, into.held_out, into.held_in + movement.held)
        if movement.resolves:
            self.holds[movement.resolves] = self.holds[movement.resolves]._replace(is_resolved=True)
        elif movement.type is EntryType.HOLD:
            assert reference is not None
            self.holds[movement.entry_id] = HeldSilver(debit, credit, movement.held, reference, is_resolved=False)

    def of(self, account: Account) -> Balance:
        """Return what *account* has."""
        return self.balances.get(account, EMPTY)


def decide(
    posting: Posting, balances: Mapping[Account, Balance], holds: Mapping[str, HeldSilver]
) -> tuple[Movement, ...] | Refusal:
    """Tell what a verified posting changes, or why it cannot be done.

    Each entry is done upon what those before it have left; where one cannot be, none is.

    Args:
        posting: what is asked.
        balances: of all accounts that it touches; one that is missing has nothing.
        holds: what was held before under the ids that it posts or voids.
    """
    standing = Standing(dict(balances), dict(holds))
    trial, movements = _Trial(posting, standing), list[Movement]()
    for number in range(1, len(posting.entries) + 1):
        done = trial.entry(number)
        if isinstance(done, Refusal):
            return done
        standing.enter(done, posting.reference)
        movements.append(done)
    return tuple(movements)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A posting, and what its entries so far have left."""

    posting: Posting
    standing: Standing

    def entry(self, number: int) -> Movement | Refusal:
        entry, field = self.posting.entries[number - 1], f"entries[{number - 1}]"
        if isinstance(entry, (Transfer, Hold)):
            return self._short_of(entry, field) or self._between(entry, number)
        return self._unresolvable(entry, field) or self._resolve(entry, number)

    def _short_of(self, entry: Transfer | Hold, field: str) -> Refusal | None:
        """Refuse what leaves an account outside its bounds, should all that is held be posted."""
        free = self.standing.of(entry.debit).free(entry.debit)
        if entry.amount > free:
            expected = f"at most {free}, which {entry.debit} has free"
            reason, at_fault = RefusalReason.INSUFFICIENT_FUNDS, entry.debit
        else:
            room = self.standing.of(entry.credit).room(entry.credit)
            if entry.amount <= room:
                return None
            expected = f"at most {room}, for which {entry.credit} has room"
            reason, at_fault = RefusalReason.NO_ROOM, entry.credit
        return Refusal(reason, f"{field}.amount", str(entry.amount), expected, str(at_fault))

    def _between(self, entry: Transfer | Hold, number: int) -> Movement:
        moves = isinstance(entry, Transfer)
        return self._movement(
            number,
            EntryType.TRANSFER if moves else EntryType.HOLD,
            kind_of(entry),
            (entry.debit, entry.credit),
            moved=entry.amount if moves else NOTHING,
            held=NOTHING if moves else entry.amount,
        )

    def _unresolvable(self, entry: Post | Void, field: str) -> Refusal | None:
        held = self.standing.holds.get(entry.hold_id)
        value = shown(entry.hold_id)
        if held is None:
            return Refusal(RefusalReason.HOLD_NOT_FOUND, f"{field}.holdId", value, "the id of something held")
        if held.is_resolved:
            return Refusal(RefusalReason.HOLD_RESOLVED, f"{field}.holdId", value, "a hold not posted or voided before")
        if held.reference != self.posting.reference:
            expected = f"{held.reference}, for which it is held"
            return Refusal(RefusalReason.HOLD_DIFFERS, "reference", shown(str(self.posting.reference)), expected)
        if isinstance(entry, Post) and entry.amount > held.amount:
            expected = f"at most {held.amount}, which is held"
            return Refusal(RefusalReason.HOLD_DIFFERS, f"{field}.amount", str(entry.amount), expected)
        return None

    def _resolve(self, entry: Post | Void, number: int) -> Movement:
        held = self.standing.holds[entry.hold_id]
        return self._movement(
            number,
            EntryType.POST if isinstance(entry, Post) else EntryType.VOID,
            TransferKind.HAND_RESULT,
            (held.debit, held.credit),
            moved=entry.amount if isinstance(entry, Post) else NOTHING,
            held=-held.amount,
            resolves=entry.hold_id,
        )

    def _movement(
        self,
        number: int,
        type_: EntryType,
        kind: TransferKind,
        between: tuple[Account, Account],
        *,
        moved: Silver,
        held: Silver,
        resolves: str = "",
    ) -> Movement:
        debit, credit = between
        return Movement(
            entry_id=self.posting.entry_id(number),
            type=type_,
            kind=kind,
            debit=debit,
            credit=credit,
            moved=moved,
            held=held,
            resolves=resolves,
            debit_after=self.standing.of(debit).balance - moved,
            credit_after=self.standing.of(credit).balance + moved,
        )
