"""The use cases of settlements: offer them to GEMP, hear what it did with them, compare both sides, audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckmapping.errors import InvalidInputError, shown
from service.campaign.settlement.acknowledging import verify_acknowledgement, verify_page
from service.campaign.settlement.audit import audited_settlements
from service.campaign.settlement.errors import SettlementNotFoundError
from service.campaign.settlement.reconciling import MOST_POSTINGS, Way, differences, verify_gemp_side

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.settlement.acknowledging import Acknowledgement
    from service.campaign.settlement.audit import SettlementAudit
    from service.campaign.settlement.reconciling import Books, Difference, GempSide
    from service.campaign.settlement.settlements import Settlement
    from service.campaign.settlement.store import Page, SettlementStore


class Reconciliation(NamedTuple):
    """How GEMP's books and the ledger's compare."""

    differences: tuple[Difference, ...]
    ours: Books


class Settlements:
    """Silver on its way to GEMP. A settlement is made by the posting that withdraws, and never by anything else."""

    def __init__(self, store: SettlementStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    def page(self, caller: Caller, *, after: int = 0, size: int = 50, applied_too: bool = False) -> Page:
        """Return settlements that GEMP has not applied, in the order of their numbers.

        Args:
            caller: who asks.
            after: number of the last one that he has; 0 to begin anew.
            size: of the page, 1 to 200.
            applied_too: whether those come, too, that were applied.

        Raises:
            InvalidInputError: there is no such page.
        """
        verify_page(after, size)
        return self._store.page(after, size, caller, applied_too=applied_too)

    def acknowledge(self, told: Acknowledgement, caller: Caller) -> tuple[Settlement, bool]:
        """Hear what GEMP did with a settlement; return it as it stands then, and whether that was news.

        Raises:
            InvalidInputError: it says nothing that can be.
            SettlementNotFoundError: there is no such settlement.
            SettlementAppliedError: it was applied before, and is now said to be deferred.
        """
        verify_acknowledgement(told)
        is_id = told.id.isprintable()  # no database is asked for what it could not hold
        found = self._store.acknowledge(told, self._clock(), caller) if is_id else None
        if found is None:
            raise SettlementNotFoundError.of("settlementId", shown(told.id), "the id of a settlement")
        return found

    def reconcile(self, gemp: GempSide, caller: Caller, *, after: int = 0) -> Reconciliation:
        """Compare GEMP's books with the ledger's: whatever GEMP names, and the next 5,000 postings of the ledger.

        Args:
            gemp: its side.
            caller: who asks.
            after: number of the last posting that was compared before; what follows it GEMP has to name.

        Raises:
            InvalidInputError: there is too much to compare, or no such posting.
        """
        verify_gemp_side(gemp, after)
        keys = {each.key for each in gemp.movements if each.key.id.isprintable()}  # what else is named is missing here
        ids = {way: sorted(key.id for key in keys if key.way is way) for way in Way}
        ours = self._store.books(after, MOST_POSTINGS, ids[Way.DEPOSIT], ids[Way.SETTLEMENT], caller)
        if after > ours.figures.postings:
            raise InvalidInputError.of("after", after, f"at most {ours.figures.postings}, the last posting there is")
        return Reconciliation(differences(gemp, ours), ours)

    def audit(self, caller: Caller) -> SettlementAudit:
        """Compare all settlements with the ledger's entries and with what was acknowledged."""
        return self._store.examine(audited_settlements, caller)
