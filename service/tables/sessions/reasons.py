"""Why the cards of a stored table count what they count: its record holds facts, the catalogue has the words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.themes import theme as theme_named
from deckmapping.values import format_value
from service.rules.casting import cast
from service.tables.sessions.setup import DealerSetup, VersusSetup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant
    from service.rules.cards import Card
    from service.tables.sessions.setup import SeatSetup, TableSetup


def with_reasons(setup: TableSetup, catalogue: Catalogue) -> TableSetup:
    """Return *setup* with the words of its cards' reasons.

    A card that is another one in *catalogue* than in the table, because the catalogue has changed, stays as the table
    has it, and without words.
    """
    if isinstance(setup, DealerSetup):
        place = None if setup.theme is None else theme_named(setup.theme).background(setup.background or "")
        bar = None if place is None else place.blueprint_id
        decks = {name: _known(cards, None, bar, setup.variant, catalogue) for name, cards in setup.decks.items()}
        return replace(setup, pile=_of_seat(setup.pile, setup.player, setup.variant, catalogue), decks=decks)
    assert isinstance(setup, VersusSetup)
    first, second = (
        _of_seat(pile, seat, setup.variant, catalogue) for pile, seat in zip(setup.piles, setup.players, strict=True)
    )
    return replace(setup, piles=(first, second))


def strange_cards(setup: TableSetup, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the cards of *setup*, as its record writes them, that are no such cards in *catalogue*.

    The values of Deck C are cards of no catalogue.
    """
    known = with_reasons(setup, catalogue)
    assert isinstance(known, DealerSetup | VersusSetup)
    piles = (known.pile, *known.decks.values()) if isinstance(known, DealerSetup) else known.piles
    return tuple(
        str(card)
        for pile in piles
        for card in pile
        if not card.reason and card.card_id != "/".join(map(format_value, card.printed))
    )


def _of_seat(cards: Iterable[Card], seat: SeatSetup, variant: Variant | None, catalogue: Catalogue) -> tuple[Card, ...]:
    character = None if seat.character is None else catalogue.get(seat.character)
    return _known(cards, character, seat.barred_by, variant, catalogue)


def _known(
    cards: Iterable[Card],
    character: CardRecord | None,
    bar: str | None,
    variant: Variant | None,
    catalogue: Catalogue,
) -> tuple[Card, ...]:
    return tuple(_with_reason(card, character, bar, variant, catalogue) for card in cards)


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
