"""Enums of the ledger's contract and of the domain, side by side."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sabacc.v1 import ledger_pb2 as pb
from service.campaign.ledger.deciding import EntryType
from service.campaign.settlement.acknowledging import SettlementState
from service.campaign.settlement.reconciling import DifferenceKind, Way

if TYPE_CHECKING:
    from collections.abc import Mapping

ENTRY_TYPES: Final[Mapping[EntryType, pb.EntryType]] = MappingProxyType(
    {
        EntryType.TRANSFER: pb.ENTRY_TYPE_TRANSFER,
        EntryType.HOLD: pb.ENTRY_TYPE_HOLD,
        EntryType.POST: pb.ENTRY_TYPE_POST,
        EntryType.VOID: pb.ENTRY_TYPE_VOID,
    }
)

WIRE_STATES: Final[Mapping[SettlementState, pb.SettlementState]] = MappingProxyType(
    {
        SettlementState.PENDING: pb.SETTLEMENT_STATE_PENDING,
        SettlementState.APPLIED: pb.SETTLEMENT_STATE_APPLIED,
        SettlementState.DEFERRED: pb.SETTLEMENT_STATE_DEFERRED,
    }
)

TOLD_STATES: Final[Mapping[int, SettlementState]] = MappingProxyType(
    {
        pb.SETTLEMENT_STATE_APPLIED: SettlementState.APPLIED,
        pb.SETTLEMENT_STATE_DEFERRED: SettlementState.DEFERRED,
    }
)
"""What GEMP may acknowledge."""

WAYS: Final[Mapping[int, Way]] = MappingProxyType(
    {
        pb.GEMP_MOVEMENT_KIND_DEPOSIT: Way.DEPOSIT,
        pb.GEMP_MOVEMENT_KIND_SETTLEMENT: Way.SETTLEMENT,
    }
)

DIFFERENCE_KINDS: Final[Mapping[DifferenceKind, pb.DifferenceKind]] = MappingProxyType(
    {
        DifferenceKind.MISSING_HERE: pb.DIFFERENCE_KIND_MISSING_HERE,
        DifferenceKind.MISSING_AT_GEMP: pb.DIFFERENCE_KIND_MISSING_AT_GEMP,
        DifferenceKind.DOUBLE: pb.DIFFERENCE_KIND_DOUBLE,
        DifferenceKind.AMOUNT: pb.DIFFERENCE_KIND_AMOUNT,
        DifferenceKind.PLAYER: pb.DIFFERENCE_KIND_PLAYER,
        DifferenceKind.OTHER_MOVEMENT: pb.DIFFERENCE_KIND_OTHER_MOVEMENT,
        DifferenceKind.REFUSED_HERE: pb.DIFFERENCE_KIND_REFUSED_HERE,
        DifferenceKind.NOT_ACKNOWLEDGED: pb.DIFFERENCE_KIND_NOT_ACKNOWLEDGED,
        DifferenceKind.TOTAL: pb.DIFFERENCE_KIND_TOTAL,
    }
)
