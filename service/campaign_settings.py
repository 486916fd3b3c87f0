"""Settings of the campaign: how long a hand waits for its player, and what may be staked between players."""

from __future__ import annotations

from datetime import timedelta

from pydantic import Field
from pydantic_settings import BaseSettings

from service.campaign.play.duels import DuelLimits
from service.money import MOST_SILVER, Silver

_MOST = MOST_SILVER.count


class CampaignSettings(BaseSettings):
    """The part of `service.settings.Settings` that is about silver."""

    hand_wait_s: float = Field(
        default=300,
        ge=1,
        le=86_400,
        description="Seconds that a hand for silver waits for its player; then it is played to its end for him.",
    )
    sweep_s: float = Field(
        default=5,
        ge=0.1,
        le=3600,
        description="Seconds between two looks at hands for silver that have waited too long.",
    )
    duel_stake: int = Field(
        default=500, ge=1, le=_MOST // 2, description="Most silver of a hand between two players; a double costs twice."
    )
    duel_pair_hands: int = Field(
        default=100, ge=1, le=100_000, description="Hands for silver of two players with each other in a day (UTC)."
    )
    duel_pair_silver: int = Field(
        default=5_000, ge=1, le=10**9, description="Silver that two players may stake with each other in a day (UTC)."
    )
    duel_player_silver: int = Field(
        default=15_000, ge=1, le=10**9, description="Silver that a player may stake with all others in a day (UTC)."
    )

    @property
    def hand_wait(self) -> timedelta:
        """How long a hand waits for its player."""
        return timedelta(seconds=self.hand_wait_s)

    @property
    def duel_limits(self) -> DuelLimits:
        """What may be staked between players."""
        return DuelLimits(
            stake=Silver(self.duel_stake),
            pair_hands=self.duel_pair_hands,
            pair_silver=Silver(self.duel_pair_silver),
            player_silver=Silver(self.duel_player_silver),
        )
