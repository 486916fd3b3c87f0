"""What the lines of a list turn out to be, as they are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.announced import Block, MaybeHead, settle
from deckmapping.clinic.model import Entry, Ignored, Reading, Remark, quoted
from deckmapping.clinic.titles import read_title
from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from deckmapping.clinic.known import Known
    from deckmapping.clinic.lines import ReadLine
    from deckmapping.clinic.model import Section
    from deckmapping.clinic.places import Line, Place
    from deckmapping.records import Side

_MOST_ENTRIES: Final = 2 * MOST_CARDS + 100  # a hundred of them may turn out to be heads


@dataclass(slots=True)
class Findings:
    """Collects entries and lines put aside; each line read becomes one of the two."""

    name: str
    """What an error names."""
    _entries: list[Entry] = field(default_factory=list)
    _ignored: list[Ignored] = field(default_factory=list)
    _remarks: list[Remark] = field(default_factory=list)
    _blocks: list[Block] = field(default_factory=list)
    _maybe_heads: list[MaybeHead] = field(default_factory=list)

    @property
    def has_cards(self) -> bool:
        """Whether there is an entry yet."""
        return bool(self._entries)

    def take(self, line: Line, read: ReadLine, place: Place, doubt: str) -> None:
        """Add what *read* says on *line*, which stands at *place*, as an entry; in doubt where *doubt* says why.

        Raises:
            InvalidInputError: there are far more entries than a deck may have cards.
        """
        if len(self._entries) > _MOST_ENTRIES:
            limits = f"at most {2 * MOST_CARDS} cards"
            raise InvalidInputError.of(self.name, f"more than {_MOST_ENTRIES} cards", limits)
        self._entries.append(
            Entry(
                line.number,
                line.text,
                read.count,
                blueprint_id=read.blueprint_id or read_title(read.title).blueprint_id,
                title=read.name,
                section=place.section,
                starting=read.starting,
                side=place.side,
                doubt=doubt,
            )
        )

    def put_aside(self, line: Line, reason: str, was: str = "") -> None:
        """Add a line that stands for no card; *was* says what it was taken for where that is not sure."""
        self._ignored.append(Ignored(line.number, line.text, reason))
        if was:
            self.remark(line, f"{quoted(line.said)!r} {was}")

    def remark(self, line: Line, words: str) -> None:
        """Add something to look at."""
        self._remarks.append(Remark(line.number, words))

    def open(self, line: Line, announced: int | None = None, *, is_total: bool = False) -> None:
        """Note that a head stands on *line*, or a sum of the whole list, and the number in it."""
        self._blocks.append(Block(line.number, line.text, announced, is_total=is_total))

    def may_be_head(
        self, announced: int, *, is_title: bool = False, is_like_title: bool = False, section: Section | None = None
    ) -> None:
        """Note that the entry taken next may be a head, which says *section* about the cards below it."""
        self._maybe_heads.append(MaybeHead(len(self._entries), announced, is_title, is_like_title, section))

    def reading(self, side: Side | None, known: Known) -> Reading:
        """Return all of it, when it is settled which entries are heads, and which stand outside the deck."""
        settled = settle(self._entries, self._blocks, self._maybe_heads, known)
        ignored = sorted((*self._ignored, *settled.ignored), key=lambda line: line.line)
        return Reading(settled.entries, tuple(ignored), (*self._remarks, *settled.remarks), side)
