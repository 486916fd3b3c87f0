"""What calls asked of the ledger and what they did, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import ledger_pb2 as pb
from service.cli.output import exact, line, stacked, table
from service.cli.silver import coins

if TYPE_CHECKING:
    from collections.abc import Iterable

    from google.protobuf.timestamp_pb2 import Timestamp
    from rich.console import Console
    from rich.text import Text


def print_done(console: Console, posting: pb.LedgerPosting, *, replayed: bool, dry_run: bool) -> None:
    """Print what a call did, or would do."""
    if replayed:
        line(console, "DONE BEFORE, by a call with this request id: nothing was moved again.", bold=True)
    elif dry_run:
        line(console, "DRY RUN: nothing was stored. This would be done now:", bold=True)
    else:
        line(console, "DONE.", bold=True)
    _print_posting(console, posting)


def print_postings(console: Console, postings: Iterable[pb.LedgerPosting]) -> None:
    """Print postings, refused ones too."""
    is_first = True
    for posting in postings:
        if not is_first:
            console.print()
        is_first = False
        line(console, "REFUSED." if posting.refusal_reason else "DONE.", bold=True)
        _print_posting(console, posting)
    if is_first:
        line(console, "Nothing was asked of the ledger about this hand.")


def _print_posting(console: Console, posting: pb.LedgerPosting) -> None:
    exact(console, f"Request   {posting.request_id}")
    if posting.sequence:
        by = f", by {posting.caller}" if posting.caller else ""
        exact(console, f"Posting   {posting.sequence}, {_minute(posting.create_time)} UTC{by}")
    for head, text in (
        ("About", hand_words(posting.table_id, posting.hand)),
        ("Director", posting.director),
        ("Reason", posting.reason),
        ("Refused", f"{posting.refusal} ({posting.refusal_reason})" if posting.refusal_reason else ""),
    ):
        if text:
            exact(console, f"{head:<10}{text}")
    if posting.entries:
        console.print(table(("Entry", "What", "Gold", "Silver"), map(_entry_row, posting.entries), right=(2, 3)))


def _entry_row(entry: pb.LedgerEntry) -> tuple[str | Text, ...]:
    return (
        f"#{entry.entry_id.rpartition('#')[2]}",
        stacked(
            entry.kind,
            held_words(entry),
            f"from {entry.debit}, then {entry.debit_balance.text}",
            f"to {entry.credit}, then {entry.credit_balance.text}",
        ),
        *coins(entry.moved.silver),
    )


def held_words(entry: pb.LedgerEntry) -> str:
    """Say what an entry does about silver that is held; empty for a transfer."""
    amount = entry.held.text.removeprefix("-")
    match entry.type:
        case pb.ENTRY_TYPE_HOLD:
            return f"{amount} held"
        case pb.ENTRY_TYPE_POST:
            return f"of {amount} held"
        case pb.ENTRY_TYPE_VOID:
            return f"{amount} set free"
        case _:
            return ""


def hand_words(table_id: str, hand: int) -> str:
    """Name a hand; empty for none."""
    return f"hand {hand} of table {table_id}" if table_id else ""


def when(time: Timestamp) -> Text:
    """Return a time in UTC to the minute, as a cell of a table."""
    return stacked(*_minute(time).split())


def _minute(time: Timestamp) -> str:
    return f"{time.ToDatetime():%Y-%m-%d %H:%M}"
