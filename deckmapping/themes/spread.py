"""A spread of printed values as a text: ``0:19,1:10,2:3`` for 19 cards that count 0, ten that count 1, three 2s."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Mapping

HIGHEST_VALUE: Final = 7
"""No card's whole destiny is higher."""

_ENTRY: Final = re.compile(r"\s*([0-9])\s*:\s*([0-9]{1,3})\s*")
_LONGEST: Final = 200


def parse_spread(text: str, field: str = "spread") -> Mapping[int, int]:
    """Return how many cards are to count what, by the value.

    Raises:
        InvalidInputError: an entry is not VALUE:CARDS, a value stands twice or is above 7, or there are no cards or
            more than 200; the error names *field* and the entry.
    """
    spread: dict[int, int] = {}
    entries = text.split(",") if len(text) <= _LONGEST else [text]
    for at, entry in enumerate(entries):
        match = _ENTRY.fullmatch(entry)
        if match is None or int(match[1]) > HIGHEST_VALUE:
            raise InvalidInputError.of(f"{field}[{at}]", entry, f"VALUE:CARDS such as 0:19, VALUE 0 to {HIGHEST_VALUE}")
        if int(match[1]) in spread:
            raise InvalidInputError.of(f"{field}[{at}]", entry, "each value once")
        spread[int(match[1])] = int(match[2])
    if not 0 < sum(spread.values()) <= MOST_CARDS:
        raise InvalidInputError.of(field, f"{sum(spread.values())} cards", f"1 to {MOST_CARDS} cards")
    return MappingProxyType({value: spread[value] for value in sorted(spread) if spread[value]})


def format_spread(spread: Mapping[int, int]) -> str:
    """Write *spread* as `parse_spread` reads it."""
    return ",".join(f"{value}:{count}" for value, count in spread.items())
