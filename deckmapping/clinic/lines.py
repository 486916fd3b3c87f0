"""One line of a list: how many, of what, with which marks.

A number may be a count or part of a title (``4-LOM``, ``Red 5``, ``TIE Advanced x1``), so a line has several readings;
the first one whose title is known counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deckmapping.ids import is_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_BULLETS: Final = " \t-–—+*#>•·▪●○◦|/~★☆■□☐☑✓✔➤►"
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_OTHER_FORMS: Final = {0x2010: "-", 0x2011: "-", **{0xFF10 + digit: str(digit) for digit in range(10)}}
_UNSEEN_BLANK: Final = re.compile("(?<=[0-9])[\u200b-\u200f\u2060\ufeff]+(?=[^\\W\\d_])")  # behind a count
_MARKUP: Final = re.compile(
    r"\[\*\]\s*|\[/?(?:list|b|i|u|url|quote|size|color|center|code)(?:=[^\[\]]{0,200})?\]", re.IGNORECASE
)
_LINK: Final = re.compile(r"\[([^\[\]]{1,100})\]\(https?://[^\s()]{1,300}\)")
# Between columns, or leading to a count.
_GAP: Final = re.compile(r"(?<=\S) {3,}(?=\S)|(?<!\.)\.{3,} ?(?=[x×]?[0-9]{1,3}$)")
_TABLE: Final = re.compile(r"(?:\{\||\|[-}])(?:\s*[a-zA-Z-]{1,20}\s*=\s*(?:\"[^\"]{0,100}\"|[^\s\"]{1,100}))*\s*")
_ORDINAL: Final = re.compile(r"(?:#([0-9]{1,3})[.):]?|([0-9]{1,3})[.)])(?:\s+(?=\S)|(?=[^\s0-9]))")
_SURE_RUN: Final = 4  # fewer may be counts by chance
_SIGNED: Final = re.compile(r"[-+–—\u2212][0-9]")
_NUMBER_SIGN: Final = re.compile(r"#(?!1\b)[0-9]")
_QUOTES: Final = '"`'
_STRUCK: Final = "~~"
_STRIKE: Final = re.compile(r"\[/?(?:s|strike|del)\]", re.IGNORECASE)
_STRIKE_END: Final = re.compile(r"\[/(?:s|strike|del)\]", re.IGNORECASE)  # without it [s] says that a card starts
_COMMENT: Final = "//"
_SENTENCE_END: Final = re.compile(r"[.!?][)\"']?$")
_FEWEST_WORDS: Final = 8
_MOST_WORDS: Final = 24  # a double-sided card's title has 14
_BEFORE: Final = re.compile(
    r"(?:([0-9]{1,4})\s*[x×*]\s*|[x×]\s*([0-9]{1,4})\s+|[(\[]\s*([0-9]{1,4})\s*[x×]?\s*[)\]]\s*|([0-9]{1,4})\s+)(?=\S)",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"\s*(?:[x×*]\s*([0-9]{1,4})|[(\[]\s*[x×]?\s*([0-9]{1,4})\s*[x×]?\s*[)\]]|\s([0-9]{1,4})\s*[x×])$",
    re.IGNORECASE,
)
_BEFORE_X: Final = re.compile(r"([0-9]{1,4})\s+(?=x-\w)", re.IGNORECASE)  # ``2 X-wing`` is no ``2x``
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

    @property
    def blueprint_id(self) -> str:
        """The id that is written in place of a title; empty for a title."""
        return self.title if is_id(self.title) else ""

    @property
    def name(self) -> str:
        """The title; empty where an id is written in its place."""
        return "" if self.blueprint_id else self.title


def read_line(text: str, is_known: Callable[[str], bool]) -> ReadLine:
    """Return the reading of the line *text* whose title *is_known*, else the one that takes a clear count as one."""
    written = text.lstrip(_BULLETS).rstrip(" \t~")
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
    """Return *text* without what says nothing: characters of no or another width, markup of forums and tables."""
    seen = _MARKUP.sub("", _UNSEEN.sub("", _UNSEEN_BLANK.sub(" ", text.translate(_OTHER_FORMS)))).strip()
    if seen[:1] in _QUOTES and seen[:1] == seen[-1:]:
        seen = seen.strip(_QUOTES)
    if _STRIKE_END.search(seen):
        seen = _STRIKE.sub(_STRUCK, seen)
    if _TABLE.fullmatch(seen):
        return ""
    if seen.startswith("|") and seen.endswith("|"):
        seen = seen.strip("|").replace("|", "\t")
    seen = _GAP.sub("\t", _LINK.sub(r"\1", seen).replace(" | ", "\t"))
    return "\t".join([cell.strip() for cell in seen.split("\t")]).strip()


def mark_of_doubt(text: str) -> str:
    """Return why the line *text*, which holds a title, may take no card into the deck; empty for nothing."""
    if _STRUCK in text:
        return "is struck out"
    if _SIGNED.match(text):
        return "a sign stands before the number: it may be a change, no count"
    if _NUMBER_SIGN.match(text):
        return "a number sign stands before the number: it may be the line's, no count"
    if text.startswith(_COMMENT):
        return "begins as a comment"
    return "ends as a head does" if text.endswith(":") else ""


def is_sentence(text: str) -> bool:
    """Tell whether *text* has more words than a line with a card."""
    return len(text.split()) > _MOST_WORDS


def ends_sentence(text: str) -> bool:
    """Tell whether *text* ends as a sentence and has as many words as few titles have."""
    return _SENTENCE_END.search(text) is not None and len(text.split()) >= _FEWEST_WORDS


def ordinals(lines: Iterable[tuple[int, str]]) -> dict[int, int]:
    """Return the ordinals of those *lines* that begin with one, ``1. Sense``, ``#1 Sense``: they run from 1.

    Counts do not. Behind another line they may begin again at 1, and where they are few no other line may stand
    between them.
    """
    found = [(at, line, _number(ordinal)) for at, (line, text) in enumerate(lines) if (ordinal := _ORDINAL.match(text))]
    runs: list[list[tuple[int, int]]] = []
    last = -1
    for at, line, number in found:
        if not runs or (number == 1 and line > last + 1):
            runs.append([])
        runs[-1].append((at, number))
        last = line
    are_runs = all(map(_is_run, runs))
    return {line: number for _, line, number in found if are_runs or number == 1}  # 1 is one copy either way


def _is_run(run: list[tuple[int, int]]) -> bool:
    is_close = run[-1][0] - run[0][0] < len(run) or len(run) >= _SURE_RUN
    return is_close and len(run) > 1 and [number for _, number in run] == [*range(1, len(run) + 1)]


def without_ordinal(text: str) -> str:
    """Return the line *text* without the ordinal before it."""
    return _ORDINAL.sub("", text, count=1)


def _readings(text: str, head: re.Pattern[str], tail: re.Pattern[str]) -> Iterator[ReadLine]:
    """Yield the readings of *text* with a count before or behind, without any first."""
    yield ReadLine(text)
    before, after = head.match(text), tail.search(text)
    if after is not None and after.start():
        yield ReadLine(text[: after.start()], _number(after), counted=True)
    if before is not None:
        yield ReadLine(text[before.end() :], _number(before), counted=True)
        wing = _BEFORE_X.match(text)
        if wing is not None:
            yield ReadLine(text[wing.end() :], _number(wing), counted=True)


def _number(match: re.Match[str]) -> int:
    return int(next(group for group in match.groups() if group is not None))
