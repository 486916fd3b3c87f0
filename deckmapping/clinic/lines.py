"""One line of a list: how many, of what, with which marks.

A number may be a count or part of a title (``4-LOM``, ``Red 5``, ``TIE Advanced x1``), so a line has several readings;
the first one whose title is known counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_BULLETS: Final = " \t-–—+*#>•·▪●○◦|"
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_FULL_WIDTH: Final = {0xFF10 + digit: str(digit) for digit in range(10)}
_LIST_MARK: Final = re.compile(r"^\[\*\]\s*")
_ORDINAL: Final = re.compile(r"([0-9]{1,3})[.)]\s+(?=\S)")
_FEWEST_ORDINALS: Final = 4  # fewer may be counts by chance
_SIGNED: Final = re.compile(r"[-+–—\u2212][0-9]")
_STRUCK: Final = "~~"
_BETWEEN: Final = re.compile(r"[,;]")
_MOST_WORDS: Final = 24  # a double-sided card's title has 14
_LONGEST_READ: Final = 8000
_LONGEST_PART: Final = 100
_BEFORE: Final = re.compile(
    r"(?:([0-9]{1,4})\s*[x×*]\s*|[x×]\s*([0-9]{1,4})\s+|[(\[]\s*([0-9]{1,4})\s*[x×]?\s*[)\]]\s*|([0-9]{1,4})\s+)(?=\S)",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"\s*(?:[x×*]\s*([0-9]{1,4})|[(\[]\s*[x×]?\s*([0-9]{1,4})\s*[x×]?\s*[)\]]|\s([0-9]{1,4})\s*[x×])$",
    re.IGNORECASE,
)
# A count only where the rest is a title: else it may be part of one, ``3-PO``.
_PERHAPS_BEFORE: Final = re.compile(r"([0-9]{1,4})\s*[-–:,]\s*(?=\S)")
_PERHAPS_AFTER: Final = re.compile(r"(?:\s?[,:=-]\s*|\t+)([0-9]{1,4})$")
_STARTING: Final = re.compile(
    r"\s*(?:[(\[*]\s*(?:s|st|start|starts|starting)\s*[)\]*]|\s[-–=]+\s*starting)(?=\s*(?:$|[x×(\[]))", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One reading of a line."""

    title: str
    count: int = 1
    counted: bool = False
    """Whether a count is written."""
    starting: bool = False


def read_line(text: str, is_known: Callable[[str], bool]) -> ReadLine:
    """Return the reading of the line *text* whose title *is_known*, else the one that takes a clear count as one."""
    written = text.lstrip(_BULLETS).rstrip()
    bare, marks = _STARTING.subn("", written)
    for reading in _readings(written, _BEFORE, _AFTER) if marks else ():  # where the mark is part of the title
        if is_known(reading.title):
            return reading
    clearest = ReadLine(bare)
    for reading in _readings(bare, _BEFORE, _AFTER):
        clearest = replace(reading, starting=True) if marks else reading
        if is_known(reading.title):
            return clearest
    perhaps = _readings(bare, _PERHAPS_BEFORE, _PERHAPS_AFTER)
    known = next((reading for reading in perhaps if is_known(reading.title)), None)
    return replace(known, starting=marks > 0) if known else clearest


def plain(text: str) -> str:
    """Return *text* without what says nothing: characters and digits of no or another width, blanks beside tabs."""
    seen = _UNSEEN.sub("", text.translate(_FULL_WIDTH))
    return _LIST_MARK.sub("", "\t".join([cell.strip() for cell in seen.split("\t")]).strip())


def mark_of_doubt(text: str) -> str:
    """Return why the line *text*, which holds a title, may take no card into the deck; empty for nothing."""
    if _STRUCK in text:
        return "is struck out"
    if _SIGNED.match(text):
        return "a sign stands before the number: it may be a change, no count"
    return "ends as a head does" if text.endswith(":") else ""


def is_sentence(text: str) -> bool:
    """Tell whether *text* has more words than a line with a card."""
    return len(text.split()) > _MOST_WORDS


def ordinals(lines: Iterable[tuple[int, str]]) -> frozenset[int]:
    """Return which of the numbered *lines* begin with an ordinal, ``1. Sense``: counts are not written so."""
    found = [(line, int(ordinal[1])) for line, text in lines if (ordinal := _ORDINAL.match(text))]
    runs = len(found) >= _FEWEST_ORDINALS and [number for _, number in found] == [*range(1, len(found) + 1)]
    return frozenset(line for line, number in found if runs or number == 1)  # the first one is one copy either way


def without_ordinal(text: str) -> str:
    """Return the line *text* without the ordinal before it."""
    return _ORDINAL.sub("", text, count=1)


def several(text: str, is_known: Callable[[str], bool]) -> list[ReadLine]:
    """Return the titles in *text* where titles are half or more of what stands between its commas; none otherwise."""
    parts = [part.strip() for part in _BETWEEN.split(text[:_LONGEST_READ])]
    short = [part for part in parts if part and len(part) <= _LONGEST_PART]
    if len(parts) < 2:
        return []
    found = [read for part in short if is_known((read := read_line(part, is_known)).title)]
    return found if len(found) * 2 >= len(parts) else []


def _readings(text: str, head: re.Pattern[str], tail: re.Pattern[str]) -> Iterator[ReadLine]:
    """Yield the readings of *text* with a count before or behind, without any first."""
    yield ReadLine(text)
    before, after = head.match(text), tail.search(text)
    if after is not None and after.start():
        yield ReadLine(text[: after.start()], _number(after), counted=True)
    if before is not None:
        yield ReadLine(text[before.end() :], _number(before), counted=True)


def _number(match: re.Match[str]) -> int:
    return int(next(group for group in match.groups() if group is not None))
