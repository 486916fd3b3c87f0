"""The postings that GEMP and directors ask for: one entry each, under an id of the caller's own making."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError
from service.caller import OWN_IDS
from service.campaign.ledger.accounts import CLEARING, MINT, Account, wallet
from service.campaign.ledger.postings import ByHand, Posting
from service.campaign.ledger.transfers import Transfer, TransferKind

if TYPE_CHECKING:
    from service.money import Silver


def deposit(request_id: str, player: str, amount: Silver) -> Posting:
    """Return the posting for silver that GEMP has taken out of a player's purse.

    Raises:
        InvalidInputError: there can be no such player, or the id is the service's own.
    """
    return _posting(request_id, Transfer(TransferKind.DEPOSIT, CLEARING, wallet(player), amount))


def withdrawal(request_id: str, player: str, amount: Silver) -> Posting:
    """Return the posting for silver that GEMP is to put into a player's purse; its entry is a settlement.

    Raises:
        InvalidInputError: there can be no such player, or the id is the service's own.
    """
    return _posting(request_id, Transfer(TransferKind.WITHDRAW, wallet(player), CLEARING, amount))


def prize(request_id: str, source: Account, player: str, amount: Silver, by_hand: ByHand) -> Posting:
    """Return the posting of a prize.

    Raises:
        InvalidInputError: there can be no such player, or the id is the service's own.
    """
    return _posting(request_id, Transfer(TransferKind.PRIZE, source, wallet(player), amount), by_hand)


def correction(request_id: str, debit: Account, credit: Account, amount: Silver, by_hand: ByHand) -> Posting:
    """Return the posting of a correction, between any two accounts.

    Raises:
        InvalidInputError: the id is the service's own.
    """
    return _posting(request_id, Transfer(TransferKind.CORRECTION, debit, credit, amount), by_hand)


def bank(request_id: str, account: Account, amount: Silver, by_hand: ByHand, *, take_back: bool = False) -> Posting:
    """Return the posting of a bank for a house or the grants out of the mint, or back.

    Raises:
        InvalidInputError: the id is the service's own.
    """
    debit, credit = (account, MINT) if take_back else (MINT, account)
    return _posting(request_id, Transfer(TransferKind.BANK, debit, credit, amount), by_hand)


def _posting(request_id: str, entry: Transfer, by_hand: ByHand | None = None) -> Posting:
    if request_id.startswith(OWN_IDS):
        raise InvalidInputError.of("postingId", request_id, f"an id that does not begin with {OWN_IDS}")
    return Posting(request_id, (entry,), by_hand=by_hand)
