"""A plain model of wallets and houses: whole numbers in a dictionary, moved by hand after hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

FULL: Final = 2**24 - 1
"""The most in a wallet."""


class Held(NamedTuple):
    """What two accounts may lose to each other in a hand."""

    first: str
    second: str
    first_may_lose: int
    second_may_lose: int


@dataclass
class Money:
    """What all accounts have, and what is held for the hands that are played."""

    has: dict[str, int] = field(default_factory=dict)
    held: dict[str, Held] = field(default_factory=dict)
    """By table."""

    def move(self, debit: str, credit: str, amount: int) -> None:
        self.has[debit] = self.has.get(debit, 0) - amount
        self.has[credit] = self.has.get(credit, 0) + amount

    def out(self, account: str) -> int:
        """What may still go out."""
        mine = sum(each.first_may_lose for each in self.held.values() if each.first == account)
        return mine + sum(each.second_may_lose for each in self.held.values() if each.second == account)

    def into(self, account: str) -> int:
        """What may still come in."""
        mine = sum(each.second_may_lose for each in self.held.values() if each.first == account)
        return mine + sum(each.first_may_lose for each in self.held.values() if each.second == account)

    def free(self, account: str) -> int:
        return self.has.get(account, 0) - self.out(account)

    def room(self, account: str) -> int:
        most = FULL if account.startswith("wallet:") else 10**15
        return most - self.has.get(account, 0) - self.into(account)

    def can_hold(self, hand: Held) -> bool:
        return hand.first_may_lose <= min(
            self.free(hand.first), self.room(hand.second)
        ) and hand.second_may_lose <= min(self.free(hand.second), self.room(hand.first))

    def settle(self, table: str, change: int) -> None:
        """End the hand of a table, with which its first account has won *change*."""
        hand = self.held.pop(table)
        assert -hand.first_may_lose <= change <= hand.second_may_lose
        self.move(hand.second, hand.first, change)
