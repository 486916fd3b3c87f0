"""What a source states about one card, in GEMP's words, before sources are merged."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum, unique
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from deckmapping.destiny import parse_destiny
from deckmapping.errors import BadCatalogueError, wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckmapping.errors import MalformedIdError
    from deckmapping.records import Side


@unique
class SourceKind(StrEnum):
    """The kinds of files that can be read, by their short names."""

    GEMP = "gemp"
    """GEMP's export of its own card blueprints."""
    CARD_JSON = "card-json"
    """The Players Committee's card records, one file a side."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One source's record of one card. None and empty mean that the source says nothing of it."""

    source: SourceKind
    blueprint_id: str
    title: str
    side: Side
    category: str
    types: tuple[str, ...]
    subtype: str | None
    destiny: str | None
    """As printed, or as the card would print the source's number."""
    uniqueness: str | None
    icons: tuple[str, ...]
    keywords: tuple[str, ...]
    species: tuple[str, ...]
    personas: tuple[str, ...]
    has_armor: bool | None
    title_halves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A record of a source that is no card of its own."""

    source: SourceKind
    id: str
    """As the source writes it; empty where it has none."""
    reason: str

    @classmethod
    def without_id(cls, source: SourceKind, given: str, error: MalformedIdError) -> LeftOut:
        """Say why the record with the id *given* is no card: *error* came of reading the id."""
        if not given:
            return cls(source, given, "the record has no blueprint id")
        if given.endswith("_BACK"):
            return cls(source, given, "the back of a double-sided card is never a card of its own")
        return cls(source, given, f"its id is not {error.violations[0].expected}")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A source file, read: every record of it is a reading or is left out with a reason."""

    kind: SourceKind
    name: str
    readings: tuple[Reading, ...]
    left_out: tuple[LeftOut, ...]


@lru_cache(maxsize=4096)
def gemp_word(text: str) -> str:
    """Return *text* as GEMP writes its constants: ``Jabba's Palace`` is ``JABBAS_PALACE``."""
    return re.sub(r"[^A-Z0-9]+", "_", text.upper().replace("'", "")).strip("_")


def words(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return the words of all *groups*, sorted, each once."""
    return tuple(sorted({word for group in groups for word in group}))


def checked_destiny(text: str, title: str, place: str) -> str:
    """Return the destiny *text* if it can be read.

    Raises:
        BadCatalogueError: it cannot; the error names the place, the card and the text.
    """
    try:
        parse_destiny(text)
    except ValueError as error:
        raise BadCatalogueError.of(f"{place}.destiny", f"{text} on {title}", wanted(error)) from None
    return text


class Members:
    """The members of one JSON object, read with their types checked."""

    __slots__ = ("_members", "place")

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise BadCatalogueError.of(place, type(value).__name__, "an object")
        self._members: Mapping[str, Any] = value
        self.place = place

    def text(self, key: str) -> str:
        """Return the text of *key*, which must be there."""
        value = self.optional_text(key)
        if not value:
            raise BadCatalogueError.of(f"{self.place}.{key}", "nothing", "a text")
        return value

    def optional_text(self, key: str) -> str | None:
        """Return the text of *key*, None where it is missing."""
        value = self._members.get(key)
        if value is not None and not isinstance(value, str):
            raise BadCatalogueError.of(f"{self.place}.{key}", value, "a text")
        return value

    def texts(self, key: str) -> list[str]:
        """Return the list of texts of *key*, empty where it is missing."""
        value = self._members.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadCatalogueError.of(f"{self.place}.{key}", value, "a list of texts")
        return value

    def number(self, key: str) -> int | Decimal | None:
        """Return the number of *key*, None where it is missing or null."""
        value = self._members.get(key)
        if value is None or (isinstance(value, int | Decimal) and not isinstance(value, bool)):
            return value
        raise BadCatalogueError.of(f"{self.place}.{key}", value, "a number")

    def raw(self, key: str) -> Any:
        """Return whatever stands at *key*, None where it is missing."""
        return self._members.get(key)
