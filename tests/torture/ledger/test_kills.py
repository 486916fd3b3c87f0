"""The service is killed at every moment of every kind of call, and at any time: silver is neither lost nor made."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.torture.ledger.killing import kill_at_any_time, kill_at_moments

if TYPE_CHECKING:
    from pathlib import Path

KINDS = (
    *("deposit", "withdraw", "apply", "defer", "reconcile", "wallet"),
    *("prize", "bank", "correction", "bet", "result", "no hand"),
)
LANDMARKS = (
    *("before begin", "BEGIN", "SELECT ledger_posting", "SELECT ledger_account", "INSERT ledger_account"),
    *("SELECT ledger_head", "INSERT ledger_posting", "INSERT ledger_entry", "before commit", "committed"),
)
"""Among the moments of all kinds there must be these."""
SAMPLE = {"result": 8, "withdraw": 3, "apply": 3, "reconcile": 1}


def test_a_kill_at_some_moments_leaves_all_or_nothing(database_url: str, tmp_path: Path) -> None:
    moments = kill_at_moments(tmp_path, database_url, SAMPLE)
    for kind, each in moments.items():
        assert len(each.killed) + len(each.given_up) == SAMPLE[kind]
        assert len(each.given_up) <= 1  # what only the first call of the kind has passed


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_a_kill_at_every_moment_leaves_all_or_nothing(database_url: str, tmp_path: Path) -> None:
    moments = kill_at_moments(tmp_path, database_url, dict.fromkeys(KINDS))
    for kind, each in moments.items():
        print(f"{kind}: {len(each.killed)} kills: {', '.join(each.killed)}; never again: {each.given_up}")
    killed_at = {name for each in moments.values() for name in each.killed}
    assert set(LANDMARKS) <= killed_at
    assert all({"before begin", "before commit", "committed"} <= set(each.killed) for each in moments.values())


def storm(folder: Path, url: str, kills: int) -> None:
    seed = random.SystemRandom().getrandbits(32)
    print(f"chance: {seed}")  # pytest shows it with a failure
    books = kill_at_any_time(folder, url, kills, random.Random(seed))
    print(f"{len(books.answers)} answered, {len(books.open)} open, {dict(books.refusals)}")
    assert books.refusals.total() >= kills  # every kill was felt


def test_kills_at_any_time_lose_nothing(database_url: str, tmp_path: Path) -> None:
    storm(tmp_path, database_url, 4)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_two_hundred_kills_at_any_time_lose_nothing(database_url: str, tmp_path: Path) -> None:
    storm(tmp_path, database_url, 200)
