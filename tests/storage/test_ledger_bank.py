"""Eight writers and a reader on one ledger, on both databases; a long run of the same is in `tests/torture`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.storage.ledger_bank import WRITERS, assert_kept, run_bank

if TYPE_CHECKING:
    from sqlalchemy import Engine

POSTINGS = 250
"""Of each writer."""


def test_every_read_beside_eight_writers_adds_up(migrated: Engine) -> None:
    bank = run_bank(migrated, POSTINGS)
    assert_kept(bank, POSTINGS)
    assert bank.reads >= 10
    refused = sum(1 for _, refusal in bank.answers.values() if refusal)
    assert WRITERS < refused < WRITERS * POSTINGS * 3 // 4  # both happen all the time
