"""Why a caller is not let in."""

from __future__ import annotations

from deckmapping.errors import DomainError


class UnauthenticatedError(DomainError):
    """A call without a token or client certificate that the access file knows; its text never holds the token."""


class RoleForbidsError(DomainError):
    """A call that the caller's role may not make; told before the request is read."""
