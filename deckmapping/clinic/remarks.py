"""What is said about cards that titles and ids lead to: which of several, and what is odd about where they stand."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.choice import SHIELD
from deckmapping.clinic.limits import MOST_CANDIDATES
from deckmapping.clinic.sets import set_name
from deckmapping.records import Side
from deckmapping.values import format_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from deckmapping.clinic.model import Entry
    from deckmapping.records import CardRecord

_MOST_TOLD: Final = 8


def about_twins(cards: Sequence[CardRecord]) -> str:
    """Return which *cards* have one title, and what they count where that is the same."""
    values = {card.values for card in cards}
    counts = " or ".join(map(format_value, next(iter(values)))) if len(values) == 1 else ""
    named = _named(cards[:MOST_CANDIDATES], ", ")
    return f"{len(cards)} cards have this title: {named}" + (f"; each counts {counts}" if counts else "")


def about_printings(card: CardRecord, others: Iterable[CardRecord]) -> str:
    """Return of which printings *card* is the one that was taken."""
    return f"{card.title} is {_named([card, *others], ' or ')}: they count alike, and the first was taken"


def about_place(entry: Entry, card: CardRecord, *, is_outside: bool) -> Iterator[str]:
    """Yield what is odd about *card* in the pile or outside the deck."""
    if is_outside and entry.stands_outside is None:
        yield f"{card.title} is a Defensive Shield: it stands outside the deck, never in the pile"
    elif not is_outside and card.category == SHIELD:
        yield f"{card.title} is a Defensive Shield and stands in the pile"
    if is_outside and entry.starting:
        yield f"{card.title} is marked as starting and stands outside the deck: the mark was not used"


def about_sides(cards: Collection[CardRecord]) -> Iterator[str]:
    """Yield which *cards* stand on which side, where both have some."""
    counts = {side: Counter(card.title for card in cards if card.side is side) for side in Side}
    if all(counts.values()):
        told = [f"{titles.total()} {side} ({_first(titles)})" for side, titles in counts.items()]
        yield f"cards of both sides stand in the deck: {' and '.join(told)}"


def _named(cards: Iterable[CardRecord], between: str) -> str:
    return between.join(f"{card.blueprint_id} ({card.side}, {set_name(card)})" for card in cards)


def _first(titles: Collection[str]) -> str:
    return "; ".join([*islice(titles, _MOST_TOLD), *(["..."] if len(titles) > _MOST_TOLD else [])])
