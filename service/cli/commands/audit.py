"""`sabacc audit`: reading and verifying the log of every change."""

from typing import Annotated

import typer

from deckmapping.errors import InvalidInputError
from sabacc.v1 import audits_pb2
from service.cli.backend import opened
from service.cli.failures import ExitCode, reported, unusable
from service.cli.options import AsJson, CatalogueFile, Database, PageSize, PageToken, Server
from service.cli.output import show
from service.cli.render.audit import print_entries, print_verification
from service.rpc.contract.audit_service import HEAD

audit = typer.Typer(help="The log of every change, in which nobody can change a line unseen.", no_args_is_help=True)


@audit.command("verify")
def verify(
    *,
    head: Annotated[
        str, typer.Option(metavar="HEX", help="A head that you kept: of an answer, or of this command.")
    ] = "",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Recompute the whole log and compare it with every stored tie and void. Exit code 1 if something does not fit."""
    with reported(as_json=as_json), unusable():
        if head and not HEAD.fullmatch(head):
            raise InvalidInputError.of("--head", head, "64 hexadecimal digits")
    with reported(as_json=as_json), opened(server, catalogue=catalogue, database=database, stored=True) as calls:
        answer = calls.audits.VerifyAuditLog(audits_pb2.VerifyAuditLogRequest(kept_head=head))
        show(answer, lambda console: print_verification(console, answer), as_json=as_json)
        if not answer.valid:
            raise typer.Exit(int(ExitCode.REFUSED))


@audit.command("list")
def list_entries(
    *,
    page_size: PageSize = 50,
    page_token: PageToken = "",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """List the entries, the oldest first: who changed what and when."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue, database=database, stored=True) as calls:
        answer = calls.audits.ListAuditEntries(
            audits_pb2.ListAuditEntriesRequest(page_size=page_size, page_token=page_token)
        )
        show(answer, lambda console: print_entries(console, answer), as_json=as_json)
