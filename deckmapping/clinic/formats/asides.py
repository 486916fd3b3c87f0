"""Text where no cards are looked for: comments, scripts, struck words, stray characters.

It is never dropped: what could be a card there is a doubt, everything else an ignored line with the reason.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.limits import LONGEST_LINE, LONGEST_SHOWN, MOST_LINES, MOST_SUGGESTED
from deckmapping.clinic.lines import read_line
from deckmapping.clinic.mentions import begins_with_card, mentions, told
from deckmapping.clinic.model import Entry, Ignored, Remark, quoted
from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from deckmapping.clinic.lines import ReadLine
    from deckmapping.clinic.model import Reading

_TAG: Final = re.compile(r"<[^<>]{0,1000}>")
_VALUE: Final = re.compile(r"\"([^\"<>]{1,200})\"|'([^'<>]{1,200})'")


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that stands where no cards are looked for."""

    line: int
    text: str
    """May have several lines and markup."""
    where: str
    """Where it stands, as a reason tells it: ``in a comment``."""
    is_name: bool = False
    """Whether it names the deck: a title without a count is no card there, and a remark says so."""
    is_code: bool = False
    """Whether numbers before or behind words say nothing there."""


class Asides:
    """Sorts passages into doubts and ignored lines.

    Args:
        is_card: whether a text is a title or an id.
        is_near: whether a text that is no title is nearly one; it is asked a bounded number of times.
        field: what an error names.
    """

    def __init__(self, is_card: Callable[[str], bool], is_near: Callable[[str], bool], field: str = "content") -> None:
        self._is_card = is_card
        self._is_near = is_near
        self._field = field

    def added_to(self, reading: Reading, passages: Iterable[Passage]) -> Reading:
        """Return *reading* with what stands in *passages*, all in the order of the lines.

        Raises:
            InvalidInputError: the passages have more than 4000 lines.
        """
        entries, ignored, remarks = list(reading.entries), list(reading.ignored), list(reading.remarks)
        near_left = MOST_SUGGESTED
        pieces = [(passage, line, text) for passage in passages for line, text in _pieces(passage)]
        if len(pieces) > MOST_LINES:
            raise InvalidInputError.of(self._field, f"{len(pieces)} lines beside the list", f"at most {MOST_LINES}")
        for passage, line, text in pieces:
            entry = self._entry(passage, line, text)
            if entry is None and near_left and len(text) <= LONGEST_SHOWN and not _TAG.fullmatch(text):
                near_left -= 1
                read = read_line(text, self._is_card)
                if self._is_near(read.title):
                    entry = _doubt(passage, line, text, read)
            if entry is None:
                ignored.append(Ignored(line, text, f"stands {passage.where}"))
                named = [] if passage.is_code else mentions(text, self._is_card)
                if named:
                    remarks.append(Remark(line, f"counted cards {passage.where}, which may be none: {told(named)}"))
            elif passage.is_name and not read_line(text, self._is_card).counted:
                ignored.append(Ignored(line, text, f"stands {passage.where}"))
                remarks.append(Remark(line, f"{quoted(text)!r} stands {passage.where}, so it was not counted"))
            else:
                entries.append(entry)
        entries.sort(key=lambda entry: entry.line)
        ignored.sort(key=lambda each: each.line)
        return replace(reading, entries=tuple(entries), ignored=tuple(ignored), remarks=tuple(remarks))

    def _entry(self, passage: Passage, line: int, text: str) -> Entry | None:
        """Return the doubt about what *text* names; None where it holds no title, no id and no count."""
        if len(text) > LONGEST_LINE:
            first = begins_with_card(text, self._is_card)
            return _doubt(passage, line, text, first) if first else None
        if passage.is_code or _TAG.fullmatch(text):
            for one, other in _VALUE.findall(text):
                read = read_line(html.unescape(one or other), self._is_card)
                if self._is_card(read.title):
                    return _doubt(passage, line, text, read)
            if not passage.is_code:
                return None
        read = read_line(text, self._is_card)
        is_counted = read.counted and not (passage.is_code or passage.is_name)
        return _doubt(passage, line, text, read) if is_counted or self._is_card(read.title) else None


def _doubt(passage: Passage, line: int, text: str, read: ReadLine) -> Entry:
    words = f"stands {passage.where}, so it may not be meant"
    return Entry(line, text, read.count, blueprint_id=read.blueprint_id, title=read.name, doubt=words)


def _pieces(passage: Passage) -> Iterator[tuple[int, str]]:
    """Yield the lines of *passage* and the tags in it, each with the number of its line."""
    line, at = passage.line, 0
    for tag in _TAG.finditer(passage.text):
        yield from _lines(line, passage.text[at : tag.start()])
        line += passage.text.count("\n", at, tag.start())
        if _VALUE.search(tag[0]):
            yield line, tag[0]
        line += tag[0].count("\n")
        at = tag.end()
    yield from _lines(line, passage.text[at:])


def _lines(first: int, text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=first):
        bare = html.unescape(line).strip(" \t\r\n;,\"'<>/")
        if bare:
            yield number, bare
