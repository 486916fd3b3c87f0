"""The cards that a side has played: how many of each value, then what they are called; no title is cut in its midst."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from rich.text import Text

from deckmapping.values import parse_value
from service.cli.output import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from service.cli.play.look import Look

_INDENT: Final = 3
_VALUE: Final = re.compile(r"(?:.*\()?([0-9./]+|\u03c0)\)?", re.DOTALL)
"""A title with what is printed on the card behind it, or alone where the title is just that."""
_MORE: Final = len(" and 999 more")
_VALUE_LINES: Final = 2


def cards_played(cards: Sequence[str], titles: Mapping[str, str], look: Look, most: int) -> list[Text]:
    """Return cards, ids in the order played, by their values and then by their titles, these in *most* lines."""
    if not cards:
        return packed("", ["Nothing since the piles were shuffled."], look, 1)
    values = Counter(_value(titles.get(card, "")) for card in cards)
    by_value = [f"{value or 'not seen here'} x{count}" for value, count in sorted(values.items(), key=_rank)]
    called = [titles.get(card, card) for card in cards]
    has_titles = any(title != _value(title) for title in called)
    lines = packed("", by_value, look, _VALUE_LINES)
    return [*lines, *packed("", counted(called), look, most)] if has_titles else lines


def counted(titles: Iterable[str]) -> list[str]:
    """Return each title once, with how often it is there."""
    return [title if copies == 1 else f"{copies}x {title}" for title, copies in Counter(titles).items()]


def packed(head: str, items: Sequence[str], look: Look, most: int) -> list[Text]:
    """Return *items* behind *head* in *most* lines; what does not fit is told as a number."""
    width = look.width - _INDENT - 1
    lines = [head.rstrip()]
    for at, item in enumerate(items):
        is_end = at == len(items) - 1
        room = width if is_end or len(lines) < most else width - _MORE
        text = look.cut(item, width - _MORE - 1) + ("" if is_end else ",")
        joined = f"{lines[-1]} {text}".lstrip()
        if len(joined) <= room:
            lines[-1] = joined
        elif len(lines) < most:
            lines.append(text)
        else:
            lines[-1] += f" and {len(items) - at} more"
            break
    return [Text(" " * _INDENT + plain(line)) for line in lines]


def _value(title: str) -> str:
    """Return what is printed on a card that is called *title*; empty where that is not told."""
    found = _VALUE.fullmatch(title)
    return found[1] if found else ""


def _rank(counted_value: tuple[str, int]) -> tuple[bool, int, str]:
    """Return the place of a value among others: by its number, and last what is not known."""
    value = counted_value[0]
    first = re.match(r"[0-9]+(?:\.[0-9]+)?", value)
    return not first, parse_value(first[0]) if first else 0, value
