"""A grant: a reward of the ladder that a player has earned, until GEMP has given it to him, once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.campaign.settlement.acknowledging import SettlementState

if TYPE_CHECKING:
    from datetime import datetime

_ID: Final = re.compile("sabacc/grant/([1-9][0-9]{0,17})")


@dataclass(frozen=True, slots=True)
class Grant:
    """One grant as it stands. The step of a career that earned it made it."""

    sequence: int
    """Counted from 1 over all grants, without a gap."""
    player: str
    reward: str
    """Its key."""
    create_time: datetime
    """UTC."""
    state: SettlementState = SettlementState.PENDING
    reason: str = ""
    """Why it was deferred last."""
    acknowledge_time: datetime | None = None
    """UTC, when GEMP told of it last."""

    @property
    def grant_id(self) -> str:
        """By which GEMP knows it."""
        return f"sabacc/grant/{self.sequence}"


def sequence_of(grant_id: str) -> int | None:
    """Return the number of the grant with this id; None where no grant can have it."""
    match = _ID.fullmatch(grant_id)
    return None if match is None else int(match[1])
