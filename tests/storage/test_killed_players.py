"""A process that is killed while it plays leaves a table that goes on where it stood."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from service.storage.checks import check
from service.storage.table_store import SqlTableStore
from tests.conftest import ROOT
from tests.storage.killed_player import WORDS
from tests.storage.played import HOST, opening, step, table

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from service.tables.sessions.store import StoredStep

KILLS = 3


def play_and_be_killed(url: str, after_s: float) -> int:
    """Return the last step that the program said was stored, before SIGKILL ended it *after_s* seconds after its first.

    It may have stored one more.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.killed_player", url], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        first = player.stdout.readline()
        time.sleep(after_s)
        player.kill()
        said = [first, *player.stdout]
    return int([line for line in said if line.endswith("\n")][-1])


def test_a_table_whose_process_is_killed_goes_on_where_it_stood(migrated: Engine, database_url: str) -> None:
    store = SqlTableStore(migrated)
    store.add(table(), opening(), HOST)
    chance = random.Random(20261130)
    last = 1
    for _ in range(KILLS):
        said = play_and_be_killed(database_url, chance.uniform(0, 0.3))
        assert said > last
        # On PostgreSQL what the killed one was at may still end well: then the number is taken, and the next one free.
        mine = next(number for number in (said + 1, said + 2) if store.append("t1", mine_of(number), HOST))
        assert store.get("t1", HOST) == (table(), mine_of(mine).standing)
        assert store.step_of("t1", mine_of(mine).request_id, HOST) == mine_of(mine)
        last = mine
    events = store.feed(0, 100_000, HOST)
    assert [entry.sequence for entry in events] == list(range(1, 1 + len(events)))
    played = [(number, word) for number in range(2, last + 1) for word in WORDS]
    assert [(entry.step, entry.told.words) for entry in events] == [(1, "open"), (1, "sits"), *played]
    assert store.feed_head(HOST) == len(events)
    assert check(migrated).faults == ()


def mine_of(number: int) -> StoredStep:
    return step(number, f"mine-{number}", words=WORDS)
