"""The lines above a list that name it, its player or its event."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.about import read_about
from deckmapping.clinic.heads import read_head, side_named
from deckmapping.clinic.limits import LONGEST_LINE
from deckmapping.clinic.lines import read_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckmapping.clinic.known import Known
    from deckmapping.clinic.lines import ReadLine
    from deckmapping.clinic.places import Line

_MOST: Final = 2
_IS_NAME: Final = re.compile(r"(?:^|\s)by\s+\S|\b(?:ls|ds|(?:light|dark)(?: side)?|deck|decklist)\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a list, and what the list tells about it."""

    lines: frozenset[int] = frozenset()
    """The numbers of one or two lines that may be names."""
    is_alone: bool = False
    """Whether it is one line with a blank line below it."""
    counted: int = 0
    """Number of lines below it that are a title with a count."""
    bare: int = 0
    """Number of lines below it that are a title without one."""
    ids: frozenset[str] = frozenset()
    """Of the cards whose titles stand below it."""

    def names(self, read: ReadLine, known: Known) -> bool | None:
        """Tell whether the title *read*, alone above the list, is the list's name; None where that is not clear.

        It is a card where it has a count or a mark, or stands with both halves of its title, or no line has a count.
        """
        if not self.is_alone or read.counted or read.starting or "/" in read.title:
            return False
        is_repeated = not self.ids.isdisjoint(card.blueprint_id for card in known.cards(read.title))
        if self.counted and (is_repeated or not self.bare):
            return True
        return None if self.counted or is_repeated else False

    def may_be_called(self, text: str, known: Known) -> bool:
        """Tell whether *text*, which is no title, is rather the list's name than a card: ``Hidden Base LS``."""
        if _IS_NAME.search(text) is not None:
            return not (self.bare and known.is_near(text))
        return not known.is_like(text)


def read_heading(lines: Sequence[Line], known: Known) -> Heading:
    """Return the lines that a blank line or a head parts from the rest, or in which alone no count stands."""
    reads = [read_line(line.said[:LONGEST_LINE], known.is_card) for line in lines]
    for count in range(1, min(_MOST + 1, len(lines))):
        cards = [read for read in reads[count:] if known.is_card(read.title)]
        counted = sum(1 for read in cards if read.counted)
        is_blank = lines[count].number > lines[count - 1].number + 1
        all_counted = counted == len(cards) and reads[count] in cards[:1]
        if is_blank or _begins(lines[count].said) or all_counted:
            ids = frozenset(card.blueprint_id for read in cards for card in known.cards(read.title))
            numbers = frozenset(line.number for line in lines[:count])
            return Heading(numbers, is_blank and count == 1, counted, len(cards) - counted, ids)
    return Heading()


def _begins(text: str) -> bool:
    """Tell whether the line *text* says something about a list or what follows in it."""
    return read_head(text) is not None or side_named(text) is not None or read_about(text) is not None
