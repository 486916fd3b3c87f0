"""The ledger for long: a hundred thousand postings of eight writers, and many runs beside the model."""

from __future__ import annotations

from itertools import count
from shutil import copyfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import make_url

from service.storage.database import open_engine, upgrade
from tests.storage.ledger_bank import WRITERS, assert_kept, run_bank
from tests.storage.ledger_machine import LedgerMachine

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgresql import PostgresServer

POSTINGS = 100_000 // WRITERS


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_postings_over_ten_accounts_meet_no_deadlock(database_url: str) -> None:
    engine = open_engine(database_url, 10)
    upgrade(engine)
    bank = run_bank(engine, POSTINGS)
    print(f"{len(bank.answers)} postings, {bank.reads} readings, faults: {dict(bank.faults)}")
    assert_kept(bank, POSTINGS)
    engine.dispose()


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_the_ledger_does_what_the_model_does_for_long(
    database_url: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    engine, numbers = open_engine(database_url, 1), count()
    upgrade(engine)
    engine.dispose()
    database = str(make_url(database_url).database)

    def copied_file() -> str:
        path = tmp_path / f"{next(numbers)}.db"
        copyfile(database, path)
        return f"sqlite:///{path}"

    def copied_database() -> str:
        postgres.copy(database, "machine")
        return postgres.url("machine")

    copied = copied_file if database_url.startswith("sqlite") else copied_database
    machine = type("ForLong", (LedgerMachine,), {"new_database": staticmethod(copied)})
    most = settings(max_examples=300, stateful_step_count=60, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(machine, settings=most)
