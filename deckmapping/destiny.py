"""Destinies as printed, to exact values and back."""

from __future__ import annotations

import re
from typing import Final

from deckmapping.values import ONE, PI, TWO_PI, Value

UNDEFINED: Final = "*"
"""Printed where a card has no destiny of its own; sabacc counts it as 0."""

_LONGEST: Final = 20
_WHOLE: Final = re.compile(r"[0-9]{1,2}")
_HALF: Final = re.compile(r"([0-9]{0,2})½")
_SYMBOLS: Final = {UNDEFINED: Value(0), "π": PI, "2π": TWO_PI}


def parse_destiny(text: str) -> tuple[Value, ...]:
    """Return the values that a card with the destiny *text* may count, ascending and without repeats.

    Read are whole numbers of at most two digits, halves (``½``, ``4½``), ``π``, ``2π``, ``*`` for none, any of them
    in brackets, and two of them joined by ``or``, of which the owner chooses.

    Raises:
        ValueError: *text* is anything else.
    """
    if len(text) <= _LONGEST:
        values = [_value(part) for part in text.split(" or ", maxsplit=1)]
        if None not in values:
            return tuple(sorted({value for value in values if value is not None}))
    raise ValueError("expected a destiny such as 3, ½, 4½, π, (4), * or 2 or 5")


def destiny_text(value: Value) -> str:
    """Return how a card prints the destiny *value*.

    Raises:
        ValueError: no card prints such a value: it is negative, of three digits, or no half and no multiple of π.
    """
    for symbol, known in _SYMBOLS.items():
        if value == known and value:
            return symbol
    number, rest = divmod(value, ONE)
    if 0 <= number <= 99 and rest == 0:
        return str(number)
    if 0 <= number <= 99 and rest * 2 == ONE:
        return f"{number or ''}½"
    raise ValueError("expected a whole number or a half below 100, or π or 2π")


def _value(part: str) -> Value | None:
    if part.startswith("(") and part.endswith(")"):
        part = part[1:-1]
    if part in _SYMBOLS:
        return _SYMBOLS[part]
    if _WHOLE.fullmatch(part):
        return Value(int(part) * ONE)
    if half := _HALF.fullmatch(part):
        return Value(int(half[1] or 0) * ONE + ONE // 2)
    return None
