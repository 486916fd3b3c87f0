"""What is refused of grants beyond a field outside its limits.

DomainError
├── GrantNotFoundError   there is no such grant
└── GrantAppliedError    it was given, and stays so
"""

from __future__ import annotations

from deckmapping.errors import DomainError


class GrantNotFoundError(DomainError):
    """No grant has this id."""


class GrantAppliedError(DomainError):
    """GEMP has acknowledged that the player has his reward: nothing else can be told of it."""
