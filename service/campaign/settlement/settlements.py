"""A settlement: silver that has left a wallet, until GEMP has put it into the player's purse, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.campaign.settlement.acknowledging import SettlementState

if TYPE_CHECKING:
    from datetime import datetime

    from service.money import Silver


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
