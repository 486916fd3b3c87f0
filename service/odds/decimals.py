"""Exact numbers as decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


def as_decimal(number: Fraction, decimals: int) -> str:
    """Write *number* with so many *decimals* (at least one), halves away from 0; never ``-0``."""
    scale: int = 10**decimals
    units = (2 * abs(number.numerator) * scale + number.denominator) // (2 * number.denominator)
    integer, part = divmod(units, scale)
    sign = "-" if number < 0 and units else ""
    return f"{sign}{integer}.{part:0{decimals}d}"
