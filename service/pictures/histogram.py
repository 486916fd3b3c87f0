"""A deck's values as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure

from service.pictures.palette import INK, LIGHT, PAPER, as_percent, with_grid
from service.pictures.rendering import picture

if TYPE_CHECKING:
    from service.odds.profile import DeckProfile
    from service.pictures.formats import PictureFormat

TITLE: Final = "What the deck's cards count"


def deck_histogram(profile: DeckProfile, picture_format: PictureFormat, title: str = TITLE) -> bytes:
    """Draw which part of a deck prints which value, with the number of cards above each bar.

    Args:
        profile: a deck's.
        picture_format: PNG or SVG.
        title: what stands above it.
    """
    return picture(lambda: _drawn(profile, title), title, picture_format)


def _drawn(profile: DeckProfile, title: str) -> Figure:
    names, counts = [str(kind) for kind in profile.histogram], list(profile.histogram.values())
    figure = Figure(figsize=(max(5.6, 1.2 + 0.5 * len(names)), 3.6), facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", size=12)
    shares = [count / profile.size for count in counts]
    bars = axes.bar(range(len(names)), shares, 0.72, color=LIGHT, edgecolor=INK, linewidth=0.7)
    axes.bar_label(bars, [str(count) for count in counts], padding=2, size=8.5)
    turned = max(map(len, names)) > 6
    axes.set_xticks(range(len(names)), names, rotation=45 if turned else 0, ha="right" if turned else "center")
    as_percent(axes.yaxis)
    axes.margins(y=0.1)
    axes.set_xlabel("printed value")
    axes.set_ylabel(f"share of {profile.size} cards")
    with_grid(axes, "y")
    return figure
