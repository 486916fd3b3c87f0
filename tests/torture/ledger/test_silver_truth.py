"""What the kills are judged by notices each single fault: half of a step, silver that a table does not tell of."""

from __future__ import annotations

from shutil import copyfile
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from service.storage.database import open_engine, read
from tests.rpc.asking_campaign import at_dealer, come, duel, play_hand
from tests.rpc.asking_ledger import deposit
from tests.rpc.asking_tables import closing, play
from tests.rpc.callers import Service, settings_for
from tests.storage.outside import past_triggers
from tests.torture.ledger.silver_truth import compare_tables

if TYPE_CHECKING:
    from pathlib import Path

FAULTS = {
    "a result that is not posted": (
        "DELETE FROM ledger_entry WHERE entry_id LIKE 'sabacc/t%/2/end%'",
        "DELETE FROM ledger_posting WHERE posting_id LIKE 'sabacc/t%/2/end'",
    ),
    "a result that no step tells of": ("DELETE FROM table_step WHERE lines LIKE '%result 2 %'",),
    "other silver than the record's": ("UPDATE ledger_entry SET moved = moved - 1 WHERE type = 'post'",),
    "a hold that stays": ("DELETE FROM ledger_entry WHERE entry_id LIKE '%/1/end#2'",),
    "a hand that waits and is over": (
        "INSERT INTO waiting_hand SELECT table_id, caller, create_time FROM game_table LIMIT 1",
    ),
    "a hand that no career counts": ("DELETE FROM career_step WHERE deed IN ('hand', 'close')",),
    "a career that does not know of a close": ("DELETE FROM career_step WHERE deed = 'close'",),
    "a duel that no day counts": ("UPDATE duel_day SET hands = hands - 1 WHERE who LIKE '% %'",),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a shoe at a dealer's table that is left, and two hands of a duel."""
    file = tmp_path_factory.mktemp("played") / "sabacc.db"
    with Service(settings_for(f"sqlite:///{file}"), wired=False) as service:
        come(service, "ann")
        table = service.call(at_dealer("ann")).table
        for _ in range(3):
            table = play_hand(service, table, 10)
        service.call(closing(table))
        for name in ("bob", "cid"):
            service.call(deposit(name, name, 1000))
        play(service, service.call(duel("bob", "cid")).table, 2)
    return file


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_noticed(played: Path, tmp_path: Path, fault: str) -> None:
    url = f"sqlite:///{copyfile(played, tmp_path / 'sabacc.db')}"
    engine = open_engine(url, 1)
    assert len(read(engine, compare_tables)) == 5
    with past_triggers(url) as connection:
        for statement in FAULTS[fault]:
            assert connection.execute(text(statement)).rowcount > 0
    with pytest.raises((AssertionError, KeyError)):
        read(engine, compare_tables)
    engine.dispose()
