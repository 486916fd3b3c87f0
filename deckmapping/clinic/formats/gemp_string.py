"""GEMP's deck string: ids between commas, a bar before the cards outside the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.clinic.model import Entry, Reading
from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterator


def read_gemp_string(text: str, field: str = "content") -> Reading:
    """Read a deck string; blanks and line ends around ids do not matter, blank places are skipped.

    Raises:
        InvalidInputError: there is more than one bar; the error names *field*.
    """
    main, *behind = text.split("|")
    if len(behind) > 1:
        raise InvalidInputError.of(field, f"{len(behind)} bars", "at most one bar, before the cards outside the deck")
    outside = _entries(behind[0], 1 + main.count("\n"), is_outside=True) if behind else ()
    return Reading((*_entries(main, 1, is_outside=False), *outside))


def _entries(text: str, line: int, *, is_outside: bool) -> Iterator[Entry]:
    for place, written in enumerate(text.split(","), start=1):
        entry = written.strip()
        if entry:
            before = written[: len(written) - len(written.lstrip())]
            yield Entry(line + before.count("\n"), entry, blueprint_id=entry, outside=is_outside, place=place)
        line += written.count("\n")
