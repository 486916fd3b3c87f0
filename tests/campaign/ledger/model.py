"""The ledger once more as plain dictionaries and numbers; nothing of the service decides here."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from service.campaign.ledger.accounts import Account
from service.campaign.ledger.postings import HandReference, Posting
from service.campaign.ledger.transfers import Entry, Hold, Post, Transfer, TransferKind, Void, VoidCause
from service.money import Silver
from tests.campaign.ledger.asking import BY_HAND

Plain = tuple[str, str, str, int] | tuple[str, str, int]
"""("transfer" or "hold", debit, credit, amount), ("post", hold, amount) or ("void", hold, 0)."""


def most(account: str) -> int:
    return 16_777_215 if account.startswith("wallet:") else 10**15


def least(account: str) -> int:
    return -(10**15) if account in {"mint", "gemp_clearing"} else 0


@dataclass(frozen=True)
class Held:
    debit: str
    credit: str
    amount: int
    hand: int
    is_open: bool = True


@dataclass
class Model:
    """What every account has and holds, and what was answered."""

    has: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    out: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    into: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    holds: dict[str, Held] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    """By posting id: empty for what was posted, else the reason."""

    def post(self, id_: str, entries: list[Plain], hand: int) -> str:
        """Do all or nothing; the reason where nothing was done."""
        tried = Model(self.has.copy(), self.out.copy(), self.into.copy(), self.holds.copy())
        self.answers[id_] = reason = tried._all(id_, entries, hand)
        if not reason:
            self.has, self.out, self.into, self.holds = tried.has, tried.out, tried.into, tried.holds
        return reason

    def _all(self, id_: str, entries: list[Plain], hand: int) -> str:
        for number, entry in enumerate(entries, start=1):
            reason = self._one(f"{id_}#{number}", entry, hand)
            if reason:
                return reason
        return ""

    def _one(self, id_: str, entry: Plain, hand: int) -> str:
        if len(entry) == 4:
            what, debit, credit, amount = entry
            if self.has[debit] - self.out[debit] - amount < least(debit):
                return "insufficient-funds"
            if self.has[credit] + self.into[credit] + amount > most(credit):
                return "no-room"
            if what == "transfer":
                self.has[debit] -= amount
                self.has[credit] += amount
            else:
                self.out[debit] += amount
                self.into[credit] += amount
                self.holds[id_] = Held(debit, credit, amount, hand)
            return ""
        return self._resolve(entry[1], entry[2], hand)

    def _resolve(self, hold_id: str, amount: int, hand: int) -> str:
        held = self.holds.get(hold_id)
        if held is None:
            return "hold-not-found"
        if not held.is_open:
            return "hold-resolved"
        if held.hand != hand or amount > held.amount:
            return "hold-differs"
        self.holds[hold_id] = replace(held, is_open=False)
        self.out[held.debit] -= held.amount
        self.into[held.credit] -= held.amount
        self.has[held.debit] -= amount
        self.has[held.credit] += amount
        return ""

    def open_holds(self) -> list[str]:
        return [id_ for id_, held in self.holds.items() if held.is_open]


def posting_of(id_: str, entries: list[Plain], hand: int) -> Posting:
    """The posting that says the same; its transfers are corrections, which may go every way."""
    is_decided = any(entry[0] == "post" for entry in entries)
    built: list[Entry] = []
    for entry in entries:
        if len(entry) == 4:
            debit, credit, amount = Account.parse(entry[1]), Account.parse(entry[2]), Silver(entry[3])
            is_hold = entry[0] == "hold"
            built.append(
                Hold(debit, credit, amount) if is_hold else Transfer(TransferKind.CORRECTION, debit, credit, amount)
            )
        elif entry[0] == "post":
            built.append(Post(entry[1], Silver(entry[2])))
        else:
            built.append(Void(entry[1], VoidCause.DECIDED if is_decided else VoidCause.NO_CARD))
    return Posting(id_, tuple(built), HandReference("t1", hand), BY_HAND)
