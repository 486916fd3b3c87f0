"""The one composition root: from settings to an application that answers calls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import create_engine

from deckmapping.catalogue import load_catalogue, starter_catalogue
from deckmapping.clinic.clinic import Clinic
from deckmapping.errors import InvalidInputError
from service.campaign.houses.edges import stated_edges
from service.campaign.ladder.ladder import ladder
from service.campaign.ledger.use_cases import Ledger
from service.campaign.play.sweeping import Sweeping
from service.campaign.play.tables import CampaignTables
from service.campaign.play.use_cases import Campaign
from service.campaign.rewards.use_cases import Grants
from service.campaign.settlement.use_cases import Settlements
from service.rpc.contract.audit_service import AuditServicer
from service.rpc.contract.campaign_service import CampaignServicer
from service.rpc.contract.card_service import CardServicer
from service.rpc.contract.hand_service import HandServicer
from service.rpc.contract.ledger_service import LedgerServicer
from service.rpc.contract.mission_service import MissionServicer
from service.rpc.contract.odds_service import OddsServicer
from service.rpc.contract.servicers import Servicers
from service.rpc.contract.table_players import PlayerReader
from service.rpc.contract.table_service import TableServicer
from service.rpc.contract.tiebreak_service import TiebreakServicer
from service.rpc.work.executor import InProcess
from service.rpc.work.pools import Pools
from service.rpc.work.shares import PooledShares
from service.storage.audit_store import SqlAuditStore
from service.storage.database import open_engine, require_current, upgrade
from service.storage.grant_store import SqlGrantStore
from service.storage.ledger_store import SqlLedgerStore
from service.storage.play_store import SqlPlayStore
from service.storage.settlement_store import SqlSettlementStore
from service.storage.table_store import SqlTableStore
from service.storage.tie_store import SqlTieStore
from service.table_secrets import RandomSecrets
from service.tables.sessions.use_cases import Tables
from service.tiebreak.use_cases import Tiebreaks

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Engine
    from structlog.typing import FilteringBoundLogger

    from deckmapping.catalogue import Catalogue
    from service.settings import Settings
    from service.tables.sessions.use_cases import TableSecrets


@dataclass(frozen=True, slots=True)
class Application:
    """Everything that answers calls, and what must be closed at the end."""

    catalogue: Catalogue
    engine: Engine
    pools: Pools
    servicers: Servicers
    sweeping: Sweeping
    """Plays on for players who have gone; somebody has to make the rounds."""

    def close(self) -> None:
        """Stop the processes that work and give all connections back."""
        self.pools.close()
        self.engine.dispose()


def choose_catalogue(path: Path | None) -> Catalogue:
    """Load the catalogue file, or the starter catalogue where none is named.

    Raises:
        BadCatalogueError: the file cannot be used; the text says why.
    """
    return starter_catalogue() if path is None else load_catalogue(path)


def require_fast_protobuf(implementation: str) -> None:
    """Check that protobuf reads messages in its upb implementation: only that one limits how deep they may nest.

    Raises:
        InvalidInputError: it is another one.
    """
    if implementation != "upb":
        raise InvalidInputError.of(
            "protobuf", implementation, "its upb implementation: unset PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"
        )


def open_database(settings: Settings) -> Engine:
    """Open the database of the settings and bring or require its schema up to date.

    Raises:
        InvalidInputError: the URL is of no use.
        StoreDownError: the database does not answer.
        SchemaMismatchError: the schema is not the one this version works with.
    """
    engine = open_engine(settings.database_url.get_secret_value(), settings.workers)
    try:
        if settings.migrate.allows(engine.dialect.name):
            upgrade(engine)
        else:
            require_current(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def build_application(
    settings: Settings,
    *,
    stored: bool = True,
    served: bool = True,
    logger: FilteringBoundLogger | None = None,
    secrets: TableSecrets | None = None,
) -> Application:
    """Put the application together.

    Args:
        settings: all of it.
        served: whether it answers many callers, so that odds are computed in processes of their own. For one command
            they are computed in this process.
        stored: whether stored ties, tables or silver are needed. Without them no database is opened or made, and only
            calls that need none may be made: cards, decks, hands, themes, rehearsals and verifications.
        logger: told of processes that were lost.
        secrets: where new tables get their names and keys from; without it from the system's random source.

    Raises:
        DomainError: a setting, the catalogue, the campaign's data or the database cannot be used; the text says why.
    """
    catalogue, the_ladder = choose_catalogue(settings.catalogue), ladder()
    if served:
        stated_edges()  # a fault of the houses' data is told now, and not when somebody sits down
    engine = open_database(settings) if stored else create_engine("sqlite://")  # of the latter nothing is ever asked
    pools = Pools.of(settings, logger)
    tiebreaks = Tiebreaks(SqlTieStore(engine), catalogue, PooledShares(pools.shares), _now)
    table_store = SqlTableStore(engine)
    play_store = SqlPlayStore(engine, table_store, the_ladder)
    for_silver = CampaignTables(play_store, the_ladder, settings.duel_limits, settings.hand_wait, _now)
    tables = Tables(table_store, for_silver, catalogue, _now, secrets or RandomSecrets())
    campaign = Campaign(play_store, tables, the_ladder, _now)
    ledger, settlements = Ledger(SqlLedgerStore(engine), _now), Settlements(SqlSettlementStore(engine), _now)
    grants = Grants(SqlGrantStore(engine), _now)
    clinic, quick = Clinic(catalogue), pools.odds if served else InProcess()
    servicers = Servicers(
        cards=CardServicer(catalogue, clinic),
        hands=HandServicer(catalogue),
        ties=TiebreakServicer(tiebreaks, catalogue, settings.default_deadline_s),
        audits=AuditServicer(SqlAuditStore(engine)),
        odds=OddsServicer(catalogue, quick, pools.long if served else InProcess()),
        tables=TableServicer(tables, catalogue, clinic, quick, settings.default_deadline_s),
        ledger=LedgerServicer(ledger, settlements, grants, settings.default_deadline_s),
        missions=MissionServicer(catalogue, clinic, quick),
        campaign=CampaignServicer(
            campaign, grants, PlayerReader(catalogue, clinic), tables.title, settings.default_deadline_s
        ),
    )
    return Application(catalogue, engine, pools, servicers, Sweeping(play_store, tables, settings.hand_wait, _now))


def _now() -> datetime:
    return datetime.now(UTC)
