"""Where the lines of a list stand: in the list, in prose, before the list, below a head."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.heads import read_head, side_named
from deckmapping.clinic.model import Section, quoted

if TYPE_CHECKING:
    from deckmapping.clinic.heads import Head
    from deckmapping.records import Side

_MOST_BEFORE: Final = 2  # lines that name player, event or deck before a list


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list that is not blank."""

    number: int
    text: str
    """As written."""
    said: str
    """Without what is not seen."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is said above a line about it."""

    section: Section = field(default_factory=Section)
    aside: str = ""
    """Why a line that is no card is put aside here; empty in a list, where it is a doubt."""
    doubt: str = ""
    """Why a card is in doubt here; empty in a list."""
    side: Side | None = None


LIST: Final = Place()
BEFORE: Final = Place(aside="stands before the list", doubt="stands before the list")
PROSE: Final = Place(aside="stands in prose", doubt="stands in prose")


def below(line: Line, head: Head) -> Place:
    """Return what *head*, which stands on *line*, says about the lines below it."""
    doubt = f"stands below {quoted(line.said)!r}, so it may be none of the deck" if head.is_aside else ""
    return Place(head.section, doubt=doubt)


def first_paragraph(lines: list[Line]) -> frozenset[int]:
    """Return the numbers of the one or two lines that a blank line or a head parts from the rest; none otherwise."""
    for count in range(1, _MOST_BEFORE + 1):
        if len(lines) <= count:
            break
        before, following = lines[count - 1], lines[count]
        is_head = read_head(following.said) is not None or side_named(following.said) is not None
        if following.number > before.number + 1 or is_head:
            return frozenset(line.number for line in lines[:count])
    return frozenset()
