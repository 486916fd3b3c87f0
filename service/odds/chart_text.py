"""The strategy chart as rows for people, and as lines of text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from deckmapping.values import format_value
from service.odds.chart import Move
from service.rules.ranking import is_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.odds.chart import Cell, Chart

OVER: Final = "over 11"
"""The label of the one row for all totals over 11, where nobody draws on any of them."""

LEGEND: Final = (
    "D draw, S stand, and what the other move costs in bets.",
    "d, s: which cards make up the total decides; the letter is the better move on the whole.",
    "(in brackets): this play never comes there.",
)

_LEAST_WIDTH: Final = 8


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said at one number of cards, total and up card."""

    letter: str
    """``D`` or ``S``; small where the cards that make up the total decide."""
    cost: float | None
    """What the other move costs, in bets; None in a row of several totals."""
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


def chart_rows(chart: Chart) -> tuple[ChartRow, ...]:
    """Return the rows of *chart* by number of cards and total."""
    rows: list[ChartRow] = []
    for cards, of_size in groupby(chart.cells, lambda cell: cell.cards):
        by_total = [tuple(cells) for _, cells in groupby(of_size, lambda cell: cell.total)]
        over = [cells for cells in by_total if is_over(cells[0].total)]
        merges = all(cell.move is Move.STAND for cells in over for cell in cells)
        rows.extend(_row(cells, len(chart.up_cards)) for cells in by_total if not (merges and is_over(cells[0].total)))
        if over and merges:
            rows.append(_over_row(cards, [cell for cells in over for cell in cells], len(chart.up_cards)))
    return tuple(rows)


def up_card_labels(chart: Chart) -> tuple[str, ...]:
    """Return the names of the chart's columns."""
    return tuple("hidden" if kind is None else str(kind) for kind in chart.up_cards)


def chart_text(chart: Chart, width: int = 80) -> str:
    """Write *chart* as plain text of at most *width* columns, with a legend; more up cards than fit follow below."""
    labels, rows = up_card_labels(chart), chart_rows(chart)
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


def _row(cells: Sequence[Cell], columns: int) -> ChartRow:
    marks: list[Mark | None] = [None] * columns
    for cell in cells:
        letter = cell.leaning[0].upper() if cell.move is not Move.MIXED else cell.leaning[0]
        marks[cell.up] = Mark(letter, cell.cost, cell.is_reached)
    return ChartRow(cells[0].cards, format_value(cells[0].total), tuple(marks), sum(cell.chance for cell in cells))


def _over_row(cards: int, cells: Sequence[Cell], columns: int) -> ChartRow:
    marks: list[Mark | None] = [None] * columns
    for cell in cells:
        before = marks[cell.up]
        marks[cell.up] = Mark("S", None, cell.is_reached or (before is not None and before.is_reached))
    return ChartRow(cards, OVER, tuple(marks), sum(cell.chance for cell in cells))


def _texts(marks: Sequence[Mark | None]) -> Iterator[str]:
    for mark in marks:
        text = "" if mark is None else mark.text
        yield text if text.endswith(")") else f"{text} "


def _line(label: str, columns: Sequence[str] | Iterator[str], head: int, width: int) -> str:
    return (label.rjust(head) + "".join(text.rjust(width) for text in columns)).rstrip()
