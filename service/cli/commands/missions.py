"""`sabacc mission`: missions of a campaign, each one encounter at a dealer's table."""

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from sabacc.v1 import missions_pb2 as pb
from service.cli import files
from service.cli.backend import opened
from service.cli.failures import reported, unusable
from service.cli.options import AsJson, CatalogueFile, RequestFile, Server
from service.cli.output import show
from service.cli.render.missions import print_mission
from service.cli.request_reader import LARGEST_REQUEST, read_request

mission = typer.Typer(
    help="Missions of a campaign: one encounter each, played from a seed to its end.", no_args_is_help=True
)

_HEX: Final = re.compile("(?:[0-9A-Fa-f]{2})+")


def _seed(text: str) -> bytes:
    """Read a seed; a wrong one is not repeated."""
    if not _HEX.fullmatch(text):
        raise typer.BadParameter(f"got {len(text)} characters, expected pairs of hexadecimal digits, 16 to 64 of them")
    return bytes.fromhex(text)


@mission.command("play")
def play_mission(
    request: RequestFile,
    *,
    seed: Annotated[
        bytes | None, typer.Option(metavar="HEX", help="The seed, in place of the file's.", parser=_seed)
    ] = None,
    events: Annotated[bool, typer.Option("--events", help="Tell each hand move by move.")] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table's record there, for sabacc table verify.")
    ] = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Play a mission. Nothing is stored or booked, and the same file and seed always give the same answer."""
    with reported(as_json=as_json):
        with unusable():
            asked = read_request(files.read_bytes(request, LARGEST_REQUEST), request, pb.PlayMissionRequest)
        if seed is not None:
            asked.seed = seed
        with opened(server, catalogue=catalogue) as calls:
            answer = calls.missions.PlayMission(asked)
        show(answer, lambda console: print_mission(console, asked, answer, record, events=events), as_json=as_json)
        if record is not None:
            with unusable():  # the answer was printed, even where the file cannot be written
                files.write_bytes(record, answer.record)
