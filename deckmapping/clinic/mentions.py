"""Counted cards between the words of a text that is no line of a list: ``I also play 2 Houjix and 1 Yoda``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.lines import ReadLine
from deckmapping.clinic.model import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BEFORE: Final = re.compile(r"(?<![\w.,/-])([0-9]{1,3})[ ]?[x×]?[ ](?=[^\s0-9])", re.IGNORECASE)
_BEHIND: Final = re.compile(r"[^\s0-9,;.:][ ]{1,2}(?:[x×][ ]?|[(])([0-9]{1,3})(?![\w.])", re.IGNORECASE)
_PUNCTUATION: Final = " .,:;!?()[]\"'"
_READ: Final = 8000
"""Characters of a text that are searched."""
_MOST_NUMBERS: Final = 12
_MOST_WORDS: Final = 8
_LONGEST_TITLE: Final = 100


@dataclass(frozen=True, slots=True)
class Mention:
    """A counted title in a text."""

    begins: int
    """Place of its first character, from 0."""
    ends: int
    """Place behind its last character."""
    read: ReadLine


def mentions(text: str, is_known: Callable[[str], bool]) -> list[Mention]:
    """Return the counted titles in *text*, in its order, of its first numbers at most."""
    text = text[:_READ]
    found = list(_with_counts_before(text, is_known))
    for mention in _with_counts_behind(text, is_known):
        if all(mention.begins >= other.ends or mention.ends <= other.begins for other in found):
            found.append(mention)
    return sorted(found, key=lambda mention: mention.begins)


def begins_with_card(text: str, is_known: Callable[[str], bool]) -> ReadLine | None:
    """Return the counted title with which *text* begins, None where it begins with none."""
    first = next(iter(mentions(text[:_LONGEST_TITLE], is_known)), None)
    return first.read if first is not None and not first.begins else None


def told(found: list[Mention]) -> str:
    """Return the counted titles as a person reads them, ``2 Houjix, 1 Yoda``."""
    return quoted(", ".join(f"{mention.read.count} {mention.read.title}" for mention in found))


def _with_counts_before(text: str, is_known: Callable[[str], bool]) -> Iterator[Mention]:
    for number in islice(_BEFORE.finditer(text), _MOST_NUMBERS):
        words = text[number.end() : number.end() + _LONGEST_TITLE].split()[:_MOST_WORDS]
        runs = (" ".join(words[:end]).strip(_PUNCTUATION) for end in range(len(words), 0, -1))
        title = next(filter(is_known, runs), None)
        if title:
            ends = text.index(title.split()[-1], number.end()) + len(title.split()[-1])
            yield Mention(number.start(), ends, ReadLine(title, int(number[1]), counted=True))


def _with_counts_behind(text: str, is_known: Callable[[str], bool]) -> Iterator[Mention]:
    for number in islice(_BEHIND.finditer(text), _MOST_NUMBERS):
        before = text[: number.start() + 1]
        words = before[-_LONGEST_TITLE:].split()[-_MOST_WORDS:]
        runs = (" ".join(words[begin:]).strip(_PUNCTUATION) for begin in range(len(words)))
        title = next(filter(is_known, runs), None)
        if title:
            begins = before.rfind(title.split()[0])
            yield Mention(begins, number.end(), ReadLine(title, int(number[1]), counted=True))
