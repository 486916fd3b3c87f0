"""Records of tables, tables as they stand, and events, for people."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from google.protobuf import json_format

from sabacc.v1 import tables_pb2 as pb
from service.cli.enums import word_of
from service.cli.output import exact, line, print_lines
from service.cli.play.evening import theme_of
from service.cli.play.look import Look
from service.cli.play.sitting import Sitting
from service.cli.play.table_screen import view_lines
from service.cli.play.terminal import signs_of

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from service.rpc.contract.table_service import TableServicer

_MOVES = pb.DESCRIPTOR.enum_types_by_name["MoveKind"]


def print_verified(console: Console, answer: pb.VerifyTableRecordResponse) -> None:
    """Print whether a record is what its own head, moves and keys lead to."""
    if not answer.valid:
        line(console, f"NOT VALID: line {answer.first_bad_line} is the first bad one. {answer.reason}", bold=True)
        return
    line(console, f"VALID: {answer.reason}.", bold=True)
    hands = "one hand" if answer.hands == 1 else f"{answer.hands} hands"
    line(console, f"Table {answer.table_id}, {hands}, {'closed' if answer.closed else 'still open at its end'}.")
    exact(console, f"SHA-256  {answer.digest}")
    line(
        console, f"Cards and rules compared with the catalogue that it names: {'yes' if answer.cards_checked else 'no'}"
    )
    for remark in answer.remarks:
        line(console, f"But {remark}.")


def print_record(console: Console, answer: pb.GetTableRecordResponse, out: Path | None) -> None:
    """Print a record, or where it was written and how it is verified."""
    if out is None:
        print_lines(console, answer.record.decode("ascii"))
        return
    line(console, f"Written to {out}, {len(answer.record)} bytes. Anybody can verify it offline:")
    exact(console, f"  sabacc table verify {shlex.quote(str(out))}")


def print_view(console: Console, tables: TableServicer, view: pb.TableView) -> None:
    """Print a table as the seat of *view* sees it, and what it may do."""
    theme = theme_of(tables, view)
    words = (view.result.words,) if view.HasField("result") else ()
    sitting = Sitting(view=view, theme=theme, told=words, bet=view.bet)
    look = Look.of(theme, signs_of(console.encoding), is_visited=bool(view.visit_hands))
    for each in view_lines(sitting, look):
        console.print(each)
    may = ", ".join(word_of(_MOVES, move) for move in view.moves) or "nothing"
    line(console, f"Table {view.table_id}, seat {view.seat}, turn {view.turn}. The seat may: {may}.")


def event_line(event: pb.WatchEventsResponse, *, as_json: bool) -> str:
    """Return an event in one line."""
    if as_json:
        return json_format.MessageToJson(
            event, always_print_fields_with_no_presence=True, ensure_ascii=True, indent=None
        )
    time = f"{event.time.ToDatetime():%Y-%m-%d %H:%M:%S}"
    return f"{event.sequence} {time} {event.table_id} seat {event.seat}: {event.event.text}"
