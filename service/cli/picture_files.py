"""Pictures that commands write into files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from deckmapping.errors import InvalidInputError
from sabacc.v1 import odds_pb2
from service.cli import files
from service.cli.failures import unusable

_FORMATS: Final = {".png": "PICTURE_FORMAT_PNG", ".svg": "PICTURE_FORMAT_SVG"}

Picture = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write a picture there too: FILE.png or FILE.svg.")
]


def picture_format(out: Path | None) -> str:
    """Return the contract's name of the format that the file *out* is to have; unspecified without one.

    Raises:
        UnusableError: its ending names no format.
    """
    if out is None:
        return odds_pb2.PictureFormat.Name(odds_pb2.PICTURE_FORMAT_UNSPECIFIED)
    ending = out.suffix.lower()
    if ending not in _FORMATS:
        with unusable():
            raise InvalidInputError.of("--out", str(out), f"a file that ends in {' or '.join(_FORMATS)}")
    return _FORMATS[ending]


def write_picture(out: Path | None, picture: bytes) -> None:
    """Write *picture* to the file *out*, if there is one.

    Raises:
        UnusableError: it cannot be written.
    """
    if out is not None:
        with unusable():
            files.write_bytes(out, picture)
