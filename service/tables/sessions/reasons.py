"""Why the cards of a stored table count what they count: its record holds facts, the catalogue has the words."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.errors import UnknownNameError
from deckmapping.themes.themes import theme as theme_named
from service.rules.casting import cast
from service.tables.sessions.setup import DealerSetup, VersusSetup

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant
    from service.rules.cards import Card
    from service.tables.sessions.setup import SeatSetup, TableSetup

_MOST_PILES: Final = 128
"""Piles that are remembered: there are some thirty bundled ones."""


class Reasons:
    """Knows the words for the cards of *catalogue*. What it found for a pile it remembers and shares between tables."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known = lru_cache(maxsize=_MOST_PILES)(self._find)

    def given_to(self, setup: TableSetup) -> TableSetup:
        """Return *setup* with the words of its cards' reasons.

        A card that is another one in the catalogue than in the table, because the catalogue has changed, stays as the
        table has it, and without words.
        """
        if isinstance(setup, DealerSetup):
            bar = barring_place(setup)
            decks = {name: self._known(cards, None, bar, setup.variant) for name, cards in setup.decks.items()}
            return replace(setup, pile=self._of_seat(setup.pile, setup.player, setup.variant), decks=decks)
        assert isinstance(setup, VersusSetup)
        first, second = (
            self._of_seat(pile, seat, setup.variant) for pile, seat in zip(setup.piles, setup.players, strict=True)
        )
        return replace(setup, piles=(first, second))

    def _of_seat(self, cards: tuple[Card, ...], seat: SeatSetup, variant: Variant | None) -> tuple[Card, ...]:
        return self._known(cards, seat.character, seat.barred_by, variant)

    def _find(
        self, cards: tuple[Card, ...], character: str | None, bar: str | None, variant: Variant | None
    ) -> tuple[Card, ...]:
        """Return *cards* with their words.

        Args:
            cards: a side's whole pile; of equal piles one may have words already, which are the same.
            character: blueprint id of the side's playing character.
            bar: blueprint id of the card that may bar the side from wild cards.
            variant: None for a fair deck.
        """
        playing = None if character is None else self._catalogue.get(character)
        return tuple(_with_reason(card, playing, bar, variant, self._catalogue) for card in cards)


def barring_place(setup: DealerSetup) -> str | None:
    """Return the blueprint id of the table's background, whose modifier may bar its sides from wild cards.

    None at the standard table, and at a place that the themes do not have: another version may have had it.
    """
    if setup.theme is None:
        return None
    try:
        return theme_named(setup.theme).background(setup.background or "").blueprint_id
    except UnknownNameError:
        return None


def _with_reason(
    card: Card, character: CardRecord | None, bar: str | None, variant: Variant | None, catalogue: Catalogue
) -> Card:
    for source in (catalogue, starter_catalogue()):  # a bundled deck's cards count what the starter catalogue says
        record = source.get(card.card_id)
        for barred_by in (None, bar) if record is not None else ():
            assert record is not None
            known = cast(record, variant, character, barred_by)
            if known == card:
                return known
    return card
