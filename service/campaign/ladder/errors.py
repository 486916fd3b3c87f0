"""What the ladder refuses."""

from __future__ import annotations

from service.rules.errors import IllegalActError


class CareerForbidsError(IllegalActError):
    """What a player's career does not allow now; each violation names a rule: what is so, and what must be."""
