"""What a posting may ask, whatever the accounts hold: each refusal with its field, value and expectation."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from deckmapping.errors import InvalidInputError
from service.campaign.ledger.accounts import CLEARING, GRANTS, MINT, escrow
from service.campaign.ledger.postings import ByHand, HandReference, Posting, verify_posting
from service.campaign.ledger.transfers import WAYS, Entry, Hold, Post, Transfer, TransferKind, Void, VoidCause
from service.money import Silver
from service.tables.practice import Chips
from tests.campaign.ledger.asking import BY_HAND, HAND, JAWA, A, B, bank, bet, deposit, no_hand, prize, result, withdraw

KINDS = TransferKind


def faults(posting: Posting) -> list[tuple[str, str, str]]:
    with pytest.raises(InvalidInputError) as caught:
        verify_posting(posting)
    return [(fault.field, fault.value, fault.expected) for fault in caught.value.violations]


def moving(amount: Any, kind: TransferKind = KINDS.HAND_RESULT) -> Posting:
    return Posting("r-1", (Transfer(kind, A, B, amount),))


@pytest.mark.parametrize(
    "posting",
    [
        deposit("d", A, 1),
        deposit("d" * 64, A, 10**15),
        deposit("the id of a request", A, 1),
        withdraw("w", A, 5),
        bank("b", JAWA, 100_000),
        prize("p", (A, Silver(34)), (B, Silver(33))),
        bet("bet", A, JAWA, 145, won=217),
        bet("bet", A, B, 145),
        result("res", "bet", 1, 145),
        result("push", "bet", 1, 0),
        no_hand("none", "bet"),
        Posting("now", (Hold(A, JAWA, Silver(5)), Post("now#1", Silver(5))), HAND),
        Posting("r", tuple(deposit("d", A, 1).entries[0] for _ in range(64))),
    ],
)
def test_what_the_campaign_needs_is_accepted(posting: Posting) -> None:
    verify_posting(posting)


AMOUNT = "1 to 1,000,000,000,000,000 silver"


@pytest.mark.parametrize(
    ("amount", "value", "expected"),
    [
        (Silver(-100), "-100", AMOUNT),
        (Silver(0), "0", AMOUNT),
        (Silver(10**15 + 1), "1000000000000001", AMOUNT),
        (145, "145", "silver, not int"),
        (2.5, "2.5", "silver, not float"),
        (Chips(145), "145 chips", "silver, not Chips"),
        (None, "None", "silver, not NoneType"),
    ],
)
def test_field_report_58_an_amount_is_silver_above_nothing(amount: Any, value: str, expected: str) -> None:
    assert faults(moving(amount)) == [("entries[0].amount", value, expected)]
    hold = Posting("r-1", (Hold(B, A, Silver(1)), Hold(A, B, amount)), HAND)
    assert faults(hold) == [("entries[1].amount", value, expected)]


def test_a_post_may_be_of_nothing_but_not_of_less() -> None:
    post = Posting("r-1", (Post("bet#1", Silver(-1)),), HAND)
    assert faults(post) == [("entries[0].amount", "-1", "0 to 1,000,000,000,000,000 silver")]
    chips: Any = Chips(1)
    assert faults(Posting("r-1", (Post("bet#1", chips),), HAND)) == [
        ("entries[0].amount", "1 chip", "silver, not Chips")
    ]


def test_field_report_58_nobody_plays_against_himself() -> None:
    for entry in (Transfer(KINDS.CORRECTION, A, A, Silver(1)), Hold(A, A, Silver(1))):
        posting = Posting("r-1", (entry,), HAND, BY_HAND)
        assert faults(posting) == [("entries[0].credit", "wallet:A", "another account than the debit")]


ACCOUNTS = {
    "wallet": A,
    "house": JAWA,
    "escrow": escrow("pot"),
    "gemp_clearing": CLEARING,
    "mint": MINT,
    "grants": GRANTS,
}
MAY_GO = {
    "deposit": ["gemp_clearing wallet"],
    "withdraw": ["wallet gemp_clearing"],
    "hand-result": ["escrow wallet", "house wallet", "wallet escrow", "wallet house", "wallet wallet"],
    "prize": ["escrow wallet", "grants wallet", "mint wallet"],
    "reward": ["grants wallet"],
    "bank": ["grants mint", "house mint", "mint grants", "mint house"],
}


@pytest.mark.parametrize("kind", MAY_GO)
def test_each_kind_goes_its_ways_alone(kind: str) -> None:
    may = []
    for (debit, out), (credit, into) in product(ACCOUNTS.items(), repeat=2):
        other = B if debit == credit == "wallet" else into
        if out == other:
            continue
        try:
            verify_posting(Posting("r-1", (Transfer(TransferKind(kind), out, other, Silver(1)),), by_hand=BY_HAND))
        except InvalidInputError as error:
            (fault,) = error.violations
            assert (fault.field, fault.value) == ("entries[0].kind", f"{kind} from {out} to {other}")
            assert fault.expected == ", ".join(way.replace(" ", " to ") for way in MAY_GO[kind])
        else:
            may.append(f"{debit} {credit}")
    assert sorted(may) == MAY_GO[kind]


def test_a_correction_goes_every_way_and_a_hold_the_ways_of_a_hand() -> None:
    assert len(WAYS[KINDS.CORRECTION]) == len(ACCOUNTS) ** 2
    assert set(WAYS) == set(KINDS)
    (fault,) = faults(Posting("r-1", (Hold(MINT, A, Silver(1)),), HAND))
    assert fault[:2] == ("entries[0].kind", "hand-result from mint to wallet:A")


@pytest.mark.parametrize("kind", [KINDS.PRIZE, KINDS.CORRECTION])
def test_what_is_made_by_hand_names_its_director_and_his_reason(kind: TransferKind) -> None:
    posting = Posting("r-1", (Transfer(kind, MINT, A, Silver(1)),))
    assert faults(posting) == [("director", "", f"who makes the {kind}, and why")]
    verify_posting(replace(posting, by_hand=BY_HAND))
    named = "1 to 60 printable ASCII characters"
    for director in ("", "a" * 61, "\u00e4"):
        assert faults(replace(posting, by_hand=ByHand(director, "why")))[0][::2] == ("director", named)
    told = "1 to 255 printable characters on one line"
    for reason in ("", " ", "a" * 256, "a\nb"):
        assert faults(replace(posting, by_hand=ByHand("Ackbar", reason)))[0][::2] == ("reason", told)
    verify_posting(replace(posting, by_hand=ByHand("Ackbar", "½ " + "a" * 253)))


@pytest.mark.parametrize("id_", ["", "a" * 65, "\u00e4", "a\n", "\x7f"])
def test_an_id_is_64_printable_ascii_characters(id_: str) -> None:
    (fault,) = faults(deposit(id_, A, 1))
    assert fault[::2] == ("postingId", "1 to 64 printable ASCII characters")


def test_a_posting_has_1_to_64_entries() -> None:
    assert faults(Posting("r-1", ())) == [("entries", "0 entries", "1 to 64 entries")]
    many = Posting("r-1", (Transfer(KINDS.DEPOSIT, CLEARING, A, Silver(1)),) * 65)
    assert faults(many) == [("entries", "65 entries", "1 to 64 entries")]


def test_what_is_held_is_held_for_a_hand() -> None:
    for posting in (bet("bet", A, B, 1), result("res", "bet", 1, 1), no_hand("none", "bet")):
        assert faults(replace(posting, reference=None)) == [("reference", "", "the hand that silver is held for")]
    for table, hand, field in (("", 1, "tableId"), ("a b", 1, "tableId"), ("t", 0, "hand"), ("t", 2**31, "hand")):
        posting = replace(bet("bet", A, B, 1), reference=HandReference(table, hand))
        assert faults(posting)[0][0] == f"reference.{field}"


def test_a_hold_is_resolved_once() -> None:
    twice = Posting("r-1", (Post("bet#1", Silver(1)), Void("bet#1", VoidCause.DECIDED)), HAND)
    assert faults(twice) == [("entries[1].holdId", "bet#1", "each hold once")]
    for hold_id in ("bet", "bet#0", "bet#100", "#1", "bet#1 "):
        (fault,) = faults(Posting("r-1", (Post(hold_id, Silver(1)),), HAND))
        assert fault == ("entries[0].holdId", hold_id, "the id of a posting, # and the number of its entry")


@pytest.mark.parametrize(
    ("entries", "at", "cause", "expected"),
    [
        ((Void("bet#1", VoidCause.DECIDED),), 0, "decided", "no-card: nothing of the hand is posted"),
        (
            (Post("bet#2", Silver(1)), Void("bet#1", VoidCause.NO_CARD)),
            1,
            "no-card",
            "decided: the hand has a result",
        ),
    ],
)
def test_a_hold_is_voided_before_the_first_card_or_beside_a_result(
    entries: tuple[Entry, ...], at: int, cause: str, expected: str
) -> None:
    assert faults(Posting("r-1", entries, HAND)) == [(f"entries[{at}].cause", cause, expected)]


def test_all_faults_are_told_together() -> None:
    posting = Posting("", (Transfer(KINDS.PRIZE, A, A, Silver(0)),))
    assert [fault[0] for fault in faults(posting)] == [
        "postingId", "entries[0].amount", "entries[0].credit", "director"
    ]  # fmt: skip
