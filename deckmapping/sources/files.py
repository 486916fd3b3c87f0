"""Recognising a source file by what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.errors import BadCatalogueError
from deckmapping.sources.card_json import looks_like_card_json, read_card_json
from deckmapping.sources.gemp import looks_like_gemp, read_gemp
from deckmapping.strict_json import read_strict_json

if TYPE_CHECKING:
    from pathlib import Path

    from deckmapping.sources.reading import SourceFile


def read_source(path: Path) -> SourceFile:
    """Read the source file *path*, whichever kind it is.

    Raises:
        BadCatalogueError: it cannot be read, is of no known kind, or holds a record that cannot be understood.
    """
    data = read_strict_json(path)
    if looks_like_gemp(data):
        return read_gemp(data, path.name)
    if looks_like_card_json(data):
        return read_card_json(data, path.name)
    raise BadCatalogueError.of(
        path.name, "JSON of another kind", 'a list with "cardId" (GEMP\'s export) or an object with "cards" (card JSON)'
    )
