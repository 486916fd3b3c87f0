"""Giving the rewards for what a player has done, each once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.campaign.ladder import telling
from service.campaign.ladder.career import Advance
from service.campaign.ladder.rewards import RewardKind, earned

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.rewards import Feat


def with_rewards(advance: Advance, feats: Iterable[Feat], ladder: Ladder, gone: AbstractSet[str]) -> Advance:
    """Add the rewards for *feats*; one of which none are left is told of, and can be earned again."""
    for feat in feats:
        found = earned(ladder.rewards, feat, advance.career.rewards)
        given = tuple(each for each in found if each.key not in gone)
        told = tuple(telling.reward_earned(ladder, each, is_left=each.key not in gone) for each in found)
        career = replace(advance.career, rewards=(*advance.career.rewards, *(each.key for each in given)))
        advance = Advance(career, (*advance.events, *told), (*advance.rewards, *given))
    return advance


def upgrades_of(career: Career, ladder: Ladder) -> tuple[str, ...]:
    """Return the names of the deck upgrades that the player has got."""
    got = (each for each in ladder.rewards if each.kind is RewardKind.DECK_UPGRADE and each.key in career.rewards)
    return tuple(name for reward in got for name in reward.content)
