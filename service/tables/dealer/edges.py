"""What the house earns at each dealer's table, exactly and stated beforehand: ``data/edges.toml``.

A figure is of a hand from whole piles, against the best play of a player who has the theme's sample deck, no playing
character and the up card before him, at the usual payouts. Dealers play without perks. How many hands a shoe has, and
cards put away openly, change it only for a player who counts what has been played.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = "edges.toml"
STANDARD_TABLE: Final = "standard"
"""Stands for the theme of the table that has none; both play Deck C there."""


@dataclass(frozen=True, slots=True)
class Edges:
    """What the house earns, in bets a hand; negative where the player is ahead."""

    with_option: Fraction
    """Wild and clone cards on."""
    plain: Fraction
    """Off: every card counts what is printed."""


def dealer_edges(theme: str, dealer: str) -> Edges:
    """Return what the dealer *dealer* earns at the tables of *theme*, or at the `STANDARD_TABLE`.

    Raises:
        KeyError: he does not sit there.
    """
    return _stated()["dealer"][theme, dealer]


def background_edges(theme: str, background: str) -> Edges:
    """Return what the first dealer of *theme* earns where the table modifier of *background* works.

    Raises:
        KeyError: the theme has no such background.
    """
    return _stated()["background"][theme, background]


@cache
def _stated() -> Mapping[str, Mapping[tuple[str, str], Edges]]:
    text = files("service.tables.dealer").joinpath("data", FILE).read_text(encoding="utf-8")
    return MappingProxyType(
        {
            kind: {
                (each["theme"], each["key"]): Edges(Fraction(each["with_option"]), Fraction(each["plain"]))
                for each in listed
            }
            for kind, listed in tomllib.loads(text).items()
        }
    )
