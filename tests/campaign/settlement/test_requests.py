"""The postings that GEMP and directors ask for."""

from __future__ import annotations

import pytest

from deckmapping.errors import InvalidInputError
from service.caller import OWN_IDS
from service.campaign.ledger.accounts import CLEARING, GRANTS, MINT, house, wallet
from service.campaign.ledger.postings import ByHand, Posting, verify_posting
from service.campaign.ledger.transfers import Transfer, TransferKind
from service.campaign.settlement.requests import bank, correction, deposit, prize, withdrawal
from service.money import Silver

TEN = Silver(10)
BY_HAND = ByHand("Ackbar", "second place")
HAN, JAWA = wallet("han"), house("jawa")


@pytest.mark.parametrize(
    ("posting", "entry", "by_hand"),
    [
        (deposit("r", "han", TEN), Transfer(TransferKind.DEPOSIT, CLEARING, HAN, TEN), None),
        (withdrawal("r", "han", TEN), Transfer(TransferKind.WITHDRAW, HAN, CLEARING, TEN), None),
        (prize("r", MINT, "han", TEN, BY_HAND), Transfer(TransferKind.PRIZE, MINT, HAN, TEN), BY_HAND),
        (correction("r", HAN, JAWA, TEN, BY_HAND), Transfer(TransferKind.CORRECTION, HAN, JAWA, TEN), BY_HAND),
        (bank("r", JAWA, TEN, BY_HAND), Transfer(TransferKind.BANK, MINT, JAWA, TEN), BY_HAND),
        (bank("r", GRANTS, TEN, BY_HAND, take_back=True), Transfer(TransferKind.BANK, GRANTS, MINT, TEN), BY_HAND),
    ],
)
def test_each_is_one_entry_that_the_ledger_takes(posting: Posting, entry: Transfer, by_hand: ByHand | None) -> None:
    verify_posting(posting)
    assert posting == Posting("r", (entry,), by_hand=by_hand)


def test_no_caller_can_take_an_id_of_the_services_own() -> None:
    for id_ in (OWN_IDS, f"{OWN_IDS}hand-1"):
        with pytest.raises(InvalidInputError, match="an id that does not begin with sabacc/"):
            deposit(id_, "han", TEN)
    assert deposit(OWN_IDS.upper(), "han", TEN).posting_id == "SABACC/"
