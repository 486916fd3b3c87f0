"""The lines above a list that name it, its player or its event."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.about import read_about
from deckmapping.clinic.heads import read_head, side_named
from deckmapping.clinic.limits import LONGEST_LINE
from deckmapping.clinic.lines import mark_of_doubt, read_line
from deckmapping.clinic.titles import read_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckmapping.clinic.known import Known
    from deckmapping.clinic.lines import ReadLine
    from deckmapping.clinic.places import Line

_MOST: Final = 2
_DECORATION: Final = "#=_\"' "
_IS_NAME: Final = re.compile(r"(?:^|\s)by\s+\S|\b(?:ls|ds|(?:light|dark)(?: side)?|deck|decklist)\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a list, and what the list tells about it."""

    lines: frozenset[int] = frozenset()
    """The numbers of one or two lines that may be names."""
    is_alone: bool = False
    """Whether its first line may be a name whatever it says: a blank line, ``by Bob`` or ``Light Side`` is below it."""
    counted: int = 0
    """Number of lines below it that are a title with a count."""
    uncounted: int = 0
    """Number of lines below it that are a title without one."""
    ids: frozenset[str] = frozenset()
    """Of the cards whose titles stand below it."""

    def names(self, line: Line, read: ReadLine, known: Known) -> bool | None:
        """Tell whether the title *read*, all of *line*, is the list's name; None where that is not clear.

        It is a card where both halves of its title or (V) stand there, or where no line has a count.
        """
        is_first = self.is_alone and line.number == min(self.lines)
        is_bare = _undecorated(read.title) == _undecorated(line.said) and read_title(read.title).text == read.title
        if not (is_first and is_bare) or "/" in read.title:
            return False
        is_repeated = not self.ids.isdisjoint(card.blueprint_id for card in known.cards(read.title))
        if self.counted and (is_repeated or not self.uncounted):
            return True
        return None if self.counted or is_repeated else False

    def is_odd(self, line: Line) -> bool:
        """Tell whether *line*, which is a card, is the only one without a count."""
        return line.number in self.lines and self.counted > 1 and not self.uncounted and not mark_of_doubt(line.said)

    def is_marked(self, line: Line) -> bool:
        """Tell whether *line* stands above the list and ends as names do: ``Hidden Base, Light Side``, ``by Bob``."""
        return line.number in self.lines and _has_mark(line.said)

    def may_be_called(self, text: str, known: Known) -> bool:
        """Tell whether *text*, which is no title, is rather the list's name than a card: ``Hidden Base LS``."""
        if _has_mark(text):
            return not (self.uncounted and known.is_near(text))
        return not known.is_like(text)


def read_heading(lines: Sequence[Line], known: Known) -> Heading:
    """Return the lines that a blank line or a head parts from the rest, or in which alone no count stands."""
    reads = [read_line(line.said[:LONGEST_LINE], known.is_card) for line in lines]
    inside = next((at for at, line in enumerate(lines) if _is_outside(line.said)), len(lines))
    for count in range(1, min(_MOST + 1, len(lines))):
        if reads[count - 1].counted and known.is_card(reads[count - 1].title):
            break
        cards = [read for read in reads[count:inside] if known.is_card(read.title)]
        counted = sum(1 for read in cards if read.counted)
        is_blank = lines[count].number > lines[count - 1].number + 1
        all_counted = counted == len(cards) and reads[count] in cards[:1]
        if is_blank or _begins(lines[count].said) or all_counted:
            ids = frozenset(card.blueprint_id for read in cards for card in known.cards(read.title))
            numbers = frozenset(line.number for line in lines[:count])
            is_apart = is_blank or _is_about(lines[count].said)
            is_alone = is_apart and all(_has_mark(line.said) for line in lines[1:count])
            return Heading(numbers, is_alone, counted, len(cards) - counted, ids)
    return Heading()


def _undecorated(text: str) -> str:
    """Return *text* without the marks of a head around it."""
    return text.strip(_DECORATION).removeprefix("**").removesuffix("**")


def _begins(text: str) -> bool:
    """Tell whether the line *text* says something about a list or what follows in it."""
    return read_head(text) is not None or _is_about(text)


def _has_mark(text: str) -> bool:
    return _IS_NAME.search(text) is not None


def _is_outside(text: str) -> bool:
    """Tell whether cards outside the deck follow, which have no counts in many lists."""
    head = read_head(text)
    return head is not None and head.section.outside is True


def _is_about(text: str) -> bool:
    return side_named(text) is not None or read_about(text) is not None
