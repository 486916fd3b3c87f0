"""The service is killed at every moment of every kind of call, and at any time: silver is neither lost nor made."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.torture.ledger.killing import kill_at_any_time, kill_at_moments
from tests.torture.ledger.points import BEFORE_BEGIN, BEFORE_COMMIT, COMMITTED, READ
from tests.torture.ledger.scripts import READING, SCRIPTS

if TYPE_CHECKING:
    from pathlib import Path

KINDS = tuple(kind for kinds in SCRIPTS.values() for kind in kinds)
LANDMARKS = (
    *("before begin", "BEGIN", "SELECT ledger_posting", "SELECT ledger_account", "INSERT ledger_account"),
    *("SELECT ledger_head", "INSERT ledger_posting", "INSERT ledger_entry", "before commit", "committed"),
    *("INSERT game_table", "INSERT table_step", "INSERT feed_head", "INSERT feed_event", "INSERT career_step"),
    *("INSERT waiting_hand", "DELETE waiting_hand", "INSERT duel_day", "INSERT reward_grant"),
    "INSERT reward_acknowledgement",
)
"""Among the moments of all kinds there must be these."""
SAMPLE = {
    "result": 4,
    "withdraw": 2,
    "apply": 2,
    "reconcile": 1,
    "lesson": 1,
    "give": 2,
    "open table": 2,
    "bet at a table": 2,
    "finish": 3,
    "deal": 2,
    "time-out": 2,
}


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
    for kind, each in moments.items():
        ends = {READ} if kind in READING else {BEFORE_COMMIT, COMMITTED}
        assert {BEFORE_BEGIN, *ends} <= set(each.killed), kind


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
