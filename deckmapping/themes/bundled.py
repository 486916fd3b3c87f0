"""The bundled decks: Deck C, and of each theme a sample deck with Deck C's spread, dealers' decks and upgraded decks.

A sample deck stands as a deck string in ``data/decks``; the others are sample decks with the swaps of ``swaps.toml`` or
``upgrades.toml``. Every card is in the starter catalogue.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from deckmapping.decks import read_deck, write_deck
from deckmapping.records import Side
from deckmapping.themes.building import DECK_C, in_order
from deckmapping.themes.errors import BadThemeDataError, UnknownNameError
from deckmapping.themes.swaps import apply_swaps, swapped_decks
from deckmapping.themes.upgrades import upgraded_decks
from deckmapping.values import whole
from deckmapping.variants import Role, Variant, variant_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckmapping.records import CardRecord
    from deckmapping.themes.swaps import SwappedDeck
    from deckmapping.values import Value

STANDARD_DECK: Final = "deck-c"
"""The name of Deck C: 60 values of no cards and no side."""


@dataclass(frozen=True, slots=True)
class BundledDeck:
    """A deck that comes with the service."""

    name: str
    title: str
    variant: Variant | None
    side: Side | None
    card_ids: tuple[str, ...]
    """Blueprint ids by value, set and number, repeats kept; empty for Deck C, which has no cards."""
    values: tuple[tuple[Value, ...], ...]
    """What is printed on each card, in the order of `card_ids`; for Deck C its 60 values, ascending."""
    words: str
    """What the deck is, or how it differs from the deck it comes from."""

    @property
    def theme(self) -> str | None:
        """Name of the theme it belongs to; None for Deck C."""
        return None if self.variant is None or self.side is None else theme_name(self.variant, self.side)

    @property
    def deck_string(self) -> str:
        """GEMP's deck string; empty for Deck C."""
        return write_deck(self.card_ids) if self.card_ids else ""


def theme_name(variant: Variant, side: Side) -> str:
    """Return the name of the theme of *variant* and *side*, which is that of its sample deck: ``dune-sea-light``."""
    return f"{variant}-{side}"


def bundled_deck_names() -> tuple[str, ...]:
    """Return the names of all bundled decks: Deck C, the sample decks, the dealers' decks, the upgraded decks."""
    return tuple(_decks())


def bundled_deck(name: str) -> BundledDeck:
    """Return the bundled deck *name*.

    Raises:
        UnknownNameError: there is none of this name; it says which there are.
    """
    deck = _decks().get(name)
    if deck is None:
        raise UnknownNameError.of("deck", name, f"one of {', '.join(_decks())}")
    return deck


def deck_card_ids() -> frozenset[str]:
    """Return the ids of all cards in bundled decks, without a look at any catalogue."""
    samples = {card for variant in Variant for side in Side for card in _sample_ids(theme_name(variant, side))}
    return frozenset(samples | {swap.into for deck in _swapped() for swap in deck.swaps})


def role_counts(deck: BundledDeck) -> Mapping[Role, int]:
    """Return how many cards of *deck* have which role in its variant; Deck C's are all plain."""
    if deck.variant is None:
        return {Role.PLAIN: len(deck.values)}
    rules, records = variant_rules(deck.variant), starter_catalogue().records
    return Counter(rules.classify(records[card]).role for card in deck.card_ids)


@cache
def _decks() -> Mapping[str, BundledDeck]:
    standard = tuple((whole(value),) for value, count in DECK_C.items() for _ in range(count))
    decks = {
        STANDARD_DECK: BundledDeck(
            STANDARD_DECK, "Deck C, the standard deck", None, None, (), standard, "values of no cards"
        )
    }
    for variant in Variant:
        for side in Side:
            sample = _sample(variant, side)
            decks[sample.name] = sample
    records = starter_catalogue().records
    for swapped in _swapped():
        base = decks.get(swapped.of)
        if base is None or not base.card_ids or swapped.name in decks:
            raise BadThemeDataError.of(f"{swapped.source}.of", swapped.of, "the name of a deck of cards above it")
        cards = apply_swaps(swapped, [records[card] for card in base.card_ids], records)
        decks[swapped.name] = _of_cards(base.variant, swapped.name, swapped.title, swapped.words, cards)
    return MappingProxyType(decks)


def _swapped() -> tuple[SwappedDeck, ...]:
    return (*swapped_decks(), *upgraded_decks())


def _text(name: str) -> str:
    return files("deckmapping").joinpath("data", "decks", f"{name}.txt").read_text(encoding="utf-8")


def _sample_ids(name: str) -> list[str]:
    return _text(name).strip().removesuffix("|").split(",")


def _sample(variant: Variant, side: Side) -> BundledDeck:
    name = theme_name(variant, side)
    file = f"{name}.txt"
    deck = read_deck(_text(name), starter_catalogue(), file)
    if deck.unresolved:
        entry = deck.unresolved[0]
        raise BadThemeDataError.of(f"{file}[{entry.position}]", entry.text, "a card of the starter catalogue")
    if deck.side is not side or deck.outside:
        raise BadThemeDataError.of(file, _text(name), f"cards of the {side} side alone, none outside the deck")
    title = f"{variant_rules(variant).title}, {side.title()} Side: sample deck"
    return _of_cards(variant, name, title, "real cards with exactly Deck C's spread of values", in_order(deck.pile))


def _of_cards(variant: Variant | None, name: str, title: str, words: str, cards: Sequence[CardRecord]) -> BundledDeck:
    ids, values = tuple(card.blueprint_id for card in cards), tuple(card.values for card in cards)
    return BundledDeck(name, title, variant, cards[0].side, ids, values, words)
