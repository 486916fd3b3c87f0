"""What may be told of a settlement, and when it is news."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from deckmapping.errors import InvalidInputError
from service.campaign.settlement.acknowledging import (
    Acknowledgement,
    SettlementState,
    is_news,
    verify_acknowledgement,
)
from service.campaign.settlement.errors import SettlementAppliedError
from service.campaign.settlement.settlements import Settlement
from service.money import Silver

PENDING, APPLIED, DEFERRED = SettlementState.PENDING, SettlementState.APPLIED, SettlementState.DEFERRED
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def standing(state: SettlementState, reason: str = "") -> Settlement:
    return Settlement(1, "w#1", "han", Silver(5), NOON, state, reason)


def told(state: SettlementState, reason: str = "") -> Acknowledgement:
    return Acknowledgement("w#1", state, reason)


@pytest.mark.parametrize(
    ("settlement", "acknowledgement", "news"),
    [
        (standing(PENDING), told(APPLIED), True),
        (standing(PENDING), told(DEFERRED, "full"), True),
        (standing(DEFERRED, "full"), told(DEFERRED, "full"), False),
        (standing(DEFERRED, "full"), told(DEFERRED, "locked"), True),
        (standing(DEFERRED, "full"), told(APPLIED), True),
        (standing(APPLIED), told(APPLIED), False),
    ],
)
def test_only_what_is_not_known_is_news(settlement: Settlement, acknowledgement: Acknowledgement, news: bool) -> None:
    assert is_news(settlement, acknowledgement, SettlementAppliedError) == news


def test_nobody_can_defer_what_is_applied() -> None:
    with pytest.raises(SettlementAppliedError, match="deferred for w#1"):
        is_news(standing(APPLIED), told(DEFERRED, "full"), SettlementAppliedError)


@pytest.mark.parametrize(
    ("acknowledgement", "field"),
    [
        (told(PENDING), "state"),
        (told(APPLIED, "full"), "reason"),
        (told(DEFERRED), "reason"),
        (told(DEFERRED, "  "), "reason"),
        (told(DEFERRED, "a\nb"), "reason"),
        (told(DEFERRED, "r" * 256), "reason"),
    ],
)
def test_what_cannot_be_told_is_refused_with_its_field(acknowledgement: Acknowledgement, field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        verify_acknowledgement(acknowledgement)
    assert [fault.field for fault in caught.value.violations] == [field]


@pytest.mark.parametrize("acknowledgement", [told(APPLIED), told(DEFERRED, "r"), told(DEFERRED, "r" * 255)])
def test_what_can_be_told_is_taken(acknowledgement: Acknowledgement) -> None:
    verify_acknowledgement(acknowledgement)
