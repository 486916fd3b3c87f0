"""Decks that differ from a sample deck by a few cards: each is said as swaps, one card for another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.themes.building import in_order
from deckmapping.themes.errors import BadThemeDataError
from deckmapping.themes.reading import read_packaged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckmapping.records import CardRecord
    from deckmapping.themes.reading import Section

FILE = "swaps.toml"
MOST_SWAPS = 20
"""A deck that differs by more is a deck of its own."""


@dataclass(frozen=True, slots=True)
class Swap:
    """One card taken out for another."""

    out: str
    """Blueprint id; one copy of it leaves the deck."""
    into: str
    """Blueprint id; one copy of it comes into the deck."""


@dataclass(frozen=True, slots=True)
class SwappedDeck:
    """What makes a deck of another."""

    name: str
    title: str
    of: str
    """Name of the deck that it differs from."""
    words: str
    """What the swaps do."""
    swaps: tuple[Swap, ...]
    source: str
    """Where it stands, as an error names it: file and entry."""


def swapped_decks() -> tuple[SwappedDeck, ...]:
    """Return all decks of ``swaps.toml``, in its order.

    Raises:
        BadThemeDataError: the file cannot be used.
    """
    return read_swapped_decks(read_packaged(FILE))


def read_swapped_decks(root: Section) -> tuple[SwappedDeck, ...]:
    """Return the decks of the file read as *root*.

    Raises:
        BadThemeDataError: a key is missing, unknown or of another kind.
    """
    return tuple(_deck(name, section) for name, section in root.named_sections())


def _deck(name: str, section: Section) -> SwappedDeck:
    of, title, words = section.text("of"), section.text("title"), section.text("words")
    swaps = read_swaps(section)
    section.finish()
    return SwappedDeck(name, title, of, words, swaps, section.path)


def read_swaps(section: Section) -> tuple[Swap, ...]:
    """Return the swaps of the entry *section*.

    Raises:
        BadThemeDataError: one of them is none, or they are too many.
    """
    swaps = []
    for each in section.sections("swaps"):
        swaps.append(Swap(each.text("out"), each.text("into")))
        each.finish()
    if len(swaps) > MOST_SWAPS:
        raise section.wrong("swaps", f"at most {MOST_SWAPS} swaps")
    return tuple(swaps)


def apply_swaps(
    deck: SwappedDeck, cards: Sequence[CardRecord], records: Mapping[str, CardRecord]
) -> tuple[CardRecord, ...]:
    """Return *cards* with the swaps of *deck*, in the order of value, set and number.

    Raises:
        BadThemeDataError: a card that is to leave is not there, or one that is to come is unknown, of the other side or
            already as often in the deck as it left.
    """
    left = list(cards)
    for at, swap in enumerate(deck.swaps):
        path = f"{deck.source}.swaps[{at}]"
        gone = next((card for card in left if card.blueprint_id == swap.out), None)
        if gone is None:
            raise BadThemeDataError.of(f"{path}.out", swap.out, f"a card of {deck.of} that is still in it")
        come = records.get(swap.into)
        if come is None or come.side is not gone.side:
            raise BadThemeDataError.of(f"{path}.into", swap.into, f"a {gone.side} card of the starter catalogue")
        left.remove(gone)
        left.append(come)
    return in_order(left)
