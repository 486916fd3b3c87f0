"""Enums of the campaign's contract and of the domain, side by side."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sabacc.v1 import campaign_pb2 as pb
from service.campaign.houses.choices import PlayerDeck
from service.campaign.ladder.rewards import RewardKind

if TYPE_CHECKING:
    from collections.abc import Mapping

WIRE_DECKS: Final[Mapping[PlayerDeck, pb.CampaignDeck]] = MappingProxyType(
    {PlayerDeck.STANDARD: pb.CAMPAIGN_DECK_STANDARD, PlayerDeck.SAMPLE: pb.CAMPAIGN_DECK_SAMPLE}
)

DECKS: Final[Mapping[int, PlayerDeck]] = MappingProxyType({int(wire): deck for deck, wire in WIRE_DECKS.items()})

REWARD_KINDS: Final[Mapping[RewardKind, pb.RewardKind]] = MappingProxyType(
    {
        RewardKind.INFORMATION: pb.REWARD_KIND_INFORMATION,
        RewardKind.CARD: pb.REWARD_KIND_CARD,
        RewardKind.DECK_UPGRADE: pb.REWARD_KIND_DECK_UPGRADE,
        RewardKind.CASINO: pb.REWARD_KIND_CASINO,
    }
)
