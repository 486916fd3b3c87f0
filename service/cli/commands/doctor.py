"""`sabacc doctor`: what the service stands on, and what to do where it would fall."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer

from service.cli.failures import ExitCode
from service.cli.options import CatalogueFile, Database
from service.cli.output import line, make_console, table
from service.cli.settings import configured
from service.doctor.examination import examine
from service.doctor.finding import State


def examine_service(
    *,
    catalogue: CatalogueFile = None,
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as a list in JSON.")] = False,
) -> None:
    """Examine settings, catalogue, database, clock, TLS, access and ports, and say what to do.

    Nothing is changed. Exit code 0 if the service can start, 1 if something fails.
    """
    findings = list(examine(lambda: configured(catalogue=catalogue, database_url=database), lambda: datetime.now(UTC)))
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        console = make_console()
        rows = [(each.state.upper(), each.check, each.found, each.todo) for each in findings]
        console.print(table(("State", "Check", "Found", "What to do"), rows))
        counts = [f"{sum(each.state is state for each in findings)} {state}" for state in State]
        line(console, ", ".join(counts), bold=True)
    if any(each.state is State.FAIL for each in findings):
        raise typer.Exit(int(ExitCode.REFUSED))
