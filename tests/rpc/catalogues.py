"""Catalogue files for tests: the starter catalogue with cards lost, gained or changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.values import Value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def written(
    path: Path, *, lost: tuple[str, ...] = (), values: Mapping[str, tuple[int, ...]] | None = None
) -> tuple[Path, Catalogue]:
    """Write the starter catalogue without the cards *lost*, and with *values* (ten-millionths) for others.

    An id of *values* that the starter catalogue lacks becomes a card of the Light Side.
    """
    records = {id_: record for id_, record in starter_catalogue().records.items() if id_ not in lost}
    for id_, new in (values or {}).items():
        model = records.get(id_, replace(records["1_109"], blueprint_id=id_, title=f"Made Up {id_}"))
        records[id_] = replace(model, values=tuple(map(Value, new)))
    catalogue = Catalogue.of(records.values())
    path.write_text(catalogue.dump(), encoding="utf-8")
    return path, catalogue
