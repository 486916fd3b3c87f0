"""`sabacc ledger statement`: what an account got and gave, and what is stored of a call or a hand."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from google.protobuf.message import Message
from rich.console import Console

from deckmapping.errors import InvalidInputError
from sabacc.v1 import ledger_pb2 as pb
from service.cli import files
from service.cli.backend import opened
from service.cli.failures import reported, unusable
from service.cli.ledger_csv import postings_csv, statement_csv
from service.cli.numbers import whole_number
from service.cli.options import AsJson, Database, PageSize, PageToken, Server
from service.cli.output import exact, make_console, show
from service.cli.render.postings import print_postings
from service.cli.render.statements import print_statement
from service.rpc.contract.ledger_service import LedgerServicer
from service.rpc.contract.page_token import LARGEST_PAGE

Answer = TypeVar("Answer", bound=Message)

_SUBJECTS: str = "--player, --house, --account, --request, --hand"
_FIELDS = {"pageSize": "--page-size", "pageToken": "--page-token", "requestId": "--request", "tableId": "--hand"}


def show_statement(
    *,
    player: Annotated[str, typer.Option(metavar="NAME", help="The wallet of this player.")] = "",
    house: Annotated[str, typer.Option(metavar="KEY", help="The house of this dealer.")] = "",
    account: Annotated[
        str, typer.Option(metavar="ID", help="Any account: escrow:POT, gemp_clearing, mint, grants ...")
    ] = "",
    request: Annotated[
        str, typer.Option(metavar="ID", help="Not an account: what is stored under this request id.")
    ] = "",
    hand: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="TABLE N", help="Not an account: everything about hand N of a table."),
    ] = None,
    csv_file: Annotated[
        str,
        typer.Option(
            "--csv",
            metavar="FILE",
            help="Write all of it as CSV there; - is standard output. A text that a spreadsheet would reckon gets a "
            "' in front.",
        ),
    ] = "",
    every: Annotated[bool, typer.Option("--all", help="All pages at once.")] = False,
    page_size: PageSize = 50,
    page_token: PageToken = "",
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """State what an account got and gave, with its running balance; or what a request or a hand did.

    One of --player, --house, --account, --request and --hand says whose or which.

    Refused requests are shown with --request and --hand; no account has them, because nothing was moved.
    """
    with reported(as_json=as_json), unusable():
        _verify_one((player, house, account, request, hand), _SUBJECTS.split(", "))
        _verify_pages(is_paged=not (request or hand), every=every, page_token=page_token)
        _verify_alone(csv_file, as_json=as_json)
    whose = f"wallet:{player}" if player else f"house:{house}" if house else account
    given = "--player" if player else "--house" if house else "--account"
    with (
        reported(as_json=as_json, options={**_FIELDS, "hand": "--hand", "account": given}),
        opened(server, database=database, stored=True) as calls,
    ):
        if request:
            _show_posting(calls.ledger, request, csv_file, as_json=as_json)
        elif hand is not None:
            _show_hand(calls.ledger, hand, csv_file, as_json=as_json)
        else:
            every = every or bool(csv_file)
            asked = pb.ListStatementRequest(account=whose, page_size=page_size, page_token=page_token)
            answer = _all(calls.ledger, asked) if every else calls.ledger.ListStatement(asked)
            _show(
                answer,
                lambda console: print_statement(console, whose, answer, is_first=not page_token),
                lambda: statement_csv(answer.lines),
                csv_file,
                as_json=as_json,
            )


def _show_posting(ledger: LedgerServicer, request_id: str, csv_file: str, *, as_json: bool) -> None:
    answer = ledger.GetPosting(pb.GetPostingRequest(request_id=request_id))
    _show_postings(answer, [answer.posting], csv_file, as_json=as_json)


def _show_hand(ledger: LedgerServicer, hand: tuple[str, str], csv_file: str, *, as_json: bool) -> None:
    table_id, number = hand
    try:
        asked = pb.ListHandPostingsRequest(table_id=table_id, hand=whole_number(number))
    except typer.BadParameter as fault:
        fault.param_hint = "--hand"
        raise
    answer = ledger.ListHandPostings(asked)
    _show_postings(answer, answer.postings, csv_file, as_json=as_json)


def _show_postings(answer: Message, postings: Iterable[pb.LedgerPosting], csv_file: str, *, as_json: bool) -> None:
    _show(
        answer,
        lambda console: print_postings(console, postings),
        lambda: postings_csv(postings),
        csv_file,
        as_json=as_json,
    )


def _show(
    answer: Message, people: Callable[[Console], None], as_csv: Callable[[], str], csv_file: str, *, as_json: bool
) -> None:
    """Print *answer*, or write it as CSV where that was asked for."""
    if not csv_file:
        show(answer, people, as_json=as_json)
        return
    text, console = as_csv(), make_console()
    if csv_file == files.STANDARD_INPUT:
        console.file.write(text)
        return
    with unusable():
        files.write_bytes(Path(csv_file), text.encode("utf-8"))
    exact(console, f"Written to {csv_file}, {text.count(chr(10)) - 1} rows under a head.")


def _all(ledger: LedgerServicer, asked: pb.ListStatementRequest) -> pb.ListStatementResponse:
    """Return all pages from the one that *asked* names as one."""
    asked.page_size = LARGEST_PAGE
    whole = pb.ListStatementResponse()
    while True:
        page = ledger.ListStatement(asked)
        whole.lines.extend(page.lines)
        if not page.next_page_token:
            return whole
        asked.page_token = page.next_page_token


def _verify_one(given: Iterable[object], options: Iterable[str]) -> None:
    chosen = [option for value, option in zip(given, options, strict=True) if value]
    if len(chosen) != 1:
        raise InvalidInputError.of("statement", " and ".join(chosen) or "nothing", f"one of {_SUBJECTS}")


def _verify_pages(*, is_paged: bool, every: bool, page_token: str) -> None:
    for option, is_given in (("--all", every), ("--page-token", bool(page_token))):
        if is_given and not is_paged:
            raise InvalidInputError.of(
                option, "together with --request or --hand", "an account: these are told whole in any case"
            )


def _verify_alone(csv_file: str, *, as_json: bool) -> None:
    if csv_file and as_json:
        raise InvalidInputError.of("--csv", "together with --json", "one of the two")
