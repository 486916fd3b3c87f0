"""The players of the economy check: how each plays his cards, what he bets, and where he sits down."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

from service.campaign.houses.choices import PlayerChoice, PlayerDeck
from service.odds.setting import BestPlay, StandOn

if TYPE_CHECKING:
    from service.odds.setting import Policy

HANDS_AN_HOUR: Final = 100
HANDS_AN_EVENING: Final = 300
"""Three hours; who is sent off in the middle of a shoe goes home earlier."""
EVENINGS: Final = 10
"""Of a life: 30 hours, unless it ends in ruin."""
DEPOSITS: Final = (1000, 2000, 5000)
"""What lives begin with, in silver: 10, 20 and 50 gold. Nobody brings more later."""

LIVES: Final = 2500
"""Of each kind with each deposit: 10,000 with each deposit, and 30,000 in all."""
SEED: Final = 11
RICH: Final = 100_000
"""What a counter brings who wants to bet the most that each table takes: 1,000 gold."""
RICH_LIVES: Final = 400
RICH_EVENINGS: Final = 30


@unique
class Betting(StrEnum):
    """What is bet on the hands of a shoe."""

    FLAT = "flat"
    """A part of what he owns, the same on all hands of the shoe."""
    COUNTED = "counted"
    """The same, and twice that where the cards that are left are good for him."""
    CHASING = "chasing"
    """Half the most that the table takes; after each lost hand twice as much."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player."""

    name: str
    play: Policy
    betting: Betting
    choices: tuple[PlayerChoice, ...]
    """What he may choose at a table; he takes what serves his play best."""
    parts: int
    """Into how many bets he divides what he owns; he plays at the highest level that takes such a bet."""

    @property
    def is_careful(self) -> bool:
        """Whether he looks at what he owns before he bets."""
        return self.betting is not Betting.CHASING


PLAIN: Final = PlayerChoice(PlayerDeck.STANDARD, has_option=False)
WILD: Final = PlayerChoice(PlayerDeck.SAMPLE)
CHOICES: Final = (PlayerChoice(PlayerDeck.STANDARD), PLAIN, WILD, PlayerChoice(PlayerDeck.SAMPLE, has_option=False))
"""All that a player may choose without upgrades, which are for a level left behind or for beating Lando on a visit."""

COUNTER: Final = Kind("counter", BestPlay(), Betting.COUNTED, CHOICES, 40)
"""Knows what is left of both piles, plays as is best for just that, and bets one or two first bets by it."""
BEST: Final = Kind("best", BestPlay(), Betting.FLAT, CHOICES, 40)
"""Plays by the chart for whole piles, at the better table, and counts nothing."""
SIMPLE: Final = Kind("simple", StandOn(8), Betting.FLAT, (PLAIN,), 30)
"""Plays the plain game by the dealer's rule: he draws on 7 or less."""
RECKLESS: Final = Kind("reckless", StandOn(9), Betting.CHASING, (WILD,), 1)
"""Draws on 8 too, loves wild cards, and bets what the table takes wherever he is let in."""
KINDS: Final = (COUNTER, BEST, SIMPLE, RECKLESS)
