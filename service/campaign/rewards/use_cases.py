"""The use cases of grants: offer them to GEMP, hear what it did with them, audit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.errors import shown
from service.campaign.rewards.audit import audited_rewards
from service.campaign.rewards.errors import GrantNotFoundError
from service.campaign.rewards.grants import sequence_of
from service.campaign.settlement.acknowledging import verify_acknowledgement, verify_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.rewards.audit import RewardAudit
    from service.campaign.rewards.grants import Grant
    from service.campaign.rewards.store import GrantPage, GrantStore
    from service.campaign.settlement.acknowledging import Acknowledgement


class Grants:
    """Rewards on their way to GEMP. A grant is made by the step of a career that earns it, and by nothing else."""

    def __init__(self, store: GrantStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    def page(self, caller: Caller, *, after: int = 0, size: int = 50, applied_too: bool = False) -> GrantPage:
        """Return grants that GEMP has not applied, in the order of their numbers.

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

    def acknowledge(self, told: Acknowledgement, caller: Caller) -> tuple[Grant, bool]:
        """Hear what GEMP did with a grant; return it as it stands then, and whether that was news.

        Raises:
            InvalidInputError: it says nothing that can be.
            GrantNotFoundError: there is no such grant.
            GrantAppliedError: it was applied before, and is now said to be deferred.
        """
        verify_acknowledgement(told)
        sequence = sequence_of(told.id)
        found = None if sequence is None else self._store.acknowledge(sequence, told, self._clock(), caller)
        if found is None:
            raise GrantNotFoundError.of("grantId", shown(told.id), "the id of a grant")
        return found

    def audit(self, caller: Caller) -> RewardAudit:
        """Compare all grants with the careers that earned them, and with what was acknowledged."""
        return self._store.examine(audited_rewards, caller)
