"""A player's career in the campaign: all that the ladder knows of him, and what changes with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from deckmapping.records import Side
from service.campaign.ladder.progress import Progress
from service.money import NOTHING
from service.tables.dealer.attention import Attention
from service.tables.sessions.setup import verify_name

if TYPE_CHECKING:
    from datetime import date

    from service.campaign.ladder.events import LadderEvent
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.rewards import Reward


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The one table at which the player sits."""

    table_id: str
    dealer: str
    """Key of its dealer, also while Lando visits it; he deals at one level of one side."""


@dataclass(frozen=True, slots=True)
class Career:
    """What the ladder knows of a player. What he owns stands in the ledger alone."""

    player: str
    light: Progress
    dark: Progress
    lessons: tuple[str, ...] = ()
    """Keys of those that he has answered, in that order."""
    rewards: tuple[str, ...] = ()
    """Keys of those that he has got, in that order."""
    table: OpenTable | None = None
    is_ruined: bool = False
    """Since a hand left him too little for another anywhere, until he sits down again."""
    sent_off: date | None = None
    """The day, in UTC, on which he last could not pay for the rest of a shoe: he sits down again on another."""

    def on(self, side: Side) -> Progress:
        """Return how far he has come on a side."""
        return self.light if side is Side.LIGHT else self.dark

    def with_progress(self, side: Side, progress: Progress) -> Career:
        """Return the career with another progress on a side."""
        return replace(self, light=progress) if side is Side.LIGHT else replace(self, dark=progress)


class Advance(NamedTuple):
    """What became of a career."""

    career: Career
    events: tuple[LadderEvent, ...] = ()
    rewards: tuple[Reward, ...] = ()
    """Those that he gets now."""

    def then(self, later: Advance) -> Advance:
        """Return this and what became of its career afterwards, as of a table that is left with its last hand."""
        return Advance(later.career, (*self.events, *later.events), (*self.rewards, *later.rewards))


def start(player: str, ladder: Ladder) -> Career:
    """Return the career of a player who has done nothing yet.

    Args:
        player: 1 to 60 printable ASCII characters without blanks and commas: the name of his wallet and of his seat.
        ladder: the one that he is to climb.

    Raises:
        InvalidInputError: there can be no such player.
    """
    verify_name(player, "player")
    levels = len(ladder.levels)
    nothing = Progress((NOTHING,) * levels, attention=(Attention(),) * levels)
    return Career(player, light=nothing, dark=nothing)
