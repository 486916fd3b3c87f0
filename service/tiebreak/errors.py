"""What can be wrong with a tie beyond a field outside its limits."""

from __future__ import annotations

from deckmapping.errors import DomainError, InvalidInputError


class TooManyEqualError(InvalidInputError):
    """Exact win shares are asked for, but more players are equal at first place than can be enumerated."""


class BadTranscriptError(DomainError):
    """A transcript that does not verify where one that does is needed."""
