"""What a player of the campaign chooses at a dealer's table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import chain, combinations
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError, shown
from deckmapping.themes.upgrades import deck_upgrades

if TYPE_CHECKING:
    from deckmapping.themes.themes import Theme


@unique
class PlayerDeck(StrEnum):
    """With what a player may play for silver."""

    STANDARD = "standard"
    """Deck C."""
    SAMPLE = "sample"
    """The sample deck of the dealer's theme."""


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A deck, and whether wild and clone cards count as such."""

    deck: PlayerDeck
    has_option: bool = True
    """False: every card counts what is printed."""
    upgrades: tuple[str, ...] = ()
    """Names of upgrades of the sample deck, in any order: ``dune-sea-light:salvage``."""

    def __post_init__(self) -> None:
        if self.upgrades and self.deck is PlayerDeck.STANDARD:
            raise InvalidInputError.of("upgrades", shown(self.upgrades[0]), "none: Deck C has no upgrades")
        twice = [name for at, name in enumerate(self.upgrades) if name in self.upgrades[:at]]
        if twice:
            raise InvalidInputError.of("upgrades", shown(twice[0]), "each upgrade once")


def choices(theme: Theme) -> tuple[PlayerChoice, ...]:
    """Return all that a player who has every upgrade may choose at the tables of *theme*, the option on before off."""
    names = [upgrade.name for upgrade in deck_upgrades(theme.name)]
    sets = chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))
    decks = [(PlayerDeck.STANDARD, ()), *((PlayerDeck.SAMPLE, each) for each in sets)]
    return tuple(PlayerChoice(deck, has_option, each) for deck, each in decks for has_option in (True, False))
