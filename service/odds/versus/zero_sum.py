"""Exact solutions of games in which one side wins what the other loses, by pivoting with fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Matrix: TypeAlias = Sequence[Sequence[Fraction]]
"""What the side that picks the row wins, by row and column."""


@dataclass(frozen=True, slots=True)
class Mixed:
    """How often each side takes each of its choices, so that neither gains by another way to choose."""

    value: Fraction
    """What the side that picks the row wins."""
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def saddle(matrix: Matrix) -> tuple[int, int] | None:
    """Return the first row and the first column that are best replies to each other; None if there are none.

    All rows of such pairs go with all of their columns, so the two may be picked apart.
    """
    worst = [min(row) for row in matrix]
    best = [max(column) for column in zip(*matrix, strict=True)]
    if max(worst) < min(best):
        return None
    return worst.index(max(worst)), best.index(min(best))


def mixed(matrix: Matrix) -> Mixed:
    """Return an equilibrium; always the same one where there are several.

    With all entries made positive, the column side's shares are y / sum(y) for the y >= 0 of greatest sum with
    matrix @ y <= 1, and the row side's are what its constraints are worth there (linear programming; Bland's rule keeps
    it from going round in circles).
    """
    shift = 1 - min(map(min, matrix))
    rows, columns = len(matrix), len(matrix[0])
    table = [
        [*(entry + shift for entry in row), *(Fraction(at == own) for at in range(rows)), Fraction(1)]
        for own, row in enumerate(matrix)
    ]
    gains = [*[Fraction(1)] * columns, *[Fraction(0)] * (rows + 1)]
    basis = list(range(columns, columns + rows))
    while (entering := next((at for at, gain in enumerate(gains[:-1]) if gain > 0), None)) is not None:
        open_rows = [at for at in range(rows) if table[at][entering] > 0]
        leaving = min(open_rows, key=lambda at: (table[at][-1] / table[at][entering], basis[at]))
        pivot = [entry / table[leaving][entering] for entry in table[leaving]]
        table = [pivot if at == leaving else _without(row, pivot, entering) for at, row in enumerate(table)]
        gains = _without(gains, pivot, entering)
        basis[leaving] = entering
    found = {variable: row[-1] for variable, row in zip(basis, table, strict=True)}
    total = -gains[-1]
    return Mixed(
        value=1 / total - shift,
        rows=tuple(-gains[columns + at] / total for at in range(rows)),
        columns=tuple(found.get(at, Fraction(0)) / total for at in range(columns)),
    )


def _without(row: list[Fraction], pivot: list[Fraction], column: int) -> list[Fraction]:
    """Return *row* less so much of *pivot* that nothing is left in *column*."""
    factor = row[column]
    return [entry - factor * own for entry, own in zip(row, pivot, strict=True)] if factor else row
