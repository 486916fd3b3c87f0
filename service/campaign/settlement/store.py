"""What the use cases of settlements ask of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.settlement.acknowledging import Acknowledgement
    from service.campaign.settlement.audit import SettlementSnapshot
    from service.campaign.settlement.reconciling import Books
    from service.campaign.settlement.settlements import Settlement

T = TypeVar("T")


class Page(NamedTuple):
    """Settlements in the order of their numbers."""

    settlements: tuple[Settlement, ...]
    more: bool
    """Whether others follow."""


class SettlementStore(Protocol):
    """Keeps what GEMP has acknowledged; the ledger's own entries are the settlements.

    Each method is one transaction, given up when the caller's time is over, and may raise StoreTimeoutError or
    StoreDownError.
    """

    def page(self, after: int, size: int, caller: Caller, *, applied_too: bool) -> Page:
        """Return up to *size* settlements with a number above *after*; without *applied_too* those that are due."""

    def acknowledge(self, told: Acknowledgement, time: datetime, caller: Caller) -> tuple[Settlement, bool] | None:
        """Store what GEMP tells, unless it is known, as `service.campaign.settlement.acknowledging.is_news` says.

        Returns:
            The settlement after it and whether anything was stored; None where there is no such settlement.

        Raises:
            SettlementAppliedError: it was applied, and GEMP says that it was not.
        """

    def books(
        self, after: int, most: int, deposit_ids: Sequence[str], settlement_ids: Sequence[str], caller: Caller
    ) -> Books:
        """Return the ledger's side of one moment.

        Args:
            after: number of a posting.
            most: so many postings that follow it are looked at for movements.
            deposit_ids: ids of postings that are looked up wherever they are.
            settlement_ids: likewise of settlements.
            caller: who asks.
        """

    def examine(self, work: Callable[[SettlementSnapshot], T], caller: Caller) -> T:
        """Let *work* look at all settlements of one moment."""
