"""Exact values: whole numbers of ten-millionths.

The catalogue's smallest step is GEMP's pi, 3.1415927, so seven decimals hold every destiny exactly and an `int`
compares, sums and hashes without rounding.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NewType

Value = NewType("Value", int)
"""A destiny, total or criterion in ten-millionths: `Value(45_000_000)` is four and a half."""

ONE: Final = 10_000_000
"""Ten-millionths in 1."""

ELEVEN: Final = Value(11 * ONE)
"""The target of a sabacc hand."""

PI: Final = Value(31_415_927)
"""GEMP's constant for a destiny of pi."""

TWO_PI: Final = Value(62_831_855)
"""GEMP's constant for a destiny of twice pi; it is not the double of `PI`."""

_DECIMAL = re.compile(r"([+-]?)([0-9]{1,12})(?:\.([0-9]{1,7}))?")


def whole(number: int) -> Value:
    """Return the whole *number* as a value."""
    return Value(number * ONE)


def parse_value(text: str) -> Value:
    """Read a plain decimal: an optional sign, 1 to 12 digits, optionally a point and 1 to 7 decimals.

    Raises:
        ValueError: *text* is anything else (an exponent, NaN, blanks, other digits).
    """
    match = _DECIMAL.fullmatch(text) if len(text) <= 21 else None
    if match is None:
        raise ValueError("expected a decimal of at most 12 digits and 7 decimals")
    sign, integer, decimals = match.groups()
    units = int(integer) * ONE + int((decimals or "").ljust(7, "0"))
    return Value(-units if sign == "-" else units)


@lru_cache(maxsize=4096)
def format_value(value: Value) -> str:
    """Write *value* in its one canonical form: ``7``, ``-6``, ``0.5``, ``3.1415927``; never an exponent or ``-0``."""
    integer, decimals = divmod(abs(value), ONE)
    text = f"{integer}.{decimals:07d}".rstrip("0") if decimals else str(integer)
    return f"-{text}" if value < 0 else text
