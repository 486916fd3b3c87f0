"""With which totals both sides end, as bars side by side."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from matplotlib.figure import Figure

from deckmapping.values import ELEVEN, ONE, Value, format_value, whole
from service.pictures.palette import DARK, INK, LIGHT, PAPER, as_percent, with_grid
from service.pictures.rendering import picture
from service.pictures.titles import with_title
from service.rules.ranking import is_over

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.odds.hands.ladder import End
    from service.odds.table.outcomes import Odds
    from service.pictures.formats import PictureFormat

TITLE: Final = "With which totals the hands end"

_MOST_TOTALS: Final = 24
"""Where more occur, those from one whole number to before the next make one bar."""
_LEAST_SHARE: Final = Fraction(1, 500)
"""Totals over 11 from which on all are rarer than this, on both sides together, make one bar."""
_BAR: Final = 0.42


def totals_of_both_sides(
    odds: Odds, picture_format: PictureFormat, title: str = TITLE, table: Sequence[str] = ()
) -> bytes:
    """Draw how often the player and the dealer end with which total, of the hands that no perfect sabacc ended.

    Args:
        odds: exact odds of a table.
        picture_format: PNG or SVG.
        title: what stands above it.
        table: what table it is, in lines below the title (`service.odds.table.table_text.table_lines`).
    """
    return picture(lambda: _drawn(odds, title, table), title, picture_format)


def _drawn(odds: Odds, title: str, table: Sequence[str]) -> Figure:
    both = (odds.player_ends, odds.dealer_ends)
    bars = _Bars.of(both)
    figure = Figure(figsize=(max(7.4, 1.4 + 0.46 * len(bars.places)), 3.9), facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot()
    with_title(axes, title, table)
    looks = (("player", LIGHT, None, -_BAR / 2), ("dealer", DARK, "\\\\\\", _BAR / 2))
    for ends, (name, face, hatch, shift) in zip(both, looks, strict=True):
        where = [at + shift for at in range(len(bars.places))]
        axes.bar(where, bars.shares(ends), _BAR, label=name, facecolor=face, edgecolor=INK, linewidth=0.7, hatch=hatch)
    labels = [bars.label(place) for place in bars.places]
    turned = bars.in_bands
    axes.set_xticks(range(len(labels)), labels, rotation=45 if turned else 0, ha="right" if turned else "center")
    over = sum(not place.is_over for place in bars.places) - 0.5
    if 0 < over < len(bars.places) - 1:
        axes.axvline(over, color=INK, linewidth=0.9, linestyle="--")
        axes.text(over + 0.08, 0.97, "over 11", size=8.5, va="top", transform=axes.get_xaxis_transform())
    as_percent(axes.yaxis)
    axes.set_xlabel("total, after any change")
    axes.set_ylabel("share of hands")
    with_grid(axes, "y")
    axes.legend(frameon=False, loc="upper left")
    return figure


class _Place(NamedTuple):
    """Where on the axis a total stands."""

    is_over: bool
    """Whether it is over 11."""
    total: Value
    """Itself, or the whole number of its band."""


@dataclass(frozen=True, slots=True)
class _Bars:
    """Which totals make a bar."""

    places: tuple[_Place, ...]
    in_bands: bool
    """Whether the totals from one whole number to before the next make one bar."""
    tail: _Place | None
    """The last place takes all totals from here on; None where it takes its own only."""

    @classmethod
    def of(cls, sides: Sequence[Mapping[End, Fraction]]) -> _Bars:
        """Choose the bars for the ends of both sides."""
        in_bands = len({total for ends in sides for total, _ in ends}) > _MOST_TOTALS
        every = cls((), in_bands, None)
        shares: dict[_Place, Fraction] = {}
        for place, share in ((every.place(total), share) for ends in sides for (total, _), share in ends.items()):
            shares[place] = shares.get(place, Fraction(0)) + share
        places = sorted(shares)
        visible = [at for at, place in enumerate(places) if not place.is_over or shares[place] >= _LEAST_SHARE]
        last = visible[-1] + 1 if visible else 0
        tail = places[last] if last + 1 < len(places) else None
        return cls(tuple(places[: last + 1]), in_bands, tail)

    def place(self, total: Value) -> _Place:
        """Return where *total* stands."""
        own = _Place(is_over(total), whole(total // ONE) if self.in_bands else total)
        return own if self.tail is None else min(own, self.tail)

    def shares(self, ends: Mapping[End, Fraction]) -> list[float]:
        """Return how high the bars of a side are."""
        found = dict.fromkeys(self.places, Fraction(0))
        for (total, _), share in ends.items():
            found[self.place(total)] += share
        return [float(share) for share in found.values()]

    def label(self, place: _Place) -> str:
        """Return what stands below a bar."""
        number = format_value(place.total)
        if place == self.tail:
            return f"{number} or more"
        if not self.in_bands or (place.total == ELEVEN and not place.is_over):
            return number
        return f"{'>' if place.total == ELEVEN else ''}{number} to <{place.total // ONE + 1}"
