"""Lives through the campaign's use cases: what the ledger and the ladder say is what the arrays say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.campaign.economy.board import Board
from service.campaign.economy.comparing import agreement, told_of_career, told_of_row
from service.campaign.economy.engine import Life, Service
from service.campaign.economy.kinds import KINDS
from service.campaign.economy.tables import ResultTables
from tests.campaign.play.conftest import desk, migrated_file
from tests.campaign.play.world import GEMP, World

if TYPE_CHECKING:
    from service.campaign.economy.kinds import Kind

__all__ = ["desk", "migrated_file"]


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_a_life_through_engine_and_ledger_is_what_its_twin_says(kind: Kind, desk: World) -> None:
    board = Board.of_ladder(desk.ladder)
    service = Service(desk.campaign, desk.tables, desk.ledger, GEMP)
    tables = ResultTables.of(kind, board, shoes=12)
    life = Life.of(service, tables, board, 0, 400)
    played = life.live(30)
    assert len(played) <= 32
    assert len(played) >= 30 or life.is_stopped
    assert told_of_row(life.twin, 0) == told_of_career(
        service.career(life.player), service.owns(life.player), desk.ladder
    )
    assert service.owns(life.player) == 400 + sum(each.change for each in played)
    assert max(abs(each.errors_off) for each in agreement(played, tables).compared) < 4.5
    desk.assert_whole()
    desk.assert_nothing_held()
