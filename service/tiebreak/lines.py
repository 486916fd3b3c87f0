"""The lines of a transcript, read from the top, each with its number."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckmapping.errors import Violation

MOST_BYTES: Final = 1 << 20
"""No tie inside the limits has a longer transcript."""

_NUMBER = re.compile(r"[0-9]{1,3}")


class BadLineError(Exception):
    """A line that no transcript holds there."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number
        """1-based."""
        self.reason = reason


def split_lines(transcript: bytes) -> list[str]:
    """Return the lines without their LF.

    Raises:
        BadLineError: it is too long, not ASCII, or its last line is not ended.
    """
    if len(transcript) > MOST_BYTES:
        raise BadLineError(transcript.count(b"\n", 0, MOST_BYTES) + 1, f"expected at most {MOST_BYTES} bytes")
    try:
        text = transcript.decode("ascii")
    except UnicodeDecodeError as error:
        raise BadLineError(transcript.count(b"\n", 0, error.start) + 1, "expected ASCII") from None
    *lines, rest = text.split("\n")
    if rest or not lines:
        raise BadLineError(len(lines) + 1, "expected a line ended by LF")
    return lines


def number_in(at: int, text: str) -> int:
    """Read a number of up to three digits on line *at*.

    Raises:
        BadLineError: it is none.
    """
    if _NUMBER.fullmatch(text) is None:
        raise BadLineError(at, "expected a number of up to three digits")
    return int(text)


class Lines:
    """A cursor over the lines. It remembers which field of the question was read from which line."""

    __slots__ = ("_at", "_counts", "_fields", "_lines")

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0
        self._fields: dict[str, int] = {}
        self._counts: Counter[str] = Counter()

    def exactly(self, expected: str) -> None:
        """Take a line that is always the same.

        Raises:
            BadLineError: it is another.
        """
        if self._at >= len(self._lines) or self._lines[self._at] != expected:
            raise BadLineError(self._at + 1, f"expected {expected!r}")
        self._at += 1

    def one(self, word: str, count: int) -> tuple[int, list[str]]:
        """Take a line of *count* words that begins with *word*; return its number and its words.

        Raises:
            BadLineError: the next line is another.
        """
        found = self._next(word, count)
        if found is None:
            raise BadLineError(self._at + 1, f"expected a line {word!r}")
        return found

    def every(self, word: str, count: int) -> list[tuple[int, list[str]]]:
        """Take all next lines that begin with *word*; there may be none.

        Raises:
            BadLineError: one of them has not *count* words.
        """
        found = []
        while (line := self._next(word, count)) is not None:
            found.append(line)
        return found

    def skip_to(self, word: str) -> None:
        """Pass over all lines before the next one that begins with *word*."""
        while self._at < len(self._lines) and not self._lines[self._at].startswith(f"{word} "):
            self._at += 1

    def _next(self, word: str, count: int) -> tuple[int, list[str]] | None:
        if self._at >= len(self._lines) or not self._lines[self._at].startswith(f"{word} "):
            return None
        words = self._lines[self._at].split(" ")
        self._at += 1
        if len(words) != count:
            raise BadLineError(self._at, f"expected {count} words")
        return self._at, words

    def mark(self, at: int, *fields: str) -> None:
        """Remember that *fields* of the question are on line *at*."""
        for field in fields:
            self._fields[field] = at

    def mark_next(self, at: int, field: str) -> None:
        """Remember that the next element of the list *field* is on line *at*."""
        self.mark(at, f"{field}[{self._counts[field]}]", field)
        self._counts[field] += 1

    def first_bad(self, violations: Iterable[Violation]) -> BadLineError:
        """Return the first line that holds one of *violations*."""
        return min([BadLineError(self._line_of(v.field), str(v)) for v in violations], key=lambda bad: bad.number)

    def _line_of(self, field: str) -> int:
        """Return the line of *field*, or of what holds it; the last line where neither is marked."""
        path = field
        while path not in self._fields:
            cut = max(path.rfind("."), path.rfind("["))
            if cut < 0:
                return len(self._lines)
            path = path[:cut]
        return self._fields[path]
