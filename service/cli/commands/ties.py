"""`sabacc tiebreak`: breaking, rehearsing, voiding, reading and verifying ties."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import grpc
import typer

from deckmapping.errors import DomainError
from sabacc.v1 import cards_pb2, tiebreaks_pb2
from service.cli import files
from service.cli.backend import opened
from service.cli.failures import ExitCode, reported, unusable
from service.cli.options import (
    AsJson,
    Attempt,
    CatalogueFile,
    Database,
    EventId,
    PageSize,
    PageToken,
    RequestFile,
    Server,
    StageId,
    TranscriptFile,
)
from service.cli.output import show
from service.cli.render.ties import Answer, print_list, print_tie, print_verification, print_void
from service.cli.request_reader import LARGEST_REQUEST, AnyMessage, read_request
from service.rpc.contract.card_service import MOST_IDS
from service.rpc.contract.servicers import Servicers
from service.rpc.contract.tiebreak_service import LARGEST_TRANSCRIPT

tiebreak = typer.Typer(help="Exact tournament ties, broken so that anybody can recompute them.", no_args_is_help=True)


@tiebreak.command("resolve")
def resolve(
    request: RequestFile,
    *,
    transcript: TranscriptFile = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Break a tie and store the answer for ever; asked again, the stored first answer comes back."""
    with reported(as_json=as_json):
        asked = _read(request, tiebreaks_pb2.ResolveTiebreakRequest)
        with opened(server, catalogue=catalogue, database=database, stored=True) as calls:
            _show(calls, calls.ties.ResolveTiebreak(asked), transcript, as_json=as_json)


@tiebreak.command("rehearse")
def rehearse(
    request: RequestFile,
    *,
    transcript: TranscriptFile = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Break a tie and store nothing."""
    with reported(as_json=as_json):
        asked = _read(request, tiebreaks_pb2.RehearseTiebreakRequest)
        with opened(server, catalogue=catalogue) as calls:
            _show(calls, calls.ties.RehearseTiebreak(asked), transcript, as_json=as_json)


@tiebreak.command("void")
def void(
    event: EventId,
    stage: StageId,
    attempt: Attempt,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, for everybody to read.", show_default=False)],
    *,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Void a stored attempt with a reason, so that the next attempt is accepted."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue, database=database, stored=True) as calls:
        answer = calls.ties.VoidTiebreak(
            tiebreaks_pb2.VoidTiebreakRequest(event=event, stage=stage, attempt=attempt, reason=reason)
        )
        show(answer, lambda console: print_void(console, answer), as_json=as_json)


@tiebreak.command("show")
def show_tie(
    event: EventId,
    stage: StageId,
    attempt: Attempt,
    *,
    transcript: TranscriptFile = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Show a stored tie."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue, database=database, stored=True) as calls:
        asked = tiebreaks_pb2.GetTiebreakRequest(event=event, stage=stage, attempt=attempt)
        _show(calls, calls.ties.GetTiebreak(asked), transcript, as_json=as_json)


@tiebreak.command("list")
def list_ties(
    *,
    event: Annotated[str, typer.Option(metavar="EVENT", help="Only this event's ties.")] = "",
    page_size: PageSize = 50,
    page_token: PageToken = "",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """List stored ties, the oldest first."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue, database=database, stored=True) as calls:
        answer = calls.ties.ListTiebreaks(
            tiebreaks_pb2.ListTiebreaksRequest(event=event, page_size=page_size, page_token=page_token)
        )
        show(answer, lambda console: print_list(console, answer), as_json=as_json)


@tiebreak.command("verify")
def verify(
    transcript: Annotated[str, typer.Argument(metavar="FILE", help="A transcript; - reads standard input.")],
    *,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Verify a transcript from its bytes alone: no network, no database. Exit code 1 if it is not valid."""
    with reported(as_json=as_json):
        with unusable():
            data = files.read_bytes(transcript, LARGEST_TRANSCRIPT)
        with opened(server, catalogue=catalogue) as calls:
            answer = calls.ties.VerifyTranscript(tiebreaks_pb2.VerifyTranscriptRequest(transcript=data))
        show(answer, lambda console: print_verification(console, answer), as_json=as_json)
        if not answer.valid:
            raise typer.Exit(int(ExitCode.REFUSED))


def _read(name: str, kind: type[AnyMessage]) -> AnyMessage:
    with unusable():
        return read_request(files.read_bytes(name, LARGEST_REQUEST), name, kind)


def _show(calls: Servicers, answer: Answer, transcript: Path | None, *, as_json: bool) -> None:
    """Print the answer, then write the transcript where it was asked for."""
    written = "" if transcript is None else str(transcript)
    show(answer, lambda console: print_tie(console, answer, _titles(calls, answer), written), as_json=as_json)
    if transcript is not None:
        with unusable():  # the answer stands, and was printed, even where the file cannot be written
            files.write_bytes(transcript, answer.transcript.encode("ascii"))


def _titles(calls: Servicers, answer: Answer) -> Mapping[str, str]:
    """Return the titles of all drawn cards, or of none where the catalogue in use lacks one: they only help to read."""
    ids = sorted({card.blueprint_id for hand in answer.hands for card in hand.cards})
    titles: dict[str, str] = {}
    try:
        for start in range(0, len(ids), MOST_IDS):
            found = calls.cards.GetCards(cards_pb2.GetCardsRequest(blueprint_ids=ids[start : start + MOST_IDS]))
            titles |= {card.blueprint_id: card.title for card in found.cards}
    except (DomainError, grpc.RpcError):
        return {}
    return titles
