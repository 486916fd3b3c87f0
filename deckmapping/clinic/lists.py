"""Lists of titles with or without heads, and prose around them: forum posts, DeckTech, deck sites, plain lists.

Every line that is not blank becomes entries or is put aside with a reason. What is read as a card where cards are
looked for is one; what may be one, but stands in prose, below a head that nobody knows, or with a mark that takes it
back, is an entry in doubt. Put aside is only what is no title and not nearly one; counted cards in it are told.
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
    introduces,
    introduces_list,
    read_head,
    read_legend,
    side_named,
    squeezed,
    sum_named,
)
from deckmapping.clinic.known import Known
from deckmapping.clinic.limits import LONGEST_LINE, MOST_COPIES
from deckmapping.clinic.lines import ends_sentence, is_sentence, ordinals, plain, read_line, without_ordinal
from deckmapping.clinic.mentions import begins_with_card
from deckmapping.clinic.model import quoted
from deckmapping.clinic.names import Heading, is_name, read_heading
from deckmapping.clinic.places import BEFORE, LIST, PROSE, Line, Place, below
from deckmapping.clinic.progress import Progress
from deckmapping.clinic.written import read_mentioned, read_several, read_written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.clinic.lines import ReadLine
    from deckmapping.clinic.model import Reading
    from deckmapping.clinic.suggestions import Suggestions
    from deckmapping.clinic.titles import TitleIndex

_LABELLED: Final = re.compile(r"([^:]{3,40})(?::\s+|\s[-–=]\s+)(\S.*)")
_SAYS_SOMETHING: Final = re.compile(r"[^\W_]")


class ListReader:
    """Reads the lines of one list.

    Args:
        index: the titles that there are.
        suggestions: which texts are nearly titles.
        field_: what an error names.
    """

    def __init__(self, index: TitleIndex, suggestions: Suggestions, field_: str = "content") -> None:
        self._known = Known(index, suggestions)
        self._at = Progress(self._known, Findings(field_))
        self._heading = Heading()
        self._names: frozenset[str] = frozenset()

    def read(self, lines: Iterable[tuple[int, str]]) -> Reading:
        """Read numbered *lines*.

        Raises:
            InvalidInputError: there are far more cards than a deck may have.
        """
        read = [Line(number, text.strip(), plain(text)) for number, text in lines if text.strip()]
        self._at.place = BEFORE if any(begins_list(line.said) for line in read) else LIST
        self._names = frozenset(map(squeezed, names_among(line.said for line in read)))
        self._heading = read_heading(read, self._known)
        self._at.heading = self._heading.lines
        numbered = ordinals((line.number, line.said) for line in read)
        if max(numbered.values(), default=1) > 1:
            self._at.found.remark(read[0], "the numbers before the lines run from 1: they were read as no counts")
        for line in read:
            self._read_line(line, is_numbered=line.number in numbered)
        return self._at.reading()

    def _read_line(self, line: Line, *, is_numbered: bool) -> None:
        if not _SAYS_SOMETHING.search(line.said):
            self._at.found.put_aside(line, "no letter and no digit" if line.said else "markup and nothing else")
        elif len(line.said) > LONGEST_LINE:
            if not (self._read_several(line) or self._read_first(line)):
                self._at.put_words_aside(line, f"longer than {LONGEST_LINE} characters, so no card")
        elif not (self._read_head(line) or self._read_about(line)):
            self._read_title(line, is_numbered=is_numbered)

    def _read_head(self, line: Line) -> bool:
        """Read a line that says where the lines below it stand; tell whether it does."""
        said, head, side = line.said, read_head(line.said), side_named(line.said)
        if (head is not None or begins_prose(said)) and self._known.is_card(said):  # looks like a head: P-59
            return False
        if side is not None:
            self._at.name_side(line, side, "names the side")
        elif (was := read_legend(said)) is not None:
            self._at.found.put_aside(line, "says what a mark means", was)
        elif begins_list(said):
            behind = read_head(said.partition(":")[2])
            place, count = (below(line, behind), behind.count) if behind else (LIST, None)
            self._at.open(line, place, count, "the head of the list")
        elif head is not None:
            self._at.open(line, below(line, head), head.count)
        elif begins_prose(said):
            self._at.place = PROSE
            if not self._read_behind_label(line):
                self._at.put_words_aside(line, "the head of prose")
        else:
            return False
        return True

    def _read_title(self, line: Line, *, is_numbered: bool) -> None:
        if self._at.place is BEFORE and squeezed(line.said) in self._names:
            self._at.found.put_aside(line, BEFORE.aside)  # a post begins with its title
            return
        read = read_line(line.said, self._known.is_card)
        if is_numbered and (read.counted or not self._known.is_card(read.title)):
            line = replace(line, said=without_ordinal(line.said))
            read = read_line(line.said, self._known.is_card)
        if self._known.is_card(read.title):
            if self._at.place is PROSE and read.counted and not self._at.has_begun:
                self._at.place = LIST  # prose before a list ends where it begins
            if not self._read_name(line, read):
                self._at.take(line, read)
        elif self._read_labelled(line) or self._read_written(line) or self._read_words(line, read):
            return
        elif (mentioned := read_mentioned(line.said, self._known)) is not None:
            self._at.take_written(line, mentioned)
        else:
            self._at.take(line, read)

    def _read_name(self, line: Line, read: ReadLine) -> bool:
        """Read a card's title alone above the list, which may be the list's name; tell whether it may."""
        names = False if self._at.has_begun else self._heading.names(line, read, self._known)
        if names is None:
            self._at.take(line, read, doubt="may be the name of the list: it stands alone above it, without a count")
        elif names:
            was = "is the title of a card and was taken for the list's name"
            self._at.found.put_aside(line, BEFORE.aside, was)
        elif not self._at.has_begun and self._heading.is_odd(line):
            self._at.found.remark(line, f"{quoted(line.said)!r} alone has no count: it was taken for one card")
        return names is not False

    def _read_words(self, line: Line, read: ReadLine) -> bool:
        """Put aside a line without a known title, if it is no entry; tell whether it was read."""
        said, place = line.said, self._at.place
        is_counted = read.counted and read.count <= MOST_COPIES  # a year is none
        may_be_name = line.number in self._heading.lines and not (self._at.has_begun or is_counted)
        if place.aside:
            is_near = self._known.is_like if read.counted else self._known.is_near
            if not is_sentence(said) and is_near(read.title):
                return False
            self._at.put_words_aside(line, place.aside)
        elif is_sentence(said):
            if not self._read_first(line):
                self._at.put_words_aside(line, "prose")
        elif ends_sentence(said) and not (read.counted or self._known.is_near(read.title)):
            self._at.put_words_aside(line, "prose", "was read as prose")
        elif introduces_list(said) and not self._at.has_begun:
            self._at.found.put_aside(line, BEFORE.aside)
        elif said.endswith(":") and announced(said) is None and not self._known.is_like(read.title):
            self._read_unknown_head(line)
        elif may_be_name and self._heading.may_be_called(said, self._known):
            self._at.found.put_aside(line, BEFORE.aside, "was taken for the name of the list")
        elif self._heading.is_below(line) and not (read.counted or self._known.is_like(said)):
            self._at.found.put_aside(line, "stands below the list", "was taken for words below the list")
        else:
            return False
        return True

    def _read_unknown_head(self, line: Line) -> None:
        """Read a line that ends in a colon: above the list words to the reader, in it a head that nobody knows."""
        if introduces(line.said) and not self._at.has_begun:
            self._at.found.put_aside(line, BEFORE.aside, "was taken for an introduction of the list")
        else:
            doubt = f"stands below {quoted(line.said)!r}, which is no head that is known"
            self._at.open(line, Place(doubt=doubt))

    def _read_labelled(self, line: Line) -> bool:
        """Read ``Objective: Hidden Base``: a head and a card on one line."""
        label = _LABELLED.fullmatch(line.said)
        head = read_head(label[1]) if label else None
        if label is None or head is None:
            return bool(self._at.place.aside) and self._read_behind_label(line)
        read, doubt = read_line(label[2], self._known.is_card), self._at.place.doubt or below(line, head).doubt
        if self._known.is_card(read.title):
            self._at.take(line, read, section=head.section, doubt=doubt or self._at.doubt_behind(label[1], head, read))
        elif (written := read_written(label[2], self._known)) is not None:
            self._at.take_written(line, written, section=head.section, doubt=doubt)
        elif self._at.place.aside:
            return False
        else:
            self._at.take(line, read, section=head.section, doubt=doubt)
        return True

    def _read_behind_label(self, line: Line) -> bool:
        """Take as doubts the cards that stand behind words such as ``Note:``; tell whether any does."""
        label, _, rest = line.said.partition(":")
        read, doubt = read_line(rest.strip(), self._known.is_card), f"stands behind {quoted(label)!r}"
        if rest.strip() and (self._known.is_card(read.title) or self._known.is_near(read.title)):
            self._at.take(line, read, doubt=doubt)
            return True
        return self._read_several(replace(line, said=rest), doubt=doubt)

    def _read_about(self, line: Line) -> bool:
        """Read a line about the list; tell whether it is one. A card where no name is expected is a doubt."""
        total, about, is_table = sum_named(line.said), read_about(line.said), heads_columns(line.said)
        if self._known.is_card(line.said) or not (about or is_table or total is not None):
            return False
        if about is None:
            if total is not None:
                self._at.found.open(line, total, is_total=True)
            self._at.found.put_aside(line, "the head of a table" if is_table else "a sum of cards")
            return True
        side, reason = side_named(about.value), self._at.place.aside or "about the list"
        names = about.is_name and is_name(about.value, self._known, in_list=self._at.has_begun)
        if side is not None:
            self._at.name_side(line, side, reason)
        elif names or not self._read_behind_label(line):
            self._at.put_words_aside(line, reason)
            if self._known.is_card(about.value):
                self._at.found.remark(line, f"{quoted(about.value)!r} is the title of a card and was taken for a name")
        return True

    def _read_first(self, line: Line) -> bool:
        """Take as a doubt the counted card with which a long line of the list begins; tell whether it does."""
        read = None if self._at.place.aside else begins_with_card(line.said, self._known.is_card)
        if read is not None:
            self._at.take(line, read, doubt="more words stand behind it than a line with a card has")
        return read is not None

    def _read_written(self, line: Line) -> bool:
        """Read a line that holds more than one title and its count; tell whether it does."""
        if self._at.place.aside:
            return self._read_several(line)
        written = read_written(line.said, self._known)
        if written is None or (written.is_doubtful and self._heading.is_marked(line)):
            return False
        self._at.take_written(line, written)
        return True

    def _read_several(self, line: Line, *, doubt: str = "") -> bool:
        """Read titles between commas; tell whether there are any."""
        written = read_several(line.said, self._known)
        if written is not None:
            self._at.take_written(line, written, doubt=doubt)
        return written is not None
