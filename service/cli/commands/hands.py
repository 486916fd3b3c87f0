"""`sabacc hand`: judging two final hands."""

import typer

from sabacc.v1 import hands_pb2
from service.cli import files
from service.cli.backend import opened
from service.cli.failures import reported, unusable
from service.cli.options import AsJson, CatalogueFile, RequestFile, Server
from service.cli.output import show
from service.cli.render.hands import print_verdict
from service.cli.request_reader import LARGEST_REQUEST, read_request

hand = typer.Typer(help="Hands by the card game's rules.", no_args_is_help=True)


@hand.command("judge")
def judge_hands(
    case: RequestFile, *, as_json: AsJson = False, server: Server = None, catalogue: CatalogueFile = None
) -> None:
    """Judge two final hands: each card's value and why, the totals, who wins, and the stakes."""
    with reported(as_json=as_json):
        with unusable():
            request = read_request(files.read_bytes(case, LARGEST_REQUEST), case, hands_pb2.JudgeHandsRequest)
        with opened(server, catalogue=catalogue) as calls:
            answer = calls.hands.JudgeHands(request)
        show(answer, lambda console: print_verdict(console, answer), as_json=as_json)


# One command alone would lose its name; with a callback the group keeps it.
@hand.callback()
def _group() -> None: ...
