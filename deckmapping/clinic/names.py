"""The lines around a list: above it those that name it, its player or its event, and words below it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import dropwhile
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.about import read_about
from deckmapping.clinic.heads import read_head, side_named, sum_named
from deckmapping.clinic.limits import LONGEST_LINE
from deckmapping.clinic.lines import mark_of_doubt, read_line
from deckmapping.clinic.titles import read_title
from deckmapping.clinic.written import read_several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckmapping.clinic.known import Known
    from deckmapping.clinic.lines import ReadLine
    from deckmapping.clinic.places import Line

_MOST: Final = 2
_DECORATION: Final = "#=_\"' "
_IS_NAME: Final = re.compile(
    r"(?:^|\s)by\s+\S|\b(?:19|20)[0-9]{2}\b"
    r"|\b(?:ls|ds|(?:light|dark)(?: side)?|deck|decklist|ops|beats|beatdown|mains|version [0-9.]+)\W*$",
    re.IGNORECASE,
)


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
    last: int = 0
    """The number of the last line that is a title."""

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

    def is_below(self, line: Line) -> bool:
        """Tell whether *line* stands below a list of which every card has a count."""
        return line.number > self.last and self.counted > 1 and not self.uncounted

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
    lines = list(dropwhile(lambda line: _is_about(line.said) or sum_named(line.said) is not None, lines))
    reads = [read_line(line.said[:LONGEST_LINE], known.is_card) for line in lines]
    are_cards = [known.is_card(read.title) for read in reads]
    inside = next((at for at, line in enumerate(lines) if _is_outside(line.said)), len(lines))
    count = _lines_above(lines, reads, are_cards)
    cards = {at: read for at, read in enumerate(reads) if are_cards[at] and at >= count}
    counts = [read.counted for at, read in cards.items() if at < inside]
    is_apart = bool(count) and (_is_parted(lines, count) or _is_about(lines[count].said))
    return Heading(
        lines=frozenset(line.number for line in lines[:count]),
        is_alone=is_apart and all(_has_mark(line.said) for line in lines[1:count]),
        counted=counts.count(True),
        uncounted=counts.count(False),
        ids=frozenset(card.blueprint_id for read in cards.values() for card in known.cards(read.title)),
        last=lines[max(cards)].number if cards else 0,
    )


def is_name(text: str, known: Known, *, in_list: bool) -> bool:
    """Tell whether *text* behind a word such as ``Title:`` is a name: a card's title too, but no counted cards."""
    read, written = read_line(text, known.is_card), read_several(text, known)
    if known.is_card(read.title):
        return not (read.counted or in_list)
    return written is None or written.is_doubtful


def _lines_above(lines: Sequence[Line], reads: Sequence[ReadLine], are_cards: Sequence[bool]) -> int:
    """Return how many lines stand above the list, one or two; 0 where nothing parts them from it."""
    for count in range(1, min(_MOST + 1, len(lines))):
        if are_cards[count - 1] and reads[count - 1].counted:
            return 0
        rest = zip(reads[count:], are_cards[count:], strict=True)
        are_counted = are_cards[count] and all(read.counted for read, is_card in rest if is_card)
        if are_counted or _is_parted(lines, count) or read_head(lines[count].said) or _is_about(lines[count].said):
            return count
    return 0


def _is_parted(lines: Sequence[Line], count: int) -> bool:
    """Tell whether a blank line stands below the first *count* lines."""
    return lines[count].number > lines[count - 1].number + 1


def _undecorated(text: str) -> str:
    """Return *text* without the marks of a head around it."""
    return text.strip(_DECORATION).removeprefix("**").removesuffix("**")


def _has_mark(text: str) -> bool:
    return _IS_NAME.search(text) is not None


def _is_outside(text: str) -> bool:
    """Tell whether cards outside the deck follow, which have no counts in many lists."""
    head = read_head(text)
    return head is not None and head.section.outside is True


def _is_about(text: str) -> bool:
    return side_named(text) is not None or read_about(text) is not None
