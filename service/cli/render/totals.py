"""With which totals both sides end, for people."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from service.cli.output import table
from service.cli.render.shares import bar, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from rich.console import Console

    from sabacc.v1 import odds_pb2

BEST: Final = 11
"""The best total; above it a hand is over (R7)."""
MOST_ROWS: Final = 24
"""Rows of totals that are all shown; of more, one for each whole number."""
_RARE: Final = Decimal("0.002")
"""Totals over 11 from which on all are rarer than this, on both sides together, share a row."""


class _Row(NamedTuple):
    """Totals that stand together; rows are in the order of their totals."""

    is_over: bool
    least: Decimal


def print_totals(
    console: Console, player_ends: Iterable[odds_pb2.EndShare], dealer_ends: Iterable[odds_pb2.EndShare]
) -> None:
    """Print the shares of the totals with which both sides end, those of the dealer after any change."""
    sides = [_by_total(ends) for ends in (player_ends, dealer_ends)]
    totals = sorted({total for side in sides for total in side})
    if not totals:
        return
    row_of, label = _rows(totals, sides)
    shares = [_by_row(side, row_of) for side in sides]
    longest = max(share for side in shares for share in side.values())
    rows = [
        (label(row), *(part for side in shares for part in (percent(side[row], decimals=2), bar(side[row], longest))))
        for row in sorted({row for side in shares for row in side})
    ]
    console.print(table(("Total", "Player", "", "Dealer", ""), rows, right=(0, 1, 3)))


def _by_total(ends: Iterable[odds_pb2.EndShare]) -> dict[Decimal, Decimal]:
    shares: dict[Decimal, Decimal] = defaultdict(Decimal)
    for end in ends:
        shares[Decimal(end.total)] += Decimal(end.share)
    return shares


def _by_row(side: Mapping[Decimal, Decimal], row_of: Callable[[Decimal], _Row]) -> dict[_Row, Decimal]:
    shares: dict[_Row, Decimal] = defaultdict(Decimal)
    for total, share in side.items():
        shares[row_of(total)] += share
    return shares


def _rows(
    totals: list[Decimal], sides: list[dict[Decimal, Decimal]]
) -> tuple[Callable[[Decimal], _Row], Callable[[_Row], str]]:
    """Return which row a total stands in, and how a row is called."""
    in_bands = sum(total <= BEST for total in totals) > MOST_ROWS
    rest = [total for total in totals if total > BEST]
    common = [total for total in rest if sum(side.get(total, Decimal(0)) for side in sides) >= _RARE]
    rare = [total for total in rest if not common or total > common[-1]]

    def row_of(total: Decimal) -> _Row:
        is_over = total > BEST
        if rare and total >= rare[0]:
            return _Row(is_over, rare[0])
        return _Row(is_over, total // 1 if in_bands else total)

    def label(row: _Row) -> str:
        if rare and len(rare) > 1 and row.least == rare[0]:
            return f"{written_total(row.least)} and more"
        if in_bands and not (rare and row.least == rare[0]):
            return f"{written_total(row.least)} to <{written_total(row.least + 1)}"
        return written_total(row.least)

    return row_of, label


def written_total(total: Decimal) -> str:
    """Return *total* without an exponent and without zeros behind it."""
    return f"{total.normalize():f}"
