"""What can be wrong with the database."""

from __future__ import annotations

from deckmapping.errors import DomainError


class StoreDownError(DomainError):
    """The database does not answer; nothing is known to have been stored, and the call may be repeated."""


class SchemaMismatchError(DomainError):
    """The database's schema is not the one this version of the service works with."""
