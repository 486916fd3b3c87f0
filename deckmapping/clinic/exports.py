"""Decks as text that GEMP, other programs or people read; reading an export again gives the same deck.

The lists for people name cards by title; where that alone does not lead back to the card, its id follows in brackets.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from deckmapping.clinic.choice import SHIELD
from deckmapping.clinic.heads import announced
from deckmapping.clinic.model import DeckFormat
from deckmapping.clinic.sets import is_virtual
from deckmapping.clinic.titles import read_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckmapping.clinic.matching import Matcher
    from deckmapping.clinic.model import ParsedDeck
    from deckmapping.records import CardRecord, Side

EXPORTS: Final = (DeckFormat.GEMP, DeckFormat.GEMP_XML, DeckFormat.PLAIN, DeckFormat.FORUM, DeckFormat.JSON)
"""The formats that can be written."""

_HEADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "OBJECTIVE": "OBJECTIVES",
        "LOCATION": "LOCATIONS",
        "CHARACTER": "CHARACTERS",
        "CREATURE": "CREATURES",
        "STARSHIP": "STARSHIPS",
        "VEHICLE": "VEHICLES",
        "PODRACER": "PODRACERS",
        "WEAPON": "WEAPONS",
        "DEVICE": "DEVICES",
        "EFFECT": "EFFECTS",
        "INTERRUPT": "INTERRUPTS",
        "ADMIRALS_ORDER": "ADMIRAL'S ORDERS",
        "EPIC_EVENT": "EPIC EVENTS",
        "JEDI_TEST": "JEDI TESTS",
        "GAME_AID": "GAME AIDS",
    }
)
_OTHER: Final = "OTHER"
_IN_PILE: Final = "IN THE PILE"
_OUTSIDE: Final = "OUTSIDE THE DECK"


def as_xml(deck: ParsedDeck) -> str:
    """Return *deck* in GEMP's own XML: an element a copy, in the deck's order, lines ended as GEMP ends them."""
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>', "<deck>"]
    lines += [_element("card", card) for card in deck.pile]
    lines += [_element("cardOutsideDeck", card) for card in deck.outside]
    return "\r\n".join([*lines, "</deck>", ""])


def as_plain(deck: ParsedDeck, matcher: Matcher) -> str:
    """Return *deck* as count and title a line, below the name of its side."""
    names = _Names(matcher, _sides(deck))
    shields = [card for card in deck.pile if card.category == SHIELD]
    others = [card for card in deck.pile if card.category != SHIELD]
    lines = [*names.head(), *names.counted(others, deck.marked)]
    lines += names.block(_IN_PILE, shields, deck.marked) + names.block(_OUTSIDE, deck.outside, (), is_outside=True)
    return "\n".join([*lines, ""])


def as_forum(deck: ParsedDeck, matcher: Matcher) -> str:
    """Return *deck* as a list with a head and a sum for each category, below the name of its side."""
    names = _Names(matcher, _sides(deck))
    lines = names.head()
    for category, head in _HEADS.items():
        lines += names.block(head, [card for card in deck.pile if card.category == category], deck.marked)
    lines += names.block(_OTHER, [c for c in deck.pile if c.category not in (*_HEADS, SHIELD)], deck.marked)
    lines += names.block(_IN_PILE, [card for card in deck.pile if card.category == SHIELD], deck.marked)
    return "\n".join([*lines, *names.block(_OUTSIDE, deck.outside, (), is_outside=True), ""])


def as_json(deck: ParsedDeck) -> str:
    """Return *deck* as JSON with an object a card: id, title, quantity, starting, outside."""
    cards = [
        {"id": card.blueprint_id, "title": card.title, "quantity": count, "starting": starting, "outside": outside}
        for cards, marked, outside in ((deck.pile, deck.marked, False), (deck.outside, (), True))
        for card, count, starting in _grouped(cards, marked)
    ]
    return json.dumps({"cards": cards}, ensure_ascii=False, indent=1) + "\n"


def _element(tag: str, card: CardRecord) -> str:
    # GEMP draws sites lying down, and needs to be told.
    horizontal = "true" if card.category == "LOCATION" and card.subtype == "SITE" else "false"
    title = escape(card.title, {'"': "&quot;"})
    return f'    <{tag} blueprintId="{card.blueprint_id}" horizontal="{horizontal}" title="{title}"/>'


@dataclass(frozen=True, slots=True)
class _Names:
    """Cards by titles that lead back to them, on whichever of *sides* the reader takes the deck to be."""

    matcher: Matcher
    sides: frozenset[Side]

    def head(self) -> list[str]:
        return [f"{side.title()} Side" for side in self.sides] + [""] if len(self.sides) == 1 else []

    def block(
        self, head: str, cards: Sequence[CardRecord], marked: Iterable[CardRecord], *, is_outside: bool = False
    ) -> list[str]:
        if not cards:
            return []
        return ["", f"{head} ({len(cards)})", *self.counted(cards, marked, is_outside=is_outside)]

    def counted(
        self, cards: Iterable[CardRecord], marked: Iterable[CardRecord], *, is_outside: bool = False
    ) -> list[str]:
        return [
            f"{count}x {self._name(card, is_outside=is_outside)}{' (s)' if starting else ''}"
            for card, count, starting in _grouped(cards, marked)
        ]

    def _name(self, card: CardRecord, *, is_outside: bool) -> str:
        title = read_title(card.title).text
        if is_virtual(card) and any(not is_virtual(other) for other in self.matcher.index.find(title)):
            title = f"{title} (V)"
        ends_as_head = announced(title) is not None
        taken = self.sides if len(self.sides) == 1 else (*self.sides, None)
        alone = not ends_as_head and all(
            self.matcher.leads_to(card, title, side=side, is_outside=is_outside) for side in taken
        )
        return title if alone else f"{title} [{card.blueprint_id}]"


def _sides(deck: ParsedDeck) -> frozenset[Side]:
    return frozenset(card.side for card in (*deck.pile, *deck.outside))


def _grouped(cards: Iterable[CardRecord], marked: Iterable[CardRecord]) -> list[tuple[CardRecord, int, bool]]:
    """Return each card once with its number of copies, those that start apart from those that do not."""
    starting = Counter(card.blueprint_id for card in marked)
    groups: dict[tuple[str, bool], int] = {}
    records: dict[str, CardRecord] = {}
    for card in cards:
        starts = starting[card.blueprint_id] > 0
        starting[card.blueprint_id] -= starts
        key = (card.blueprint_id, starts)
        groups[key] = groups.get(key, 0) + 1
        records[card.blueprint_id] = card
    return [(records[id_], count, starts) for (id_, starts), count in groups.items()]
