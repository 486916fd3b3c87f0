"""What the accounts allow and what a posting then changes, worked out by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.campaign.ledger.accounts import CLEARING, GRANTS, MINT, Account, escrow
from service.campaign.ledger.deciding import Balance, HeldSilver, Refusal, RefusalReason, decide
from service.campaign.ledger.errors import (
    HoldDiffersError,
    HoldNotFoundError,
    HoldResolvedError,
    InsufficientFundsError,
    NoRoomError,
)
from service.campaign.ledger.postings import HandReference, Posting
from service.campaign.ledger.transfers import Hold, Post, Transfer, TransferKind, Void, VoidCause
from service.money import Silver
from tests.campaign.ledger.asking import HAND, JAWA, A, B, C, bet, correction, deposit, result, withdraw
from tests.campaign.ledger.model import Model, Plain, posting_of


def has(balance: int, held_out: int = 0, held_in: int = 0) -> Balance:
    return Balance(Silver(balance), Silver(held_out), Silver(held_in))


def held(debit: Account, credit: Account, count: int, *, is_resolved: bool = False) -> HeldSilver:
    return HeldSilver(debit, credit, Silver(count), HAND, is_resolved=is_resolved)


def done(posting: Posting, balances: dict[Account, Balance], holds: dict[str, HeldSilver] | None = None) -> list[Any]:
    """Of each movement its type, accounts, what is moved and held more, and the balances after it."""
    found = decide(posting, balances, holds or {})
    assert isinstance(found, tuple)
    return [
        (
            *(str(each) for each in (movement.type, movement.debit, movement.credit)),
            *(each.count for each in (movement.moved, movement.held, movement.debit_after, movement.credit_after)),
        )
        for movement in found
    ]


def refused(
    posting: Posting, balances: dict[Account, Balance], holds: dict[str, HeldSilver] | None = None
) -> tuple[Any, ...]:
    found = decide(posting, balances, holds or {})
    assert isinstance(found, Refusal)
    return found.reason.value, found.field, found.value, found.expected, found.account


def test_silver_is_moved_from_debit_to_credit() -> None:
    assert done(deposit("d", A, 1000), {}) == [("transfer", "gemp_clearing", "wallet:A", 1000, 0, -1000, 1000)]
    assert done(withdraw("w", A, 400), {A: has(1000), CLEARING: has(-1000)}) == [
        ("transfer", "wallet:A", "gemp_clearing", 400, 0, 600, -600)
    ]


def test_a_hold_moves_nothing_and_a_post_moves_what_it_says() -> None:
    assert done(bet("bet", A, JAWA, 145, won=217), {A: has(500), JAWA: has(900)}) == [
        ("hold", "wallet:A", "house:nervous-jawa", 0, 145, 500, 900),
        ("hold", "house:nervous-jawa", "wallet:A", 0, 217, 900, 500),
    ]
    holds = {"bet#1": held(A, JAWA, 145), "bet#2": held(JAWA, A, 217)}
    balances = {A: has(500, 145, 217), JAWA: has(900, 217, 145)}
    assert done(result("won", "bet", 1, 200), balances, holds) == [
        ("post", "house:nervous-jawa", "wallet:A", 200, -217, 700, 700),
        ("void", "wallet:A", "house:nervous-jawa", 0, -145, 700, 700),
    ]
    assert done(result("lost", "bet", 2, 145), balances, holds) == [
        ("post", "wallet:A", "house:nervous-jawa", 145, -145, 355, 1045),
        ("void", "house:nervous-jawa", "wallet:A", 0, -217, 1045, 355),
    ]


def test_every_movement_is_named_by_its_posting_and_number() -> None:
    found = decide(bet("bet", A, B, 5), {A: has(5), B: has(5)}, {})
    assert isinstance(found, tuple)
    assert [(each.entry_id, each.kind.value, each.resolves) for each in found] == [
        ("bet#1", "hand-result", ""),
        ("bet#2", "hand-result", ""),
    ]
    both = decide(result("r", "bet", 1, 5), {}, {"bet#1": held(A, B, 5), "bet#2": held(B, A, 5)})
    assert isinstance(both, tuple)
    post, void = both
    assert (post.entry_id, post.resolves, void.entry_id, void.resolves) == ("r#1", "bet#2", "r#2", "bet#1")


LIMITS = {
    "all that a wallet has": (correction("c", A, B, 100), {A: has(100)}, None),
    "one more than a wallet has": (
        correction("c", A, B, 101),
        {A: has(100)},
        ("insufficient-funds", "1 gold, 01 silver", "1 gold, 00 silver", "which wallet:A has free"),
    ),
    "a wallet that nobody has filled": (
        correction("c", A, B, 1),
        {},
        ("insufficient-funds", "0 gold, 01 silver", "0 gold, 00 silver", "which wallet:A has free"),
    ),
    "what is held is not free": (
        correction("c", A, B, 56),
        {A: has(100, 45)},
        ("insufficient-funds", "0 gold, 56 silver", "0 gold, 55 silver", "which wallet:A has free"),
    ),
    "what may come in is not there yet": (
        correction("c", A, B, 101),
        {A: has(100, 0, 900)},
        ("insufficient-funds", "1 gold, 01 silver", "1 gold, 00 silver", "which wallet:A has free"),
    ),
    "an empty bank": (
        correction("c", JAWA, A, 1),
        {},
        ("insufficient-funds", "0 gold, 01 silver", "0 gold, 00 silver", "which house:nervous-jawa has free"),
    ),
    "empty grants": (
        correction("c", GRANTS, A, 1),
        {},
        ("insufficient-funds", "0 gold, 01 silver", "0 gold, 00 silver", "which grants has free"),
    ),
    "an empty pot": (
        correction("c", escrow("pot"), A, 1),
        {},
        ("insufficient-funds", "0 gold, 01 silver", "0 gold, 00 silver", "which escrow:pot has free"),
    ),
    "the mint owes": (correction("c", MINT, JAWA, 10**15), {}, None),
    "the mint owes no more than can be counted": (
        correction("c", MINT, JAWA, 1),
        {MINT: has(-(10**15))},
        ("insufficient-funds", "0 gold, 01 silver", "0 gold, 00 silver", "which mint has free"),
    ),
    "a full wallet": (deposit("d", A, 16_777_215), {}, None),
    "a wallet of four bytes": (
        deposit("d", A, 16_777_216),
        {},
        ("no-room", "167772 gold, 16 silver", "167772 gold, 15 silver", "for which wallet:A has room"),
    ),
    "field report 5, 16,777,200 and 15": (deposit("d", A, 15), {A: has(16_777_200)}, None),
    "field report 5, 16,777,200 and 20": (
        deposit("d", A, 20),
        {A: has(16_777_200)},
        ("no-room", "0 gold, 20 silver", "0 gold, 15 silver", "for which wallet:A has room"),
    ),
    "field report 5, 16,777,215 and 1": (
        deposit("d", A, 1),
        {A: has(16_777_215)},
        ("no-room", "0 gold, 01 silver", "0 gold, 00 silver", "for which wallet:A has room"),
    ),
    "room is held for what may be won": (
        deposit("d", A, 6),
        {A: has(16_777_000, 0, 210)},
        ("no-room", "0 gold, 06 silver", "0 gold, 05 silver", "for which wallet:A has room"),
    ),
    "what may be lost makes no room": (
        deposit("d", A, 1),
        {A: has(16_777_215, 500)},
        ("no-room", "0 gold, 01 silver", "0 gold, 00 silver", "for which wallet:A has room"),
    ),
    "no house holds more than can be counted": (
        correction("c", MINT, JAWA, 1),
        {JAWA: has(10**15)},
        ("no-room", "0 gold, 01 silver", "0 gold, 00 silver", "for which house:nervous-jawa has room"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_an_account_stays_within_its_bounds(name: str) -> None:
    posting, balances, expected = LIMITS[name]
    if expected is None:
        assert len(done(posting, balances)) == 1
        return
    reason, value, most, whose = expected
    account = whose.removeprefix("for ").removeprefix("which ").split()[0]
    assert refused(posting, balances) == (
        reason, "entries[0].amount", value, f"at most {most}, {whose}", account
    )  # fmt: skip


def test_a_hold_needs_the_same_funds_and_room_as_a_transfer() -> None:
    funds = refused(bet("b", A, JAWA, 101), {A: has(100), JAWA: has(500)})
    assert (funds[0], funds[1], funds[4]) == ("insufficient-funds", "entries[0].amount", "wallet:A")
    bank = refused(bet("b", A, JAWA, 100, won=501), {A: has(100), JAWA: has(500)})
    assert (bank[0], bank[1], bank[4]) == ("insufficient-funds", "entries[1].amount", "house:nervous-jawa")
    room = refused(bet("b", A, JAWA, 15, won=16), {A: has(16_777_200), JAWA: has(500)})
    assert (room[0], room[1], room[4]) == ("no-room", "entries[1].amount", "wallet:A")


def test_entries_are_done_upon_what_those_before_have_left() -> None:
    through = Posting(
        "r",
        (
            Transfer(TransferKind.CORRECTION, A, B, Silver(100)),
            Transfer(TransferKind.CORRECTION, B, C, Silver(100)),
        ),
    )
    assert done(through, {A: has(100)})[1][3:] == (100, 0, 0, 100)
    backwards = Posting("r", through.entries[::-1])
    assert refused(backwards, {A: has(100)})[:2] == ("insufficient-funds", "entries[0].amount")


def test_a_hold_of_the_same_posting_can_be_posted() -> None:
    at_once = Posting("now", (Hold(A, JAWA, Silver(5)), Post("now#1", Silver(3))), HAND)
    assert done(at_once, {A: has(5)}) == [
        ("hold", "wallet:A", "house:nervous-jawa", 0, 5, 5, 0),
        ("post", "wallet:A", "house:nervous-jawa", 3, -5, 2, 3),
    ]
    too_early = Posting("now", at_once.entries[::-1], HAND)
    assert refused(too_early, {A: has(5)})[0] == "hold-not-found"


def test_what_is_posted_beside_a_result_uses_what_it_has_set_free() -> None:
    posting = Posting(
        "r",
        (
            Void("bet#1", VoidCause.DECIDED),
            Post("bet#2", Silver(10)),
            Transfer(TransferKind.HAND_RESULT, A, B, Silver(110)),
        ),
        HAND,
    )
    balances = {A: has(100, 100, 10), JAWA: has(10, 10, 100)}
    assert done(posting, balances, {"bet#1": held(A, JAWA, 100), "bet#2": held(JAWA, A, 10)})[2][5:] == (0, 110)


HOLDS = {"bet#1": held(A, JAWA, 145), "bet#2": held(JAWA, A, 217, is_resolved=True)}
POST = "entries[0]"
RESOLUTIONS = {
    "unknown": (Posting("r", (Post("no#1", Silver(1)),), HAND), "hold-not-found", f"{POST}.holdId", "no#1"),
    "resolved": (Posting("r", (Post("bet#2", Silver(1)),), HAND), "hold-resolved", f"{POST}.holdId", "bet#2"),
    "voided twice": (
        Posting("r", (Void("bet#2", VoidCause.NO_CARD),), HAND), "hold-resolved", f"{POST}.holdId", "bet#2"
    ),
    "more": (
        Posting("r", (Post("bet#1", Silver(146)),), HAND), "hold-differs", f"{POST}.amount", "1 gold, 46 silver"
    ),
    "another hand": (
        Posting("r", (Post("bet#1", Silver(1)),), HandReference("t1", 2)),
        "hold-differs", "reference", "hand 2 of table t1",
    ),
    "another table": (
        Posting("r", (Void("bet#1", VoidCause.NO_CARD),), HandReference("t2", 1)),
        "hold-differs", "reference", "hand 1 of table t2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RESOLUTIONS)
def test_a_hold_is_resolved_once_for_its_hand_and_at_most_in_full(name: str) -> None:
    posting, *expected = RESOLUTIONS[name]
    assert list(refused(posting, {A: has(500, 145), JAWA: has(500, 0, 145)}, HOLDS)[:3]) == expected


def test_each_reason_has_an_error_of_its_own() -> None:
    kinds = {
        "insufficient-funds": InsufficientFundsError,
        "no-room": NoRoomError,
        "hold-not-found": HoldNotFoundError,
        "hold-resolved": HoldResolvedError,
        "hold-differs": HoldDiffersError,
    }
    assert set(kinds) == set(RefusalReason)
    for reason, kind in kinds.items():
        error = Refusal(RefusalReason(reason), "f", "v", "e", "wallet:A").error(replayed=True)
        assert type(error) is kind
        assert (str(error), error.account, error.replayed) == ("f: got 'v', expected e", "wallet:A", True)


def test_field_report_26_after_10_000_random_hands_all_purses_together_have_what_they_had() -> None:
    chance, model = random.Random(26), Model()
    players = [f"wallet:p{number}" for number in range(6)]
    for player in players:
        model.post(f"d {player}", [("transfer", "gemp_clearing", player, 10_000)], 1)
    model.post("bank", [("transfer", "mint", "house:jawa", 40_000)], 1)
    balances = {Account.parse(account): has(count) for account, count in model.has.items()}
    refused_hands = 0
    for hand in range(10_000):
        mine, other = chance.choice([chance.sample(players, 2), [chance.choice(players), "house:jawa"]])
        most = chance.randint(1, 4000)
        paid = chance.randint(0, most)
        won, lost = chance.sample((1, 2), 2)
        entries: list[Plain] = [("hold", mine, other, most), ("hold", other, mine, most)]
        entries += [("post", f"h{hand}#{won}", paid), ("void", f"h{hand}#{lost}", 0)]
        model.holds.clear()
        found = decide(posting_of(f"h{hand}", entries, 1), balances, {})
        reason = model.post(f"h{hand}", entries, 1)
        if isinstance(found, Refusal):
            assert found.reason.value == reason
            refused_hands += 1
            continue
        assert reason == ""
        for movement in found:
            balances[movement.debit] = has(movement.debit_after.count)
            balances[movement.credit] = has(movement.credit_after.count)
    assert {str(account): balance.balance.count for account, balance in balances.items()} == model.has
    assert sum(balance.balance.count for balance in balances.values()) == 0
    assert sum(count for account, count in model.has.items() if ":" in account) == 100_000
    assert 500 < refused_hands < 9500
