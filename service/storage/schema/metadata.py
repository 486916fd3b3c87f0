"""What all tables have in common."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Integer, MetaData

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

BIG_KEY: Final = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite numbers rows by itself only for INTEGER keys."""
