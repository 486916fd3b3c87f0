"""How far a list was read: where its next line stands, which side it named, and what was found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.heads import announced, read_head, squeezed
from deckmapping.clinic.lines import mark_of_doubt
from deckmapping.clinic.mentions import mentions, told
from deckmapping.clinic.model import Section, quoted
from deckmapping.clinic.places import LIST, Place

if TYPE_CHECKING:
    from deckmapping.clinic.findings import Findings
    from deckmapping.clinic.heads import Head
    from deckmapping.clinic.known import Known
    from deckmapping.clinic.lines import ReadLine
    from deckmapping.clinic.model import Reading
    from deckmapping.clinic.places import Line
    from deckmapping.clinic.written import Written
    from deckmapping.records import Side

_EITHER: Final = "ds"  # Dark Side or Defensive Shields


@dataclass(slots=True)
class Progress:
    """Takes cards and puts lines aside at the place that the heads above them say."""

    known: Known
    found: Findings
    place: Place = LIST
    has_begun: bool = False
    """Whether a card was taken, or a head has said something about the cards below it."""
    has_cards: bool = False
    """Whether one was taken without a doubt, below the lines that may be names."""
    heading: frozenset[int] = frozenset()
    """The numbers of lines that may be names."""
    _side: Side | None = None
    _outside: str = ""
    """The line above that says of its own cards that they stand outside the deck."""

    def take(self, line: Line, read: ReadLine, *, section: Section | None = None, doubt: str = "") -> None:
        """Take the card that *read* says, below *section* where *line* names one itself."""
        place, known = self.place, self.known.is_card(read.title)
        doubt = doubt or place.doubt or (mark_of_doubt(line.said) if known else "")
        doubt = doubt or self._doubt_of_place(line, read, section)
        number = announced(line.said)
        head = read_head(read.title) if read.counted and not known else None
        if head is not None and not head.is_aside and head.count is None:
            self.found.may_be_head(read.count, section=head.section)
        elif number is not None and not squeezed(line.said).strip("0123456789"):
            self.found.may_be_head(number, section=place.section)  # of the head above it
        elif number is not None and (not known or (read.counted and read.count == number)):
            may_be_title = known or self.known.is_like(read.title)
            self.found.may_be_head(number, is_title=known, is_like_title=may_be_title)
        self.has_begun = self.has_begun or not place.aside
        self.has_cards = self.has_cards or (known and not doubt and line.number not in self.heading)
        self.found.take(line, read, place if section is None else replace(place, section=section), doubt)

    def take_written(self, line: Line, written: Written, *, section: Section | None = None, doubt: str = "") -> None:
        """Take the cards of a line that holds more; between other words only those whose titles are known."""
        section, is_list = section or self.place.section, not (doubt or self.place.aside)
        for part in written.parts:
            if is_list or self.known.is_card(part.read.title):
                at = replace(line, text=part.text, said=part.text) if written.are_several else line
                self.take(at, part.read, section=part.section or section, doubt=doubt or part.doubt)
        if written.is_group and is_list:
            self.place = replace(self.place, section=written.parts[0].section or section)
        if written.remark and is_list:
            self.found.remark(line, written.remark)
        elif not all(self.known.is_card(part.read.title) for part in written.parts):
            self._tell_mentions(line)

    def _doubt_of_place(self, line: Line, read: ReadLine, section: Section | None) -> str:
        """Note where *line* says that its own cards stand; return why one without a head may stand outside as well."""
        if section is not None and section != self.place.section:
            self._outside = line.said if section.outside else ""
        elif self._outside and self.place.section.outside is None and self.known.may_be_shield(read.title):
            return f"stands below {quoted(self._outside)!r}, so it may be a Defensive Shield outside the deck"
        return ""

    def doubt_behind(self, label: str, head: Head, read: ReadLine) -> str:
        """Return why the card *read* may be the list's name: a word for all of it stands before; empty for nothing."""
        is_name = head.section == Section() and not (self.has_begun or read.counted)
        return f"stands behind {quoted(label)!r}, so it may be the name of the list" if is_name else ""

    def put_words_aside(self, line: Line, reason: str, was: str = "") -> None:
        """Put aside words, and tell which counted cards they name; *was* is told too where it is not empty."""
        self.found.put_aside(line, reason, was)
        self._tell_mentions(line)

    def open(self, line: Line, place: Place, count: int | None = None, reason: str = "a head") -> None:
        """Go on at *place* below the head on *line*, which announces *count* cards."""
        self.has_begun = self.has_begun or place != LIST
        if self.place.side is not None:  # in another deck, whatever its heads
            place = replace(place, side=self.place.side, doubt=self.place.doubt)
        self.place, self._outside = place, ""
        self.found.open(line, count)
        self.found.put_aside(line, reason)

    def name_side(self, line: Line, side: Side, reason: str) -> None:
        """Note the side of the deck; below cards, another one begins what may be another deck."""
        is_either = self.has_begun and squeezed(line.said) == _EITHER
        self.found.put_aside(line, "a head of two meanings" if is_either else reason)
        if is_either:
            self.found.open(line)
            self.place = Place(doubt=f"stands below {line.said!r}, which means Dark Side or Defensive Shields")
        elif self._side is not side and (self.has_cards or self._side is not None):
            self.found.remark(
                line, f"{quoted(line.said)!r} begins another deck, or the sides do not agree: one deck a text"
            )
            doubt = f"stands below {quoted(line.said)!r}, which may begin another deck"
            self.place = Place(doubt=doubt, side=side)
            self.found.open(line)
        else:
            self._side = side
            self.place = LIST if self.place.side else self.place

    def reading(self) -> Reading:
        """Return all that was found."""
        return self.found.reading(self._side, self.known)

    def _tell_mentions(self, line: Line) -> None:
        named = mentions(line.said, self.known.is_card)
        if named:
            self.found.remark(line, f"counted cards between other words, which may be none of the list: {told(named)}")
