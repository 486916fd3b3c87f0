"""Lists of titles with or without heads, and prose around them: forum posts, DeckTech, deck sites, plain lists.

Every line that is not blank becomes an entry or is put aside with a reason. What is read as a card where cards are
looked for is one; what may be one, but stands in prose, below a head that nobody knows, or with a mark that takes it
back, is an entry in doubt. Put aside is only what is no title and not nearly one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.about import heads_columns, names_among, read_about
from deckmapping.clinic.findings import Findings
from deckmapping.clinic.heads import (
    announced,
    begins_list,
    begins_prose,
    introduces_list,
    read_head,
    side_named,
    squeezed,
    sum_named,
)
from deckmapping.clinic.limits import LONGEST_LINE, MOST_COPIES
from deckmapping.clinic.lines import (
    ReadLine,
    is_sentence,
    mark_of_doubt,
    ordinals,
    plain,
    read_line,
    several,
    without_ordinal,
)
from deckmapping.clinic.model import quoted
from deckmapping.clinic.places import BEFORE, LIST, PROSE, Line, Place, below, first_paragraph
from deckmapping.clinic.titles import read_title
from deckmapping.ids import is_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.clinic.model import Reading, Section
    from deckmapping.clinic.suggestions import Suggestions
    from deckmapping.clinic.titles import TitleIndex
    from deckmapping.records import Side

_LABELLED: Final = re.compile(r"([^:]{3,40}):\s+(\S.*)")
_SAYS_SOMETHING: Final = re.compile(r"[^\W_]")
_EITHER: Final = "ds"  # Dark Side or Defensive Shields


class ListReader:
    """Reads the lines of one list.

    Args:
        index: the titles that there are.
        suggestions: which texts are nearly titles.
        field_: what an error names.
    """

    def __init__(self, index: TitleIndex, suggestions: Suggestions, field_: str = "content") -> None:
        self._index = index
        self._suggestions = suggestions
        self._found = Findings(field_)
        self._known: dict[str, bool] = {}
        self._place = LIST
        self._side: Side | None = None
        self._has_begun = False
        self._names: frozenset[str] = frozenset()

    def read(self, lines: Iterable[tuple[int, str]]) -> Reading:
        """Read numbered *lines*.

        Raises:
            InvalidInputError: there are far more cards than a deck may have.
        """
        read = [Line(number, text.strip(), plain(text)) for number, text in lines if text.strip()]
        self._place = BEFORE if any(begins_list(line.said) for line in read) else LIST
        self._names = frozenset(map(squeezed, names_among(line.said for line in read)))
        before, numbered = first_paragraph(read), ordinals((line.number, line.said) for line in read)
        for line in read:
            self._read_line(line, may_be_name=line.number in before, is_numbered=line.number in numbered)
        return self._found.reading(self._side)

    def _read_line(self, line: Line, *, may_be_name: bool, is_numbered: bool) -> None:
        if not _SAYS_SOMETHING.search(line.said):
            self._found.put_aside(line, "no letter and no digit")
        elif len(line.said) > LONGEST_LINE:
            if not self._read_several(line):
                self._found.put_aside(line, f"longer than {LONGEST_LINE} characters, so no card")
        elif not (self._read_head(line) or self._read_about(line)):
            self._read_title(line, may_be_name=may_be_name, is_numbered=is_numbered)

    def _read_head(self, line: Line) -> bool:
        """Read a line that says where the lines below it stand; tell whether it does."""
        said, head, side = line.said, read_head(line.said), side_named(line.said)
        if (head is not None or begins_prose(said)) and self._is_card(said):  # looks like a head: P-59
            return False
        if begins_list(said):
            self._open(line, LIST, None, "the head of the list")
        elif head is not None:
            self._open(line, below(line, head), head.count)
        elif begins_prose(said):
            self._place = PROSE
            if not self._read_behind_label(line):
                self._found.put_aside(line, "the head of prose")
        elif side is not None:
            self._name_side(line, side, "names the side")
        else:
            return False
        return True

    def _read_title(self, line: Line, *, may_be_name: bool, is_numbered: bool) -> None:
        if self._place is BEFORE and squeezed(line.said) in self._names:
            self._found.put_aside(line, BEFORE.aside)  # a post begins with its title
            return
        read = read_line(line.said, self._is_card)
        if is_numbered and not self._is_card(read.title):
            read = read_line(without_ordinal(line.said), self._is_card)
        if self._is_card(read.title):
            if self._place is PROSE and read.counted and not self._has_begun:
                self._place = LIST  # prose before a list ends where it begins
            self._take(line, read)
        elif not (
            self._read_labelled(line)
            or self._read_several(line)
            or self._put_aside(line, read, may_be_name=may_be_name)
        ):
            self._take(line, read)

    def _put_aside(self, line: Line, read: ReadLine, *, may_be_name: bool) -> bool:
        """Put aside a line without a known title, if it is no entry."""
        said, place = line.said, self._place
        if place.aside:
            is_near = self._suggestions.like if read.counted else self._suggestions.near
            if not is_sentence(said) and is_near(read.title):
                return False
            self._found.put_aside(line, place.aside)
        elif is_sentence(said):
            self._found.put_aside(line, "prose")
        elif introduces_list(said) and not self._has_begun:
            self._found.put_aside(line, "stands before the list")
        elif said.endswith(":") and announced(said) is None and not self._suggestions.like(read.title):
            doubt = f"stands below {quoted(said)!r}, which is no head that is known"
            self._open(line, Place(doubt=doubt), None)
        elif may_be_name and not (self._has_begun or read.counted or self._suggestions.like(read.title)):
            self._found.put_aside(line, "stands before the list")
            self._found.remark(line, f"{quoted(said)!r} was taken for the name of the list")
        else:
            return False
        return True

    def _read_labelled(self, line: Line) -> bool:
        """Read ``Objective: Hidden Base``: a head and a card on one line."""
        label = _LABELLED.fullmatch(line.said)
        head = read_head(label[1]) if label else None
        if label is None or head is None:
            return bool(self._place.aside) and self._read_behind_label(line)
        read = read_line(label[2], self._is_card)
        if self._place.aside and not self._is_card(read.title):
            return False
        self._take(line, read, section=head.section, doubt=self._place.doubt or below(line, head).doubt)
        return True

    def _read_behind_label(self, line: Line) -> bool:
        """Take as a doubt the card that stands behind words such as ``Note:``; tell whether one does."""
        label, _, rest = line.said.partition(":")
        read = read_line(rest.strip(), self._is_card)
        if not (rest.strip() and (self._is_card(read.title) or self._suggestions.near(read.title))):
            return self._read_several(replace(line, said=rest))
        self._take(line, read, doubt=f"stands behind {quoted(label)!r}")
        return True

    def _read_about(self, line: Line) -> bool:
        """Read a line about the list; tell whether it is one. A card where no name is expected is a doubt."""
        total, about, is_table = sum_named(line.said), read_about(line.said), heads_columns(line.said)
        if self._is_card(line.said) or not (about or is_table or total is not None):
            return False
        if about is None:
            if total is not None:
                self._found.open(line, total, is_total=True)
            self._found.put_aside(line, "the head of a table" if is_table else "a sum of cards")
            return True
        side, reason = side_named(about.value), self._place.aside or "about the list"
        if side is not None:
            self._name_side(line, side, reason)
        elif about.is_name:
            self._found.put_aside(line, reason)
            if self._is_card(read_line(about.value, self._is_card).title):
                self._found.remark(line, f"{quoted(about.value)!r} is the title of a card and was taken for a name")
        elif not self._read_behind_label(line):
            self._found.put_aside(line, reason)
        return True

    def _read_several(self, line: Line) -> bool:
        """Take as one doubt a line that holds several titles between commas; tell whether it does."""
        titles = several(line.said, self._is_card)
        if titles:
            count = min(sum(read.count for read in titles), MOST_COPIES)
            doubt = "holds titles between commas: each card needs a line of its own"
            self._take(line, ReadLine(titles[0].title, count), doubt=doubt)
        return bool(titles)

    def _name_side(self, line: Line, side: Side, reason: str) -> None:
        """Note the side of the deck; below cards, another one begins what may be another deck."""
        is_either = self._has_begun and squeezed(line.said) == _EITHER
        self._found.put_aside(line, "a head of two meanings" if is_either else reason)
        if is_either:
            self._found.open(line)
            self._place = Place(doubt=f"stands below {line.said!r}, which means Dark Side or Defensive Shields")
        elif self._side is not side and (self._has_begun or self._side is not None):
            self._found.remark(
                line, f"{quoted(line.said)!r} begins another deck, or the sides do not agree: one deck a text"
            )
            doubt = f"stands below {quoted(line.said)!r}, which may begin another deck"
            self._place = Place(doubt=doubt, side=side)
            self._found.open(line)
        else:
            self._side = side
            self._place = LIST if self._place.side else self._place

    def _open(self, line: Line, place: Place, count: int | None, reason: str = "a head") -> None:
        self._has_begun = self._has_begun or place is not LIST
        if self._place.side is not None:  # in another deck, whatever its heads
            place = replace(place, side=self._place.side, doubt=self._place.doubt)
        self._place = place
        self._found.open(line, count)
        self._found.put_aside(line, reason)

    def _take(self, line: Line, read: ReadLine, *, section: Section | None = None, doubt: str = "") -> None:
        place, known = self._place, self._is_card(read.title)
        doubt = doubt or place.doubt or (mark_of_doubt(line.said) if known else "")
        number = announced(line.said)
        if number is not None and (not known or (read.counted and read.count == number)):
            may_be_title = known or self._suggestions.like(read.title)
            self._found.may_be_head(number, is_title=known, is_like_title=may_be_title)
        self._has_begun = self._has_begun or not place.aside
        self._found.take(line, read, place if section is None else replace(place, section=section), doubt)

    def _is_card(self, title: str) -> bool:
        if title not in self._known:
            self._known[title] = bool(is_id(title) or self._index.find(read_title(title).text))
        return self._known[title]
