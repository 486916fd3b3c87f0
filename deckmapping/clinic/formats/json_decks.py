"""Decks as JSON: an object a card (id, title, quantity, starting, outside), or archived posts with a list a card."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from deckmapping.clinic.formats.asides import Passage
from deckmapping.clinic.heads import read_head, side_named
from deckmapping.clinic.limits import LONGEST_LINE, MOST_LINES
from deckmapping.clinic.model import Entry, Ignored, Reading, Remark, Section
from deckmapping.errors import BadCatalogueError, InvalidInputError, UnreadableError
from deckmapping.strict_json import parse_strict_json

if TYPE_CHECKING:
    from collections.abc import Iterator

_IDS: Final = ("id", "blueprintId", "gempId", "blueprint_id")
_TITLES: Final = ("title", "name", "card")
_COUNTS: Final = ("quantity", "count")
_TRUTHS: Final = ("starting", "outside")
_PLACES: Final = frozenset({"sideboard", "zone", "section", "board", "place", "start", "shield", "shields", "list",
                            "outsidedeck", "isoutside", "isstarting", "inpile", "qty", "copies", "amount", "number",
                            "n"})  # fmt: skip
_LISTS: Final = ("cards", "shields")
_NAMES: Final = frozenset({"name", "title", "author", "player", "side", "event", "date", "format", "url", "file",
                           "description", "strategy", "comments", "notes", "source"})  # fmt: skip
_MEMBERS: Final = 4  # count, title, kind, the line as it was posted
_MOST_KEYS: Final = 100
_MOST_LEVELS: Final = 12
_NO_COUNT: Final = 0  # becomes a doubt


def load_json_deck(text: str, field: str = "content") -> dict[str, Any]:
    """Return the JSON object in *text*.

    Raises:
        UnreadableError: it is no strict JSON object with a list ``cards``; the error names *field*.
    """
    try:
        data = parse_strict_json(text.encode(), field)
    except BadCatalogueError as error:  # the same strictness, another kind of file
        raise UnreadableError.all(error.violations) from None
    cards = data.get("cards") if isinstance(data, dict) else None
    if not isinstance(cards, list):
        raise UnreadableError.of(field, "JSON of another shape", "an object with a list cards")
    return dict(data)


def is_archive(data: dict[str, Any]) -> bool:
    """Tell whether the cards of *data* are lists, as archived posts have them."""
    return any(isinstance(card, list) for card in data["cards"])


def read_json_deck(data: dict[str, Any], field: str = "content") -> tuple[Reading, tuple[Passage, ...]]:
    """Read a deck of either shape; an entry's line is its place in the list. What else it says is returned beside it.

    Raises:
        InvalidInputError: the lists hold more than 4000 entries, or the object more than 100 keys or 12 levels; the
            error names *field*.
    """
    _require_shallow(data, field)
    shields = data.get("shields")
    lists = ((data["cards"], False), (shields if isinstance(shields, list) else [], True))
    if sum(len(cards) for cards, _ in lists) > MOST_LINES or len(data) > _MOST_KEYS:
        limits = f"at most {MOST_LINES} entries and {_MOST_KEYS} keys"
        raise InvalidInputError.of(field, "too many entries or keys", limits)
    entries = [
        entry
        for cards, is_outside in lists
        for place, card in enumerate(cards, start=1)
        for entry in _entries(place, card, is_outside=is_outside)
    ]
    passages = [
        passage for cards, _ in lists for place, card in enumerate(cards, start=1) for passage in _beside(place, card)
    ]
    ignored = []
    for key, value in data.items():
        if key not in _LISTS or not isinstance(value, list):
            others = _other_entries(value, key, is_outside=key in _LISTS)
            entries += others
            words = [*_words(value, key)] if not others else []
            passages += words
            if not others and not words:
                ignored.append(Ignored(0, key, "about the deck"))
    remarks = []
    if is_archive(data) and any("(v)" in entry.title.lower() for entry in entries):
        remarks.append(Remark(0, "(V) in an archived post is a virtual card of its time: compare it with the post"))
    side = data.get("side")
    named = side_named(side) if isinstance(side, str) else None
    return Reading(tuple(entries), tuple(ignored), tuple(remarks), named), tuple(passages)


def _require_shallow(data: dict[str, Any], field: str) -> None:
    level: list[Any] = [data]
    for _ in range(_MOST_LEVELS):
        values = [value for part in level for value in (part.values() if isinstance(part, dict) else part)]
        level = [value for value in values if isinstance(value, (dict, list))]
        if not level:
            return
    raise InvalidInputError.of(field, "deeply nested JSON", f"at most {_MOST_LEVELS} levels")


def _other_entries(value: object, key: str, *, is_outside: bool) -> list[Entry]:
    """Return a doubt for each card in a part of which nothing says where its cards belong."""
    if key.lower() in _NAMES:
        return []
    doubt = f"stands in {key[:40]!r}; cards are read from the lists cards and shields"
    if isinstance(value, dict):
        counted = [(title, count) for title, count in value.items() if isinstance(count, int)]
        found = [_counted(place, title, count) for place, (title, count) in enumerate(counted, start=1)]
        found = found if is_outside or any(not isinstance(count, bool) for _, count in counted) else []
        inner = [part for part in value.items() if isinstance(part[1], (dict, list))]
        others = [entry for name, part in inner for entry in _other_entries(part, name, is_outside=is_outside)]
        return [replace(entry, doubt=entry.doubt or doubt, outside=is_outside or None) for entry in (*found, *others)]
    cards = [card for card in value if _is_like_a_card(card)] if isinstance(value, list) else []
    return [
        replace(entry, doubt=entry.doubt or doubt)
        for place, card in enumerate(cards, start=1)
        for entry in _entries(place, card, is_outside=is_outside)
    ]


def _is_like_a_card(card: object) -> bool:
    if isinstance(card, dict):
        return any(key in card for key in (*_IDS, *_TITLES))
    return isinstance(card, list) and len(card) > 1 and isinstance(card[1], str)


def _counted(place: int, title: str, count: int) -> Entry:
    return Entry(place, title[:LONGEST_LINE] or "an entry without a title", _count(count), title=title[:LONGEST_LINE])


def _words(value: object, key: str) -> Iterator[Passage]:
    """Yield the texts in a part that holds no cards as objects or lists."""
    is_name, where = key.lower() in _NAMES, f"in {key[:40]!r}"
    if isinstance(value, str):
        yield Passage(0, value, where, is_name=is_name)
    elif isinstance(value, list):
        for part in value:
            yield from _words(part, key)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _words(part, key if is_name else name)


def _beside(place: int, card: object) -> Iterator[Passage]:
    """Yield the texts of a card that say nothing about it here."""
    if isinstance(card, dict):
        known = (*_IDS, *_TITLES, *_COUNTS, *_TRUTHS)
        for key, value in card.items():
            if key not in known and isinstance(value, str) and key.lower() not in _PLACES:
                yield Passage(place, value, f"in a card's {key[:40]!r}", is_name=True)


def _entries(place: int, card: object, *, is_outside: bool) -> Iterator[Entry]:
    """Yield the entry that *card* is: whatever it is, one, so that nothing is lost."""
    if isinstance(card, dict):
        outside = card.get("outside") is True or is_outside
        blueprint_id, title = _text(card, _IDS), _text(card, _TITLES)
        count, starting = _count(next((card[key] for key in _COUNTS if key in card), 1)), card.get("starting") is True
        text = " ".join(part for part in (blueprint_id, title) if part) or "an entry without a title"
        yield Entry(
            place, text, count, blueprint_id=blueprint_id, title=title, starting=starting, outside=outside, place=place,
            doubt=_not_understood(card),
        )  # fmt: skip
    elif isinstance(card, list):
        count = _count(card[0]) if card else _NO_COUNT
        title, kind, posted = (_member(card, at) for at in (1, 2, 3))
        head = read_head(kind.replace("_", " "))
        section = head.section if head is not None else Section()
        text = f"{title} ({posted})" if posted else title or "an entry without a title"
        is_odd = len(card) > _MEMBERS or not all(member is None or isinstance(member, str) for member in card[2:])
        doubt = "expected count, title, kind and the line as it was posted, and nothing else" if is_odd else ""
        yield Entry(
            place, text, count, title=title, section=section, outside=True if is_outside else None, place=place,
            doubt=doubt,
        )  # fmt: skip
    else:
        title = card[:LONGEST_LINE] if isinstance(card, str) else ""
        yield Entry(place, title or "an entry without a title", title=title, outside=is_outside or None, place=place)


def _not_understood(card: dict[str, Any]) -> str:
    """Return what the object *card* says that is not understood, empty for nothing."""
    faults = [
        f"{key} is {_told(card[key])}, expected true or false"
        for key in _TRUTHS
        if key in card and card[key] is not None and not isinstance(card[key], bool)
    ]
    faults += [f"{key} is {_told(card[key])}, expected a text" for key in (*_IDS, *_TITLES) if _is_no_text(card, key)]
    faults += [
        f"the key {key[:40]!r} is {_told(value)}, and is none that says anything here"
        for key, value in card.items()
        if key.lower() in _PLACES and value is not None and value is not False
    ]
    for keys in (_IDS, _COUNTS):
        given = [card[key] for key in keys if card.get(key) is not None]
        if any(value != given[0] for value in given[1:]):
            faults.append(f"{' and '.join(key for key in keys if key in card)} differ")
    return "; ".join(faults)


def _is_no_text(card: dict[str, Any], key: str) -> bool:
    return card.get(key) is not None and not isinstance(card[key], str)


def _told(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str() | int() | Decimal():
            return repr(str(value)[:40])
        case _:
            return "an object" if isinstance(value, dict) else "a list"


def _text(card: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((card[key].strip()[:LONGEST_LINE] for key in keys if isinstance(card.get(key), str)), "")


def _member(card: list[Any], at: int) -> str:
    return card[at][:LONGEST_LINE] if len(card) > at and isinstance(card[at], str) else ""


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else _NO_COUNT
