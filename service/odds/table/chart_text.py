"""The strategy chart as rows for people, and as lines of text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from deckmapping.values import ONE, format_value
from service.odds.table.chart import Move, merged
from service.rules.ranking import is_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.odds.table.chart import Cell, Chart

OVER: Final = "over 11"
"""The label of the one row for several totals over 11."""

LEGEND: Final = (
    "D draw, S stand, and what the other move costs in bets.",
    "d, s: which cards make up the total decides; the letter is the better move on the whole.",
    "(in brackets): this play never comes there.",
)

MOST_ROWS: Final = 16
"""Rows for one number of cards that can still be read at a glance."""

_LEAST_WIDTH: Final = 8


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said at one number of cards, total and up card."""

    letter: str
    """``D`` or ``S``; small where the cards that make up the total decide."""
    cost: float | None
    """What the other move costs, in bets; None in the one row for totals over 11 on which nobody draws."""
    is_reached: bool
    """Whether the play comes here."""

    @property
    def text(self) -> str:
        """The letter and the cost in hundredths of a bet: ``D .42``, ``S1.07``, in brackets where nobody comes."""
        cost = "" if self.cost is None else f"{self.cost:.2f}".removeprefix("0").rjust(4)
        return f"{self.letter}{cost}" if self.is_reached else f"({self.letter}{cost})"


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One total of one number of cards."""

    cards: int
    label: str
    """The total, or `OVER`."""
    marks: tuple[Mark | None, ...]
    """One for each of the chart's up cards; None where this does not occur."""
    chance: float
    """How often the play comes here, as a share of all hands."""


def chart_rows(chart: Chart, *, in_bands: bool | None = None) -> tuple[ChartRow, ...]:
    """Return the rows of *chart* by number of cards and total.

    Args:
        chart: a strategy chart.
        in_bands: whether the totals from one whole number to before the next make one row, and all totals over 11
            another; None for bands where halves and pis make more than `MOST_ROWS` totals with one number of cards.
    """
    rows = _rows(chart, in_bands=bool(in_bands))
    if in_bands is None and max(Counter(row.cards for row in rows).values(), default=0) > MOST_ROWS:
        return _rows(chart, in_bands=True)
    return rows


def up_card_labels(chart: Chart) -> tuple[str, ...]:
    """Return the names of the chart's columns."""
    return tuple("hidden" if kind is None else str(kind) for kind in chart.up_cards)


def chart_text(chart: Chart, width: int = 80, *, in_bands: bool | None = None) -> str:
    """Write *chart* as plain text of at most *width* columns, with a legend; more up cards than fit follow below.

    Args:
        chart: a strategy chart.
        width: 40 columns or more.
        in_bands: as in `chart_rows`.
    """
    labels, rows = up_card_labels(chart), chart_rows(chart, in_bands=in_bands)
    head = max(len("up card"), *(len(row.label) for row in rows)) if rows else 0
    column = max(_LEAST_WIDTH, *(len(label) + 1 for label in labels)) if labels else _LEAST_WIDTH
    at_once = max(1, (width - head) // column)
    lines: list[str] = []
    for start in range(0, len(labels), at_once):
        shown = slice(start, start + at_once)
        for cards, of_size in groupby(rows, lambda row: row.cards):
            lines += [f"{cards} cards", _line("up card", labels[shown], head, column)]
            lines += [_line(row.label, _texts(row.marks[shown]), head, column) for row in of_size]
            lines.append("")
    return "\n".join([*lines, *(line for words in LEGEND for line in wrap(words, width))])


def _rows(chart: Chart, *, in_bands: bool) -> tuple[ChartRow, ...]:
    rows: list[ChartRow] = []
    for cards, of_size in groupby(chart.cells, lambda cell: cell.cards):
        cells = list(of_size)
        merges_over = in_bands or all(cell.move is Move.STAND for cell in cells if is_over(cell.total))

        def row_of(cell: Cell, *, merges_over: bool = merges_over) -> tuple[bool, int]:
            over = is_over(cell.total)
            return over, 0 if over and merges_over else cell.total // ONE if in_bands else cell.total

        rows.extend(_row(cards, list(alike), len(chart.up_cards)) for _, alike in groupby(cells, row_of))
    return tuple(rows)


def _row(cards: int, cells: Sequence[Cell], columns: int) -> ChartRow:
    by_up: dict[int, list[Cell]] = {}
    for cell in cells:
        by_up.setdefault(cell.up, []).append(cell)
    costs = _label(cells) != OVER or any(cell.move is not Move.STAND for cell in cells)
    marks = [_mark(merged(by_up[up]), costs=costs) if up in by_up else None for up in range(columns)]
    return ChartRow(cards, _label(cells), tuple(marks), sum(cell.chance for cell in cells))


def _label(cells: Sequence[Cell]) -> str:
    totals = {cell.total for cell in cells}
    lowest = min(totals)
    if len(totals) == 1:
        return format_value(lowest)
    return OVER if is_over(lowest) else f"{lowest // ONE} to <{lowest // ONE + 1}"


def _mark(cell: Cell, *, costs: bool) -> Mark:
    letter = cell.leaning[0] if cell.move is Move.MIXED else cell.move[0].upper()
    return Mark(letter, cell.cost if costs else None, cell.is_reached)


def _texts(marks: Sequence[Mark | None]) -> Iterator[str]:
    for mark in marks:
        text = "" if mark is None else mark.text
        yield text if text.endswith(")") else f"{text} "


def _line(label: str, columns: Sequence[str] | Iterator[str], head: int, width: int) -> str:
    return (label.rjust(head) + "".join(text.rjust(width) for text in columns)).rstrip()
