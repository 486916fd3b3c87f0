"""The sets of cards: their numbers in blueprint ids, their names, and Holotable's folders."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.heads import squeezed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.records import CardRecord

FIRST_VIRTUAL_SET: Final = 200
"""Sets from here on hold virtual cards; 601 holds those of old sets (Legacy)."""
_NEWEST_NAMED: Final = 99  # of the virtual sets: 200 is number 0
_FIRST_REPRINTS: Final = 101  # sets from here on have no icon of their own
_PREMIERE: Final = frozenset({1})

SET_NAMES: Final[Mapping[int, str]] = MappingProxyType(
    {
        1: "Premiere",
        2: "A New Hope",
        3: "Hoth",
        4: "Dagobah",
        5: "Cloud City",
        6: "Jabba's Palace",
        7: "Special Edition",
        8: "Endor",
        9: "Death Star II",
        10: "Reflections II",
        11: "Tatooine",
        12: "Coruscant",
        13: "Reflections III",
        14: "Theed Palace",
        101: "Premiere Introductory Two-Player Game",
        102: "Jedi Pack",
        103: "Rebel Leader",
        104: "Empire Strikes Back Introductory Two-Player Game",
        105: "First Anthology",
        106: "Official Tournament Sealed Deck",
        107: "Second Anthology",
        108: "Enhanced Premiere",
        109: "Enhanced Cloud City",
        110: "Enhanced Jabba's Palace",
        111: "Third Anthology",
        112: "Jabba's Palace Sealed Deck",
        301: "Virtual Premium",
        501: "Playtesting",
        601: "Legacy",
    }
)

_OTHER_NAMES: Final[Mapping[str, int]] = MappingProxyType(
    {"anh": 2, "cc": 5, "jp": 6, "se": 7, "ds2": 9, "dsii": 9, "ref2": 10, "refii": 10, "ref3": 13, "refiii": 13,
     "reflections2": 10, "reflections3": 13, "theed": 14, "deathstar2": 9}
)  # fmt: skip
_VIRTUAL: Final = re.compile(r"virtual(?:set)?([0-9]{1,2})")
_ALL_VIRTUAL: Final = frozenset({*range(FIRST_VIRTUAL_SET, FIRST_VIRTUAL_SET + _NEWEST_NAMED), 301})
_FOLDERS: Final[Mapping[str, frozenset[int]]] = MappingProxyType(
    {"virtualalternateimage": _ALL_VIRTUAL, "resetds": frozenset({FIRST_VIRTUAL_SET})}
)
_NUMBERS: Final[Mapping[str, int]] = MappingProxyType(
    {**{squeezed(name): number for number, name in SET_NAMES.items()}, **_OTHER_NAMES}
)


def set_number(record: CardRecord) -> int:
    """Return the number of the set that *record* belongs to."""
    return int(record.blueprint_id.partition("_")[0])


def is_virtual(record: CardRecord) -> bool:
    """Tell whether *record* is a virtual card. Titles of a catalogue do not say so: the set does."""
    return set_number(record) >= FIRST_VIRTUAL_SET


def is_of_set(record: CardRecord, numbers: frozenset[int]) -> bool:
    """Tell whether *record* is of one of the sets *numbers*, or is the virtual version of a card of one of them."""
    if set_number(record) in numbers:
        return True
    return is_virtual(record) and not numbers.isdisjoint(_sets_of_icons(record))


def _sets_of_icons(record: CardRecord) -> frozenset[int]:
    """Return the sets whose icons a virtual card still has; Premiere had no icon of its own."""
    icons = {re.sub(r"[^A-Z ]", "", name.upper()).replace(" ", "_"): number for number, name in SET_NAMES.items()}
    return (
        frozenset({icons[icon] for icon in record.icons if icon in icons and icons[icon] < _FIRST_REPRINTS})
        or _PREMIERE
    )


def set_name(record: CardRecord) -> str:
    """Return the name of the set that *record* belongs to."""
    number = set_number(record)
    named = FIRST_VIRTUAL_SET <= number <= FIRST_VIRTUAL_SET + _NEWEST_NAMED
    return SET_NAMES.get(number) or (f"Virtual Set {number - FIRST_VIRTUAL_SET}" if named else f"set {number}")


def sets_called(name: str) -> frozenset[int]:
    """Return the numbers of the sets that *name* may mean, in any case and spelling; none for another text."""
    word = squeezed(name)
    virtual = _VIRTUAL.fullmatch(word)
    if virtual is not None:
        return frozenset({FIRST_VIRTUAL_SET + int(virtual[1])})
    if word in _FOLDERS:
        return _FOLDERS[word]
    return frozenset({_NUMBERS[word]}) if word in _NUMBERS else frozenset()
