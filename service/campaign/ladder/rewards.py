"""The rewards of the ladder: what a player gets once, and for what. Each is a grant that GEMP pulls and applies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from deckmapping.records import Side
from deckmapping.themes.upgrades import deck_upgrades
from deckmapping.variants import Variant
from service.campaign.ladder.reading import each_keyed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.themes.reading import Section

FILE: Final = "rewards.toml"
MOST_GRANTS: Final = 1_000_000

_KEY: Final = re.compile("[a-z0-9-]{1,40}")


@unique
class RewardKind(StrEnum):
    """What a reward is."""

    INFORMATION = "information"
    """Something to know: its content are the words."""
    CARD = "card"
    """Cards for the player's collection: its content are blueprint ids."""
    DECK_UPGRADE = "deck-upgrade"
    """Swaps for his sample deck: its content are names, ``THEME:UPGRADE``."""
    CASINO = "casino"
    """The way into the casino: its content is the access word."""


@unique
class Deed(StrEnum):
    """What a reward is for."""

    LESSONS_DONE = "lessons-done"
    BOSS_BEATEN = "boss-beaten"
    """The boss of a level lost his match."""
    LANDO_BEATEN = "lando-beaten"
    """Lando visited a table for the house, and left it a loser."""


@dataclass(frozen=True, slots=True)
class Feat:
    """Something that a player has done, or must do."""

    deed: Deed
    side: Side | None = None
    """None where it was done on neither side; for a reward: on either."""
    level: Variant | None = None
    """None likewise."""

    def meets(self, wanted: Feat) -> bool:
        """Tell whether this is what a reward wants done."""
        return self.deed is wanted.deed and wanted.side in (None, self.side) and wanted.level in (None, self.level)


@dataclass(frozen=True, slots=True)
class Reward:
    """One reward. No player gets it twice."""

    key: str
    kind: RewardKind
    title: str
    words: str
    """What the player is told when he gets it."""
    content: tuple[str, ...]
    """What it is, by its kind."""
    wanted: Feat
    """What it is for."""
    limit: int | None
    """How many players get it at most; None: all who earn it."""


def earned(rewards: Iterable[Reward], feat: Feat, got: Iterable[str]) -> tuple[Reward, ...]:
    """Return the *rewards* for *feat*, without those whose keys are among what the player has *got*."""
    return tuple(each for each in rewards if each.key not in set(got) and feat.meets(each.wanted))


def read_rewards(root: Section) -> tuple[Reward, ...]:
    """Return the rewards of the file read as *root*.

    Raises:
        BadThemeDataError: a value is missing, unknown, of another kind or outside its limits, a key stands twice, a
            card is in no catalogue, or there is no such upgrade; every reward at fault is named.
    """
    return each_keyed(root, "rewards", _reward)


def _reward(section: Section) -> Reward:
    kind = section.word("kind", RewardKind)
    reward = Reward(
        key=_key(section),
        kind=kind,
        title=section.text("title"),
        words=section.text("words"),
        content=_content(section, kind),
        wanted=_wanted(section.section("for")),
        limit=section.number("limit", 1, MOST_GRANTS) if "limit" in section else None,
    )
    section.finish()
    return reward


def _key(section: Section) -> str:
    if not _KEY.fullmatch(section.text("key")):
        raise section.wrong("key", "1 to 40 small letters, digits and hyphens")
    return section.text("key")


def _content(section: Section, kind: RewardKind) -> tuple[str, ...]:
    content = section.texts("content")
    match kind:
        case RewardKind.CARD if missing := [card for card in content if starter_catalogue().get(card) is None]:
            raise section.wrong("content", f"cards of the starter catalogue, which has no {missing[0]}")
        case RewardKind.DECK_UPGRADE if wrong := [name for name in content if not _is_upgrade(name)]:
            raise section.wrong("content", f"names of deck upgrades, THEME:UPGRADE, which {wrong[0]} is not")
        case RewardKind.CASINO if len(content) != 1 or not _KEY.fullmatch(content[0]):
            raise section.wrong("content", "one access word of small letters, digits and hyphens")
        case RewardKind.INFORMATION if len(content) != 1:
            raise section.wrong("content", "one text")
        case _:
            return content


def _is_upgrade(name: str) -> bool:
    theme, _, _ = name.partition(":")
    return name in {upgrade.name for upgrade in deck_upgrades(theme)}


def _wanted(section: Section) -> Feat:
    deed = section.word("deed", Deed)
    side = section.word("side", Side) if "side" in section else None
    level = section.word("level", Variant) if "level" in section else None
    if (level is not None) != (deed is Deed.BOSS_BEATEN):
        raise section.wrong("level", "the boss's level where a boss is to be beaten, and none elsewhere")
    if side is not None and deed is Deed.LESSONS_DONE:
        raise section.wrong("side", "none for the lessons, which are on no side")
    section.finish()
    return Feat(deed, side, level)
