"""What can go wrong with a call itself."""

from __future__ import annotations

from typing import Self

from deckmapping.errors import DomainError


class MalformedRequestError(DomainError):
    """Bytes that are no message of the call's request type."""


class OverloadedError(DomainError):
    """As much work is waiting as the service or the caller's limits take on; the call may be repeated later."""

    retry_s: float | None = None
    """Seconds after which it may be repeated, where that is known; else what the error table says."""

    @classmethod
    def after(cls, retry_s: float | None, field: str, value: object, expected: str) -> Self:
        """Build the error with a single fault and the seconds to wait."""
        error = cls.of(field, value, expected)
        error.retry_s = retry_s
        return error


class RequestTooLargeError(DomainError):
    """A request of more bytes than its caller may send."""


class DrainingError(DomainError):
    """The service is stopping: the call was not begun, and may be repeated elsewhere or later."""


class DeadlineError(DomainError):
    """The caller's deadline has passed, or would pass before the work is done."""


class CallerGoneError(DomainError):
    """The caller has cancelled the call, so the work for it has ended."""


class WorkFailedError(Exception):
    """A fault of our own in another process; its text is the kind and place of it, and is for the log alone."""


class UnknownServiceError(DomainError):
    """A health check asks for a service that this server does not have."""
