"""A player on the ladder: short words for what he does, for the tests of careers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final

from service.campaign.ladder.career import Career, OpenTable, start
from service.campaign.ladder.ladder import Ladder, ladder
from service.campaign.ladder.learning import answer_lesson
from service.campaign.ladder.opening import opened
from service.campaign.ladder.playing import HandOutcome, after_hand, closed
from service.money import Silver
from service.tables.dealer.attention import Attention

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from service.campaign.ladder.career import Advance
    from service.campaign.ladder.events import LadderEvent
    from service.campaign.ladder.rewards import Reward
    from service.tables.moves import Ending

DAY: Final = date(2026, 1, 1)
RICH: Final = Silver(1_000_000)
USUAL: Final = {"light": ("jawa-light", "kalit", "uutkik"), "dark": ("jawa-dark", "wittin", "herat")}
"""The usual dealers of the Dune Sea."""


@dataclass
class Climber:
    """One player, and what he is told."""

    career: Career
    ladder: Ladder
    wallet: Silver = RICH
    """What each hand leaves him."""
    gone: AbstractSet[str] = frozenset()
    told: tuple[LadderEvent, ...] = ()
    """By the last that he did."""
    got: tuple[Reward, ...] = ()
    """In all."""
    tables: int = 0

    def happenings(self) -> list[str]:
        return [event.happening.value for event in self.told]

    def learn(self) -> Climber:
        for lesson in self.ladder.lessons:
            self._go(answer_lesson(self.career, lesson.key, lesson.right, self.ladder, self.gone))
        return self

    def sit(self, dealer: str, wallet: Silver = RICH, today: date = DAY) -> Climber:
        self.tables += 1
        return self._go(opened(self.career, self.ladder, OpenTable(f"t{self.tables}", dealer), wallet, today))

    def hand(self, won: int, attention: Attention | None = None, *, lando_beaten: bool = False) -> Climber:
        outcome = HandOutcome(
            f"t{self.tables}", Silver(won), attention or Attention(), lando_beaten=lando_beaten, wallet=self.wallet
        )
        return self._go(after_hand(self.career, outcome, self.ladder, self.gone))

    def hands(self, *won: int) -> Climber:
        for each in won:
            self.hand(each)
        return self

    def leave(self, by_house: Ending | None = None, today: date = DAY) -> Climber:
        return self._go(closed(self.career, self.ladder, today, by_house))

    def play(self, dealer: str, *won: int) -> Climber:
        """Sit down, play hands and leave; told is what the last hand told."""
        self.sit(dealer).hands(*won)
        told = self.told
        self.leave()
        self.told = told
        return self

    def beat(self, *dealers: str) -> Climber:
        """Beat usual dealers, each just so."""
        for dealer in dealers:
            level = self.ladder.host(dealer).level
            self.play(dealer, level.beat_by.count, *[0] * (level.beat_hands - 1))
        return self

    def beat_boss(self, dealer: str) -> Climber:
        level = self.ladder.host(dealer).level
        return self.play(dealer, *[1] * level.match.hands)

    def climb(self, side: str, levels: int) -> Climber:
        """Go up so many levels on a side."""
        for place in range(levels):
            theme = self.ladder.levels[place].theme(self.ladder.host(USUAL[side][0]).side)
            self.beat(*(each.key for each in theme.dealers if not each.is_boss)).beat_boss(theme.boss.key)
        return self

    def _go(self, advance: Advance) -> Climber:
        self.career, self.told = advance.career, advance.events
        self.got += advance.rewards
        return self


def beginner(of: Ladder | None = None) -> Climber:
    """Return a player who has not learnt yet."""
    climbed = of or ladder()
    return Climber(start("lars", climbed), climbed)


def climber(of: Ladder | None = None) -> Climber:
    """Return a player who has learnt."""
    taught = beginner(of).learn()
    taught.got, taught.told = (), ()
    return taught


def short(of: Ladder | None = None) -> Ladder:
    """Return a ladder of few hands: dealers are beaten by 20 in two, matches have three hands, the ceiling is 200."""
    whole = of or ladder()
    return replace(
        whole,
        levels=tuple(
            replace(
                level,
                beat_by=Silver(20),
                beat_hands=2,
                dealers=2,
                dealers_again=1,
                ceiling=Silver(200),
                match=replace(level.match, hands=3),
            )
            for level in whole.levels
        ),
    )
