"""A mission of a campaign: whom the player meets at which table, what he stakes, how he plays, what he may earn.

It names all that its outcome depends on but the seed and the catalogue. What it says of money are numbers that the
campaign chooses: the table counts them in practice chips, and no ledger knows of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.errors import InvalidInputError, Violation
from service.money import MOST_SILVER
from service.odds.setting import BestPlay, StandOn
from service.tiebreak.limits import SEED, Limit, TextRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.tables.practice import Chips
    from service.tables.sessions.orders import SeatOrder

NAME: Final = TextRule(re.compile("[!-~]{1,60}"), "1 to 60 printable ASCII characters without blanks")
PURSE: Final = Limit(1, MOST_SILVER.count, "chips")
"""As much as a wallet holds, for what a campaign stakes of it."""
STAKE: Final = Limit(1, MOST_SILVER.count, "chips")
HANDS: Final = Limit(1, 100, "hands")
"""More take longer than a caller should wait, and another seed has more."""
STAND_ON: Final = Limit(0, 12)
"""On 0 nobody draws, on 12 everybody does until he is over."""
REWARD_TEXT: Final = Limit(0, 500, "characters")
REWARD_CARDS: Final = Limit(0, 20, "ids")
REWARD_SILVER: Final = Limit(0, MOST_SILVER.count, "silver")


@dataclass(frozen=True, slots=True)
class AsDealer:
    """The player draws where his opponent's rule says so, what that leaves to chance left out."""


Play: TypeAlias = StandOn | AsDealer | BestPlay
"""How the player draws and stands; in the end his cards get their best values (R5).

`BestPlay` is what brings most from whole piles with the up card seen, for one hand after the other.
"""


@dataclass(frozen=True, slots=True)
class Reward:
    """What a campaign gives for a mission that is won, in its own words: nothing of it is looked up or booked here."""

    text: str = ""
    card_ids: tuple[str, ...] = ()
    silver: int = 0


@dataclass(frozen=True, slots=True)
class Mission:
    """An encounter."""

    name: str
    """The campaign's; with the seed it names the table."""
    player: SeatOrder
    play: Play
    purse: Chips
    """What the player comes with."""
    stake: Chips
    """What he bets on every hand."""
    hands: int
    """Hands that are played at most."""
    goal: Chips | None = None
    """With this in his purse the player has won, and without it he has not; None: what he has won on the whole says."""
    theme: str | None = None
    """None for the standard table."""
    background: str | None = None
    """None for the theme's usual one."""
    opponent: str | None = None
    """Key of the dealer; None for the theme's first one."""
    has_option: bool = True
    """Whether wild and clone cards count as such."""
    has_modifier: bool = False
    """Whether the background's table modifier works."""
    reward: Reward = field(default_factory=Reward)

    def __post_init__(self) -> None:
        if faults := tuple(self._faults()):
            raise InvalidInputError.all(faults)

    def _faults(self) -> Iterator[Violation]:
        yield from NAME.check("name", self.name)
        yield from PURSE.check("purse", self.purse.count)
        yield from STAKE.check("stake", self.stake.count)
        yield from HANDS.check("hands", self.hands)
        if self.goal is not None and self.goal <= self.purse:
            yield Violation("goal", str(self.goal.count), f"more than the purse of {self.purse}")
        if isinstance(self.play, StandOn):
            yield from STAND_ON.check("standOn", self.play.total)
        yield from _reward_faults(self.reward)


def verify_seed(seed: bytes) -> None:
    """Check that *seed* is as long as a seed must be; it is never shown.

    Raises:
        InvalidInputError: it is not.
    """
    if faults := SEED.check("seed", len(seed)):
        raise InvalidInputError.all(faults)


def _reward_faults(reward: Reward) -> Iterator[Violation]:
    yield from REWARD_TEXT.check("reward.text", len(reward.text))
    yield from REWARD_SILVER.check("reward.silver", reward.silver)
    if too_many := REWARD_CARDS.check("reward.blueprintIds", len(reward.card_ids)):
        yield from too_many
        return
    named = (NAME.check(f"reward.blueprintIds[{at}]", card) for at, card in enumerate(reward.card_ids))
    yield from chain.from_iterable(named)
