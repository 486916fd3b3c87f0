"""What is said about a list on lines such as ``Author: somebody``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAMES: Final = re.compile(
    r"(?:title|author|player|event|(?:deck ?)?name|(?:my |the )?deck|(?:deck )?archetype|url|posted by|file|image)\s*"
    r"(?::|(?<=\s)[-–=]\s)",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(r"(?:date|rating|tags?|format|finish|side|category)\s*:", re.IGNORECASE)
_CELLS: Final = re.compile(r"[\s,;|!]+")
_COLUMNS: Final = frozenset({"id", "qty", "quantity", "count", "copies", "number", "no", "card", "cards", "title",
                           "name", "type", "category", "set", "side", "rarity", "kind", "notes", "note"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class About:
    """What stands behind the colon."""

    value: str
    is_name: bool
    """Whether any words may stand there, a card's title too; else a title there is odd."""


def read_about(text: str) -> About | None:
    """Return what the line *text* says about its list, None for any other line."""
    name = _NAMES.match(text)
    found = name or _OTHERS.match(text)
    return About(text[found.end() :].strip(" -\t"), name is not None) if found else None


def names_among(lines: Iterable[str]) -> list[str]:
    """Return the names that *lines* give to the list, its player or its file."""
    return [about.value for line in lines if (about := read_about(line)) is not None and about.is_name]


def heads_columns(text: str) -> bool:
    """Tell whether the line *text* names the columns of a table and nothing else, ``Qty, Card``."""
    cells = [cell.strip("#.\"'") for cell in _CELLS.split(text.lower()) if cell]
    return len(cells) > 1 and all(cell in _COLUMNS for cell in cells)
