"""`sabacc ledger`: what players have, what is on its way to GEMP, and whether all of it is whole."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import typer

from deckmapping.errors import InvalidInputError
from sabacc.v1 import ledger_pb2 as pb
from service.cli.backend import opened
from service.cli.commands.ledger_by_hand import correct_ledger, fill_bank, give_prize
from service.cli.commands.statements import show_statement
from service.cli.failures import ExitCode, reported, unusable
from service.cli.gemp_books import read_books
from service.cli.long_work import shown_when_long
from service.cli.numbers import large_number
from service.cli.options import AsJson, Database, PageSize, Server
from service.cli.output import show
from service.cli.render.ledger import print_ledger_audit
from service.cli.render.settlements import print_comparison, print_settlements
from service.cli.render.statements import print_wallet
from service.rpc.contract.audit_service import HEAD
from service.rpc.contract.ledger_service import LedgerServicer

ledger = typer.Typer(
    help="Gold and silver of the campaign: accounts, settlements with GEMP, and what directors do by hand.",
    no_args_is_help=True,
)
ledger.command("statement")(show_statement)
ledger.command("prize")(give_prize)
ledger.command("correct")(correct_ledger)
ledger.command("bank")(fill_bank)

_MOST_DIFFERENCES = 200
"""After these a comparison ends: they are put right first."""
_BOOKS: Mapping[str, str] = MappingProxyType({"after": "--after", "movements": "FILE"})


@ledger.command("audit")
def audit_ledger(
    *,
    head: Annotated[
        str, typer.Option(metavar="HEX", help="A head that you kept: of an answer, or of this command.")
    ] = "",
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Recompute every posting, balance and settlement and compare them with what is stored.

    Exit code 1 if something does not fit, and where. A long ledger is audited in this process, without --server.
    """
    with reported(as_json=as_json), unusable():
        if head and not HEAD.fullmatch(head):
            raise InvalidInputError.of("--head", head, "64 hexadecimal digits")
    with reported(as_json=as_json), opened(server, database=database, stored=True) as calls:
        asked = pb.AuditLedgerRequest(kept_head=head)
        if server is None:
            with shown_when_long("auditing") as progress:
                answer = calls.ledger.AuditLedger(asked, tell=lambda far: progress(far.done, far.total))
        else:
            answer = calls.ledger.AuditLedger(asked)
        show(answer, lambda console: print_ledger_audit(console, answer), as_json=as_json)
        if not answer.passed:
            raise typer.Exit(int(ExitCode.REFUSED))


@ledger.command("wallet")
def show_wallet(
    player: Annotated[str, typer.Argument(metavar="NAME", help="The player.")],
    *,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Show what a player has, what of it is held for hands, and how much more there is room for."""
    with (
        reported(as_json=as_json, options={"player": "NAME"}),
        opened(server, database=database, stored=True) as calls,
    ):
        answer = calls.ledger.GetWallet(pb.GetWalletRequest(player=player))
        show(answer, lambda console: print_wallet(console, answer), as_json=as_json)


@ledger.command("settlements")
def list_settlements(
    *,
    after: Annotated[
        int, typer.Option(metavar="N", help="Go on after the settlement with this number.", parser=large_number)
    ] = 0,
    applied: Annotated[bool, typer.Option("--applied", help="Those that GEMP has applied, too.")] = False,
    page_size: PageSize = 50,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """List what GEMP has to pull: settlements that are pending or that it has deferred, by their numbers."""
    with (
        reported(as_json=as_json, options={"after": "--after", "pageSize": "--page-size"}),
        opened(server, database=database, stored=True) as calls,
    ):
        asked = pb.ListSettlementsRequest(after=after, page_size=page_size, include_applied=applied)
        answer = calls.ledger.ListSettlements(asked)
        show(
            answer,
            lambda console: print_settlements(console, answer, after=after, applied_too=applied),
            as_json=as_json,
        )


@ledger.command("reconcile")
def reconcile(
    books: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="GEMP's ids and totals: CSV with the columns kind,id,player,amount, kind being deposit, settlement "
            "or total (ids deposited, applied); or ReconcileRequest in proto3 JSON; - reads standard input.",
        ),
    ],
    *,
    after: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Compare what the ledger has after this posting; without it all.", parser=large_number
        ),
    ] = None,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Compare GEMP's books with the ledger's: what is missing, double or different on either side.

    Nothing is put right. Exit code 1 on any difference.
    """
    with reported(as_json=as_json, options=_BOOKS):
        with unusable():
            asked = read_books(books)
        if after is not None:
            asked.after = after
        with opened(server, database=database, stored=True) as calls:
            answer = _compared(calls.ledger, asked)
        show(answer, lambda console: print_comparison(console, answer), as_json=as_json)
        if not answer.agrees:
            raise typer.Exit(int(ExitCode.REFUSED))


def _compared(service: LedgerServicer, asked: pb.ReconcileRequest) -> pb.ReconcileResponse:
    """Compare stretch after stretch of the ledger until its end, or until there is enough to put right."""
    answer = service.Reconcile(asked)
    while answer.more and answer.difference_count == len(answer.differences) < _MOST_DIFFERENCES:
        asked.after = answer.through
        found = service.Reconcile(asked)
        answer = _joined(answer, found)
    return answer


def _joined(before: pb.ReconcileResponse, found: pb.ReconcileResponse) -> pb.ReconcileResponse:
    """Return both as one: whatever GEMP names is compared each time, so a difference may have been told before."""
    known = [each for each in before.differences if each.kind != pb.DIFFERENCE_KIND_TOTAL]
    again = sum(each in known for each in found.differences)
    joined = pb.ReconcileResponse()
    joined.CopyFrom(found)
    joined.ClearField("differences")
    joined.differences.extend([*known, *(each for each in found.differences if each not in known)])
    joined.difference_count = len(known) + found.difference_count - again
    joined.agrees = joined.difference_count == 0
    return joined
