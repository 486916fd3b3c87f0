"""`sabacc serve`, `health` and `version`: running and looking after the service."""

import json
from pathlib import Path
from typing import Annotated

import typer
from google.protobuf import json_format
from grpc_health.v1 import health_pb2, health_pb2_grpc

from service import __version__
from service.cli.backend import connected
from service.cli.failures import ExitCode, reported, unusable
from service.cli.options import AsJson, CatalogueFile, Database, Server
from service.cli.serving import serve
from service.cli.settings import configured, named_as_given, setting_rows
from service.rpc.serving.ports import reachable
from service.tiebreak.proof import RULES

SETTINGS_HELP = "\n\n".join(
    [
        "Settings, from the environment:",
        *[f"{name} (default {default}): {meaning}" for name, default, meaning in setting_rows()],
    ]
)
"""Every setting of the service, for the help of ``sabacc serve``."""

_HEALTH_TIMEOUT_S = 5


def run_service(
    *,
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    port_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the port there as soon as calls are answered.")
    ] = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Run the gRPC service in the foreground until SIGTERM or Ctrl-C."""
    given = {"host": host, "port": port, "catalogue": catalogue, "database_url": database}
    with reported(as_json=False), unusable(), named_as_given(**given):
        serve(configured(**given), port_file)


def check_health(
    *,
    server: Server = None,
    name: Annotated[
        str, typer.Option("--service", metavar="NAME", help="Only this service, such as sabacc.v1.TiebreakService.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Ask a running service whether it answers calls. Exit code 0 if so, 1 if not now, 3 if nobody answers."""
    with reported(as_json=as_json):
        with unusable():
            settings = configured()
        address = reachable(settings.host, settings.port) if server is None else server
        with connected(address) as channel:
            request = health_pb2.HealthCheckRequest(service=name)
            answer = health_pb2_grpc.HealthStub(channel).Check(request, timeout=_HEALTH_TIMEOUT_S)
        status = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
        typer.echo(json_format.MessageToJson(answer) if as_json else f"{address} {status}")
        if answer.status != health_pb2.HealthCheckResponse.SERVING:
            raise typer.Exit(int(ExitCode.REFUSED))


def show_version(*, as_json: AsJson = False) -> None:
    """Show the version of this program and of the rules it plays ties by."""
    if as_json:
        typer.echo(json.dumps({"version": __version__, "rules": RULES}))
    else:
        typer.echo(f"True Sabacc {__version__}, rules {RULES}")


def _version_option(*, asked: bool) -> None:
    if asked:
        show_version(as_json=False)
        raise typer.Exit


def program_options(
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_version_option, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Sabacc for the Star Wars CCG: card values, hands, and exact tie-breaks that anybody can recompute."""
