"""What a parsed deck holds, in the short forms that the tests compare."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.clinic.clinic import Clinic
from deckmapping.records import CardRecord, Side
from deckmapping.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.clinic.model import DeckFormat, ParsedDeck

STARTER = Clinic(starter_catalogue())


def parse(text: str | bytes, clinic: Clinic = STARTER, format_: DeckFormat | None = None) -> ParsedDeck:
    """Parse a deck and check what holds for every deck: no card is lost, and what was written is told back."""
    deck = clinic.parse(text if isinstance(text, bytes) else text.encode(), format_)
    assert deck.cards_in == len(deck.pile) + len(deck.outside) + deck.doubtful
    assert all(doubt.words and doubt.count > 0 and doubt.text.isprintable() for doubt in deck.doubts)
    assert all(line.reason and line.text.isprintable() for line in deck.ignored)
    return deck


def ids(cards: Iterable[CardRecord]) -> dict[str, int]:
    """The copies of each card."""
    return dict(Counter(card.blueprint_id for card in cards))


def doubts(deck: ParsedDeck) -> list[tuple[int, str, int, str, list[str]]]:
    """The doubts: line, text, count, reason, ids of the candidates."""
    return [(d.line, d.text, d.count, str(d.reason), [card.blueprint_id for card in d.candidates]) for d in deck.doubts]


def reasons(deck: ParsedDeck) -> dict[int, str]:
    """Why each ignored line is none of a card."""
    return {line.line: line.reason for line in deck.ignored}


def card(
    blueprint_id: str, title: str, side: Side = Side.LIGHT, category: str = "CHARACTER", **facts: object
) -> CardRecord:
    """A made-up card that counts 3."""
    return CardRecord(blueprint_id, title, side, category, "3", (Value(30_000_000),), **facts)  # type: ignore[arg-type]


def clinic_of(*cards: CardRecord) -> Clinic:
    """A clinic that knows these cards and no others."""
    return Clinic(Catalogue.of(cards))
