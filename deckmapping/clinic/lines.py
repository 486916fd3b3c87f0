"""One line of a list: how many, of what, with which marks.

A number may be a count or part of a title (``4-LOM``, ``Red 5``, ``TIE Advanced x1``), so a line has several readings;
the first one whose title is known counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BULLETS: Final = " \t-–—*#>•·▪●○◦|"
_BEFORE: Final = re.compile(
    r"(?:([0-9]{1,4})\s*[x×*]\s*|[x×]\s*([0-9]{1,4})\s+|[(\[]\s*([0-9]{1,4})\s*[x×]?\s*[)\]]\s*|([0-9]{1,4})\s+)(?=\S)",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"\s*(?:[x×*]\s*([0-9]{1,4})|[(\[]\s*[x×]?\s*([0-9]{1,4})\s*[x×]?\s*[)\]]|\s([0-9]{1,4})\s*[x×])$",
    re.IGNORECASE,
)
# A count only where the rest is a title: else it may be part of one, ``3-PO``.
_PERHAPS_BEFORE: Final = re.compile(r"([0-9]{1,4})\s*[-–]\s*(?=\S)")
_PERHAPS_AFTER: Final = re.compile(r"\s?[,:=-]\s*([0-9]{1,4})$")
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
