"""The ledger against a model of plain dictionaries, step by step, on both databases."""

from __future__ import annotations

from itertools import count
from shutil import copyfile
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.storage.ledger_machine import LedgerMachine

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgresql import PostgresServer

LENGTH = settings(suppress_health_check=list(HealthCheck), stateful_step_count=25)


def test_the_ledger_does_what_the_model_does_on_sqlite(migrated_file: Path, tmp_path: Path) -> None:
    numbers = count()

    def new_database() -> str:
        path = tmp_path / f"{next(numbers)}.db"
        copyfile(migrated_file, path)
        return f"sqlite:///{path}"

    machine = type("OnSqlite", (LedgerMachine,), {"new_database": staticmethod(new_database)})
    run_state_machine_as_test(machine, settings=settings(LENGTH, max_examples=20))


def test_the_ledger_does_what_the_model_does_on_postgresql(postgres: PostgresServer, migrated_database: str) -> None:
    def new_database() -> str:
        postgres.copy(migrated_database, "machine")
        return postgres.url("machine")

    machine = type("OnPostgresql", (LedgerMachine,), {"new_database": staticmethod(new_database)})
    run_state_machine_as_test(machine, settings=settings(LENGTH, max_examples=6))
