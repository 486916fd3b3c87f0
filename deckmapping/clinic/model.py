"""What the clinic reads and what it answers, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import TYPE_CHECKING

from deckmapping.clinic.limits import LONGEST_SHOWN
from deckmapping.decks import Deck, write_deck

if TYPE_CHECKING:
    from deckmapping.records import CardRecord, Side


@unique
class DeckFormat(StrEnum):
    """A way to write a deck."""

    GEMP = "gemp"
    """GEMP's deck string."""
    GEMP_XML = "gemp-xml"
    """GEMP's export, one element a copy; the id decides."""
    GEMP_HTML = "gemp-html"
    """GEMP's list for reading, in HTML."""
    HOLOTABLE = "holotable"
    """Holotable's ``.htd``: names of pictures."""
    WIKI = "wiki"
    """Wiki text with CardLink or links."""
    ARCHIVE_JSON = "archive-json"
    """Archived posts as JSON: a list a card, count and title first."""
    JSON = "json"
    """JSON with an object a card: id, title, quantity, starting, outside."""
    DECKTECH = "decktech"
    """A DeckTech post: a list between prose."""
    SITE = "site"
    """A deck site's text: heads such as ``Characters: (18)``, then a title a line."""
    FORUM = "forum"
    """A list with section heads."""
    PLAIN = "plain"
    """Count and title a line."""


def quoted(text: str) -> str:
    """Return *text* as it is told back: on one line, control characters escaped, at most 120 characters."""
    short = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."
    if short.isprintable():
        return short
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in short)


@dataclass(frozen=True, slots=True)
class Section:
    """What a head says about the cards below it."""

    categories: frozenset[str] = frozenset()
    """GEMP's categories, of which the cards are; empty where the head says nothing of them."""
    starting: bool = False
    outside: bool | None = None
    """None where the head does not say; then Defensive Shields stand outside."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that stands for cards, before it is known for which.

    The first of *blueprint_id*, *picture* and *title* that is not empty says which card is meant.
    """

    line: int
    """From 1."""
    text: str
    """As written."""
    count: int = 1
    blueprint_id: str = ""
    """As written, not yet in the normal form."""
    picture: str = ""
    """Name of a picture, without folder and ending."""
    title: str = ""
    """Without count and marks."""
    section: Section = field(default_factory=Section)
    starting: bool = False
    """Whether it is marked itself."""
    outside: bool | None = None
    """None where the format does not say."""
    side: Side | None = None
    """What is written beside the card about its side."""
    sets: frozenset[int] = frozenset()
    """The sets that are written beside the card; empty for any."""
    place: int = 0
    """Place in its list, from 1, where a line holds the whole list; else 0."""
    doubt: str = ""
    """Why it is not taken although it may be a card; empty where nothing speaks against it."""

    @property
    def starts(self) -> bool:
        """Whether it is marked as starting, itself or by its section."""
        return self.starting or self.section.starting

    @property
    def stands_outside(self) -> bool | None:
        """Whether it stands outside the deck; None where nothing says so, then Defensive Shields do."""
        return self.section.outside if self.outside is None else self.outside


@dataclass(frozen=True, slots=True)
class Ignored:
    """A line that stands for no card."""

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to look at; line 0 is about the whole text."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader found in a text."""

    entries: tuple[Entry, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    remarks: tuple[Remark, ...] = ()
    side: Side | None = None
    """The side that the text itself names."""


@unique
class DoubtReason(StrEnum):
    """Why an entry is no card yet."""

    UNKNOWN_TITLE = "unknown-title"
    """No card of the catalogue has this title."""
    AMBIGUOUS = "ambiguous"
    """Several cards have this title, and nothing in the deck says which is meant."""
    NOT_VIRTUAL = "not-virtual"
    """Written with (V), but the catalogue has no virtual card of this title."""
    OLD_VIRTUAL = "old-virtual"
    """A virtual card of its time, from a set that is no longer valid."""
    UNKNOWN_ID = "unknown-id"
    """A well-formed id that the catalogue does not hold."""
    MALFORMED_ID = "malformed-id"
    """No blueprint id."""
    BAD_COUNT = "bad-count"
    """A count that is no whole number of 1 to 200."""
    UNCERTAIN = "uncertain"
    """Perhaps a card: where it stands, or what else stands there, leaves open whether and how it is meant."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """An entry that could not be resolved; a person decides."""

    line: int
    text: str
    count: int
    outside: bool
    reason: DoubtReason
    words: str
    candidates: tuple[CardRecord, ...] = ()
    """Cards that may be meant, likeliest first; never taken unasked."""


@dataclass(frozen=True, slots=True)
class ParsedDeck:
    """A deck as far as it was understood: ``cards_in`` is pile, outside and the counts of the doubts together."""

    format: DeckFormat
    encoding: str
    """``utf-8``, ``utf-16`` or ``windows-1252``."""
    cards_in: int
    """Number of cards that the text names, counted before any of them was looked up."""
    pile: tuple[CardRecord, ...]
    outside: tuple[CardRecord, ...]
    marked: tuple[CardRecord, ...] = ()
    """Cards of the pile that the text marks as starting."""
    doubts: tuple[Doubt, ...] = ()
    remarks: tuple[Remark, ...] = ()
    ignored: tuple[Ignored, ...] = ()

    @property
    def doubtful(self) -> int:
        """Number of cards that could not be resolved."""
        return sum(doubt.count for doubt in self.doubts)

    @property
    def deck(self) -> Deck:
        """What was resolved."""
        return Deck(self.pile, self.outside)

    @property
    def side(self) -> Side | None:
        """The pile's side; None where it is not one side, or a card of the pile is in doubt."""
        return None if any(not doubt.outside for doubt in self.doubts) else self.deck.side

    @property
    def starting(self) -> tuple[CardRecord, ...]:
        """The cards that the text marks as starting; where it marks none, Objectives and Starting Effects."""
        return self.marked or self.deck.starting

    @property
    def deck_string(self) -> str:
        """GEMP's deck string of what was resolved."""
        return write_deck(*((card.blueprint_id for card in cards) for cards in (self.pile, self.outside)))
