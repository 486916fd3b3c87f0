"""The eight themes: what a table of each variant and side looks and sounds like, and which decks and dealers it has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deckmapping.catalogue import starter_catalogue
from deckmapping.records import Side
from deckmapping.themes.bundled import bundled_deck_names, theme_name
from deckmapping.themes.dealers import dealers_of
from deckmapping.themes.errors import UnknownNameError
from deckmapping.themes.modifiers import read_modifier
from deckmapping.themes.reading import read_packaged
from deckmapping.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.modifiers import TableModifier
    from deckmapping.themes.reading import Section

FILE = "themes.toml"
FEWEST_DEALERS = 3
"""Dealers that each theme has at least."""

_COLOUR = re.compile(r"#[0-9A-F]{6}")


@dataclass(frozen=True, slots=True)
class Background:
    """One of the places of a theme where a table may stand."""

    key: str
    """Its name in commands and messages, within its theme: ``casino``."""
    title: str
    """The title of its card."""
    blueprint_id: str
    """The location whose picture it is."""
    words: str
    modifier: TableModifier


@dataclass(frozen=True, slots=True)
class Cues:
    """Keys of the music and the short cues of a table, for GEMP's page."""

    music: str
    """The track of the place, while hands are played."""
    perfect: str
    arrival: str
    """Lando takes the table for the house."""
    departure: str
    beaten: str
    """Lando was beaten."""


@dataclass(frozen=True, slots=True)
class LightColours:
    """Colours as ``#RRGGBB``."""

    table: str
    accent: str
    arrival: str
    """Of the light while Lando sits at the table for the house."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table on GEMP's page; all themes share them."""

    key: str
    place: str
    shows: str


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme of the tables."""

    name: str
    """Variant and side, as bundled decks are named: ``dune-sea-light``."""
    variant: Variant
    side: Side
    title: str
    place: str
    """Where it plays, in words."""
    backgrounds: tuple[Background, ...]
    """The first is the usual one."""
    cues: Cues
    lights: LightColours
    zones: tuple[Zone, ...]
    sample_deck: str
    house_deck: str
    boss_deck: str
    dealers: tuple[Dealer, ...]
    """Who may sit at its tables, the boss last."""

    @property
    def modifier(self) -> TableModifier:
        """The table modifier of the usual background."""
        return self.backgrounds[0].modifier

    @property
    def boss(self) -> Dealer:
        """The dealer who is met last."""
        return self.dealers[-1]

    def background(self, key: str | None) -> Background:
        """Return the background *key*, or the usual one for None.

        Raises:
            UnknownNameError: the theme has none of this key; it says which it has.
        """
        for background in self.backgrounds:
            if key in (None, background.key):  # the first one is the usual one
                return background
        raise UnknownNameError.of("background", key, f"one of {', '.join(each.key for each in self.backgrounds)}")


def themes() -> tuple[Theme, ...]:
    """Return all themes, by variant, Light before Dark."""
    return tuple(_themes().values())


def theme(name: str) -> Theme:
    """Return the theme *name*.

    Raises:
        UnknownNameError: there is none of this name; it says which there are.
    """
    found = _themes().get(name)
    if found is None:
        raise UnknownNameError.of("theme", name, f"one of {', '.join(_themes())}")
    return found


def background_card_ids() -> frozenset[str]:
    """Return the blueprint ids of all backgrounds, without a look at any catalogue."""
    listed = read_packaged(FILE).section("themes").named_sections()
    return frozenset(each.text("card") for _, section in listed for each in section.sections("backgrounds"))


@cache
def _themes() -> Mapping[str, Theme]:
    return read_themes(read_packaged(FILE))


def read_themes(root: Section) -> Mapping[str, Theme]:
    """Return the themes of the file read as *root* by name.

    Raises:
        BadThemeDataError: a key is missing, unknown or of another kind, or a theme's cards, decks or dealers are not
            as they must be.
    """
    zones, cues, listed = tuple(map(_zone, root.sections("zones"))), root.section("cues"), root.section("themes")
    read = MappingProxyType(
        {
            theme_name(variant, side): _theme(listed.section(theme_name(variant, side)), variant, side, zones, cues)
            for variant in Variant
            for side in Side
        }
    )
    for section in (root, cues, listed):
        section.finish()
    return read


def _zone(section: Section) -> Zone:
    zone = Zone(section.text("key"), section.text("place"), section.text("shows"))
    section.finish()
    return zone


def _theme(section: Section, variant: Variant, side: Side, zones: tuple[Zone, ...], cues: Section) -> Theme:
    name = theme_name(variant, side)
    lights = section.section("lights")
    read = Theme(
        name=name,
        variant=variant,
        side=side,
        title=section.text("title"),
        place=section.text("place"),
        backgrounds=tuple(_backgrounds(section, side)),
        cues=Cues(section.text("music"), *(cues.text(key) for key in ("perfect", "arrival", "departure", "beaten"))),
        lights=LightColours(*(_colour(lights, key) for key in ("table", "accent", "arrival"))),
        zones=zones,
        sample_deck=name,
        house_deck=f"{name}-house",
        boss_deck=f"{name}-boss",
        dealers=dealers_of(name),
    )
    lights.finish()
    section.finish()
    if missing := {read.sample_deck, read.house_deck, read.boss_deck} - set(bundled_deck_names()):
        raise section.wrong("decks", f"a bundled deck named {min(missing)}")
    if len(read.dealers) < FEWEST_DEALERS or [each.is_boss for each in read.dealers].count(True) != 1:
        raise section.wrong("dealers", f"at least {FEWEST_DEALERS} dealers in dealers.toml, one of them the boss")
    return read


def _backgrounds(section: Section, side: Side) -> Iterator[Background]:
    keys: set[str] = set()
    for each in section.sections("backgrounds"):
        key, card = each.text("key"), starter_catalogue().get(each.text("card"))
        if key in keys:
            raise each.wrong("key", "a key that no other background of the theme has")
        keys.add(key)
        if card is None or card.side is not side or card.category != "LOCATION":
            raise each.wrong("card", f"a {side} location of the starter catalogue")
        yield Background(
            key, card.title, card.blueprint_id, each.text("words"), read_modifier(each.section("modifier"))
        )
        each.finish()


def _colour(section: Section, key: str) -> str:
    if not _COLOUR.fullmatch(section.text(key)):
        raise section.wrong(key, "a colour such as #1FB6D6")
    return section.text(key)
