"""GEMP's deck string: ids between commas, a bar before the cards outside the deck."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from deckmapping.clinic.model import Entry, Reading
from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterator


def read_gemp_string(text: str, field: str = "content") -> Reading:
    """Read a deck string; blanks and line ends around ids do not matter, blank places are skipped.

    Raises:
        InvalidInputError: there is more than one bar, or more than 200 cards on a side of it; the error names *field*.
    """
    main, *behind = text.split("|", 2)
    if len(behind) > 1:
        raise InvalidInputError.of(
            field, f"{text.count('|')} bars", "at most one bar, before the cards outside the deck"
        )
    pile = _entries(main, 1, is_outside=False)
    outside = _entries(behind[0], 1 + main.count("\n"), is_outside=True) if behind else iter(())
    return Reading((*_bounded(pile, "in the pile", field), *_bounded(outside, "outside the deck", field)))


def _bounded(entries: Iterator[Entry], where: str, field: str) -> tuple[Entry, ...]:
    kept = tuple(islice(entries, MOST_CARDS + 1))
    if len(kept) > MOST_CARDS:
        raise InvalidInputError.of(
            field, f"more than {MOST_CARDS} cards {where}", f"at most {MOST_CARDS} cards {where}"
        )
    return kept


def _entries(text: str, line: int, *, is_outside: bool) -> Iterator[Entry]:
    for place, written in enumerate(text.split(","), start=1):
        entry = written.strip()
        if entry:
            before = written[: len(written) - len(written.lstrip())]
            yield Entry(line + before.count("\n"), entry, blueprint_id=entry, outside=is_outside, place=place)
        line += written.count("\n")
