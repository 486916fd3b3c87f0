"""A settlement: silver that has left a wallet, until GEMP has put it into the player's purse, once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError, shown
from service.campaign.ledger.postings import LONGEST_REASON
from service.campaign.settlement.errors import SettlementAppliedError

if TYPE_CHECKING:
    from datetime import datetime

    from service.money import Silver


@unique
class SettlementState(StrEnum):
    """What GEMP has done with a settlement, as far as it was told."""

    PENDING = "pending"
    """Nothing that is known of."""
    APPLIED = "applied"
    """The silver is in the purse."""
    DEFERRED = "deferred"
    """It could not be put there; it is offered again."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """One settlement as it stands. The ledger's entry that took the silver out of the wallet made it."""

    sequence: int
    """Counted from 1 over all settlements, without a gap."""
    settlement_id: str
    """Id of the entry."""
    player: str
    amount: Silver
    create_time: datetime
    """UTC."""
    state: SettlementState = SettlementState.PENDING
    reason: str = ""
    """Why it was deferred last."""
    acknowledge_time: datetime | None = None
    """UTC, when GEMP told of it last."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What GEMP tells of a settlement."""

    settlement_id: str
    state: SettlementState
    """Applied or deferred."""
    reason: str = ""
    """1 to 255 printable characters on one line where it is deferred, else empty."""


def verify_acknowledgement(told: Acknowledgement) -> None:
    """Check all of an acknowledgement that does not depend on its settlement.

    Raises:
        InvalidInputError: something of it cannot be.
    """
    if told.state is SettlementState.PENDING:
        raise InvalidInputError.of("state", told.state.value, "applied or deferred")
    if told.state is SettlementState.APPLIED:
        if told.reason:
            raise InvalidInputError.of("reason", told.reason, "nothing: only what is deferred has a reason")
    elif not (len(told.reason) <= LONGEST_REASON and told.reason.isprintable() and told.reason.strip()):
        raise InvalidInputError.of("reason", told.reason, f"1 to {LONGEST_REASON} printable characters on one line")


def is_news(settlement: Settlement, told: Acknowledgement) -> bool:
    """Tell whether an acknowledgement says of its settlement what is not known yet.

    Raises:
        SettlementAppliedError: it says that an applied settlement was deferred.
    """
    if settlement.state is SettlementState.APPLIED and told.state is not SettlementState.APPLIED:
        raise SettlementAppliedError.of(
            "state", f"{told.state} for {shown(settlement.settlement_id)}", "applied, as it was acknowledged before"
        )
    return (settlement.state, settlement.reason) != (told.state, told.reason)
