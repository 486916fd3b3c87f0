"""The ledger's use cases: post, look, state, audit, over a store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, shown
from service.campaign.ledger.audit import audited
from service.campaign.ledger.errors import PostingContentDiffersError, PostingNotFoundError
from service.campaign.ledger.postings import verify_posting, verify_posting_id, verify_reference
from service.campaign.ledger.record import differences
from service.campaign.ledger.snapshot import Audit, Progress
from service.campaign.ledger.store import START

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.deciding import Balance
    from service.campaign.ledger.postings import HandReference, Posting
    from service.campaign.ledger.snapshot import LedgerSnapshot
    from service.campaign.ledger.store import Figures, LedgerStore, Line, Position, StoredPosting

LONGEST_STATEMENT: Final = 1000
"""Lines of one page."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a posting has become."""

    stored: StoredPosting
    replayed: bool = False
    """This is the stored answer of an earlier call."""


class Ledger:
    """Silver between accounts. Nothing is ever changed or taken away: another posting puts right what was wrong."""

    def __init__(self, store: LedgerStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    def post(self, posting: Posting, caller: Caller) -> Receipt:
        """Write a posting, all of it or nothing; asked again with the same id, give the stored answer.

        Raises:
            InvalidInputError: something of it cannot be, whatever the accounts hold. Nothing is stored.
            PostingRefusedError: the accounts do not hold what it needs, in the sense of the error's kind. The refusal
                is stored: the same id is refused again, whatever the accounts hold by then.
            PostingContentDiffersError: the id is stored with other content; the error names the fields that differ.
        """
        verify_posting(posting)
        stored, is_new = self._store.post(posting, self._clock(), caller)
        return answered(stored, posting, replayed=not is_new)

    def rehearse(self, posting: Posting, caller: Caller) -> Receipt:
        """Tell what `post` would do now, with its refusals too; nothing is written, and so nothing is promised.

        Raises:
            DomainError: as `post` would.
        """
        verify_posting(posting)
        stored, is_new = self._store.rehearse(posting, self._clock(), caller)
        return answered(stored, posting, replayed=not is_new)

    def find(self, posting_id: str, caller: Caller) -> StoredPosting:
        """Return a posting, which may have been refused.

        Raises:
            InvalidInputError: no posting can have this id.
            PostingNotFoundError: none is stored under it.
        """
        verify_posting_id(posting_id)
        stored = self._store.find(posting_id, caller)
        if stored is None:
            raise PostingNotFoundError.of("postingId", shown(posting_id), "the id of a stored posting")
        return stored

    def of_hand(self, reference: HandReference, caller: Caller) -> tuple[StoredPosting, ...]:
        """Return all postings about a hand, refused ones too, the oldest first.

        Raises:
            InvalidInputError: the reference names no hand.
        """
        verify_reference(reference)
        return self._store.of_hand(reference, caller)

    def balance(self, account: Account, caller: Caller) -> Balance:
        """Return what an account has; nothing where no posting has named it yet."""
        return self._store.balance(account, caller)

    def statement(
        self, account: Account, caller: Caller, *, after: Position = START, size: int = 100
    ) -> tuple[tuple[Line, ...], bool]:
        """Return a page of an account's entries with running balances, the oldest first, and whether more follow.

        Args:
            account: whose.
            caller: who asks.
            after: position of the last line that is known.
            size: lines of the page, 1 to 1000.

        Raises:
            InvalidInputError: the page has no such size.
        """
        if not 1 <= size <= LONGEST_STATEMENT:
            raise InvalidInputError.of("size", size, f"1 to {LONGEST_STATEMENT} lines")
        return self._store.statement(account, after, size, caller)

    def figures(self, caller: Caller) -> Figures:
        """Return the totals of all accounts at one moment, by their kind."""
        return self._store.figures(caller)

    def audit(
        self, caller: Caller, *, kept_head: str = "", tell: Callable[[Progress], object] = lambda _: None
    ) -> Audit:
        """Recompute everything from the postings and compare it with what is stored.

        Args:
            caller: who asks; it may take the seconds he has left.
            kept_head: a head that somebody noted earlier, 64 lower-case hexadecimal digits; empty for none. Who can
                change the whole database can also write a new chain: only a kept head shows that.
            tell: is told now and then how far it is.
        """

        def look(snapshot: LedgerSnapshot) -> Audit:
            faults = []
            for found in audited(snapshot, kept_head):
                if isinstance(found, Progress):
                    tell(found)
                else:
                    faults.append(found)
            return Audit(*snapshot.counts(), snapshot.head_row(), tuple(faults))

        return self._store.examine(look, caller)


def answered(stored: StoredPosting, asked: Posting, *, replayed: bool) -> Receipt:
    """Return the receipt of a posting that the store has answered.

    Raises:
        PostingRefusedError: it is stored as refused.
        PostingContentDiffersError: what is stored under its id has other content.
    """
    found = differences(stored.record.posting, asked) if replayed else []
    if found:
        raise PostingContentDiffersError.all(found)
    if stored.record.refusal is not None:
        raise stored.record.refusal.error(replayed=replayed)
    return Receipt(stored, replayed)
