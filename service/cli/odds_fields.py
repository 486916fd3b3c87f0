"""Fields of requests for odds as the options and arguments that they came from, for people who read errors."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "setting.player": "--player",
        "setting.player.character": "--player-character",
        "setting.dealer": "--dealer",
        "setting.dealer.character": "--dealer-character",
        "setting.variant": "--variant",
        "setting.draws": "--draws",
        "setting.upCard": "--up-card",
        "setting.rule.drawsTo": "--dealer-draws-to",
        "setting.rule.overdrawsTo": "--overdraws-to",
        "setting.rule.overdrawChance": "--overdraw-chance",
        "setting.rule.shiftShare": "--shift-share",
        "setting.pay.perfectPays": "--perfect-pays",
        "setting.pay.perfectCosts": "--perfect-costs",
        "setting.dealerSeesHand": "--dealer-sees-hand",
        "policy.standOn": "--policy",
        "houseEdge": "--house-edge",
        "tolerance": "--tolerance",
        "mostChanged": "--most-changed",
        "mayLeave": "--may-leave",
        "mayCome": "--may-come",
        "denominator": "--denominator",
        "hands": "--hands",
        "seed": "--seed",
        "playerPlayed": "--player-played",
        "dealerPlayed": "--dealer-played",
        "cut": "--cut",
        "leastBet": "--least-bet",
        "mostBet": "--most-bet",
        "shoes": "--shoes",
    }
)
"""Of the commands about a dealer's table."""

VERSUS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "first": "A",
        "first.character": "--first-character",
        "second": "B",
        "second.character": "--second-character",
        "standOn.first": "--first-stands-on",
        "standOn.second": "--second-stands-on",
    }
)
"""Of `sabacc versus`."""

PROFILE: Final[Mapping[str, str]] = MappingProxyType({"side": "DECK"})
"""Of `sabacc profile`."""
