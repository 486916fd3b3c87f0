"""The audit log for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from service.cli.output import exact, line, table

if TYPE_CHECKING:
    from rich.console import Console

    from sabacc.v1 import audits_pb2 as pb


def print_verification(console: Console, answer: pb.VerifyAuditLogResponse) -> None:
    """Print whether the log is whole, and how to prove it again later."""
    if not answer.valid:
        line(console, f"NOT VALID: {answer.reason}.", bold=True)
        if answer.first_bad_sequence:
            line(console, f"Entry {answer.first_bad_sequence} is the first bad one.")
    else:
        line(console, "VALID: the chain comes out again, and tells every stored tie and void once.", bold=True)
    exact(console, f"Entries  {answer.entries}")
    exact(console, f"Head     {answer.head}")
    if answer.kept_sequence:
        line(console, f"The head you kept is that of entry {answer.kept_sequence}.")
    if answer.valid:
        line(console, "Keep this head elsewhere; later it proves that nothing up to here was changed:")
        exact(console, f"  sabacc audit verify --head {answer.head}")


def print_entries(console: Console, answer: pb.ListAuditEntriesResponse) -> None:
    """Print a page of entries."""
    if answer.entries:
        rows = [(str(entry.sequence), *_words(entry), f"{entry.head[:12]}...") for entry in answer.entries]
        console.print(table(("Entry", "When, UTC", "What", "By", "Head"), rows, right=(0,)))
    else:
        line(console, "Nothing was changed here yet.")
    if answer.next_page_token:
        exact(console, f"More: --page-token {answer.next_page_token}")


def _words(entry: pb.AuditEntry) -> tuple[str, str, str]:
    """Say when what was changed and by whom; an entry that somebody changed from outside is shown as it is."""
    try:
        told: dict[str, Any] = json.loads(entry.payload)
        caller = told["caller"]
        what = f"{entry.kind} {told['event']} {told['stage']} {told['attempt']}"
        reason = f": {told['reason']}" if "reason" in told else ""
        by = f"{caller['name']} for {caller['onBehalfOf']}" if caller["onBehalfOf"] else f"{caller['name']}"
        return f"{told['time']}"[:16].replace("T", " "), f"{what}{reason}", by
    except (ValueError, KeyError, TypeError, RecursionError):
        return "", f"{entry.kind} {entry.payload}", ""
