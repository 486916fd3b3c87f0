"""Lando's visits for the house: who comes to which table, and what the player is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

from deckmapping.records import Side
from deckmapping.themes.dealers import dealer
from deckmapping.themes.themes import theme as theme_named
from service.tables.dealer.character import told_character

if TYPE_CHECKING:
    from deckmapping.dealer_rule import DealerRule
    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.themes import Theme

HIS_OWN_HOUSE: Final = "cloud-city-light"
"""The theme whose look and whose Lando the standard table borrows: it has none of its own."""

_LANDO: Final = {Side.LIGHT: "lando-light", Side.DARK: "lando-dark"}


@unique
class Happening(StrEnum):
    """What the house does."""

    ARRIVED = "arrived"
    BEATEN = "beaten"
    """His visit is over and the player has won from him; he leaves."""
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class AttentionEvent:
    """Lando comes, is beaten, or leaves: words for the player and keys for GEMP's page."""

    happening: Happening
    dealer: str
    """Key of the Lando who takes or took the table: ``lando-light``."""
    words: str
    cue: str
    picture: str
    """Of Lando; when he leaves, the usual dealer's comes back, whose picture the table knows."""
    light: str
    """Which of the theme's light colours the table has from now on: ``arrival`` or ``table``."""


def lando_of(theme: Theme | None) -> Dealer:
    """Return the Lando who comes to a table of *theme*: the one of its side of the Force."""
    return dealer(_LANDO[_staged(theme).side])


def arrival(theme: Theme | None, hands: int, rule: DealerRule | None = None) -> AttentionEvent:
    """Return that Lando takes a table for so many hands, after one or as it opens while his visit lasts.

    Args:
        theme: the table's; None for the standard table.
        hands: that he stays.
        rule: by which he plays there; None for his own.
    """
    staged, lando = _staged(theme), lando_of(theme)
    stays = "one hand" if hands == 1 else f"{hands} hands"
    plays = told_character(lando, rule or lando.rule)
    words = f"{lando.name} takes the table for {stays}: {lando.greeting} {plays}"
    return AttentionEvent(Happening.ARRIVED, lando.key, words, staged.cues.arrival, lando.picture, "arrival")


def departure(theme: Theme | None, *, is_beaten: bool) -> tuple[AttentionEvent, ...]:
    """Return that Lando leaves a table; that the player has beaten him, where he has, comes before."""
    staged, lando = _staged(theme), lando_of(theme)
    beaten = f"You have beaten {lando.name}, and he cheated. The house looks away from you again."
    left = f"{lando.name} leaves the table to its dealer."
    events = (
        AttentionEvent(Happening.BEATEN, lando.key, beaten, staged.cues.beaten, lando.picture, "arrival"),
        AttentionEvent(Happening.LEFT, lando.key, left, staged.cues.departure, lando.picture, "table"),
    )
    return events if is_beaten else events[1:]


def _staged(theme: Theme | None) -> Theme:
    return theme_named(HIS_OWN_HOUSE) if theme is None else theme
