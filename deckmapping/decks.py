"""GEMP's deck string: ``id,id,...|id,id,...``, the pile and, behind the bar, the cards outside the deck."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, MalformedIdError, NoDeckError, TwoSidedDeckError, shown
from deckmapping.ids import normalise_id
from deckmapping.values import format_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord, Side

MOST_CARDS: Final = 200
"""The most entries on each side of the bar."""

_NAMED: Final = 2  # cards of the other side that an error names
_LONGEST: Final = 65_536  # characters; 400 ids are less than 5,000
_BYTE_ORDER_MARK: Final = "\ufeff"
_LONGEST_NEARLY: Final = 40
# An id with other marks between its numbers, with more leading zeros, or with more behind it than one suffix.
_NEARLY: Final = re.compile(r"0{0,8}([0-9]{1,4})[ _.:/-]{1,3}0{0,8}([0-9]{1,4})(?:[*^]{1,8}|[ _]?BACK)?", re.IGNORECASE)


@unique
class Reason(StrEnum):
    """Why an entry of a deck string is no card."""

    UNKNOWN = "unknown"
    """A well-formed id that the catalogue does not hold."""
    MALFORMED = "malformed"
    """No blueprint id."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An entry of a deck string that is no card of the catalogue."""

    text: str
    """As written, printable ASCII of at most 80 characters."""
    position: int
    """Place in its own list, counted from 1; blank places count."""
    outside: bool
    """True behind the bar."""
    reason: Reason
    words: str
    """The reason in words."""
    blueprint_id: str | None
    """Normalised; None where the entry is malformed."""
    candidates: tuple[str, ...]
    """Ids of the catalogue that may be meant; never taken unasked."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck string, resolved: the entries are ``len(pile) + len(outside) + len(unresolved)``."""

    pile: tuple[CardRecord, ...]
    """The main deck in the order given, repeats kept."""
    outside: tuple[CardRecord, ...]
    """Cards outside the deck (Defensive Shields and the like), never part of the pile."""
    unresolved: tuple[Unresolved, ...] = ()

    @property
    def entry_count(self) -> int:
        """Number of entries read, on both sides of the bar."""
        return len(self.pile) + len(self.outside) + len(self.unresolved)

    @property
    def unresolved_in_pile(self) -> tuple[Unresolved, ...]:
        """What could not be resolved before the bar; what stands behind it never matters to a hand."""
        return tuple(entry for entry in self.unresolved if not entry.outside)

    @property
    def sides(self) -> frozenset[Side]:
        """The sides of the known cards of the pile."""
        return frozenset({card.side for card in self.pile})

    @property
    def side(self) -> Side | None:
        """The side of the pile as GEMP decides it: None where it is mixed, empty or holds an entry nobody knows."""
        if self.unresolved_in_pile:
            return None
        sides = self.sides
        return next(iter(sides)) if len(sides) == 1 else None

    @property
    def starting(self) -> tuple[CardRecord, ...]:
        """The cards of the pile that start on table unless the caller says otherwise."""
        return tuple([card for card in self.pile if is_starting_on_table_by_default(card)])

    @property
    def histogram(self) -> Mapping[str, int]:
        """How many cards of the pile count what: keys such as ``5``, or ``2/5`` where the owner chooses, ascending."""
        counts = Counter(card.values for card in self.pile)
        return {"/".join(map(format_value, values)): counts[values] for values in sorted(counts)}


def is_starting_on_table_by_default(record: CardRecord) -> bool:
    """Tell whether *record* is an Objective or a Starting Effect, which leave the pile before play (tsb1, pile)."""
    return record.category == "OBJECTIVE" or (record.category == "EFFECT" and record.subtype == "STARTING")


def read_deck(text: str, catalogue: Catalogue, field: str = "deck") -> Deck:
    """Resolve the deck string *text* with *catalogue*.

    Blanks, line ends and a byte order mark around entries are dropped, blank places skipped; the bar may be missing.

    Raises:
        NoDeckError: no entry stands before the bar.
        InvalidInputError: more than 200 entries on a side of the bar, more than one bar, or a text that is far too
            long. All errors name *field*.
    """
    main, outside = _lists(text, field)
    _check_sizes(main, outside, field)
    unresolved: list[Unresolved] = []
    pile = _resolve_all(main, catalogue, unresolved, is_outside=False)
    return Deck(pile, _resolve_all(outside, catalogue, unresolved, is_outside=True), tuple(unresolved))


