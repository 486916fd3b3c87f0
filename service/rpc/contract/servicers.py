"""The services together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.rpc.contract.audit_service import AuditServicer
    from service.rpc.contract.campaign_service import CampaignServicer
    from service.rpc.contract.card_service import CardServicer
    from service.rpc.contract.hand_service import HandServicer
    from service.rpc.contract.ledger_service import LedgerServicer
    from service.rpc.contract.mission_service import MissionServicer
    from service.rpc.contract.odds_service import OddsServicer
    from service.rpc.contract.table_service import TableServicer
    from service.rpc.contract.tiebreak_service import TiebreakServicer


@dataclass(frozen=True, slots=True)
class Servicers:
    """What answers the calls, in process (without a context) or behind the server."""

    cards: CardServicer
    hands: HandServicer
    ties: TiebreakServicer
    audits: AuditServicer
    odds: OddsServicer
    tables: TableServicer
    ledger: LedgerServicer
    missions: MissionServicer
    campaign: CampaignServicer
