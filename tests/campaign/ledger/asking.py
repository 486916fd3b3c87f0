"""Accounts, callers and postings that the ledger's tests name."""

from __future__ import annotations

from datetime import UTC, datetime

from service.caller import Caller, Role
from service.campaign.ledger.accounts import CLEARING, GRANTS, MINT, Account, house, wallet
from service.campaign.ledger.postings import ByHand, HandReference, Posting
from service.campaign.ledger.transfers import Entry, Hold, Post, Transfer, TransferKind, Void, VoidCause
from service.money import Silver

CALLER = Caller("gemp-1", Role.GAME, lambda: 60.0, on_behalf_of="jabba", request_id="r-1")
NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
A, B, C = wallet("A"), wallet("B"), wallet("C")
JAWA = house("nervous-jawa")
HAND = HandReference("t1", 1)
BY_HAND = ByHand("Ackbar", "second place, Worlds")


def silver(count: int) -> Silver:
    return Silver(count)


def transfer(kind: TransferKind, debit: Account, credit: Account, count: int) -> Transfer:
    return Transfer(kind, debit, credit, Silver(count))


def deposit(id_: str, to: Account, count: int) -> Posting:
    return Posting(id_, (transfer(TransferKind.DEPOSIT, CLEARING, to, count),))


def withdraw(id_: str, of: Account, count: int) -> Posting:
    return Posting(id_, (transfer(TransferKind.WITHDRAW, of, CLEARING, count),))


def bank(id_: str, to: Account, count: int) -> Posting:
    return Posting(id_, (transfer(TransferKind.BANK, MINT, to, count),))


def correction(id_: str, debit: Account, credit: Account, count: int) -> Posting:
    return Posting(id_, (transfer(TransferKind.CORRECTION, debit, credit, count),), by_hand=BY_HAND)


def prize(id_: str, *shares: tuple[Account, Silver]) -> Posting:
    entries = tuple(Transfer(TransferKind.PRIZE, MINT, to, amount) for to, amount in shares)
    return Posting(id_, entries, by_hand=BY_HAND)


def rewards(id_: str, count: int) -> Posting:
    return Posting(id_, (transfer(TransferKind.BANK, MINT, GRANTS, count),))


def bet(id_: str, mine: Account, other: Account, count: int, *, won: int | None = None, hand: int = 1) -> Posting:
    """Hold what the hand may cost either side: its first hold is of what *mine* may lose."""
    holds = (Hold(mine, other, Silver(count)), Hold(other, mine, Silver(count if won is None else won)))
    return Posting(id_, holds, HandReference("t1", hand))


def result(id_: str, of: str, winner: int, count: int, *, hand: int = 1) -> Posting:
    """Post *count* of the hold that pays the winner, 1 for who made the bet and 2 for the other, and void the other."""
    pays, goes = (2, 1) if winner == 1 else (1, 2)
    entries: tuple[Entry, ...] = (Post(f"{of}#{pays}", Silver(count)), Void(f"{of}#{goes}", VoidCause.DECIDED))
    return Posting(id_, entries, HandReference("t1", hand))


def no_hand(id_: str, of: str, *, hand: int = 1) -> Posting:
    """Let go of both holds of a bet: no card was dealt."""
    return Posting(
        id_, tuple(Void(f"{of}#{number}", VoidCause.NO_CARD) for number in (1, 2)), HandReference("t1", hand)
    )
