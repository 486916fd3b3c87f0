"""What can go wrong with a call itself."""

from __future__ import annotations

from deckmapping.errors import DomainError


class MalformedRequestError(DomainError):
    """Bytes that are no message of the call's request type."""


class OverloadedError(DomainError):
    """As much work is waiting as the service takes on; the call may be repeated later."""


class DeadlineError(DomainError):
    """The caller's deadline has passed, or would pass before the work is done."""


class UnknownServiceError(DomainError):
    """A health check asks for a service that this server does not have."""
