"""What can be wrong with a table beyond a field outside its limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.errors import DomainError, InvalidInputError

if TYPE_CHECKING:
    from service.tables.moves import Ending


class TableNotFoundError(DomainError):
    """The caller has opened no such table."""


class TableMovedOnError(DomainError):
    """The move was made for a turn that is over: another move came first."""


class TableEndsError(DomainError):
    """No further hand of a shoe for silver can be dealt: the house closes the table with this."""

    why: Ending
    """Not even the smallest bet can be paid, by the player or by the dealer's bank, or the dealer deals no more."""


class RequestReusedError(DomainError):
    """The request id was used before, for something else."""


class BadRecordError(InvalidInputError):
    """Text that is no record of a table; the violation names the line."""


class KeyNotRevealedError(InvalidInputError):
    """The key of a hand is not among those that a record reveals."""
