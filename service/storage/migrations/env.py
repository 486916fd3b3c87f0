"""Alembic's environment: runs on the connection that `service.storage.database` hands over."""

from __future__ import annotations

from alembic import context

from service.storage.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
