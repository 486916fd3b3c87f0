"""Titles as players write them, in a normal form, and the index of a catalogue's titles.

Three tiers of likeness are one title here: the same words whatever the case, accents, quotes and uniqueness marks; the
same letters and digits; the name alone of a card printed with another name in brackets, ``R2-D2 (Artoo-Detoo)``, or the
other name alone. Anything less alike is a near miss: suggested, never taken.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.heads import side_named
from deckmapping.clinic.sets import sets_called
from deckmapping.ids import is_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckmapping.records import CardRecord, Side

_QUOTES: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "`": "'", "\u00b4": "'", "\u2032": "'", "\u201c": '"',
     "\u201d": '"', "\u201e": '"', "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-",
     "\u2212": "-", "\u2026": "...", "\u00a0": " ", "\u00d7": "x", "\uff06": "&", "\u2044": "/"}
)  # fmt: skip
_MARKS: Final = re.compile("[\u2022\u00b7\u2219\u25cf\u25cb\u25e6\u2027\u2666\u25c7\u25ca<>*\u2122\u00ae]+")
_BLANKS: Final = re.compile(r"\s+")
_SQUEEZE: Final = re.compile(r"[\W_]+")  # letters of other scripts say something too
_BETWEEN_NUMBERS: Final = re.compile(r"(?<=[0-9])[\W_]+(?=[0-9])")
_AND: Final = re.compile(r"\s*[&+]\s*|\s+and\s+")
_WITH: Final = re.compile(r"\bw/\s*")
_SLASH: Final = re.compile(r"\s*/+\s*")
_BRACKETED: Final = re.compile(r"\s*[(\[]\s*([^()\[\]]{1,40}?)\s*[)\]]\s*$")
_VIRTUAL: Final = re.compile(r"v|v\.|virtual(?: (?:card|version|slip))?|v card", re.IGNORECASE)
_VIRTUAL_INSIDE: Final = re.compile(r"\s*\(v\)", re.IGNORECASE)
_PICTURE: Final = re.compile(
    r"(?:[a-z -]{0,20}\b)?ai(?: [0-9])?|alternate image|alt(?:ernate)? art|foil|readable|errata", re.IGNORECASE
)
_OLD_VIRTUAL: Final = re.compile(r"virtual (?:set|block|card set) ?#?[0-9]{1,2}|legacy", re.IGNORECASE)
_SAME_ON_BOTH_SIDES: Final = ("CHARACTER", "STARSHIP")
_TWO_NAMES: Final = re.compile(r"(.+) \((.+)\)")


@dataclass(frozen=True, slots=True)
class WrittenTitle:
    """A title as a player wrote it, taken apart."""

    text: str
    """Without marks, suffixes and hints."""
    is_virtual: bool = False
    is_alternate: bool = False
    """Written with (AI): another picture of the same card, which in a few sets has an id of its own."""
    is_old_virtual: bool = False
    """Written with the number of a set of old virtual cards."""
    blueprint_id: str = ""
    """The id that stands in brackets behind it; empty for none."""
    sets: frozenset[int] = frozenset()
    side: Side | None = None


def read_title(text: str) -> WrittenTitle:
    """Take apart what stands behind the title in *text*: (V), (AI), an id, a set's name, a side.

    Brackets that hold anything else belong to the title.
    """
    rest = html.unescape(text) if "&" in text else text
    virtual = old = alternate = False
    blueprint_id, sets, side = "", frozenset[int](), None
    while (match := _BRACKETED.search(rest)) is not None:
        inner = match[1]
        if is_id(inner) and not blueprint_id:
            blueprint_id = inner
        elif _VIRTUAL.fullmatch(inner):
            virtual = True
        elif _OLD_VIRTUAL.fullmatch(inner):
            virtual = old = True
        elif side is None and side_named(inner) is not None:
            side = side_named(inner)
        elif not sets and sets_called(inner):
            sets = sets_called(inner)
        elif _PICTURE.fullmatch(inner):
            alternate = True
        else:
            break
        rest = rest[: match.start()]
    rest, inside = _VIRTUAL_INSIDE.subn("", rest)
    return WrittenTitle(rest.strip(), virtual or inside > 0, alternate, old, blueprint_id, sets, side)


def exact(title: str) -> str:
    """Return the words of *title*: case, accents, kinds of quotes, marks and the way to write "and" set aside."""
    plain = _MARKS.sub("", title.translate(_QUOTES))
    decomposed = unicodedata.normalize("NFKD", plain)
    letters = "".join([c for c in decomposed if not unicodedata.combining(c)]) if not plain.isascii() else plain
    return _BLANKS.sub(" ", _AND.sub(" & ", letters.casefold())).strip()


def squeezed(words: str) -> str:
    """Return the letters and digits of *words*, which are in the form of `exact`.

    Two numbers in a row stay two, and the mark ``(s)`` makes no plural: a starting Binder is none of the Binders.
    """
    if words.endswith("(s)"):
        return squeezed(words.removesuffix("(s)")) + "|s"
    joined = _WITH.sub("with ", words).replace("&", "and")
    return "|".join([_SQUEEZE.sub("", part) for part in _BETWEEN_NUMBERS.split(joined)])


@dataclass(frozen=True)
class TitleIndex:
    """The titles of some cards."""

    records: Iterable[CardRecord] = field(repr=False)

    @cached_property
    def _exact(self) -> Mapping[str, tuple[CardRecord, ...]]:
        return _grouped((exact(read_title(record.title).text), record) for record in self.records)

    @cached_property
    def _squeezed(self) -> Mapping[str, tuple[CardRecord, ...]]:
        return _grouped((squeezed(words), record) for words, records in self._exact.items() for record in records)

    @cached_property
    def _names(self) -> Mapping[str, tuple[CardRecord, ...]]:
        return _grouped((squeezed(name), record) for record in self.records for name in _two_names(record))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All titles in the form of `exact`, each once."""
        return tuple(self._exact)

    def is_title(self, words: str) -> bool:
        """Tell whether *words*, in the form of `exact`, are a title."""
        return words in self._exact

    def of_words(self, words: str) -> tuple[CardRecord, ...]:
        """Return the cards of a title out of `words`."""
        return self._exact[words]

    def find(self, title: str) -> tuple[CardRecord, ...]:
        """Return the cards called *title*, without suffixes, in the order of their ids; none for another text.

        ``First / Second`` is a combo card of the two, or the double-sided card whose front is called First: an
        Objective where Second is no card's title, or a character or starship that has one name on both sides.
        """
        words = exact(title)
        found = self._like(words)
        if found or "/" not in words:
            return found
        front, *behind = _SLASH.split(words)
        if not behind:
            return ()
        whole = self._like(" & ".join((front, *behind)))
        if whole:
            return whole
        if behind == [front]:
            kinds: tuple[str, ...] = _SAME_ON_BOTH_SIDES
        else:
            kinds = () if any(self._like(back) for back in (*behind, " / ".join(behind))) else ("OBJECTIVE",)
        return tuple([record for record in self._like(front) if record.category in kinds])

    def names_card(self, text: str) -> bool:
        """Tell whether *text* is a title, whatever stands in brackets behind it, or an id."""
        return is_id(text) or bool(self.find(read_title(text).text))

    def pictured(self, picture: str) -> tuple[CardRecord, ...]:
        """Return the cards whose picture is called *picture*: a title without blanks, here and there with a suffix."""
        name = exact(re.sub(r"(?:front)?(?:_?holo)?(?:_ai[0-9]?|_readable)?$", "", picture.lower()))
        found = self._like(name) or self._joined.get(squeezed(name), ())
        return found or (self._like(name.removesuffix("v")) if name.endswith("v") else ())

    @cached_property
    def _joined(self) -> Mapping[str, tuple[CardRecord, ...]]:
        """The cards by their titles as names of pictures have them: without "and", numbers run together."""
        return _grouped(
            (_SQUEEZE.sub("", name.replace("&", "")), record)
            for words, records in self._exact.items()
            for record in records
            for name in (words, *_two_names(record))
        )

    def halves(self, title: str) -> tuple[CardRecord, ...]:
        """Return the combo cards of which one half is called *title*, and the cards of which *title* names two."""
        key = squeezed(exact(title))
        whole = self._combos.get(key, ())
        parts = _SLASH.split(exact(title)) if "/" in title else exact(title).split(" & ")
        return (*whole, *[card for part in parts if len(parts) > 1 for card in self._like(part)])

    @cached_property
    def _combos(self) -> Mapping[str, tuple[CardRecord, ...]]:
        return _grouped((squeezed(exact(half)), record) for record in self.records for half in record.title_halves)

    def _like(self, words: str) -> tuple[CardRecord, ...]:
        found = self._exact.get(words)
        if found is None:
            key = squeezed(words)
            found = self._squeezed.get(key) or self._names.get(key) if key else None
        return found or ()


def _two_names(record: CardRecord) -> tuple[str, ...]:
    """Return the names of a card that is printed with two, ``R2-D2 (Artoo-Detoo)``; of a location the first only."""
    names = _TWO_NAMES.fullmatch(exact(read_title(record.title).text))
    if names is None:
        return ()
    return (names[1], names[2]) if record.category == "CHARACTER" else (names[1],)


def _grouped(pairs: Iterable[tuple[str, CardRecord]]) -> Mapping[str, tuple[CardRecord, ...]]:
    groups: dict[str, list[CardRecord]] = {}
    for key, record in pairs:
        groups.setdefault(key, []).append(record)
    return MappingProxyType({key: tuple(records) for key, records in groups.items()})
