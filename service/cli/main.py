"""The command ``sabacc``: all commands in one tree, and the last line of defence against tracebacks."""

from __future__ import annotations

import errno
import os
import sys
from io import TextIOWrapper
from typing import Final

import typer

from service.cli.commands.audit import audit
from service.cli.commands.campaign import campaign
from service.cli.commands.cards import cards
from service.cli.commands.database import database
from service.cli.commands.decks import deck
from service.cli.commands.doctor import examine_service
from service.cli.commands.hands import hand
from service.cli.commands.ledger import ledger
from service.cli.commands.missions import mission
from service.cli.commands.odds import ODDS
from service.cli.commands.play import play_table
from service.cli.commands.service import (
    SETTINGS_HELP,
    check_health,
    program_options,
    run_service,
    show_version,
)
from service.cli.commands.tables import table
from service.cli.commands.themes import show_dealers, show_themes
from service.cli.commands.ties import tiebreak
from service.cli.commands.tokens import token
from service.cli.failures import EXIT_CODES, ExitCode, internal_status, tell, tell_line

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def build_app() -> typer.Typer:
    """Put all commands together."""
    app = typer.Typer(
        name="sabacc",
        help="Sabacc for the Star Wars CCG: card values, hands, and exact tie-breaks that anybody can recompute.",
        epilog=EXIT_CODES,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )
    app.callback()(program_options)
    app.add_typer(tiebreak, name="tiebreak")
    app.add_typer(hand, name="hand")
    app.add_typer(deck, name="deck")
    app.add_typer(cards, name="cards")
    app.command("play")(play_table)
    app.add_typer(table, name="table")
    app.command("themes")(show_themes)
    app.command("dealers")(show_dealers)
    app.add_typer(campaign, name="campaign")
    app.add_typer(mission, name="mission")
    app.add_typer(ledger, name="ledger")
    app.add_typer(audit, name="audit")
    for name, command in ODDS.items():
        app.command(name, rich_help_panel="Odds")(command)
    app.command("serve", epilog=SETTINGS_HELP)(run_service)
    app.command("health")(check_health)
    app.command("doctor")(examine_service)
    app.add_typer(token, name="token")
    app.add_typer(database, name="db")
    app.command("version")(show_version)
    return app


def main() -> None:
    """Run one command and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without the half sign still gets the rest
    try:
        try:
            build_app()()
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in _FULL:
            tell(internal_status(error), as_json="--json" in sys.argv)
            sys.exit(int(ExitCode.UNREACHABLE))
        tell_line(f"standard output: got '{error.strerror}', expected a place that can be written")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left cannot be written at the exit
        sys.exit(int(ExitCode.UNUSABLE))
    except Exception as error:  # noqa: BLE001  # a fault of ours: its text may hold a seed, so only its place is told
        tell(internal_status(error), as_json="--json" in sys.argv)
        sys.exit(int(ExitCode.UNREACHABLE))
