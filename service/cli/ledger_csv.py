"""Statements and postings as CSV for spreadsheets: whole silver, exact, with a head that names the columns."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from sabacc.v1 import ledger_pb2 as pb
from service.cli.enums import word_of
from service.cli.output import plain
from service.cli.silver import coin_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from google.protobuf.timestamp_pb2 import Timestamp

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
_LINE: Final = (
    "time,sequence,request_id,entry_id,type,kind,other_account,change,gold,silver,"
    "balance,balance_gold,balance_silver,held,resolves,table_id,hand,director,reason"
)
_ENTRY: Final = (
    "time,sequence,request_id,entry_id,type,kind,debit,credit,moved,gold,silver,"
    "debit_balance,credit_balance,held,resolves,refusal_reason,refusal,table_id,hand,director,reason,caller"
)

Cell = str | int


def statement_csv(lines: Iterable[pb.StatementLine]) -> str:
    """Write a statement, a row a line: ``change`` is 100 times ``gold`` and ``silver``, all below 0 where it gave."""
    return _written(_LINE, map(_line_cells, lines))


def postings_csv(postings: Iterable[pb.LedgerPosting]) -> str:
    """Write postings, a row an entry; a refused one has one row without an entry."""
    return _written(_ENTRY, (row for posting in postings for row in _posting_rows(posting)))


def _line_cells(line: pb.StatementLine) -> tuple[Cell, ...]:
    entry = line.entry
    return (
        _time(line.create_time), entry.sequence, line.request_id, *_what(entry), line.other_account,
        line.change.silver, *coin_numbers(line.change.silver),
        line.balance.silver, *coin_numbers(line.balance.silver),
        entry.held.silver, entry.resolves, *_about(line),
    )  # fmt: skip


def _posting_rows(posting: pb.LedgerPosting) -> Iterator[tuple[Cell, ...]]:
    begin = _time(posting.create_time), posting.sequence, posting.request_id
    end = posting.refusal_reason, posting.refusal, *_about(posting), posting.caller
    for entry in posting.entries:
        yield (
            *begin, *_what(entry), entry.debit, entry.credit, entry.moved.silver, *coin_numbers(entry.moved.silver),
            entry.debit_balance.silver, entry.credit_balance.silver, entry.held.silver, entry.resolves, *end,
        )  # fmt: skip
    if not posting.entries:
        yield *begin, *[""] * 12, *end


def _what(entry: pb.LedgerEntry) -> tuple[Cell, ...]:
    return entry.entry_id, word_of(pb.EntryType.DESCRIPTOR, entry.type), entry.kind


def _about(told: pb.StatementLine | pb.LedgerPosting) -> tuple[Cell, ...]:
    return told.table_id, told.hand or "", told.director, told.reason


def _time(time: Timestamp) -> str:
    return time.ToJsonString()


def _written(head: str, rows: Iterable[tuple[Cell, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head.split(","))
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue()


def _safe(cell: Cell) -> Cell:
    """Return a cell that neither steers a terminal nor is reckoned by a spreadsheet."""
    if isinstance(cell, int):
        return cell
    return f"'{plain(cell)}" if cell.startswith(_FORMULA) else plain(cell)
