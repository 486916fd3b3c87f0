"""Whether the ledger is whole, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.cli.output import exact, line, table

if TYPE_CHECKING:
    from rich.console import Console

    from sabacc.v1 import ledger_pb2 as pb


def print_ledger_audit(console: Console, answer: pb.AuditLedgerResponse) -> None:
    """Print whether everything fits, and what does not."""
    if answer.passed:
        line(console, "PASSED: every posting, entry, balance, settlement and grant comes out again.", bold=True)
    else:
        faults = len(answer.faults)
        what = "one thing does" if faults == 1 else f"{faults} things do"
        line(console, f"NOT PASSED: {what} not fit.", bold=True)
        console.print(table(("Where", "What"), [(fault.where, fault.words) for fault in answer.faults]))
    exact(console, f"Postings     {answer.postings}")
    exact(console, f"Entries      {answer.entries}")
    exact(console, f"Settlements  {answer.settlements}")
    exact(console, f"Grants       {answer.grants}")
    exact(console, f"Head         {answer.head or 'lost'}")
    if answer.passed:
        line(console, "Keep this head elsewhere; later it proves that nothing up to here was changed:")
        exact(console, f"  sabacc ledger audit --head {answer.head}")
