"""Decks as JSON: an object a card (id, title, quantity, starting, outside), or archived posts with a list a card."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from deckmapping.clinic.formats.asides import Passage
from deckmapping.clinic.formats.json_cards import beside_card, counted_card, is_like_a_card, read_card
from deckmapping.clinic.heads import side_named
from deckmapping.clinic.limits import LONGEST_LINE, MOST_LINES
from deckmapping.clinic.lines import read_line
from deckmapping.clinic.model import Entry, Ignored, Reading, Remark, quoted
from deckmapping.errors import BadCatalogueError, InvalidInputError, UnreadableError
from deckmapping.strict_json import parse_strict_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckmapping.records import Side

_LISTS: Final = ("cards", "shields")
_NAMES: Final = frozenset({"name", "title", "author", "player", "side", "event", "date", "format", "url", "file",
                           "description", "strategy", "comments", "notes", "source"})  # fmt: skip
_MOST_KEYS: Final = 100
_MOST_LEVELS: Final = 12


def load_json_deck(text: str, field: str = "content") -> dict[str, Any]:
    """Return the JSON object in *text*; a list alone is its ``cards``.

    Raises:
        UnreadableError: it is neither a list nor an object with a list ``cards``, or no strict JSON; the error names
            *field*.
    """
    try:
        data = parse_strict_json(text.encode(), field)
    except BadCatalogueError as error:  # the same strictness, another kind of file
        raise UnreadableError.all(error.violations) from None
    deck = {"cards": data} if isinstance(data, list) else data
    if not isinstance(deck, dict) or not isinstance(deck.get("cards"), list):
        raise UnreadableError.of(field, "JSON of another shape", "a list, or an object with a list cards")
    return deck


def is_archive(data: dict[str, Any]) -> bool:
    """Tell whether the cards of *data* are lists, as archived posts have them."""
    return any(isinstance(card, list) for card in data["cards"])


def read_json_deck(
    data: dict[str, Any], is_card: Callable[[str], bool], field: str = "content"
) -> tuple[Reading, tuple[Passage, ...]]:
    """Read a deck of either shape; an entry's line is its place in the list. What else it says is returned beside it.

    Args:
        data: the deck, as `load_json_deck` returns it.
        is_card: whether a text is a title or an id.
        field: what an error names.

    Raises:
        InvalidInputError: the lists hold more than 4000 entries, or the object more than 100 keys or 12 levels.
    """
    _require_shallow(data, field)
    lists = {key: value for key, value in data.items() if key in _LISTS and isinstance(value, list)}
    if sum(map(len, lists.values())) > MOST_LINES or len(data) > _MOST_KEYS:
        limits = f"at most {MOST_LINES} entries and {_MOST_KEYS} keys"
        raise InvalidInputError.of(field, "too many entries or keys", limits)
    others = _Others(is_card)
    entries, ignored = [], []
    for key in _LISTS:
        for place, card in enumerate(lists.get(key, ()), start=1):
            entries.append(read_card(place, card, is_card, is_outside=key == "shields"))
            others.read_beside(place, card)
    for key, value in data.items():
        if key not in lists and not others.read(value, key, 0, is_outside=key in _LISTS):
            ignored.append(Ignored(0, key, "about the deck"))
    entries += others.entries
    side, remarks = _side(data)
    if is_archive(data) and any("(v)" in entry.title.lower() for entry in entries):
        remarks.append(Remark(0, "(V) in an archived post is a virtual card of its time: compare it with the post"))
    return Reading(tuple(entries), tuple(ignored), tuple(remarks), side), tuple(others.passages)


def _side(data: dict[str, Any]) -> tuple[Side | None, list[Remark]]:
    named = data.get("side")
    side = side_named(named) if isinstance(named, str) else None
    if side is None and named is not None:
        return None, [Remark(0, f"the side {quoted(str(named))!r} is neither light nor dark: it was not used")]
    return side, []


def _require_shallow(data: dict[str, Any], field: str) -> None:
    level: list[Any] = [data]
    for _ in range(_MOST_LEVELS):
        values = [value for part in level for value in (part.values() if isinstance(part, dict) else part)]
        level = [value for value in values if isinstance(value, (dict, list))]
        if not level:
            return
    raise InvalidInputError.of(field, "deeply nested JSON", f"at most {_MOST_LEVELS} levels")


class _Others:
    """Collects what stands outside the lists of cards: a doubt for each card there, and passages for all texts."""

    def __init__(self, is_card: Callable[[str], bool]) -> None:
        self.entries: list[Entry] = []
        self.passages: list[Passage] = []
        self._is_card = is_card

    def read_beside(self, place: int, card: object) -> None:
        """Read what the object *card*, at *place* of its list, says that is not about it."""
        for key, value in beside_card(card):
            if isinstance(value, str):
                self.passages.append(Passage(place, value, f"in a card's {key[:40]!r}", is_name=True))
            else:
                self.read(value, key, place)

    def read(self, value: object, key: str, line: int, *, is_outside: bool = False) -> bool:
        """Read *value*, which is called *key*; tell whether either holds a card or a text."""
        found = len(self.entries) + len(self.passages)
        title = read_line(key[:LONGEST_LINE], self._is_card)
        if self._is_card(title.title):
            is_count = isinstance(value, (int, Decimal)) and not isinstance(value, bool)
            entry = counted_card(line, title.title, value if is_count else title.count)
            self._doubt(entry, key, is_outside=is_outside)
        self._read_value(value, key, line, is_outside=is_outside)
        return len(self.entries) + len(self.passages) > found

    def _read_value(self, value: object, key: str, line: int, *, is_outside: bool) -> None:
        is_name = key.lower() in _NAMES
        match value:
            case str():
                self.passages.append(Passage(line, value, f"in {key[:40]!r}", is_name=is_name))
            case list():
                for place, part in enumerate(value, start=1):
                    if is_like_a_card(part) and not is_name:
                        card = read_card(place, part, self._is_card, is_outside=is_outside)
                        self._doubt(card, key, is_outside=is_outside)
                        self.read_beside(place, part)
                    else:
                        self._read_value(part, key, line, is_outside=is_outside)
            case dict():
                if not is_name:
                    self._read_counts(value, key, is_outside=is_outside)
                for name, part in value.items():
                    if not isinstance(part, (int, Decimal)):
                        self.read(part, key if is_name else name, line, is_outside=is_outside)

    def _read_counts(self, value: dict[str, Any], key: str, *, is_outside: bool) -> None:
        """Read titles with counts, ``{"Sense": 3}``; nothing but truths are no counts."""
        counts = [(title, count) for title, count in value.items() if isinstance(count, (int, Decimal))]
        if is_outside or any(not isinstance(count, bool) for _, count in counts):
            for place, (title, count) in enumerate(counts, start=1):
                self._doubt(counted_card(place, title, count), key, is_outside=is_outside)

    def _doubt(self, entry: Entry, key: str, *, is_outside: bool) -> None:
        doubt = f"stands in {key[:40]!r}; cards are read from the lists cards and shields"
        outside = is_outside or entry.outside
        self.entries.append(replace(entry, doubt=entry.doubt or doubt, outside=outside))
