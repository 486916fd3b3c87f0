"""The database user of a service that plays for silver needs the rights that the schema names, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, text

from service.campaign.rewards.use_cases import Grants
from service.campaign.settlement.acknowledging import Acknowledgement, SettlementState
from service.campaign.settlement.use_cases import Settlements
from service.storage.database import open_engine
from service.storage.grant_store import SqlGrantStore
from service.storage.schema import CHANGING, METADATA
from service.storage.settlement_store import SqlSettlementStore
from service.tables.moves import Ready
from tests.campaign.play.world import EIGHT, GEMP, TEN, World
from tests.storage.conftest import migrate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine

    from tests.postgresql import PostgresServer

ROLE = "plays_for_silver"


@pytest.fixture
def least(postgres: PostgresServer) -> Iterator[Engine]:
    """A PostgreSQL database with the schema, as a user sees it who has the least rights."""
    url = postgres.new_database()
    migrate(url)
    owner = open_engine(url, 1)
    with owner.begin() as connection:
        connection.execute(text(f"CREATE ROLE {ROLE} LOGIN"))
        for name in METADATA.tables:
            rights = ", ".join(("SELECT", "INSERT", *CHANGING.get(name, ())))
            connection.execute(text(f"GRANT {rights} ON {name} TO {ROLE}"))
    owner.dispose()
    engine = open_engine(make_url(url).set(username=ROLE).render_as_string(), 4)
    yield engine
    engine.dispose()


def test_all_that_is_played_for_silver_needs_no_other_rights_than_the_schema_names(least: Engine) -> None:
    world = World(least)
    grants, settlements = Grants(SqlGrantStore(least), world.now), Settlements(SqlSettlementStore(least), world.now)
    for lesson in world.ladder.lessons:
        world.campaign.answer_lesson("ann", lesson.key, lesson.right, GEMP)
    world.deposit("ann", 1000)
    world.deposit("bob", 1000)
    world.sit("ann", TEN, EIGHT).hand(10)
    for seat in world.duel("ann", "bob"):
        seat.move(Ready())
    world.withdraw("ann", 100)
    (settlement,) = settlements.page(GEMP).settlements
    assert settlements.acknowledge(Acknowledgement(settlement.settlement_id, SettlementState.APPLIED), GEMP)[1]
    granted = grants.page(GEMP).grants
    assert [each.player for each in granted] == ["ann"] * len(granted) != []
    for each in granted:
        assert grants.acknowledge(Acknowledgement(each.grant_id, SettlementState.APPLIED), GEMP)[1]
    world.assert_whole()
