"""What can be wrong with the database."""

from __future__ import annotations

from deckmapping.errors import DomainError


class StoreDownError(DomainError):
    """The database does not answer; whether anything was stored is not known, and the call may be repeated."""


class StoreDamagedError(StoreDownError):
    """The SQLite file is damaged so much that it cannot be read."""


class StoreTimeoutError(DomainError):
    """The caller's time was over before the database was done; nothing was stored, and the call may be repeated."""


class SchemaMismatchError(DomainError):
    """The database's schema is not the one this version of the service works with."""


class SchemaNewerError(SchemaMismatchError):
    """The database's schema is of a newer version of the service."""
