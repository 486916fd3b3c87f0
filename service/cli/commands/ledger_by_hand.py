"""`sabacc ledger prize`, `correct` and `bank`: what a director moves by hand, with a reason, once a request id."""

from typing import Annotated

import typer

from sabacc.v1 import ledger_pb2 as pb
from service.cli.backend import opened
from service.cli.failures import reported
from service.cli.options import AsJson, Database, Server
from service.cli.output import show
from service.cli.render.postings import print_done
from service.cli.silver import silver_argument

Amount = Annotated[
    int,
    typer.Argument(
        metavar="AMOUNT", help="Whole silver, or gold and silver: 245, 2g, '2g 45s', '2 gold, 45 silver'.",
        parser=silver_argument,
    ),
]  # fmt: skip
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why; it stays in the ledger.", show_default=False)]
RequestId = Annotated[
    str,
    typer.Option(
        metavar="ID",
        help="Your own name for it. The same id moves silver once, however often the command is repeated.",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and store nothing.")]

_FIELDS = {"requestId": "--request-id", "reason": "--reason", "amount": "AMOUNT"}


def give_prize(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Whose wallet.")],
    amount: Amount,
    reason: Reason,
    request_id: RequestId,
    *,
    source: Annotated[
        str, typer.Option("--from", metavar="ID", help="Where it comes from: mint, grants or escrow:POT.")
    ] = "mint",
    dry_run: DryRun = False,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Give a player a prize."""
    with (
        reported(as_json=as_json, options={**_FIELDS, "player": "PLAYER", "source": "--from"}),
        opened(server, database=database, stored=True) as calls,
    ):
        answer = calls.ledger.GivePrize(
            pb.GivePrizeRequest(
                request_id=request_id, player=player, amount=amount, reason=reason, source=source, dry_run=dry_run
            )
        )
        _show(answer, as_json=as_json)


def correct_ledger(
    debit: Annotated[str, typer.Argument(metavar="FROM", help="The account that is to have less: wallet:NAME ...")],
    credit: Annotated[str, typer.Argument(metavar="TO", help="The account that is to have more.")],
    amount: Amount,
    reason: Reason,
    request_id: RequestId,
    *,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Move silver from any account to any other, to put right what went wrong.

    Accounts: wallet:NAME, house:DEALER, escrow:POT, gemp_clearing, mint, grants.
    """
    with (
        reported(as_json=as_json, options={**_FIELDS, "debit": "FROM", "credit": "TO"}),
        opened(server, database=database, stored=True) as calls,
    ):
        answer = calls.ledger.CorrectLedger(
            pb.CorrectLedgerRequest(
                request_id=request_id, debit=debit, credit=credit, amount=amount, reason=reason, dry_run=dry_run
            )
        )
        _show(answer, as_json=as_json)


def fill_bank(
    house: Annotated[
        str, typer.Argument(metavar="HOUSE", help="The dealer's key, or grants for the ladder's rewards.")
    ],
    amount: Amount,
    reason: Reason,
    request_id: RequestId,
    *,
    take_back: Annotated[bool, typer.Option("--take-back", help="The other way, back into the mint.")] = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Give a dealer's house, or the grants of the ladder, a bank out of the mint, or take it back."""
    account = house if house == "grants" or house.startswith("house:") else f"house:{house}"
    with (
        reported(as_json=as_json, options={**_FIELDS, "account": "HOUSE"}),
        opened(server, database=database, stored=True) as calls,
    ):
        answer = calls.ledger.FillBank(
            pb.FillBankRequest(
                request_id=request_id,
                account=account,
                amount=amount,
                reason=reason,
                take_back=take_back,
                dry_run=dry_run,
            )
        )
        _show(answer, as_json=as_json)


def _show(answer: pb.GivePrizeResponse | pb.CorrectLedgerResponse | pb.FillBankResponse, *, as_json: bool) -> None:
    show(
        answer,
        lambda console: print_done(console, answer.posting, replayed=answer.replayed, dry_run=answer.dry_run),
        as_json=as_json,
    )
