"""How far a player has come on one side of the Force: what he has won at each level, and how near he is to its boss."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from service.money import NOTHING, Silver

if TYPE_CHECKING:
    from service.campaign.ladder.levels import Level
    from service.tables.dealer.attention import Attention


@dataclass(frozen=True, slots=True)
class DealerScore:
    """What counts with one usual dealer, towards the next match with the boss."""

    dealer: str
    hands: int = 0
    run: Silver = NOTHING
    """What the player has won from him since his lowest point with him; never below 0."""
    is_beaten: bool = False
    """Once he is, no further hand counts."""

    def after_hand(self, won: Silver, level: Level) -> DealerScore:
        """Return the score after a hand that brought *won*."""
        if self.is_beaten:
            return self
        hands, run = self.hands + 1, max(NOTHING, self.run + won)
        return DealerScore(self.dealer, hands, run, run >= level.beat_by and hands >= level.beat_hands)


@dataclass(frozen=True, slots=True)
class Match:
    """A match with a boss that is being played."""

    hands: int = 0
    """Hands that are over."""
    won: Silver = NOTHING
    """With them; below 0 for a loss."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player has come on one side."""

    won: tuple[Silver, ...]
    """In all, at each level of the ladder; below 0 for a loss."""
    beaten: int = 0
    """Bosses beaten, each behind the one before: also the place of the level on which he stands."""
    scores: tuple[DealerScore, ...] = ()
    """With the usual dealers of that level, towards the next match."""
    lost: int = 0
    """Matches lost to the boss of that level."""
    match: Match | None = None
    attention: tuple[Attention, ...] = ()
    """What the house thinks of the player at each level: who wins at one is left alone at the others."""

    def is_at_ceiling(self, place: int, level: Level) -> bool:
        """Tell whether the usual dealers of *level*, at this place of the ladder, deal no more."""
        return self.won[place] >= level.ceiling

    def still_to_beat(self, place: int, level: Level) -> int:
        """Return how many dealers of *level*, on which the player stands, are to be beaten until the boss plays.

        None at the ceiling: nobody else would deal.
        """
        if self.is_at_ceiling(place, level):
            return 0
        wanted = level.dealers_again if self.lost else level.dealers
        return max(0, wanted - sum(score.is_beaten for score in self.scores))

    def is_boss_waiting(self, place: int, level: Level) -> bool:
        """Tell whether the boss of *level* would play: once, when nobody else is to be beaten first."""
        return self.beaten == place and self.still_to_beat(place, level) == 0

    def score(self, dealer: str) -> DealerScore:
        """Return the score with a usual dealer."""
        return next((score for score in self.scores if score.dealer == dealer), DealerScore(dealer))

    def with_won(self, place: int, won: Silver) -> Progress:
        """Count what a hand at a level brought."""
        return replace(self, won=(*self.won[:place], self.won[place] + won, *self.won[place + 1 :]))

    def with_attention(self, place: int, seen: Attention) -> Progress:
        """Note what the house thinks of the player at a level after a hand."""
        return replace(self, attention=(*self.attention[:place], seen, *self.attention[place + 1 :]))

    def with_score(self, score: DealerScore) -> Progress:
        """Put a score in the place of the one with the same dealer."""
        others = (each for each in self.scores if each.dealer != score.dealer)
        return replace(self, scores=tuple(sorted((*others, score), key=lambda each: each.dealer)))

    def with_match_won(self) -> Progress:
        """Go up: the next level begins anew."""
        return Progress(self.won, self.beaten + 1, attention=self.attention)

    def with_match_lost(self) -> Progress:
        """Begin anew on the same level: dealers must be beaten before the next match."""
        return Progress(self.won, self.beaten, lost=self.lost + 1, attention=self.attention)
