"""Statements of the ledger's accounts, and what players have, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.cli.output import exact, line, stacked, table
from service.cli.render.postings import hand_words, held_words, when
from service.cli.silver import coins

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from sabacc.v1 import ledger_pb2 as pb

_STATEMENT = ("When, UTC", "What", "Gold", "Silver", "Has gold", "Silver")


def print_statement(console: Console, account: str, answer: pb.ListStatementResponse, *, is_first: bool) -> None:
    """Print what an account got and gave, with what it had after each entry; *is_first* if no page was before it."""
    if answer.lines:
        title = f"Statement of {account}, the oldest first"
        console.print(table(_STATEMENT, map(_row, answer.lines), title, right=(2, 3, 4, 5)))
    else:
        line(console, f"{'Nothing was ever' if is_first else 'No more was'} moved or held on {account}.")
    if answer.next_page_token:
        exact(console, f"More: --page-token {answer.next_page_token}")
    elif answer.lines:
        exact(console, f"At the end of it {account} has {answer.lines[-1].balance.text}.")


def _row(each: pb.StatementLine) -> tuple[str | Text, ...]:
    by_hand = f"by {each.director}: {each.reason}" if each.reason else ""
    return (
        when(each.create_time),
        stacked(
            each.entry.kind,
            held_words(each.entry),
            f"{'from' if each.entry.debit == each.other_account else 'to'} {each.other_account}",
            hand_words(each.table_id, each.hand),
            f"request {each.request_id}",
            by_hand,
        ),
        *coins(each.change.silver, is_change=True),
        *coins(each.balance.silver),
    )


def print_wallet(console: Console, answer: pb.GetWalletResponse) -> None:
    """Print what a player has."""
    wallet = answer.wallet
    rows = (
        ("Has, what is held included", wallet.balance),
        ("Held for hands that are played", wallet.held),
        ("Free to bet or withdraw", wallet.free),
        ("Room for more", wallet.room),
    )
    told = [(words, *coins(amount.silver)) for words, amount in rows]
    console.print(table(("", "Gold", "Silver"), told, f"The wallet of {wallet.player}", right=(1, 2)))
