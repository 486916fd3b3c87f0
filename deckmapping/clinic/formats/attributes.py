"""Attributes of HTML's tags: words in place of a picture or in a field, and counted cards in any of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.formats.asides import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

# From the beginning of a word only, so that no word is read twice.
_PAIR: Final = re.compile(r"(?<![^\s\"'/])([^\s\"'<>/=]++)\s*+=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))")
_COUNTED: Final = re.compile(
    r"\s*[0-9]{1,3}\s?[x×]?\s+[^\W\d_]|[^\W\d_][^\n]{0,200}\s[x×][0-9]{1,3}\s*$", re.IGNORECASE
)
_SHOWN: Final = {"img": (("alt", "title"), "in place of a picture"), "input": (("value",), "in a field to fill in")}
_LONGEST: Final = 1000  # of a value that is looked at


def without_pairs(inside: str) -> str:
    """Return what stands in a tag beside its name and its attributes."""
    return _PAIR.sub(" ", inside).rstrip(" /\t\n")


def in_attributes(name: str, line: int, inside: str) -> Iterator[Passage]:
    """Yield what the attributes *inside* the tag *name* on *line* say in words.

    They are the words in place of a picture, those in a field, and in other attributes what begins or ends as a
    counted card: the rest is how a page looks, or repeats what it shows.
    """
    values = [(pair[1].lower(), next(filter(None, pair.groups()[1:]), "")) for pair in _PAIR.finditer(inside)]
    keys, where = _SHOWN.get(name, ((), ""))
    shown = next((value for asked in keys for key, value in values if key == asked and value), "")
    if shown:
        yield Passage(line, shown, where, is_code=name == "input")
    for key, value in values:
        if value is not shown and len(value) <= _LONGEST and _COUNTED.match(value):
            yield Passage(line, value, f"in the attribute {key[:40]}", is_code=True)
