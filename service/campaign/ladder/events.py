"""What happens to a career, as the player is told of it: words for him and keys for GEMP's page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckmapping.records import Side
    from deckmapping.variants import Variant


@unique
class Happening(StrEnum):
    """What happens."""

    LESSON_RIGHT = "lesson-right"
    LESSON_WRONG = "lesson-wrong"
    LESSONS_DONE = "lessons-done"
    DEALER_BEATEN = "dealer-beaten"
    BOSS_WAITS = "boss-waits"
    """The boss of the level would play now."""
    MATCH_BEGUN = "match-begun"
    BOSS_BEATEN = "boss-beaten"
    BOSS_WON = "boss-won"
    """The match is lost."""
    LEVEL_REACHED = "level-reached"
    LADDER_DONE = "ladder-done"
    """The last boss of a side is beaten."""
    CEILING_REACHED = "ceiling-reached"
    """The usual dealers of the level deal no more to this player."""
    REWARD = "reward"
    REWARD_GONE = "reward-gone"
    """He has earned a reward of which none are left."""
    RUINED = "ruined"
    """He cannot pay for one hand at any table."""
    CAME_BACK = "came-back"
    """He sits down with new silver after he was ruined."""


@dataclass(frozen=True, slots=True)
class LadderEvent:
    """One of these happens."""

    happening: Happening
    words: str
    cue: str
    side: Side | None = None
    """None where it is on no side; level and subject likewise."""
    level: Variant | None = None
    subject: str = ""
    """Key of the dealer, the reward or the lesson that it is about."""
    picture: str = ""
    """Of the dealer it is about; empty elsewhere."""
