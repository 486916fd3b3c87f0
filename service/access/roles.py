"""The one table of who may call what. What does not stand in it, nobody may call."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from service.caller import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    RoleTable = Mapping[str, frozenset[Role]]

ALL: Final = frozenset({Role.GAME, Role.DIRECTOR, Role.AUDITOR, Role.LOCAL})
"""Every caller who is known, and whoever has the machine."""
_GAME: Final = frozenset({Role.GAME, Role.DIRECTOR, Role.LOCAL})
_DIRECTOR: Final = frozenset({Role.DIRECTOR, Role.LOCAL})
_AUDIT: Final = frozenset({Role.DIRECTOR, Role.AUDITOR, Role.LOCAL})

ROLES: Final[RoleTable] = MappingProxyType(
    {
        "/sabacc.v1.CardService/GetCatalogue": ALL,
        "/sabacc.v1.CardService/GetCards": ALL,
        "/sabacc.v1.CardService/ClassifyCards": ALL,
        "/sabacc.v1.CardService/ReadDeck": ALL,
        "/sabacc.v1.CardService/ParseDeck": ALL,
        "/sabacc.v1.HandService/JudgeHands": ALL,
        "/sabacc.v1.TiebreakService/ResolveTiebreak": _GAME,
        "/sabacc.v1.TiebreakService/RehearseTiebreak": _GAME,
        "/sabacc.v1.TiebreakService/VoidTiebreak": _DIRECTOR,
        "/sabacc.v1.TiebreakService/GetTiebreak": ALL,
        "/sabacc.v1.TiebreakService/ListTiebreaks": ALL,
        "/sabacc.v1.TiebreakService/VerifyTranscript": ALL,
        "/sabacc.v1.OddsService/ComputeOdds": ALL,
        "/sabacc.v1.OddsService/ComputeVersusOdds": ALL,
        "/sabacc.v1.OddsService/MakeStrategyChart": ALL,
        "/sabacc.v1.OddsService/ProfileDeck": ALL,
        "/sabacc.v1.OddsService/TuneTable": ALL,
        "/sabacc.v1.OddsService/ComputeShoeOdds": ALL,
        "/sabacc.v1.OddsService/DesignDealerDeck": ALL,
        "/sabacc.v1.OddsService/SimulateHands": ALL,
        "/sabacc.v1.OddsService/CountShoes": ALL,
        "/sabacc.v1.TableService/ListThemes": ALL,
        "/sabacc.v1.TableService/GetTheme": ALL,
        "/sabacc.v1.TableService/OpenTable": _GAME,
        "/sabacc.v1.TableService/MakeMove": _GAME,
        "/sabacc.v1.TableService/GetTable": _GAME,
        "/sabacc.v1.TableService/CloseTable": _GAME,
        "/sabacc.v1.TableService/AdviseMove": _GAME,
        "/sabacc.v1.TableService/GetTableRecord": _GAME,
        "/sabacc.v1.TableService/VerifyTableRecord": ALL,
        "/sabacc.v1.TableService/WatchEvents": _GAME,
        "/sabacc.v1.LedgerService/Deposit": _GAME,
        "/sabacc.v1.LedgerService/Withdraw": _GAME,
        "/sabacc.v1.LedgerService/GetWallet": ALL,
        "/sabacc.v1.LedgerService/ListStatement": ALL,
        "/sabacc.v1.LedgerService/GetPosting": ALL,
        "/sabacc.v1.LedgerService/ListHandPostings": ALL,
        "/sabacc.v1.LedgerService/ListSettlements": ALL,
        "/sabacc.v1.LedgerService/AcknowledgeSettlement": _GAME,
        "/sabacc.v1.LedgerService/Reconcile": ALL,
        "/sabacc.v1.LedgerService/AuditLedger": _AUDIT,
        "/sabacc.v1.LedgerService/GivePrize": _DIRECTOR,
        "/sabacc.v1.LedgerService/CorrectLedger": _DIRECTOR,
        "/sabacc.v1.LedgerService/FillBank": _DIRECTOR,
        "/sabacc.v1.MissionService/PlayMission": _GAME,
        "/sabacc.v1.CampaignService/GetLadder": ALL,
        "/sabacc.v1.CampaignService/GetCareer": ALL,
        "/sabacc.v1.CampaignService/AnswerLesson": _GAME,
        "/sabacc.v1.CampaignService/OpenCampaignTable": _GAME,
        "/sabacc.v1.CampaignService/OpenDuel": _GAME,
        "/sabacc.v1.CampaignService/ListGrants": ALL,
        "/sabacc.v1.CampaignService/AcknowledgeGrant": _GAME,
        "/sabacc.v1.AuditService/ListAuditEntries": _AUDIT,
        "/sabacc.v1.AuditService/VerifyAuditLog": _AUDIT,
    }
)
"""Every method of the contract."""

REFLECTION: Final[RoleTable] = MappingProxyType({"/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": ALL})
"""Server reflection, where the settings offer it: for everybody who is known."""

HEALTH_CHECK: Final = "/grpc.health.v1.Health/Check"
"""Open to anybody without an identity: a load balancer has none."""

HEALTH_WATCH: Final = "/grpc.health.v1.Health/Watch"
"""Passes no gate at all."""
