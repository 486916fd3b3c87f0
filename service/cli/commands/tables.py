"""`sabacc table`: tables as they stand, their records, and what happens at them."""

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from deckmapping.catalogue import Catalogue
from sabacc.v1 import tables_pb2 as pb
from service.bootstrap import choose_catalogue
from service.cli import files
from service.cli.backend import opened
from service.cli.failures import ExitCode, reported, unusable
from service.cli.numbers import large_number, whole_number
from service.cli.options import AsJson, CatalogueFile, Database, Server
from service.cli.output import exact, make_console, show
from service.cli.render.table_records import event_line, print_record, print_verified, print_view
from service.cli.settings import configured
from service.rpc.contract.table_records import verified_message
from service.tables.sessions.record import MOST_CHARACTERS, verify_record

table = typer.Typer(help="Tables that were played at, and their records.", no_args_is_help=True)

_LONG: Final = 64 * 1024
"""Bytes of a record that takes a moment."""

TableId = Annotated[str, typer.Argument(metavar="ID", help="The table.")]


@table.command("verify")
def verify(
    record: Annotated[str, typer.Argument(metavar="FILE", help="A table's record; - reads standard input.")],
    *,
    as_json: AsJson = False,
    catalogue: CatalogueFile = None,
) -> None:
    """Verify a table's record from its bytes alone: no network, no database. Exit code 1 if it is not valid."""
    with reported(as_json=as_json):
        with unusable():
            data = files.read_bytes(record, MOST_CHARACTERS)
            cards = choose_catalogue(configured(catalogue=catalogue).catalogue)
        console = Console(stderr=True)
        if console.is_terminal and len(data) > _LONG:
            with console.status("Playing the table again"):
                answer = _verified(data, cards)
        else:
            answer = _verified(data, cards)
        show(answer, lambda console: print_verified(console, answer), as_json=as_json)
        if not answer.valid:
            raise typer.Exit(int(ExitCode.REFUSED))


@table.command("record")
def take_record(
    table_id: TableId,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record there, byte for byte, not on the screen.")
    ] = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Take the record of a table, up to its last hand that is over."""
    with (
        reported(as_json=as_json),
        opened(server, catalogue=catalogue, database=database, stored=True) as calls,
    ):
        answer = calls.tables.GetTableRecord(pb.GetTableRecordRequest(table_id=table_id))
        if out is not None:
            with unusable():
                files.write_bytes(out, answer.record)
        show(answer, lambda console: print_record(console, answer, out), as_json=as_json)


@table.command("show")
def show_table(
    table_id: TableId,
    *,
    seat: Annotated[
        int, typer.Option(metavar="0|1", help="For whom: 1 is the second of two players.", parser=whole_number)
    ] = 0,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Show a table as one seat sees it."""
    with (
        reported(as_json=as_json, options={"seat": "--seat"}),
        opened(server, catalogue=catalogue, database=database, stored=True) as calls,
    ):
        answer = calls.tables.GetTable(pb.GetTableRequest(table_id=table_id, seat=seat))
        show(answer, lambda console: print_view(console, calls.tables, answer.table), as_json=as_json)


@table.command("watch")
def watch_events(
    *,
    after: Annotated[
        int,
        typer.Option(metavar="N", help="Go on after the event with this number.", parser=large_number),
    ] = 0,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Tell what happened at all your tables, one line an event. With --server it goes on as things happen.

    With --json each line is a message.
    """
    with (
        reported(as_json=as_json, options={"after": "--after"}),
        opened(server, catalogue=catalogue, database=database, stored=True) as calls,
    ):
        console = make_console()
        for event in calls.tables.WatchEvents(pb.WatchEventsRequest(after=after)):
            exact(console, event_line(event, as_json=as_json))
            console.file.flush()  # whoever reads from a pipe is told at once


def _verified(data: bytes, catalogue: Catalogue) -> pb.VerifyTableRecordResponse:
    return verified_message(data, verify_record(data.decode("ascii", "replace")), catalogue)
