"""What became of a mission."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING

from service.tables.practice import NONE

if TYPE_CHECKING:
    from service.campaign.missions.mission import Mission
    from service.tables.practice import Chips
    from service.tables.sessions.dealer_session import DealerSession
    from service.tables.sessions.session import Step


@unique
class Ending(StrEnum):
    """Why no further hand was played."""

    GOAL = "goal"
    """The purse holds what was to be reached."""
    BUST = "bust"
    """The purse does not cover another hand."""
    PLAYED = "played"
    """All hands have been played."""


@unique
class Verdict(StrEnum):
    """How the mission came out."""

    WON = "won"
    LOST = "lost"
    PUSHED = "pushed"
    """The player has what he came with; only without a goal."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played to its end."""

    session: DealerSession
    """The table after it."""
    steps: tuple[Step, ...]
    """The moves of which it was made, the bet first."""
    won: Chips
    """What it brought; below 0 for a loss."""
    purse: Chips
    """What the player had after it."""


@dataclass(frozen=True, slots=True)
class MissionOutcome:
    """A mission that is over."""

    mission: Mission
    ending: Ending
    verdict: Verdict
    hands: tuple[PlayedHand, ...]
    """At least one."""
    opening: Step
    close: Step
    record: str
    """The table's record, closed, from which anybody plays it again."""

    @property
    def purse(self) -> Chips:
        """What the player goes with."""
        return self.hands[-1].purse

    @property
    def won(self) -> Chips:
        """What he has won on the whole; below 0 for a loss."""
        return self.purse - self.mission.purse

    @property
    def is_rewarded(self) -> bool:
        """Whether the campaign owes the reward."""
        return self.verdict is Verdict.WON

    @property
    def words(self) -> str:
        """How it came out and why, for the player."""
        played = "one hand" if len(self.hands) == 1 else f"{len(self.hands)} hands"
        return f"{self.verdict.capitalize()} after {played}: {self._why}. {self._brought}"

    @property
    def _why(self) -> str:
        goal = self.mission.goal
        match self.ending:
            case Ending.GOAL:
                return f"the goal of {goal} is reached"
            case Ending.BUST:
                return "the purse does not cover another hand"
            case Ending.PLAYED:
                return "these were all" if goal is None else f"the goal of {goal} was not reached"

    @property
    def _brought(self) -> str:
        if self.won == NONE:
            return f"The purse holds {self.purse}, as before."
        more = self.won > NONE
        return f"The purse holds {self.purse}, {abs(self.won.count)} {'more' if more else 'less'} than before."
