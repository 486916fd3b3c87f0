"""Colours that differ in lightness, so that they stay apart in grey and for the colour-blind, and common parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from matplotlib.ticker import FuncFormatter

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

LIGHT: Final = "#f6e8b1"
MIDDLE: Final = "#b9c7d3"
DARK: Final = "#27496d"
ACCENT: Final = "#c8553d"
INK: Final = "#1c1c1c"
PAPER: Final = "#ffffff"
FAINT: Final = "#d9d9d9"


def with_grid(axes: Axes, axis: Literal["x", "y"]) -> None:
    """Draw faint lines behind the bars or curves of *axes*, across the *axis* named."""
    axes.set_axisbelow(True)
    axes.grid(axis=axis, color=FAINT, linewidth=0.7)


def as_percent(axis: Axis) -> None:
    """Write the numbers of *axis*, which are shares, in per cent."""
    axis.set_major_formatter(FuncFormatter(lambda share, _place: with_minus(f"{100 * share:.6g}%")))


def with_minus(number: str) -> str:
    """Return *number* with a minus sign in place of a hyphen, as the axes write it."""
    return number.replace("-", "\N{MINUS SIGN}")
