"""What GEMP has to pull, and how its books compare with the ledger's, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import ledger_pb2 as pb
from service.cli.enums import word_of
from service.cli.output import exact, line, table
from service.cli.render.postings import when
from service.cli.silver import coins
from service.money import Silver

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_TOTALS = (
    ("Deposited by GEMP", "deposited"),
    ("Withdrawn to GEMP", "withdrawn"),
    ("  of which GEMP has applied", "applied"),
    ("  of which it has not", "unapplied"),
    ("In wallets", "wallets"),
    ("In houses", "houses"),
    ("In pots", "escrows"),
    ("Set aside for rewards", "grants"),
    ("Held, of all that", "held"),
    ("GEMP's side", "clearing"),
    ("The mint", "mint"),
)


def print_settlements(console: Console, answer: pb.ListSettlementsResponse, *, after: int, applied_too: bool) -> None:
    """Print a page of settlements."""
    if answer.settlements:
        heads = ("No.", "Settlement", "Player", "Gold", "Silver", "Since, UTC", "State")
        console.print(table(heads, map(_settlement_row, answer.settlements), right=(0, 3, 4)))
        number = len(answer.settlements)
        together = Silver(sum(each.amount.silver for each in answer.settlements))
        line(console, f"{number} {'settlement' if number == 1 else 'settlements'}, together {together}.")
    else:
        beyond = f" after number {after}" if after else ""
        what = "There are no settlements" if applied_too else "GEMP has no settlements to pull"
        line(console, f"{what}{beyond}.")
    if answer.more:
        exact(console, f"More: --after {answer.next_after}")


def _settlement_row(each: pb.Settlement) -> tuple[str | Text, ...]:
    state = word_of(pb.SettlementState.DESCRIPTOR, each.state)
    return (
        str(each.sequence),
        each.settlement_id,
        each.player,
        *coins(each.amount.silver),
        when(each.create_time),
        f"{state}: {each.reason}" if each.reason else state,
    )


def print_comparison(console: Console, answer: pb.ReconcileResponse) -> None:
    """Print how GEMP's books and the ledger's compare, and the ledger's totals."""
    if answer.agrees:
        line(console, "THEY AGREE: GEMP's books and the ledger's name the same silver.", bold=True)
    else:
        number = answer.difference_count
        count = "1 difference" if number == 1 else f"{number} differences"
        line(console, f"THEY DIFFER: {count}. Nothing was put right.", bold=True)
        kinds = pb.DifferenceKind.DESCRIPTOR
        rows = [
            (word_of(kinds, each.kind), each.id, each.gemp or "nothing", each.ledger or "nothing")
            for each in answer.differences
        ]
        console.print(table(("What differs", "Id", "GEMP says", "The ledger says"), rows))
        if number > len(rows):
            line(console, f"And {number - len(rows)} more.")
    told = [(words, *coins(getattr(answer.totals, field).silver)) for words, field in _TOTALS]
    console.print(table(("The ledger's totals", "Gold", "Silver"), told, right=(1, 2)))
    waiting = answer.totals.unapplied_count
    line(console, f"Settlements that are pending or deferred: {waiting}.")
    if answer.more:
        line(console, f"The ledger was compared up to posting {answer.through} only: it has more.")
    if answer.agrees:
        exact(console, f"Next time go on after what was compared: --after {answer.through}")
