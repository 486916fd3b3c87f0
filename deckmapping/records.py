"""A card's facts, as far as sabacc asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from deckmapping.values import Value


WITH_ARMOR: Final = frozenset({"CHARACTER", "VEHICLE", "STARSHIP"})
"""The categories of cards that may have armor; of others `CardRecord.has_armor` is None."""


@unique
class Side(StrEnum):
    """A side of the Force."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class CardRecord:
    """One card of the catalogue. The words in the fields are GEMP's own, upper case (``STARFIGHTER``).

    All tuples of words are sorted and hold no word twice.
    """

    blueprint_id: str
    """Normalised: set and number without leading zeros, ``7_109``."""
    title: str
    side: Side
    category: str
    """``CHARACTER``, ``LOCATION``, ``EFFECT``, ..."""
    destiny: str
    """As printed: ``2 or 5``, ``½``, ``π``, ``*``."""
    values: tuple[Value, ...]
    """What the card may count, ascending; two only where its owner chooses."""
    types: tuple[str, ...] = ()
    subtype: str | None = None
    uniqueness: str | None = None
    """``UNIQUE``, ``RESTRICTED_2``, ``DIAMOND_1``, ...; None where the source gives none."""
    icons: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    species: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    """Persons on the card, permanents aboard included."""
    system: str | None = None
    """The system a location belongs to, ``Tatooine``; None for other cards."""
    has_armor: bool | None = None
    """None where the card's kind has no armour."""
    title_halves: tuple[str, ...] = ()
    """Both titles of a combo card; empty for other cards."""
