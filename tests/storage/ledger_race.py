"""Callers who post at once from purses of their own: each is answered as if they had come one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from service.campaign.ledger.accounts import Account
from service.campaign.ledger.errors import PostingContentDiffersError, PostingRefusedError
from tests.campaign.ledger.asking import CALLER
from tests.campaign.ledger.model import Model, Plain, posting_of
from tests.storage.ledgers import at_once

if TYPE_CHECKING:
    from service.campaign.ledger.postings import Posting
    from service.campaign.ledger.use_cases import Ledger, Receipt

    Told = Receipt | PostingRefusedError | PostingContentDiffersError

PURSES: Final = ("wallet:R", "wallet:S", "house:race")
HAND = 1
SIDES = st.sampled_from([(one, other) for one in PURSES for other in PURSES if one != other])
WORKS: st.SearchStrategy[list[Plain]] = st.builds(
    lambda sides, mine, other: [("hold", *sides, mine), ("hold", *sides[::-1], other)],
    SIDES,
    st.integers(1, 300),
    st.integers(1, 300),
) | st.builds(lambda sides, amount: [("transfer", *sides, amount)], SIDES, st.integers(1, 300))


def race(ledger: Ledger, name: str, filled: list[int], works: list[list[Plain]], *, altered: bool) -> int:
    """Post all *works* at the same instant, the first one twice, and a third time with one silver more if *altered*.

    However they come, the purses are empty again at the end, so that nothing that follows depends on it.

    Returns:
        How many postings it made.
    """
    model = Model()
    _alone(ledger, model, f"{name}-fill", [("transfer", "mint", *each) for each in zip(PURSES, filled, strict=True)])
    contents: list[tuple[str, list[Plain]]] = [(f"{name}-{at}", entries) for at, entries in enumerate(works)]
    contents.append(contents[0])
    if altered:
        contents.append((f"{name}-0", [_one_more(works[0][0]), *works[0][1:]]))
    asked = [(posting_of(id_, entries, HAND), entries) for id_, entries in contents]
    told = at_once([posting for posting, _ in asked], ledger)
    assert_in_order(ledger, model, asked, told)
    for purse in PURSES:
        found = tuple(silver.count for silver in ledger.balance(Account.parse(purse), CALLER))
        assert found == (model.has[purse], model.out[purse], model.into[purse]), purse
    _alone(ledger, model, f"{name}-end", _emptied(model))
    return len(works) + 2


def assert_in_order(ledger: Ledger, model: Model, asked: list[tuple[Posting, list[Plain]]], told: list[Told]) -> None:
    """The numbers of the postings say in which order they came; in that order the model gives the same answers."""
    ids = {posting.posting_id for posting, _ in asked}
    for stored in sorted((ledger.find(id_, CALLER) for id_ in ids), key=lambda stored: stored.sequence):
        stands = stored.record.posting
        entries = next(entries for posting, entries in asked if posting == stands)
        due = model.post(stands.posting_id, entries, HAND)
        refusal = stored.record.refusal
        assert ("" if refusal is None else refusal.reason.value) == due
        mine = [
            (posting, one)
            for (posting, _), one in zip(asked, told, strict=True)
            if posting.posting_id == stands.posting_id
        ]
        alike = [one for posting, one in mine if posting == stands]
        assert [isinstance(one, PostingRefusedError) for one in alike] == [bool(due)] * len(alike)
        assert sorted(not isinstance(one, PostingContentDiffersError) and one.replayed for one in alike) == [
            False,
            *[True] * (len(alike) - 1),
        ]
        for posting, one in mine:
            if posting != stands:
                assert isinstance(one, PostingContentDiffersError)
                assert [fault.field for fault in one.violations] == ["entries[0].amount"]


def _one_more(entry: Plain) -> Plain:
    if len(entry) == 4:
        return (*entry[:3], entry[3] + 1)
    return (*entry[:2], entry[2] + 1)


def _alone(ledger: Ledger, model: Model, id_: str, entries: list[Plain]) -> None:
    assert model.post(id_, entries, HAND) == ""
    ledger.post(posting_of(id_, entries, HAND), CALLER)


def _emptied(model: Model) -> list[Plain]:
    voids: list[Plain] = [("void", hold_id, 0) for hold_id in model.open_holds()]
    return voids + [("transfer", purse, "mint", model.has[purse]) for purse in PURSES if model.has[purse]]
