"""What is refused of settlements beyond a field outside its limits.

DomainError
├── SettlementNotFoundError   there is no such settlement
└── SettlementAppliedError    it was applied, and stays so
"""

from __future__ import annotations

from deckmapping.errors import DomainError


class SettlementNotFoundError(DomainError):
    """No settlement has this id."""


class SettlementAppliedError(DomainError):
    """GEMP has acknowledged that the silver is in the purse: nothing else can be told of it."""
