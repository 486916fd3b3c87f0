"""A card in a deck as JSON: an object, a list with count and title first, or a line of text."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from deckmapping.clinic.heads import read_head
from deckmapping.clinic.limits import LONGEST_LINE, MOST_COPIES
from deckmapping.clinic.lines import read_line
from deckmapping.clinic.model import Entry, Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_IDS: Final = ("id", "blueprintId", "gempId", "blueprint_id")
_TITLES: Final = ("title", "name", "card")
_COUNTS: Final = ("quantity", "count")
_TRUTHS: Final = ("starting", "outside")
# Keys of other programs that would say how many there are or where they belong.
_UNKNOWN: Final = frozenset({"sideboard", "zone", "section", "board", "place", "start", "shield", "shields", "list",
                             "outsidedeck", "isoutside", "isstarting", "inpile", "qty", "copies", "amount", "number",
                             "n"})  # fmt: skip
_MEMBERS: Final = 4  # count, title, kind, the line as it was posted
_NO_COUNT: Final = 0  # becomes a doubt
_WHOLE: Final = re.compile(r"[0-9]{1,3}")
_NO_TITLE: Final = "an entry without a title"


def read_card(place: int, card: object, is_card: Callable[[str], bool], *, is_outside: bool) -> Entry:
    """Return the entry that *card* is, whatever it is, so that nothing is lost.

    Args:
        place: its place in its list, from 1.
        card: the value.
        is_card: whether a text is a title or an id.
        is_outside: whether its list is one of cards outside the deck.
    """
    match card:
        case dict():
            return _read_object(place, card, is_outside=is_outside)
        case list():
            return _read_list(place, card, is_outside=is_outside)
        case str():
            read = read_line(card[:LONGEST_LINE], is_card)
            return Entry(
                place, card[:LONGEST_LINE] or _NO_TITLE, read.count, blueprint_id=read.blueprint_id, title=read.name,
                starting=read.starting, outside=is_outside or None, place=place,
            )  # fmt: skip
        case _:
            return Entry(place, _NO_TITLE, outside=is_outside or None, place=place)


def counted_card(place: int, title: str, count: object) -> Entry:
    """Return the entry that a title with a number behind it is, ``"Sense": 3``."""
    return Entry(place, title[:LONGEST_LINE] or _NO_TITLE, _count(count), title=title[:LONGEST_LINE])


def is_like_a_card(value: object) -> bool:
    """Tell whether *value* is an object or a list with a title."""
    if isinstance(value, dict):
        return any(key in value for key in (*_IDS, *_TITLES))
    return isinstance(value, list) and len(value) > 1 and isinstance(value[1], str)


def beside_card(card: object) -> Iterator[tuple[str, object]]:
    """Yield the keys and values of the object *card* that say nothing about it here."""
    if isinstance(card, dict):
        title = _text(card, _TITLES)
        for key, value in card.items():
            is_other_title = key in _TITLES and isinstance(value, str) and value.strip()[:LONGEST_LINE] != title
            if is_other_title or not (key in (*_IDS, *_TITLES, *_COUNTS, *_TRUTHS) or key.lower() in _UNKNOWN):
                yield key, value


def _read_object(place: int, card: dict[str, Any], *, is_outside: bool) -> Entry:
    blueprint_id, title = _text(card, _IDS), _text(card, _TITLES)
    return Entry(
        place,
        " ".join(part for part in (blueprint_id, title) if part) or _untitled(card),
        _count(next((card[key] for key in _COUNTS if key in card), 1)),
        blueprint_id=blueprint_id,
        title=title,
        starting=card.get("starting") is True,
        outside=card.get("outside") is True or is_outside,
        place=place,
        doubt=_not_understood(card),
    )


def _read_list(place: int, card: list[Any], *, is_outside: bool) -> Entry:
    title, kind, posted = (_member(card, at) for at in (1, 2, 3))
    head = read_head(kind.replace("_", " "))
    is_odd = len(card) > _MEMBERS or not all(member is None or isinstance(member, str) for member in card[2:])
    return Entry(
        place,
        f"{title} ({posted})" if posted else title or _untitled(card),
        _count(card[0]) if card else _NO_COUNT,
        title=title,
        section=head.section if head is not None else Section(),
        outside=is_outside or None,
        place=place,
        doubt="expected count, title, kind and the line as it was posted, and nothing else" if is_odd else "",
    )


def _untitled(card: object) -> str:
    """Return *card* as it is written, where that says something."""
    written = json.dumps(card, ensure_ascii=False, default=str)
    return written[:LONGEST_LINE] if '"' in written else _NO_TITLE


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
        if key.lower() in _UNKNOWN and value is not None and value is not False
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
    """Return the whole number that *value* is, ``3``, ``3.0`` or ``"3"``; no count where it is none."""
    match value:
        case bool():
            return _NO_COUNT
        case int():
            return value
        case Decimal() if value.is_finite() and abs(value) <= MOST_COPIES and value == int(value):
            return int(value)
        case str() if _WHOLE.fullmatch(value):
            return int(value)
        case _:
            return _NO_COUNT
