"""Shares and edges for people."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from service.cli.output import line

if TYPE_CHECKING:
    from rich.console import Console

BAR: Final = 20
"""Characters of the longest bar."""


def percent(share: str | float | Decimal, *, signed: bool = False, decimals: int = 4) -> str:
    """Return a share in percent."""
    return f"{100 * Decimal(share):{'+' if signed else ''}.{decimals}f} %"


def fraction_percent(text: str, *, signed: bool = False) -> str:
    """Return in percent, at most four decimals, a share that is written ``1/4``, ``2.5/100``, ``1:4`` or ``0.25``."""
    above, _, below = text.replace(":", "/").partition("/")
    share = Fraction(above) / Fraction(below or "1")
    number = percent(Decimal(share.numerator) / share.denominator, signed=signed).removesuffix(" %")
    return f"{number.rstrip('0').rstrip('.')} %"


def counted(number: int, thing: str) -> str:
    """Return ``1 hand``, ``2,000 hands``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def bar(share: Decimal | int, longest: Decimal | int) -> str:
    """Return a bar of the length of *share* where that of *longest* is the longest."""
    return "#" * round(BAR * share / longest)


def print_edge(console: Console, player_edge: str | float) -> None:
    """Print who is ahead, and the edge as it is spoken of."""
    edge = round(Decimal(player_edge), 12)  # in floating point nobody is ahead by a trifle only
    if edge:
        who = "player" if edge > 0 else "house"
        ahead = f"The {who} is ahead by {percent(abs(edge))} of the bet a hand"
        line(console, f"{ahead}: house edge {percent(-edge, signed=True)}.", bold=True)
    else:
        line(console, "Nobody is ahead.", bold=True)
