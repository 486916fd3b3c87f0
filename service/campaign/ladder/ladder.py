"""The ladder as a whole: its levels, its lessons, its rewards, and the cues of what happens on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError, shown
from service.campaign.ladder import lessons, levels, rewards
from service.campaign.ladder.events import Happening
from service.campaign.ladder.levels import hosts_of
from service.campaign.ladder.reading import Faults, read_packaged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.records import Side
    from deckmapping.themes.reading import Section
    from service.campaign.ladder.lessons import Lesson
    from service.campaign.ladder.levels import Host, Level
    from service.campaign.ladder.rewards import Reward
    from service.money import Silver


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a career is played by."""

    levels: tuple[Level, ...]
    """In the order in which they are climbed."""
    intro: str
    """What Lando says before the first lesson."""
    farewell: str
    """And after the last."""
    lessons: tuple[Lesson, ...]
    rewards: tuple[Reward, ...]
    cues: Mapping[Happening, str]

    hosts: Mapping[str, Host] = field(init=False, repr=False, compare=False)
    """All dealers of the levels by key."""
    least_needed: Silver = field(init=False, repr=False, compare=False)
    """The least that any usual dealer needs: whoever has less is ruined."""

    def __post_init__(self) -> None:
        hosts = {host.key: host for place, level in enumerate(self.levels) for host in hosts_of(level, place)}
        object.__setattr__(self, "hosts", MappingProxyType(hosts))
        object.__setattr__(self, "least_needed", min(each.needed for each in hosts.values() if not each.is_boss))

    def host(self, dealer: str) -> Host:
        """Return where a dealer deals.

        Raises:
            InvalidInputError: he deals nowhere on the ladder.
        """
        found = self.hosts.get(dealer)
        if found is None:
            raise InvalidInputError.of("dealer", shown(dealer), f"one of {', '.join(self.hosts)}")
        return found

    def boss(self, place: int, side: Side) -> Host:
        """Return the boss of the level at a place of the ladder."""
        return self.hosts[self.levels[place].theme(side).boss.key]


@cache
def ladder() -> Ladder:
    """Return the packaged ladder.

    Raises:
        BadThemeDataError: a file of it cannot be used; every fault is named.
    """
    return read_ladder(*(read_packaged(file) for file in (levels.FILE, lessons.FILE, rewards.FILE)))


def read_ladder(of_levels: Section, of_lessons: Section, of_rewards: Section) -> Ladder:
    """Return the ladder of three files.

    Raises:
        BadThemeDataError: see `read_levels`, `read_lessons` and `read_rewards`; or a happening has no cue.
    """
    faults = Faults()
    with faults:
        cues = _cues(of_levels.section("cues"))
    with faults:
        climbed = levels.read_levels(of_levels)
        of_levels.finish()
    with faults:
        intro, farewell = of_lessons.text("intro"), of_lessons.text("farewell")
        taught = lessons.read_lessons(of_lessons)
        of_lessons.finish()
    with faults:
        paid = rewards.read_rewards(of_rewards)
        of_rewards.finish()
    faults.refuse()
    return Ladder(climbed, intro, farewell, taught, paid, cues)


def _cues(section: Section) -> Mapping[Happening, str]:
    cues = MappingProxyType({happening: section.text(happening) for happening in Happening})
    section.finish()
    return cues
