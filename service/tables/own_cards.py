"""Cards of a table on the line that it is written on: read back they are its own, which know why they count what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.rules.cards import Card
    from service.rules.state import Seat
    from service.tables.shoe import ShoePile

NOTHING: Final = "-"
"""Stands for no cards."""

OwnCards: TypeAlias = "Mapping[str, Card]"
"""The cards of one side's whole deck, by id."""


def own_cards(pile: ShoePile) -> OwnCards:
    """Return the cards of a whole pile."""
    return {card.card_id: card for card in pile.whole}


def write_ids(cards: Iterable[Card]) -> str:
    """Return the ids of *cards* in their order."""
    return " ".join(card.card_id for card in cards) or NOTHING


def read_ids(text: str, own: OwnCards) -> tuple[Card, ...]:
    """Read what `write_ids` wrote.

    Raises:
        KeyError: an id that is none of the side's.
    """
    return () if text == NOTHING else tuple(own[each] for each in text.split(" "))


def with_own_cards(seat: Seat, own: OwnCards) -> Seat:
    """Return *seat* with the side's own cards in place of those that were read, which know no reasons.

    Raises:
        KeyError: a card that is none of the side's.
        ValueError: a card that is another one in the side's deck.
    """
    held, pile = (tuple(own[card.card_id] for card in cards) for cards in (seat.hand.cards, seat.pile))
    if (*held, *pile) != (*seat.hand.cards, *seat.pile):
        raise ValueError("a card that is another one in its side's deck")
    return replace(seat, hand=replace(seat.hand, cards=held), pile=pile)
