"""Edges: one bar for each named setting, or curves over a number that is varied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure

from deckmapping.errors import InvalidInputError
from service.pictures.palette import ACCENT, DARK, INK, LIGHT, MIDDLE, PAPER, as_percent, with_grid, with_minus
from service.pictures.rendering import picture
from service.pictures.titles import with_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.pictures.formats import PictureFormat

MOST_BARS: Final = 40
MOST_CURVES: Final = 6
_STYLES: Final = (
    (DARK, "-", "o"),
    (ACCENT, "--", "s"),
    (INK, ":", "^"),
    (DARK, "-.", "D"),
    (ACCENT, "-", "v"),
    (INK, "--", "x"),
)
"""Colour, line and marker: each curve differs from the others in grey as well."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One named curve."""

    name: str
    points: tuple[tuple[float, float], ...]
    """What is varied, and what it gives; ascending."""


def edge_bars(
    settings: Sequence[tuple[str, float]], picture_format: PictureFormat, title: str, table: Sequence[str] = ()
) -> bytes:
    """Draw the player's edge in each of some named settings, in their order from above.

    Args:
        settings: name, and edge in bets a hand.
        picture_format: PNG or SVG.
        title: what stands above it.
        table: what the settings have in common, in lines below the title.

    Raises:
        InvalidInputError: no setting, or more than `MOST_BARS`.
    """
    if not 1 <= len(settings) <= MOST_BARS:
        raise InvalidInputError.of("settings", f"{len(settings)} settings", f"1 to {MOST_BARS}")
    return picture(lambda: _bars(settings, title, table), title, picture_format)


def curves(
    series: Sequence[Curve],
    picture_format: PictureFormat,
    title: str,
    across: str,
    table: Sequence[str] = (),
    *,
    percent_across: bool = False,
) -> bytes:
    """Draw curves of the player's edge over something that is varied.

    Args:
        series: one to six curves.
        picture_format: PNG or SVG.
        title: what stands above it.
        across: what is varied.
        table: what the curves have in common, in lines below the title.
        percent_across: whether that is a share, to be written in per cent.

    Raises:
        InvalidInputError: no curve, more than `MOST_CURVES`, or one without points.
    """
    if not 1 <= len(series) <= MOST_CURVES or not all(curve.points for curve in series):
        raise InvalidInputError.of("series", f"{len(series)} curves", f"1 to {MOST_CURVES} with a point or more each")
    return picture(
        lambda: _curves(series, (title, *table), across, percent_across=percent_across), title, picture_format
    )


def _bars(settings: Sequence[tuple[str, float]], title: str, table: Sequence[str]) -> Figure:
    edges = [edge for _, edge in settings]
    figure = Figure(figsize=(7.4, 1.2 + 0.3 * len(settings)), facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot()
    with_title(axes, title, table)
    faces = [LIGHT if edge >= 0 else MIDDLE for edge in edges]
    hatches = ["" if edge >= 0 else "///" for edge in edges]
    bars = axes.barh(range(len(edges)), edges, 0.66, color=faces, edgecolor=INK, linewidth=0.7, hatch=hatches)
    axes.bar_label(bars, [with_minus(f"{edge:+.2%}") for edge in edges], padding=4, size=8.5)
    axes.set_yticks(range(len(edges)), [name for name, _ in settings])
    axes.invert_yaxis()
    axes.axvline(0, color=INK, linewidth=0.9)
    axes.margins(x=0.2)
    as_percent(axes.xaxis)
    axes.set_xlabel("what the player wins, in per cent of a bet; hatched: the house is ahead")
    with_grid(axes, "x")
    axes.tick_params("y", length=0)
    axes.spines["left"].set_visible(False)
    return figure


def _curves(series: Sequence[Curve], heading: Sequence[str], across: str, *, percent_across: bool) -> Figure:
    figure = Figure(figsize=(7.4, 4.2), facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot()
    with_title(axes, heading[0], heading[1:])
    for curve, (colour, line, marker) in zip(series, _STYLES, strict=False):
        along, up = zip(*curve.points, strict=True)
        axes.plot(along, up, color=colour, linestyle=line, marker=marker, markersize=4, label=curve.name)
    axes.axhline(0, color=INK, linewidth=0.9)
    as_percent(axes.yaxis)
    if percent_across:
        as_percent(axes.xaxis)
    axes.set_xlabel(across)
    axes.set_ylabel("what the player wins, of a bet")
    with_grid(axes, "y")
    if len(series) > 1:
        axes.legend(frameon=False)
    return figure
