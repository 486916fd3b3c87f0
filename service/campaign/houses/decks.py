"""Which decks a choice of the player means: his own, and the dealer's, by ``data/houses.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, shown
from deckmapping.themes.bundled import STANDARD_DECK, bundled_deck, bundled_deck_names
from deckmapping.themes.reading import read_section
from deckmapping.themes.themes import themes
from deckmapping.themes.upgrades import deck_upgrades, upgraded_deck_name
from service.campaign.houses.choices import PlayerDeck
from service.campaign.houses.errors import BadHouseDataError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.reading import Section
    from deckmapping.themes.themes import Theme
    from service.campaign.houses.choices import PlayerChoice

FILE: Final = "houses.toml"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between which shares of the bet, both included, a dealer's edge must be for every choice of the player."""

    least: Fraction
    most: Fraction

    def __contains__(self, edge: Fraction) -> bool:
        return self.least <= edge <= self.most

    def __str__(self) -> str:
        return f"{self.least} to {self.most} bets a hand"


USUAL_BOUNDS: Final = Bounds(Fraction(1, 100), Fraction(3, 100))
"""Of every dealer but the bosses, whose own stand in the file."""


@dataclass(frozen=True, slots=True)
class HouseDecks:
    """The two decks of a dealer, by name."""

    mild: str
    strong: str
    """Against the sample deck while wild and clone cards count."""

    def against(self, choice: PlayerChoice) -> str:
        """Return the name of the deck that is played against *choice*."""
        return self.strong if choice.has_option and choice.deck is PlayerDeck.SAMPLE else self.mild


@dataclass(frozen=True, slots=True)
class ThemeHouse:
    """What the dealers of one theme play."""

    usual: HouseDecks
    boss: HouseDecks
    boss_bounds: Bounds

    def decks(self, dealer: Dealer) -> HouseDecks:
        """Return the decks of *dealer*."""
        return self.boss if dealer.is_boss else self.usual

    def bounds(self, dealer: Dealer) -> Bounds:
        """Return the bounds of what *dealer* may earn."""
        return self.boss_bounds if dealer.is_boss else USUAL_BOUNDS


def player_deck(theme: Theme, choice: PlayerChoice) -> str:
    """Return the name of the bundled deck that *choice* means at the tables of *theme*.

    Raises:
        InvalidInputError: an upgrade is none of this theme's sample deck; the error says which there are.
    """
    if choice.deck is PlayerDeck.STANDARD:
        return STANDARD_DECK
    there = deck_upgrades(theme.name)
    names = [each.name for each in there]
    if wrong := [name for name in choice.upgrades if name not in names]:
        raise InvalidInputError.of("upgrades", shown(wrong[0]), f"one of {', '.join(names)}" if names else "none")
    return upgraded_deck_name(theme.sample_deck, (each for each in there if each.name in choice.upgrades))


def house_deck(theme: Theme, dealer: Dealer, choice: PlayerChoice) -> str:
    """Return the name of the bundled deck that *dealer*, who sits at the tables of *theme*, plays against *choice*."""
    return theme_house(theme).decks(dealer).against(choice)


def theme_house(theme: Theme) -> ThemeHouse:
    """Return what the dealers of *theme* play.

    Raises:
        BadHouseDataError: the packaged file cannot be used.
    """
    return _houses()[theme.name]


@cache
def _houses() -> Mapping[str, ThemeHouse]:
    text = files("service.campaign.houses").joinpath("data", FILE).read_text(encoding="utf-8")
    return read_houses(read_section(text, FILE))


def read_houses(root: Section) -> Mapping[str, ThemeHouse]:
    """Return the houses of the file read as *root*, by the name of the theme.

    Raises:
        BadThemeDataError: a theme or a key is missing, unknown or of another kind, or a deck is no bundled deck of the
            theme.
    """
    read = MappingProxyType({theme.name: _house(theme, root.section(theme.name)) for theme in themes()})
    root.finish()
    return read


def _house(theme: Theme, section: Section) -> ThemeHouse:
    usual, boss = _decks(theme, section), section.section("boss")
    read = ThemeHouse(usual, _decks(theme, boss), Bounds(boss.share("least"), boss.share("most")))
    if read.boss_bounds.most < read.boss_bounds.least:
        raise boss.wrong("most", f"a share of {read.boss_bounds.least} or more, as `least`")
    boss.finish()
    section.finish()
    return read


def _decks(theme: Theme, section: Section) -> HouseDecks:
    for key in ("mild", "strong"):
        name = section.text(key)
        if name not in bundled_deck_names() or bundled_deck(name).theme != theme.name:
            raise BadHouseDataError.of(f"{section.path}.{key}", name, f"the name of a bundled deck of {theme.name}")
    return HouseDecks(section.text("mild"), section.text("strong"))
