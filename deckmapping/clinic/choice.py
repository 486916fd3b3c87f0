"""Which card of several an entry means: what is written beside it, then what the rest of the deck says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.model import DoubtReason
from deckmapping.clinic.sets import is_virtual
from deckmapping.records import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckmapping.clinic.model import Entry
    from deckmapping.records import CardRecord

SHIELD: Final = "DEFENSIVE_SHIELD"
_CLEAR_SHARE: Final = 10  # the other side may hold one card in so many for a deck to have a clear side


@dataclass(frozen=True, slots=True)
class Found:
    """What an entry may be: one card decides, several wait for the rest of the deck."""

    entry: Entry
    cards: tuple[CardRecord, ...] = ()
    """Those that what is written beside the entry allows."""
    reason: DoubtReason = DoubtReason.UNKNOWN_TITLE
    words: str = ""
    """Why it is no card; empty where one of *cards* is meant."""
    is_alternate: bool = False
    """Of two pictures of one card the second is meant."""
    is_virtual: bool = False
    """Written with (V)."""
    of_title: tuple[CardRecord, ...] = ()
    """All cards of the title, of whatever side and set."""


def clear_side(found: Iterable[Found]) -> Side | None:
    """Return the side of the entries that are sure; None where the other side has more than one card in ten."""
    counts = Counter[Side]()
    for each in found:
        sides = {card.side for card in (each.of_title if each.is_virtual else each.cards)}
        if not each.words and len(sides) == 1:
            counts[next(iter(sides))] += each.entry.count
    if not counts:
        return None
    (side, most), *others = counts.most_common()
    return side if sum(count for _, count in others) * _CLEAR_SHARE <= most else None


def meant(found: Found, side: Side | None) -> tuple[CardRecord, ...]:
    """Return the cards of *found* that a deck of *side* can mean; more than one is a doubt."""
    entry, cards = found.entry, found.cards
    if not found.of_title:  # an id or a picture
        return preferred(cards, lambda card: card.side is side)
    if side is None and len({card.side for card in cards}) > 1:
        return cards
    own = tuple([card for card in cards if card.side is side])
    if not own and any(card.side is side for card in found.of_title):
        return found.of_title
    cards = preferred(own or cards, _is_shield if entry.stands_outside else _is_no_shield)
    categories = entry.section.categories
    cards = preferred(cards, lambda card: card.category in categories)
    return cards if found.is_virtual else preferred(cards, _is_printed)


def preferred(cards: tuple[CardRecord, ...], test: Callable[[CardRecord], bool]) -> tuple[CardRecord, ...]:
    """Return the *cards* that pass *test*, all of them where none does."""
    return tuple([card for card in cards if test(card)]) or cards


def _is_shield(card: CardRecord) -> bool:
    return card.category == SHIELD


def _is_no_shield(card: CardRecord) -> bool:
    return card.category != SHIELD


def _is_printed(card: CardRecord) -> bool:
    return not is_virtual(card)
