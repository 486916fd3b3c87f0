"""The strategy chart as a picture: a letter and the cost of the other move in each cell; draw is light, stand dark."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from service.odds.table.chart_text import chart_rows, up_card_labels
from service.pictures.palette import DARK, FAINT, INK, LIGHT, MIDDLE, PAPER
from service.pictures.rendering import picture
from service.pictures.titles import SMALL, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from service.odds.table.chart import Chart
    from service.odds.table.chart_text import ChartRow, Mark
    from service.pictures.formats import PictureFormat

TITLE: Final = "Draw or stand"

_COLUMN, _ROW = 0.60, 0.24
"""Inches."""
_LEFT, _RIGHT, _ABOVE, _BELOW = 0.95, 0.25, 0.62, 0.16
"""Inches around the cells of a panel."""
_HEAD, _LINE, _FOOT = 0.5, 0.17, 0.8
"""Inches above all panels, for each line about the table, and below all panels."""
_WIDEST, _NARROWEST = 13.0, 7.4
_LETTERS: Final = 6
"""Longer names of up cards are turned upright."""
_HATCH: Final = "///"


def strategy_chart(chart: Chart, picture_format: PictureFormat, title: str = TITLE, table: Sequence[str] = ()) -> bytes:
    """Draw *chart*: one panel for each number of cards to which the play comes.

    Where there are too many totals to be read, they are drawn in bands (`chart_rows`).

    Args:
        chart: a strategy chart.
        picture_format: PNG or SVG.
        title: what stands above it.
        table: what table it is for, in lines below the title (`service.odds.table.table_text.table_lines`).
    """
    return picture(lambda: _drawn(_Sheet.of(chart), title, wrapped(table)), title, picture_format)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What is drawn, and how the panels stand."""

    labels: tuple[str, ...]
    panels: tuple[tuple[ChartRow, ...], ...]

    @classmethod
    def of(cls, chart: Chart) -> _Sheet:
        """Choose what to draw: the numbers of cards to which the play comes."""
        by_size = [tuple(rows) for _, rows in groupby(chart_rows(chart), lambda row: row.cards)]
        return cls(up_card_labels(chart), tuple(rows for rows in by_size if any(row.chance for row in rows)))

    @property
    def panel_width(self) -> float:
        """In inches."""
        return _LEFT + len(self.labels) * _COLUMN + _RIGHT

    @property
    def across(self) -> int:
        """Panels side by side."""
        fitting = next(count for count in (4, 2, 1) if count == 1 or count * self.panel_width <= _WIDEST)
        return min(fitting, max(1, len(self.panels)))

    @property
    def is_turned(self) -> bool:
        """Whether the names of the up cards stand upright."""
        return max(map(len, self.labels), default=0) > _LETTERS

    @property
    def above(self) -> float:
        """Inches above the cells of a panel, names of up cards included."""
        return _ABOVE + (0.075 * max(map(len, self.labels)) if self.is_turned else 0.0)

    def panel_height(self, rows: Sequence[ChartRow]) -> float:
        """In inches."""
        return self.above + len(rows) * _ROW + _BELOW


def _drawn(sheet: _Sheet, title: str, table: Sequence[str]) -> Figure:
    lines = [sheet.panels[start : start + sheet.across] for start in range(0, len(sheet.panels), sheet.across)]
    heights = [max(map(sheet.panel_height, line)) for line in lines]
    width = max(_NARROWEST, sheet.across * sheet.panel_width)
    head = _HEAD + len(table) * _LINE
    height = head + sum(heights) + _FOOT
    figure = Figure(figsize=(width, height), facecolor=PAPER)
    figure.text(0.2 / width, 1 - 0.3 / height, title, size=13, weight="bold", color=INK, va="center")
    for at, words in enumerate(table):
        figure.text(0.2 / width, 1 - (_HEAD + 0.04 + at * _LINE) / height, words, size=SMALL, color=INK, va="center")
    top = height - head
    for line, line_height in zip(lines, heights, strict=True):
        for at, rows in enumerate(line):
            size = len(sheet.labels) * _COLUMN, len(rows) * _ROW
            left, bottom = at * sheet.panel_width + _LEFT, top - sheet.above - size[1]
            axes = figure.add_axes((left / width, bottom / height, size[0] / width, size[1] / height))
            _draw_panel(axes, sheet, rows)
        top -= line_height
    _draw_legend(figure, width, height)
    return figure


def _draw_panel(axes: Axes, sheet: _Sheet, rows: Sequence[ChartRow]) -> None:
    columns = len(sheet.labels)
    axes.set(xlim=(0, columns), ylim=(len(rows), 0))
    axes.set_title(f"{rows[0].cards} cards", loc="left", pad=6)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xticks([at + 0.5 for at in range(columns)], sheet.labels, rotation=90 if sheet.is_turned else 0)
    axes.set_yticks([at + 0.5 for at in range(len(rows))], [row.label for row in rows])
    axes.set_xlabel("dealer's up card", loc="right", labelpad=3)
    axes.set_ylabel("best total", labelpad=3)
    axes.tick_params(length=0, pad=3)
    for spine in axes.spines.values():
        spine.set_visible(False)
    cells = [
        (across, down, mark)
        for down, row in enumerate(rows)
        for across, mark in enumerate(row.marks)
        if mark is not None
    ]
    for face, places in _by_face(cells):
        axes.add_patch(
            PathPatch(
                _squares(places),
                facecolor=face,
                edgecolor=PAPER,
                linewidth=1,
                hatch=_HATCH if face == MIDDLE else None,
            )
        )
    for across, down, mark in cells:
        colour = PAPER if _face(mark) == DARK else INK
        axes.text(across + 0.5, down + 0.53, mark.text, color=colour, ha="center", va="center", size=SMALL)


def _face(mark: Mark) -> str:
    return {"D": LIGHT, "S": DARK}.get(mark.letter, MIDDLE)


def _by_face(cells: Sequence[tuple[int, int, Mark]]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield each colour that is used, with the places of its cells: one shape of many squares is small in a file."""
    for face in (LIGHT, MIDDLE, DARK):
        if places := [(across, down) for across, down, mark in cells if _face(mark) == face]:
            yield face, places


def _squares(places: Sequence[tuple[int, int]]) -> Path:
    corners = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path([(across + x, down + y) for across, down in places for x, y in corners], codes * len(places))


def _draw_legend(figure: Figure, width: float, height: float) -> None:
    handles = [
        Patch(facecolor=LIGHT, edgecolor=FAINT, label="D draw"),
        Patch(facecolor=DARK, edgecolor=FAINT, label="S stand"),
        Patch(facecolor=MIDDLE, edgecolor=FAINT, hatch=_HATCH, label="d, s: the cards decide; mostly the letter"),
    ]
    place = (0.2 / width, (_FOOT - 0.1) / height)
    figure.legend(handles=handles, loc="upper left", bbox_to_anchor=place, ncols=3, frameon=False, borderaxespad=0)
    words = "Numbers: what the other move costs, in bets. In brackets: this play never comes there."
    figure.text(0.2 / width, 0.22 / height, words, size=SMALL, color=INK, va="center")
