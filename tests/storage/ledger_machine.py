"""A ledger that is driven at random beside a model of plain dictionaries, and audited after every step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from hypothesis import assume, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from service.campaign.ledger.accounts import Account
from service.campaign.ledger.errors import PostingContentDiffersError, PostingRefusedError
from service.campaign.ledger.transfers import Void
from service.campaign.ledger.use_cases import Ledger, Receipt
from service.money import NOTHING, Silver
from service.storage.database import open_engine
from service.storage.ledger_store import SqlLedgerStore
from tests.campaign.ledger.asking import CALLER, NOON
from tests.campaign.ledger.model import Model, Plain, posting_of
from tests.storage.ledger_race import PURSES, WORKS, race
from tests.storage.ledgers import at_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.campaign.ledger.postings import Posting

PLAYERS = ("wallet:A", "wallet:B", "wallet:C")
ALL = (*PLAYERS, "house:jawa", "escrow:pot", "mint", "gemp_clearing", "grants")
HOLDABLE = [
    (debit, credit) for debit in PLAYERS for credit in (*PLAYERS, "house:jawa", "escrow:pot") if debit != credit
]
HOLDABLE += [(credit, debit) for debit, credit in HOLDABLE if not credit.startswith("wallet:")]
AMOUNTS = st.integers(1, 300) | st.sampled_from([8_388_608, 16_777_000, 16_777_214, 16_777_215, 16_777_216, 10**15])
TRANSFERS: st.SearchStrategy[Plain] = st.tuples(
    st.just("transfer"), st.sampled_from(ALL), st.sampled_from(ALL), AMOUNTS
).filter(lambda entry: entry[1] != entry[2])
HOLDS: st.SearchStrategy[Plain] = st.builds(
    lambda sides, amount: ("hold", *sides, amount), st.sampled_from(HOLDABLE), AMOUNTS
)
HANDS = st.sampled_from([1, 1, 1, 2])


class LedgerMachine(RuleBasedStateMachine):
    """Every answer, every balance and every hold must be the model's; the sum is 0 and the audit passes, always."""

    new_database: ClassVar[Callable[[], str]]
    """Makes an empty, migrated database for each run; set by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.sent: list[Posting] = []
        self.bets: dict[str, int] = {}
        """The hand of each bet that was held, by its id."""
        self.raced = 0
        """Postings of races."""
        self.url = type(self).new_database()
        self.engine = open_engine(self.url, 4)
        self.ledger = Ledger(SqlLedgerStore(self.engine), lambda: NOON)

    def teardown(self) -> None:
        self.engine.dispose()

    # Steps

    def post(self, entries: list[Plain], hand: int) -> None:
        id_ = f"p{len(self.sent)}"
        posting = posting_of(id_, entries, hand)
        self.sent.append(posting)
        reason = self.model.post(id_, entries, hand)
        note(f"{id_} {entries} {reason or 'posted'}")
        assert self.answer(posting) == (reason, False)

    def answer(self, posting: Posting) -> tuple[str, bool]:
        """The reason of a refusal, empty for none, and whether the answer was a stored one."""
        error: PostingRefusedError | None = None
        try:
            receipt = self.ledger.post(posting, CALLER)
        except PostingRefusedError as caught:
            error = caught
        refusal = self.ledger.find(posting.posting_id, CALLER).record.refusal
        if error is None:
            assert refusal is None
            return "", receipt.replayed
        assert refusal is not None
        assert str(refusal.error(replayed=False)) == str(error)
        return refusal.reason.value, error.replayed

    @initialize()
    def begin(self) -> None:
        """Nobody is so poor that all is refused, and C is nearly full."""
        for player, amount in (("wallet:A", 1000), ("wallet:B", 500), ("wallet:C", 16_777_000)):
            self.post([("transfer", "gemp_clearing", player, amount)], 1)
        self.post([("transfer", "mint", to, 1000) for to in ("house:jawa", "escrow:pot")], 1)

    @rule(player=st.sampled_from(PLAYERS), amount=AMOUNTS)
    def deposit(self, player: str, amount: int) -> None:
        self.post([("transfer", "gemp_clearing", player, amount)], 1)

    @rule(player=st.sampled_from(PLAYERS))
    def withdraw_everything(self, player: str) -> None:
        """All that he has, though a part of it may be held."""
        assume(self.model.has[player] > 0)
        self.post([("transfer", player, "gemp_clearing", self.model.has[player])], 1)

    @rule(to=st.sampled_from(["house:jawa", "grants", "escrow:pot"]), amount=AMOUNTS)
    def fill(self, to: str, amount: int) -> None:
        self.post([("transfer", "mint", to, amount)], 1)

    @rule(entry=TRANSFERS)
    def transfer(self, entry: Plain) -> None:
        self.post([entry], 1)

    @rule(sides=st.sampled_from(HOLDABLE), mine=st.integers(1, 300), other=st.integers(1, 300), hand=HANDS)
    def bet(self, sides: tuple[str, str], mine: int, other: int, hand: int) -> None:
        self.post([("hold", *sides, mine), ("hold", *sides[::-1], other)], hand)
        bet = self.sent[-1].posting_id
        if not self.model.answers[bet]:
            self.bets[bet] = hand

    def waiting(self) -> list[str]:
        """Bets of which neither side is posted or voided."""
        open_holds = set(self.model.open_holds())
        return [bet for bet in self.bets if {f"{bet}#1", f"{bet}#2"} <= open_holds]

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), is_dealt=st.booleans(), winner=st.sampled_from([1, 2]), callers=st.integers(2, 4))
    def time_out(self, data: Any, is_dealt: bool, winner: int, callers: int) -> None:
        """A hand waits too long: the next calls and the sweeper end it at once, under one id of the service's own.

        Where no card was dealt both sides are let go; else it is decided, and only the result posts it.
        """
        bet = data.draw(st.sampled_from(self.waiting()))
        pays, goes = f"{bet}#{winner}", f"{bet}#{3 - winner}"
        paid = data.draw(st.integers(0, self.model.holds[pays].amount))
        entries: list[Plain] = [("post", pays, paid) if is_dealt else ("void", pays, 0), ("void", goes, 0)]
        posting = posting_of(f"sabacc/t1/{bet}/end", entries, self.bets[bet])
        self.sent.append(posting)
        assert self.model.post(posting.posting_id, entries, self.bets[bet]) == ""
        note(f"{posting.posting_id} {entries} by {callers} at once")
        told = at_once([posting] * callers, self.ledger)
        assert sorted(isinstance(one, Receipt) and one.replayed for one in told) == [False, *[True] * (callers - 1)]
        assert all(isinstance(one, Receipt) for one in told)

    @rule(
        filled=st.lists(st.integers(1, 500) | st.just(16_777_000), min_size=len(PURSES), max_size=len(PURSES)),
        works=st.lists(WORKS, min_size=2, max_size=4),
        altered=st.booleans(),
    )
    def at_the_same_time(self, filled: list[int], works: list[list[Plain]], altered: bool) -> None:
        note(f"race of {works} from {filled}{', the first one altered' if altered else ''}")
        self.raced += race(self.ledger, f"race{self.raced}", filled, works, altered=altered)

    @precondition(lambda self: self.model.holds)
    @rule(data=st.data(), hand=HANDS)
    def resolve(self, data: Any, hand: int) -> None:
        """Post some holds and void others, open or not, of this hand or another."""
        known = self.model.open_holds() * 3 + list(self.model.holds) + ["p0#9"]
        chosen = data.draw(st.lists(st.sampled_from(known), min_size=1, max_size=3, unique=True))
        amounts = st.none() | st.integers(0, 300)
        entries: list[Plain] = []
        for hold_id in chosen:
            amount = data.draw(amounts)
            held = self.model.holds.get(hold_id)
            full = held.amount if held is not None and data.draw(st.booleans()) else amount
            entries.append(("void", hold_id, 0) if amount is None or full is None else ("post", hold_id, full))
        held = self.model.holds.get(chosen[0])
        is_theirs = held is not None and data.draw(st.integers(1, 4)) > 1
        self.post(entries, held.hand if held is not None and is_theirs else hand)

    @precondition(lambda self: self.model.open_holds())
    @rule(data=st.data(), more=st.sampled_from([-1, 0, 0, 1]), hands=st.sampled_from([0, 0, 0, 1]))
    def settle(self, data: Any, more: int, hands: int) -> None:
        """Post all of a hold, or one silver less or more, mostly for its hand."""
        hold_id = data.draw(st.sampled_from(self.model.open_holds()))
        held = self.model.holds[hold_id]
        self.post([("post", hold_id, held.amount + more)], held.hand + hands)

    @rule(data=st.data(), hand=HANDS)
    def several(self, data: Any, hand: int) -> None:
        entries = data.draw(st.lists(TRANSFERS | HOLDS, min_size=2, max_size=4))
        self.post(entries, hand)

    @rule(amount=st.integers(1, 200), part=st.integers(0, 200))
    def at_once(self, amount: int, part: int) -> None:
        id_ = f"p{len(self.sent)}"
        self.post([("hold", "wallet:A", "house:jawa", amount), ("post", f"{id_}#1", part)], 1)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def again(self, data: Any) -> None:
        posting = data.draw(st.sampled_from(self.sent))
        assert self.answer(posting) == (self.model.answers[posting.posting_id], True)

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), amount=st.integers(1, 300))
    def again_but_altered(self, data: Any, amount: int) -> None:
        posting: Posting = data.draw(st.sampled_from(self.sent))
        entries = list(posting.entries)
        amounts = {at: entry for at, entry in enumerate(entries) if not isinstance(entry, Void)}
        assume(amounts)
        at = data.draw(st.sampled_from(sorted(amounts)))
        assume(amounts[at].amount != Silver(amount))
        entries[at] = replace(amounts[at], amount=Silver(amount))
        with pytest.raises(PostingContentDiffersError) as caught:
            self.ledger.post(replace(posting, entries=tuple(entries)), CALLER)
        assert [fault.field for fault in caught.value.violations] == [f"entries[{at}].amount"]

    @rule()
    def restart(self) -> None:
        self.engine.dispose()
        self.engine = open_engine(self.url, 4)
        self.ledger = Ledger(SqlLedgerStore(self.engine), lambda: NOON)

    # What always holds

    @invariant()
    def every_account_has_what_the_model_has(self) -> None:
        for account in ALL:
            balance = self.ledger.balance(Account.parse(account), CALLER)
            found = tuple(silver.count for silver in balance)
            assert found == (self.model.has[account], self.model.out[account], self.model.into[account]), account

    @invariant()
    def the_ledger_is_whole(self) -> None:
        audit = self.ledger.audit(CALLER)
        assert audit.faults == ()
        assert audit.postings == len(self.sent) + self.raced
        figures = self.ledger.figures(CALLER)
        assert figures.sum == NOTHING
        assert figures.held.count == sum(held.amount for held in self.model.holds.values() if held.is_open)
