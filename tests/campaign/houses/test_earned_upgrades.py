"""Deck upgrades are named in the ladder and made of swaps: both have the same ones."""

from __future__ import annotations

from collections import Counter

from deckmapping.themes.themes import themes
from deckmapping.themes.upgrades import deck_upgrades
from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.rewards import RewardKind


def test_every_upgrade_can_be_earned_once_and_no_other_is_promised() -> None:
    promised = Counter(
        name for reward in ladder().rewards if reward.kind is RewardKind.DECK_UPGRADE for name in reward.content
    )
    there = [upgrade.name for theme in themes() for upgrade in deck_upgrades(theme.name)]
    assert len(there) == 2 * 8
    assert promised == Counter(there)
