"""Where the lines of a list stand: in the list, in prose, before the list, below a head."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.model import Section, quoted

if TYPE_CHECKING:
    from deckmapping.clinic.heads import Head
    from deckmapping.records import Side


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
