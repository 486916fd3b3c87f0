"""What the use cases of grants ask of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.rewards.audit import RewardSnapshot
    from service.campaign.rewards.grants import Grant
    from service.campaign.settlement.acknowledging import Acknowledgement

T = TypeVar("T")


class GrantPage(NamedTuple):
    """Grants in the order of their numbers."""

    grants: tuple[Grant, ...]
    more: bool
    """Whether others follow."""


class GrantStore(Protocol):
    """Keeps what GEMP has acknowledged; the steps of careers make the grants.

    Each method is one transaction, given up when the caller's time is over, and may raise StoreTimeoutError or
    StoreDownError.
    """

    def page(self, after: int, size: int, caller: Caller, *, applied_too: bool) -> GrantPage:
        """Return up to *size* grants with a number above *after*; without *applied_too* those that are not applied."""

    def acknowledge(
        self, sequence: int, told: Acknowledgement, time: datetime, caller: Caller
    ) -> tuple[Grant, bool] | None:
        """Store what GEMP tells of the grant with this number, unless it is known.

        Returns:
            The grant after it and whether anything was stored; None where there is no such grant.

        Raises:
            GrantAppliedError: it was applied, and GEMP says that it was not.
        """

    def examine(self, work: Callable[[RewardSnapshot], T], caller: Caller) -> T:
        """Let *work* look at all grants and careers of one moment."""
