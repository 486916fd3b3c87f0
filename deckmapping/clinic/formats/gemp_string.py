"""GEMP's deck string: ids between commas, a bar before the cards outside the deck."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.model import Entry, Reading
from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError
from deckmapping.ids import is_id

if TYPE_CHECKING:
    from collections.abc import Iterator


_QUOTES: Final = "[\"'\u201c\u201d`]*"
_LABEL: Final = re.compile(rf"\s*{_QUOTES}\s*(?:deck(?: ?string)?\s*[:=]\s*)?{_QUOTES}", re.IGNORECASE)
_MARKS: Final = " \t\n\"'\u201c\u201d`;"


def bare_string(text: str) -> str:
    """Return *text* without quotes around it and without the word ``Deck:`` before it; its line ends stay."""
    label = _LABEL.match(text)
    kept = text[label.end() :] if label else text
    return "\n" * text.count("\n", 0, len(text) - len(kept)) + kept.rstrip(_MARKS)


def read_gemp_string(text: str, field: str = "content") -> Reading:
    """Read a deck string; blanks and line ends around ids do not matter, blank places are skipped.

    Ids that only blanks or line ends part are ids too; quotes around the string and ``Deck:`` before it say nothing.

    Raises:
        InvalidInputError: there is more than one bar, or more than 200 cards on a side of it; the error names *field*.
    """
    text = bare_string(text)
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
    place = 1
    for written in text.split(","):
        entry = written.strip()
        words = entry.split()
        if len(words) > 1 and not all(is_id(word) for word in words):
            words = [entry]
        at = 0
        for word in words:
            begins = written.index(word, at)
            line += written.count("\n", at, begins)
            at = begins + len(word)
            yield Entry(line, word, blueprint_id=word, outside=is_outside, place=place)
            place += 1
        line += written.count("\n", at)
        place += not words
