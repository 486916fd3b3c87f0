"""Recommended decks for the dealers of the themes: with which cards each earns about two per cent, against which deck.

One deck does not do for all that a player may choose. With the wild and clone cards on, a theme's sample deck is far
better than Deck C, and so is the dealer's; with them off, all of them count like Deck C. So there is a deck a dealer
for each choice.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from deckmapping.records import Side as CardSide
from deckmapping.themes.bundled import STANDARD_DECK, bundled_deck, theme_name
from deckmapping.themes.dealers import dealer
from service.odds.kinds import Side
from service.odds.piles import bundled_side, dealer_at_table, parse_pile
from service.odds.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.themes.bundled import BundledDeck

FILE: Final = "dealer_decks.toml"


@unique
class Choice(StrEnum):
    """What the player chooses at a theme's table."""

    FAIR = "fair"
    """Wild and clone cards off. Every deck he may choose counts like Deck C."""
    STANDARD = "standard"
    """Wild and clone cards on, and Deck C, which has none."""
    LIGHT = "light"
    """Wild and clone cards on, and the Light Side's sample deck of the variant."""
    DARK = "dark"
    """Wild and clone cards on, and the Dark Side's."""


@dataclass(frozen=True, slots=True)
class DealerDeck:
    """The deck that a dealer should play where the player has made a choice."""

    dealer: str
    """His key."""
    choice: Choice
    changes: int
    """How many cards differ from the sample deck of his theme."""
    pile: str
    """What it counts, as `service.odds.piles.parse_pile` reads it."""
    house_edge: Fraction
    """What the house earns with it, exactly, in bets a hand, against the best play of a player without a character."""

    @property
    def setting(self) -> Setting:
        """The table at which it earns that."""
        table = table_of(self.dealer, self.choice)
        variant = None if self.choice is Choice.FAIR else bundled_deck(dealer(self.dealer).deck).variant
        return replace(table, dealer=Side(parse_pile(self.pile, "pile", variant), table.dealer.rules))


def table_of(key: str, choice: Choice) -> Setting:
    """Return the table of the dealer *key* where he plays the sample deck of his theme.

    His character's perks and texts count, unless the fair deck is chosen; the player has no character.
    """
    seated = dealer(key)
    theme = bundled_deck(seated.deck)
    variant = None if choice is Choice.FAIR else theme.variant
    card = None if seated.blueprint_id is None else starter_catalogue().records[seated.blueprint_id]
    side, rule = dealer_at_table(bundled_side(seated.theme_names[0], variant, card), seated.rule, shifts=False)
    return Setting(bundled_side(_chosen_deck(theme, choice), variant), side, rule=rule)


def _chosen_deck(theme: BundledDeck, choice: Choice) -> str:
    """Return the name of the player's deck."""
    if choice in (Choice.FAIR, Choice.STANDARD):
        return STANDARD_DECK
    assert theme.variant is not None, "dealers sit at the tables of themes"
    return theme_name(theme.variant, CardSide(choice.value))


@cache
def dealer_decks() -> Mapping[tuple[str, Choice], DealerDeck]:
    """Return all recommended decks by the dealer's key and the player's choice."""
    text = files("service.odds.design").joinpath("data", FILE).read_text(encoding="utf-8")
    decks = (
        DealerDeck(each["dealer"], Choice(each["choice"]), each["changes"], each["pile"], Fraction(each["house_edge"]))
        for each in tomllib.loads(text)["deck"]
    )
    return {(deck.dealer, deck.choice): deck for deck in decks}
