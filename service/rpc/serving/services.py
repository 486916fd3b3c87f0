"""The services of the contract, as a server answers them and health is told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sabacc.v1 import (
    audits_pb2,
    audits_pb2_grpc,
    campaign_pb2,
    campaign_pb2_grpc,
    cards_pb2,
    cards_pb2_grpc,
    hands_pb2,
    hands_pb2_grpc,
    ledger_pb2,
    ledger_pb2_grpc,
    missions_pb2,
    missions_pb2_grpc,
    odds_pb2,
    odds_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
    tiebreaks_pb2,
    tiebreaks_pb2_grpc,
)

if TYPE_CHECKING:
    import grpc

    from service.rpc.contract.servicers import Servicers

SERVICES: Final = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in (
        (cards_pb2, "CardService"),
        (hands_pb2, "HandService"),
        (tiebreaks_pb2, "TiebreakService"),
        (audits_pb2, "AuditService"),
        (odds_pb2, "OddsService"),
        (tables_pb2, "TableService"),
        (ledger_pb2, "LedgerService"),
        (missions_pb2, "MissionService"),
        (campaign_pb2, "CampaignService"),
    )
)
"""Names under which health is told, beside the empty one for the whole."""


def add_contract(server: grpc.Server, servicers: Servicers) -> None:
    """Let *server* answer every call of the contract."""
    cards_pb2_grpc.add_CardServiceServicer_to_server(servicers.cards, server)
    hands_pb2_grpc.add_HandServiceServicer_to_server(servicers.hands, server)
    tiebreaks_pb2_grpc.add_TiebreakServiceServicer_to_server(servicers.ties, server)
    audits_pb2_grpc.add_AuditServiceServicer_to_server(servicers.audits, server)
    odds_pb2_grpc.add_OddsServiceServicer_to_server(servicers.odds, server)
    tables_pb2_grpc.add_TableServiceServicer_to_server(servicers.tables, server)
    ledger_pb2_grpc.add_LedgerServiceServicer_to_server(servicers.ledger, server)
    missions_pb2_grpc.add_MissionServiceServicer_to_server(servicers.missions, server)
    campaign_pb2_grpc.add_CampaignServiceServicer_to_server(servicers.campaign, server)
