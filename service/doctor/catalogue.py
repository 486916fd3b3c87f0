"""The catalogue: whether it loads, what is in it, how old it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from deckmapping.errors import BadCatalogueError
from service.bootstrap import choose_catalogue
from service.doctor.finding import fail, fine, warn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.doctor.finding import Finding

OLD: Final = timedelta(days=365)
"""Card sets come out several times a year."""

_CHECK: Final = "catalogue"


def check_catalogue(path: Path | None, now: datetime) -> Iterator[Finding]:
    """Load the catalogue as the service would."""
    try:
        catalogue = choose_catalogue(path)
    except BadCatalogueError as error:
        yield fail(_CHECK, str(error), "build the file with `sabacc cards import FILE... --out CATALOGUE`")
        return
    report = catalogue.report
    told = (
        f"{len(catalogue.records)} cards, version {catalogue.version[:12]}, {len(report.conflicts)} conflicts between "
        "its sources"
    )
    if path is None:
        yield warn(
            _CHECK,
            f"the starter catalogue: {told}",
            "import GEMP's card file with `sabacc cards import`, and name the result in SABACC_CATALOGUE",
        )
        return
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    told = f"{told}, written {written:%Y-%m-%d}"
    if now - written > OLD:
        yield warn(_CHECK, told, "import the card files again, for the sets that came out since")
    else:
        yield fine(_CHECK, told)