def write_deck(pile: Iterable[str], outside: Iterable[str] = ()) -> str:
    """Return the deck string of the blueprint ids of *pile* and *outside*, in their order; it always has its bar."""
    return "|".join(",".join(ids) for ids in (pile, outside))


def require_one_side(deck: Deck, field: str = "deck") -> None:
    """Refuse a deck whose pile holds cards of both sides.

    Raises:
        TwoSidedDeckError: it does; the error names *field*.
    """
    if len(deck.sides) > 1:
        sides = [card.side for card in deck.pile]
        fewest, most = sorted(deck.sides, key=lambda side: (sides.count(side), -sides.index(side)))
        unknown = {entry.position for entry in deck.unresolved_in_pile}
        places = [place for place in range(1, len(sides) + len(unknown) + 1) if place not in unknown]
        others = [
            f"{card.blueprint_id} at position {place}"
            for card, place in zip(deck.pile, places, strict=False)
            if card.side is fewest
        ]
        named = ", ".join(others[:_NAMED]) + (", ..." if len(others) > _NAMED else "")
        raise TwoSidedDeckError.of(field, f"{named} ({fewest}, the others {most})", "cards of one side of the Force")


def _lists(text: str, field: str) -> tuple[list[str], list[str]]:
    if len(text) > _LONGEST:
        raise InvalidInputError.of(field, f"{len(text)} characters", f"at most {_LONGEST} characters")
    main, *behind = text.removeprefix(_BYTE_ORDER_MARK).strip().split("|")
    if len(behind) > 1:
        raise InvalidInputError.of(field, f"{len(behind)} bars", "at most one bar, before the cards outside the deck")
    return main.split(",") if main else [], behind[0].split(",") if behind and behind[0] else []


def _check_sizes(main: list[str], outside: list[str], field: str) -> None:
    for places, name in ((main, "in the pile"), (outside, "outside the deck")):
        count = sum(1 for place in places if place.strip()) if len(places) > MOST_CARDS else len(places)
        if count > MOST_CARDS:
            raise InvalidInputError.of(field, f"{count} cards {name}", f"at most {MOST_CARDS} cards {name}")
    if not any(place.strip() for place in main):
        raise NoDeckError.of(field, "no card in the pile", "at least one card before the bar")


def _resolve_all(
    places: list[str], catalogue: Catalogue, unresolved: list[Unresolved], *, is_outside: bool
) -> tuple[CardRecord, ...]:
    """Return the cards of one list in order and add what is no card to *unresolved*."""
    records = catalogue.records
    try:
        return tuple([records[place] for place in places])  # the usual deck: every id in its normal form
    except KeyError:
        pass
    cards: list[CardRecord] = []
    for position, place in enumerate(places, start=1):
        entry, card = place.strip(), records.get(place)
        if card is not None:
            cards.append(card)
        elif entry:
            resolved = _resolve(entry, position, catalogue, is_outside=is_outside)
            if isinstance(resolved, Unresolved):
                unresolved.append(resolved)
            else:
                cards.append(resolved)
    return tuple(cards)


def _resolve(entry: str, position: int, catalogue: Catalogue, *, is_outside: bool) -> CardRecord | Unresolved:
    try:
        blueprint_id = normalise_id(entry)
    except MalformedIdError as error:
        words = f"expected {error.violations[0].expected}"
        candidates = nearby_ids(entry, catalogue)
        return Unresolved(shown(entry), position, is_outside, Reason.MALFORMED, words, None, candidates)
    record = catalogue.records.get(blueprint_id)
    if record is not None:
        return record
    words = f"no card of catalogue {catalogue.version[:12]} has this id"
    return Unresolved(shown(entry), position, is_outside, Reason.UNKNOWN, words, blueprint_id, ())


def nearby_ids(entry: str, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the id of *catalogue* that the malformed *entry* nearly is, none where it is like no id."""
    nearly = _NEARLY.fullmatch(entry) if len(entry) <= _LONGEST_NEARLY else None
    blueprint_id = f"{int(nearly[1])}_{int(nearly[2])}" if nearly else ""
    return (blueprint_id,) if blueprint_id in catalogue.records else ()
