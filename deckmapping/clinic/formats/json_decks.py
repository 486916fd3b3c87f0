"""Decks as JSON: an object a card (id, title, quantity, starting, outside), or archived posts with a list a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deckmapping.clinic.heads import read_head, side_named
from deckmapping.clinic.limits import LONGEST_LINE, MOST_LINES
from deckmapping.clinic.model import Entry, Ignored, Reading, Remark, Section
from deckmapping.errors import BadCatalogueError, InvalidInputError
from deckmapping.strict_json import parse_strict_json

if TYPE_CHECKING:
    from collections.abc import Iterator

_IDS: Final = ("id", "blueprintId", "gempId", "blueprint_id")
_TITLES: Final = ("title", "name", "card")
_COUNTS: Final = ("quantity", "count")
_MOST_KEYS: Final = 100
_NO_COUNT: Final = 0  # becomes a doubt


def load_json_deck(text: str, field: str = "content") -> dict[str, Any]:
    """Return the JSON object in *text*.

    Raises:
        InvalidInputError: it is no strict JSON object with a list ``cards``; the error names *field*.
    """
    try:
        data = parse_strict_json(text.encode(), field)
    except BadCatalogueError as error:  # the same strictness, another kind of file
        raise InvalidInputError.all(error.violations) from None
    cards = data.get("cards") if isinstance(data, dict) else None
    if not isinstance(cards, list):
        raise InvalidInputError.of(field, "JSON of another shape", "an object with a list cards")
    return dict(data)


def is_archive(data: dict[str, Any]) -> bool:
    """Tell whether the cards of *data* are lists, as archived posts have them."""
    return any(isinstance(card, list) for card in data["cards"])


def read_json_deck(data: dict[str, Any], field: str = "content") -> Reading:
    """Read a deck of either shape; an entry's line is its place in the list.

    Raises:
        InvalidInputError: the lists hold more than 4000 entries, or the object more than 100 keys; it names *field*.
    """
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
    ignored = [Ignored(0, key, "about the deck") for key in data if key not in ("cards", "shields")]
    remarks = []
    if is_archive(data) and any("(v)" in entry.title.lower() for entry in entries):
        remarks.append(Remark(0, "(V) in an archived post is a virtual card of its time: compare it with the post"))
    side = data.get("side")
    return Reading(tuple(entries), tuple(ignored), tuple(remarks), side_named(side) if isinstance(side, str) else None)


def _entries(place: int, card: object, *, is_outside: bool) -> Iterator[Entry]:
    """Yield the entry that *card* is: whatever it is, one, so that nothing is lost."""
    if isinstance(card, dict):
        outside = card.get("outside") is True or is_outside
        blueprint_id, title = _text(card, _IDS), _text(card, _TITLES)
        count, starting = _count(next((card[key] for key in _COUNTS if key in card), 1)), card.get("starting") is True
        text = " ".join(part for part in (blueprint_id, title) if part) or "an entry without a title"
        yield Entry(
            place, text, count, blueprint_id=blueprint_id, title=title, starting=starting, outside=outside, place=place
        )
    elif isinstance(card, list):
        count = _count(card[0]) if card else _NO_COUNT
        title, kind, posted = (_member(card, at) for at in (1, 2, 3))
        head = read_head(kind.replace("_", " "))
        section = head.section if head is not None else Section()
        text = f"{title} ({posted})" if posted else title or "an entry without a title"
        yield Entry(place, text, count, title=title, section=section, outside=True if is_outside else None, place=place)
    else:
        title = card[:LONGEST_LINE] if isinstance(card, str) else ""
        yield Entry(place, title or "an entry without a title", title=title, outside=is_outside or None, place=place)


def _text(card: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((card[key].strip()[:LONGEST_LINE] for key in keys if isinstance(card.get(key), str)), "")


def _member(card: list[Any], at: int) -> str:
    return card[at][:LONGEST_LINE] if len(card) > at and isinstance(card[at], str) else ""


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else _NO_COUNT
