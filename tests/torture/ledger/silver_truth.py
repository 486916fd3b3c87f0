"""What the database must hold of tables for silver: of every step all, and of what was not stored nothing."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from sabacc.v1 import tables_pb2
from service.storage.career_steps import stored_career
from service.storage.schema import (
    CAREER_STEPS,
    DUEL_DAYS,
    GAME_TABLES,
    LEDGER_ENTRIES,
    LEDGER_POSTINGS,
    TABLE_STEPS,
    WAITING_HANDS,
)
from tests.rpc.asking_tables import FINISHED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

_RESULT: Final = re.compile(r"result (\d+) .*silver=(-?\d+)(,-?\d+)?( |$)")
"""Of a record: the hand, what the first side has won, and the second side where it is a player."""


@dataclass
class Played:
    """A table by what its steps say."""

    dealt: int = 0
    is_running: bool = False
    is_closed: bool = False
    is_duel: bool = False
    results: dict[int, int] = field(default_factory=dict)
    """What the first side has won, by hand."""

    def follow(self, step: Any) -> None:
        lines: list[str] = json.loads(step.lines)
        results = [found for line in lines if (found := _RESULT.match(line))]
        self.dealt += not self.is_running and (not step.is_over or bool(results))
        self.is_running = not step.is_over
        self.is_closed = self.is_closed or any(line.startswith("closed") for line in lines)
        for found in results:
            self.results[int(found[1])] = int(found[2])
            self.is_duel = found[3] is not None

    def postings(self, table_id: str) -> set[str]:
        """What the ledger must have of it."""
        bets = {f"sabacc/{table_id}/{hand}/bet" for hand in range(1, self.dealt + 1)}
        return bets | {f"sabacc/{table_id}/{hand}/end" for hand in self.results}


def compare_tables(connection: Connection) -> dict[tuple[str, int], int]:
    """Compare tables for silver with the ledger, careers, waiting hands and the duels' days.

    Returns:
        What the first side has won with each hand that is over, by table and hand.
    """
    tables = _tables(connection)
    for played in tables.values():
        assert sorted(played.results) == list(range(1, played.dealt + 1 - played.is_running)), played
    running = {table_id for table_id, played in tables.items() if played.is_running}
    posted = select(LEDGER_POSTINGS.c.posting_id).where(LEDGER_POSTINGS.c.posting_id.startswith("sabacc/t"))
    due = set().union(*(played.postings(table_id) for table_id, played in tables.items()))
    assert set(connection.scalars(posted)) == due
    assert set(connection.scalars(select(WAITING_HANDS.c.table_id))) == running
    entries = _entries(connection)
    assert _holding(entries) == running
    _compare_results(tables, entries)
    _compare_careers(connection, tables, entries)
    staked = select(func.sum(DUEL_DAYS.c.hands)).where(DUEL_DAYS.c.who.contains(" "))
    assert (connection.scalar(staked) or 0) == sum(
        int(entry.number == 1 and entry.type == "hold" and entry.credit.startswith("wallet:"))
        for entry in entries.values()
    )
    return {(table_id, hand): won for table_id, each in tables.items() for hand, won in each.results.items()}


def compare_told(answer: Any, results: dict[tuple[str, int], int]) -> None:
    """Whoever was told that a hand is over was told what was paid."""
    if isinstance(answer, tables_pb2.MakeMoveResponse) and answer.table.phase == FINISHED:
        table = answer.table
        won = results[table.table_id, table.hand]
        assert table.result.silver == (won if table.seat == 0 else -won), answer


def _tables(connection: Connection) -> dict[str, Played]:
    tables = {table_id: Played() for table_id in connection.scalars(select(GAME_TABLES.c.table_id))}
    columns = (TABLE_STEPS.c.table_id, TABLE_STEPS.c.number, TABLE_STEPS.c.is_over, TABLE_STEPS.c.lines)
    for step in connection.execute(select(*columns).order_by(TABLE_STEPS.c.table_id, TABLE_STEPS.c.number)):
        tables[step.table_id].follow(step)
    return tables


def _entries(connection: Connection) -> dict[str, Any]:
    query = select(LEDGER_ENTRIES).where(LEDGER_ENTRIES.c.entry_id.startswith("sabacc/t"))
    return {row.entry_id: row for row in connection.execute(query)}


def _table_of(entry_id: str) -> str:
    return entry_id.split("/")[1]


def _holding(entries: dict[str, Any]) -> set[str]:
    """Return at which tables silver is held."""
    resolved = {entry.resolves for entry in entries.values()}
    return {_table_of(id_) for id_, entry in entries.items() if entry.type == "hold" and id_ not in resolved}


def _first(entries: dict[str, Any], table_id: str, hand: int) -> str:
    """Return the account of the first side."""
    account: str = entries[f"sabacc/{table_id}/{hand}/bet#1"].debit
    return account


def _compare_results(tables: dict[str, Played], entries: dict[str, Any]) -> None:
    """What the ledger has moved with a hand is what the table's record tells of it."""
    for table_id, played in tables.items():
        for hand, won in played.results.items():
            first = _first(entries, table_id, hand)
            ends: Iterable[Any] = (entries[f"sabacc/{table_id}/{hand}/end#{number}"] for number in (1, 2))
            assert sum(each.moved * ((each.credit == first) - (each.debit == first)) for each in ends) == won


def _compare_careers(connection: Connection, tables: dict[str, Played], entries: dict[str, Any]) -> None:
    """A career counts what was won at dealers' tables, and tells the one that is open."""
    won: Counter[str] = Counter()
    for table_id, played in tables.items():
        if not played.is_duel:
            for hand, silver in played.results.items():
                won[_first(entries, table_id, hand).removeprefix("wallet:")] += silver
    open_tables = set()
    for player in connection.scalars(select(CAREER_STEPS.c.player).distinct()):
        stored = stored_career(connection, player)
        assert stored is not None
        career = stored.career
        assert sum(each.count for side in (career.light, career.dark) for each in side.won) == won.pop(player, 0), (
            player
        )
        if career.table is not None:
            open_tables.add(career.table.table_id)
            assert not tables[career.table.table_id].is_closed, player
    assert not +won
    assert not -won
    opened = select(CAREER_STEPS.c.table_id).where(CAREER_STEPS.c.deed == "open")
    assert open_tables == {table_id for table_id in connection.scalars(opened) if not tables[table_id].is_closed}
