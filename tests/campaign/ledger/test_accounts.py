"""Accounts: their ids, and between what bounds each kind stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from service.campaign.ledger.accounts import (
    BOUNDS,
    CLEARING,
    GRANTS,
    MINT,
    Account,
    AccountKind,
    escrow,
    house,
    wallet,
)

IDS = {
    "wallet:lando": wallet("lando"),
    "wallet:~bot": wallet("~bot"),
    "wallet:a:b": wallet("a:b"),
    "house:brangus-glee": house("brangus-glee"),
    "escrow:worlds": escrow("worlds"),
    "gemp_clearing": CLEARING,
    "mint": MINT,
    "grants": GRANTS,
}


@pytest.mark.parametrize("text", IDS)
def test_an_account_is_its_id(text: str) -> None:
    assert str(IDS[text]) == text
    assert Account.parse(text) == IDS[text]


@given(st.sampled_from([wallet, house, escrow]), st.from_regex("[!-~]{1,60}", fullmatch=True))
def test_every_name_comes_back(kind: type[Account], name: str) -> None:
    assert Account.parse(str(kind(name))) == kind(name)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        *["", "wallet", "wallet:", "house", "escrow:", "purse:lando", "WALLET:lando", "lando", ":lando"],
        *["mint:", "mint:more", "gemp_clearing:x", "grants:1"],
        *["wallet:a b", "wallet: a", "wallet:lando\n", "wallet:l\u00e4ndo", "wallet:" + "a" * 61],
    ],
)
def test_what_is_no_account_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        Account.parse(text)
    assert caught.value.violations[0].field == "account"


def test_only_the_mint_and_gemp_may_owe() -> None:
    bounds = {kind.value: (least.count, most.count) for kind, (least, most) in BOUNDS.items()}
    assert bounds == {
        "wallet": (0, 16_777_215),
        "house": (0, 10**15),
        "escrow": (0, 10**15),
        "grants": (0, 10**15),
        "mint": (-(10**15), 10**15),
        "gemp_clearing": (-(10**15), 10**15),
    }
    assert set(BOUNDS) == set(AccountKind)
