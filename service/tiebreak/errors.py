"""What can be wrong with a tie beyond a field outside its limits."""

from __future__ import annotations

from deckmapping.errors import DomainError, InvalidInputError


class TooManyEqualError(InvalidInputError):
    """Exact win shares are asked for, but more players are equal at first place than can be enumerated."""


class BadTranscriptError(DomainError):
    """A transcript that does not verify where one that does is needed."""


class TieNotFoundError(DomainError):
    """No such attempt is stored."""


class TieContentDiffersError(DomainError):
    """The attempt is stored with other content; each violation names one part that differs, never a seed."""


class EarlierAttemptStandsError(DomainError):
    """The attempt before this one was never resolved, or was not voided."""


class VoidedOtherwiseError(DomainError):
    """The attempt was voided with another reason."""
