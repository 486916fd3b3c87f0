"""Options that many commands share, each with its one name and help."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print the response message in proto3 JSON.")]
Server = Annotated[
    str | None,
    typer.Option(metavar="HOST:PORT", help="Call the service there instead of working in this process."),
]
CatalogueFile = Annotated[
    Path | None,
    typer.Option("--catalogue", metavar="FILE", help="Catalogue file, instead of the one in the settings."),
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Database, instead of the one in the settings: sqlite:///PATH for a file."),
]
TranscriptFile = Annotated[
    Path | None,
    typer.Option("--transcript", metavar="FILE", help="Write the transcript there, byte for byte."),
]
RequestFile = Annotated[
    str, typer.Argument(metavar="FILE", help="The request message in proto3 JSON; - reads standard input.")
]
PageSize = Annotated[int, typer.Option(help="Entries a page, at most 200.")]
PageToken = Annotated[str, typer.Option(metavar="TOKEN", help="The page to go on with.")]
EventId = Annotated[str, typer.Argument(metavar="EVENT", help="The tie's event.")]
StageId = Annotated[str, typer.Argument(metavar="STAGE", help="The tie's stage.")]
Attempt = Annotated[int, typer.Argument(metavar="ATTEMPT", help="The attempt, from 1.")]
