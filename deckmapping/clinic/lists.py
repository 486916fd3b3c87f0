"""Lists of titles with or without heads, and prose around them: forum posts, DeckTech, deck sites, plain lists."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.heads import announced, begins_list, begins_prose, read_head, side_named
from deckmapping.clinic.limits import LONGEST_LINE
from deckmapping.clinic.lines import ReadLine, read_line
from deckmapping.clinic.model import Entry, Ignored, Reading, Remark, Section, quoted
from deckmapping.clinic.titles import read_title
from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckmapping.clinic.titles import TitleIndex
    from deckmapping.records import Side

_ABOUT: Final = re.compile(
    r"(?:title|author|date|rating|tags?|player|event|format|(?:deck ?)?name|url|archetype|finish|side|posted by"
    r"|category|file|image)\s*:",
    re.IGNORECASE,
)
_INLINE: Final = re.compile(r"([^:]{3,40}):\s+(\S.*)")
_ID: Final = re.compile(r"[0-9]{1,4}_[0-9]{1,4}[*^]?")
_SAYS_SOMETHING: Final = re.compile(r"[^\W_]")
_MOST_WORDS: Final = 24  # a double-sided card's title has 14
_MOST_ENTRIES: Final = 2 * MOST_CARDS + 100  # a hundred of them may turn out to be heads
_MOST_BEFORE: Final = 2  # lines that name player, event or deck before a list


@dataclass(frozen=True, slots=True)
class _Block:
    """The cards below a head."""

    line: int
    text: str
    announced: int | None


class ListReader:
    """Reads the lines of one list.

    Args:
        index: the titles that there are.
        is_near: whether a text that is no title is nearly one.
        field: what an error names.
    """

    def __init__(self, index: TitleIndex, is_near: Callable[[str], bool], field: str = "content") -> None:
        self._index = index
        self._is_near = is_near
        self._field = field
        self._entries: list[Entry | None] = []
        self._ignored: list[Ignored] = []
        self._remarks: list[Remark] = []
        self._blocks: list[_Block] = []
        self._maybe_heads: list[tuple[int, _Block]] = []
        self._known: dict[str, bool] = {}
        self._section = Section()
        self._side: Side | None = None
        self._in_prose = False
        self._has_begun = False
        self._names: frozenset[int] = frozenset()

    def read(self, lines: Iterable[tuple[int, str]]) -> Reading:
        """Read numbered *lines*.

        Raises:
            InvalidInputError: there are far more cards than a deck may have.
        """
        numbered = [(number, line.strip()) for number, line in lines]
        begins = next((at for at, (_, line) in enumerate(numbered) if begins_list(line)), -1)
        self._names = _first_paragraph(numbered)
        for at, (number, line) in enumerate(numbered):
            if not line:
                continue
            if at <= begins:
                self._read_before_list(number, line, is_last=at == begins)
            else:
                self._read_line(number, line)
        return self._finish()

    def _read_before_list(self, number: int, line: str, *, is_last: bool) -> None:
        self._note_side(line)
        if is_last:
            self._has_begun = True
            self._ignore(number, line, "the head of the list")
        else:
            self._pass_over(number, line, "stands before the list")

    def _read_line(self, number: int, line: str) -> None:
        head = read_head(line)
        if begins_prose(line):
            self._in_prose = True
            self._ignore(number, line, "the head of prose")
        elif self._in_prose and (self._has_begun or not (head or self._names_copies(line))):
            self._pass_over(number, line, "stands in prose")
        elif not _SAYS_SOMETHING.search(line):
            self._ignore(number, line, "no letter and no digit")
        elif head is not None and not self._is_card(line):
            self._open(number, line, head.section, head.count)
        elif len(line) > LONGEST_LINE:
            self._ignore(number, line, f"longer than {LONGEST_LINE} characters, so no card")
        elif side_named(line) is not None:
            self._note_side(line)
            self._ignore(number, line, "names the side")
        else:
            self._read_entry(number, line)

    def _read_entry(self, number: int, line: str) -> None:
        read, section = read_line(line, self._is_card), self._section
        is_known = self._is_card(read.title)
        if not is_known:
            inline = _INLINE.fullmatch(line)
            head = read_head(inline[1]) if inline is not None else None
            if inline is not None and head is not None:  # ``Objective: Hidden Base``
                read, section = read_line(inline[2], self._is_card), head.section
            elif self._is_no_entry(number, line, read):
                return
        self._has_begun, self._in_prose = True, False
        self._take(number, line, read, section)
        if not is_known and announced(line) is not None:
            self._maybe_heads.append((len(self._entries) - 1, _Block(number, line, announced(line))))

    def _is_no_entry(self, number: int, line: str, read: ReadLine) -> bool:
        """Put aside a line without a known title, if it is no entry."""
        if _ABOUT.match(line):
            self._note_side(line)
            self._ignore(number, line, "about the list")
        elif line.endswith(":"):
            self._open(number, line, Section(), None)
        elif len(line.split()) > _MOST_WORDS:
            self._ignore(number, line, "prose")
        elif number in self._names and not (self._has_begun or read.counted or self._is_like_a_card(read.title)):
            self._ignore(number, line, "stands before the list")
            self._remarks.append(Remark(number, f"{quoted(line)!r} was taken for the name of the list"))
        else:
            return False
        return True

    def _take(self, number: int, line: str, read: ReadLine, section: Section) -> None:
        if len(self._entries) > _MOST_ENTRIES:
            limits = f"at most {2 * MOST_CARDS} cards"
            raise InvalidInputError.of(self._field, f"more than {_MOST_ENTRIES} cards", limits)
        written = read_title(read.title)
        is_id = _ID.fullmatch(read.title) is not None
        entry = Entry(
            number,
            line,
            read.count,
            blueprint_id=read.title if is_id else written.blueprint_id,
            title="" if is_id else read.title,
            section=section,
            starting=read.starting,
        )
        self._entries.append(entry)

    def _open(self, number: int, line: str, section: Section, count: int | None) -> None:
        self._has_begun, self._in_prose = True, False
        self._section = section
        self._blocks.append(_Block(number, line, count))
        self._ignore(number, line, "a head")

    def _finish(self) -> Reading:
        """Turn into heads the unknown lines with a number that is the sum of the cards below them."""
        for at, block in self._maybe_heads:
            below = self._below(at, block.line)
            if sum(entry.count for _, entry in below) == block.announced:
                self._entries[at] = None
                self._ignore(block.line, block.text, "a head: so many cards stand below it")
                for place, entry in below:
                    self._entries[place] = replace(entry, section=Section())
        entries = tuple([entry for entry in self._entries if entry is not None])
        self._check_sums(entries)
        ignored = tuple(sorted(self._ignored, key=lambda line: line.line))
        return Reading(entries, ignored, tuple(self._remarks), self._side)

    def _below(self, at: int, line: int) -> list[tuple[int, Entry]]:
        """Return the entries between entry *at* and the next head, or what may be one, with their places."""
        ends = [block.line for block in self._blocks if block.line > line]
        ends += [block.line for _, block in self._maybe_heads if block.line > line]
        end = min(ends, default=None)
        entries = enumerate(self._entries[at + 1 :], start=at + 1)
        return [(place, e) for place, e in entries if e is not None and (end is None or e.line < end)]

    def _check_sums(self, entries: tuple[Entry, ...]) -> None:
        ends = [*[block.line for block in self._blocks[1:]], None]
        for block, end in zip(self._blocks, ends, strict=False):
            if block.announced is None:
                continue
            found = sum(e.count for e in entries if block.line < e.line and (end is None or e.line < end))
            if found != block.announced:
                words = f"the head {quoted(block.text)!r} announces {block.announced} cards, below it stand {found}"
                self._remarks.append(Remark(block.line, words))

    def _is_card(self, title: str) -> bool:
        known = self._known.get(title)
        if known is None:
            known = bool(_ID.fullmatch(title) or self._index.find(read_title(title).text))
            self._known[title] = known
        return known

    def _pass_over(self, number: int, line: str, reason: str) -> None:
        """Put aside a line where no cards are looked for, and say so if it is the title of one."""
        self._ignore(number, line, reason)
        if len(line) <= LONGEST_LINE and self._is_card(read_line(line, self._is_card).title):
            self._remarks.append(Remark(number, f"{quoted(line)!r} {reason}, so it was not counted"))

    def _names_copies(self, line: str) -> bool:
        """Tell whether *line* is a card with a count, which ends prose before a list."""
        read = read_line(line, self._is_card) if len(line) <= LONGEST_LINE else None
        return read is not None and read.counted and self._is_card(read.title)

    def _is_like_a_card(self, title: str) -> bool:
        return self._is_near(title) or bool(self._index.halves(read_title(title).text))

    def _note_side(self, line: str) -> None:
        named = side_named(line.rpartition(":")[2].strip(" -\t")) if ":" in line else side_named(line)
        self._side = self._side or named

    def _ignore(self, number: int, line: str, reason: str) -> None:
        self._ignored.append(Ignored(number, line, reason))


def _first_paragraph(lines: list[tuple[int, str]]) -> frozenset[int]:
    """Return the numbers of the one or two lines that a blank line or a head parts from the rest; none otherwise."""
    for count in range(1, _MOST_BEFORE + 1):
        if len(lines) <= count:
            break
        (number, _), (following, line) = lines[count - 1], lines[count]
        if following > number + 1 or read_head(line) is not None or side_named(line) is not None:
            return frozenset(number for number, _ in lines[:count])
    return frozenset()
