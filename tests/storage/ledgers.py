"""Short ways to post to a ledger and to look at it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

from service.campaign.ledger.errors import PostingContentDiffersError, PostingRefusedError
from service.money import NOTHING
from tests.campaign.ledger.asking import CALLER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.postings import Posting
    from service.campaign.ledger.use_cases import Ledger, Receipt


def post(ledger: Ledger, *postings: Posting) -> Receipt:
    return [ledger.post(posting, CALLER) for posting in postings][-1]


def has(ledger: Ledger, *accounts: Account) -> list[int]:
    return [ledger.balance(account, CALLER).balance.count for account in accounts]


def held(ledger: Ledger, account: Account) -> tuple[int, int]:
    balance = ledger.balance(account, CALLER)
    return balance.held_out.count, balance.held_in.count


def assert_whole(ledger: Ledger, postings: int) -> None:
    audit = ledger.audit(CALLER)
    assert (audit.faults, audit.postings) == ((), postings)
    assert ledger.figures(CALLER).sum == NOTHING


def at_once(
    works: Iterable[Posting], ledger: Ledger
) -> list[Receipt | PostingRefusedError | PostingContentDiffersError]:
    """Post all at the same instant; what comes of each, in their order."""
    postings = list(works)
    ready = Barrier(len(postings))

    def one(posting: Posting) -> Receipt | PostingRefusedError | PostingContentDiffersError:
        ready.wait()
        try:
            return ledger.post(posting, CALLER)
        except (PostingRefusedError, PostingContentDiffersError) as error:
            return error

    with ThreadPoolExecutor(len(postings)) as pool:
        return list(pool.map(one, postings))
