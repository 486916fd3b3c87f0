"""Deck upgrades: a few swaps by which the player of a campaign betters a theme's sample deck, once he has got them.

Every set of a theme's upgrades makes a bundled deck, named by the theme and the keys in the order of ``upgrades.toml``:
``dune-sea-light+salvage+polish``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from deckmapping.themes.reading import read_packaged
from deckmapping.themes.swaps import Swap, SwappedDeck, read_swaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckmapping.themes.reading import Section

FILE: Final = "upgrades.toml"
MOST_UPGRADES: Final = 3
"""Of one theme: each set of them is a deck of its own."""

_KEY: Final = re.compile("[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class DeckUpgrade:
    """What betters the sample deck of one theme; it never costs another upgrade a card."""

    theme: str
    """Name of the theme."""
    key: str
    """Its name within the theme: ``salvage``."""
    title: str
    words: str
    """What the swaps do."""
    swaps: tuple[Swap, ...]
    source: str
    """Where it stands, as an error names it: file and entry."""

    @property
    def name(self) -> str:
        """Its name in rewards and messages: ``dune-sea-light:salvage``."""
        return f"{self.theme}:{self.key}"


@dataclass(frozen=True, slots=True)
class ThemeUpgrades:
    """The upgrades of one theme."""

    theme: str
    title: str
    """Of every deck that they make."""
    upgrades: tuple[DeckUpgrade, ...]


@cache
def theme_upgrades() -> tuple[ThemeUpgrades, ...]:
    """Return the upgrades of all themes that have some, in the order of ``upgrades.toml``.

    Raises:
        BadThemeDataError: the file cannot be used.
    """
    return read_upgrades(read_packaged(FILE))


def deck_upgrades(theme: str) -> tuple[DeckUpgrade, ...]:
    """Return the upgrades of the theme named *theme*, in the order of ``upgrades.toml``."""
    return next((each.upgrades for each in theme_upgrades() if each.theme == theme), ())


def upgraded_deck_name(theme: str, upgrades: Iterable[DeckUpgrade]) -> str:
    """Return the name of the sample deck of *theme* with *upgrades*, given in the order of ``upgrades.toml``."""
    return "+".join((theme, *(upgrade.key for upgrade in upgrades)))


def upgraded_decks() -> tuple[SwappedDeck, ...]:
    """Return the deck of every set of a theme's upgrades, each behind the one that it differs from by one upgrade."""
    return tuple(deck for each in theme_upgrades() for deck in _decks(each))


def read_upgrades(root: Section) -> tuple[ThemeUpgrades, ...]:
    """Return the upgrades of the file read as *root*.

    Raises:
        BadThemeDataError: a key is missing, unknown or of another kind, a theme has too many upgrades, or two of one
            theme have one key or take out or bring in the same card.
    """
    return tuple(_theme(name, section) for name, section in root.named_sections())


def _theme(theme: str, section: Section) -> ThemeUpgrades:
    title, listed = section.text("title"), section.sections("upgrades")
    if len(listed) > MOST_UPGRADES:
        raise section.wrong("upgrades", f"at most {MOST_UPGRADES} upgrades")
    read: list[DeckUpgrade] = []
    for each in listed:
        upgrade = _upgrade(theme, each)
        if any(upgrade.key == other.key for other in read):
            raise each.wrong("key", "a key that no other upgrade of the theme has")
        if shared := _cards(upgrade) & {card for other in read for card in _cards(other)}:
            raise each.wrong("swaps", f"cards that no other upgrade of the theme swaps; {min(shared)} is one")
        read.append(upgrade)
    section.finish()
    return ThemeUpgrades(theme, title, tuple(read))


def _upgrade(theme: str, section: Section) -> DeckUpgrade:
    key = section.text("key")
    if not _KEY.fullmatch(key):
        raise section.wrong("key", "small letters, with hyphens between words")
    title, words, swaps = section.text("title"), section.text("words"), read_swaps(section)
    section.finish()
    return DeckUpgrade(theme, key, title, words, swaps, section.path)


def _cards(upgrade: DeckUpgrade) -> set[str]:
    return {card for swap in upgrade.swaps for card in (swap.out, swap.into)}


def _decks(theme: ThemeUpgrades) -> Iterator[SwappedDeck]:
    for size in range(1, len(theme.upgrades) + 1):
        for chosen in combinations(theme.upgrades, size):
            last = chosen[-1]
            yield SwappedDeck(
                name=upgraded_deck_name(theme.theme, chosen),
                title=theme.title,
                of=upgraded_deck_name(theme.theme, chosen[:-1]),
                words=f"the sample deck with {'; '.join(upgrade.words for upgrade in chosen)}",
                swaps=last.swaps,
                source=last.source,
            )
