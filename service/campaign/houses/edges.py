"""What each dealer of the campaign earns against each choice of the player, exactly and stated: ``data/edges.toml``.

A figure is of a hand from whole piles, against the best play of a player who sees the up card and has no playing
character; a perfect sabacc pays 3:2, and the dealer's costs one bet.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.themes.reading import read_section
from deckmapping.themes.themes import themes
from service.campaign.houses.choices import choices
from service.campaign.houses.decks import player_deck, theme_house
from service.campaign.houses.errors import BadHouseDataError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.reading import Section
    from deckmapping.themes.themes import Theme
    from service.campaign.houses.choices import PlayerChoice

    Entry: TypeAlias = tuple[str, str, str]
    """Theme, the dealer's key, the player's deck by name."""

FILE: Final = "edges.toml"
OPTION_KEYS: Final[Mapping[bool, str]] = MappingProxyType({True: "with_option", False: "plain"})
"""By whether wild and clone cards count as such."""

_FRACTION: Final = re.compile(r"-?[0-9]{1,80}/[1-9][0-9]{0,80}")


def stated_edge(theme: Theme, dealer: Dealer, choice: PlayerChoice) -> Fraction:
    """Return what *dealer*, who sits at the tables of *theme*, earns against *choice*, in bets a hand.

    Raises:
        InvalidInputError: an upgrade is none of this theme's sample deck.
    """
    return stated_edges()[theme.name, dealer.key, player_deck(theme, choice)][choice.has_option]


@cache
def stated_edges() -> Mapping[Entry, Mapping[bool, Fraction]]:
    """Return all stated edges, with the option and without.

    Raises:
        BadThemeDataError: the packaged file cannot be used.
    """
    text = files("service.campaign.houses").joinpath("data", FILE).read_text(encoding="utf-8")
    return read_edges(read_section(text, FILE))


def read_edges(root: Section) -> Mapping[Entry, Mapping[bool, Fraction]]:
    """Return the stated edges of the file read as *root*.

    Raises:
        BadThemeDataError: a key is missing, unknown or of another kind, an entry is missing, stands twice or is of
            nobody who deals in the campaign, or an edge is not between its dealer's bounds.
    """
    wanted = {
        (theme.name, dealer.key, player_deck(theme, choice)): theme_house(theme).bounds(dealer)
        for theme in themes()
        for dealer in theme.dealers
        for choice in choices(theme)
    }
    read: dict[Entry, Mapping[bool, Fraction]] = {}
    for section in root.sections("edge"):
        entry = section.text("theme"), section.text("dealer"), section.text("deck")
        if entry not in wanted or entry in read:
            expected = "a theme, one of its dealers and a deck that the player may choose there, once"
            raise BadHouseDataError.of(section.path, " ".join(entry), expected)
        edges = {has_option: _edge(section, key) for has_option, key in OPTION_KEYS.items()}
        for has_option, edge in edges.items():
            if edge not in wanted[entry]:
                raise section.wrong(OPTION_KEYS[has_option], str(wanted[entry]))
        read[entry] = MappingProxyType(edges)
        section.finish()
    root.finish()
    if missing := next((entry for entry in wanted if entry not in read), None):
        raise BadHouseDataError.of(f"{FILE}.edge", "nothing", f"an entry for {' '.join(missing)}")
    return MappingProxyType(read)


def _edge(section: Section, key: str) -> Fraction:
    text = section.text(key)
    if not _FRACTION.fullmatch(text):
        raise section.wrong(key, "a fraction such as 1/50")
    return Fraction(text)
