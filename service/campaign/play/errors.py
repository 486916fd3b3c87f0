"""What the campaign's tables refuse beyond what a table for practice does.

DomainError
├── HouseCannotPayError     the dealer's bank does not cover what the player could win
├── CareerMovedOnError      another call changed the career first; nothing is stored, and the call may be made again
└── DuelLimitError          two players have staked as much against each other, or one of them, as a day allows
"""

from __future__ import annotations

from deckmapping.errors import DomainError


class HouseCannotPayError(DomainError):
    """The dealer's bank does not cover what the player could win with this bet."""


class CareerMovedOnError(DomainError):
    """Another call has changed the player's career since it was looked at."""


class DuelLimitError(DomainError):
    """More is staked between players in a day than may be."""
