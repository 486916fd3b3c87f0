"""The catalogue: every known card, its version, and the report of how it came about."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from deckmapping.catalogue_file import read_catalogue, render_catalogue, version_of
from deckmapping.errors import BadCatalogueError, UnknownCardError
from deckmapping.ids import id_order, normalise_id
from deckmapping.merge import merge
from deckmapping.report import ImportReport
from deckmapping.sources.files import read_source
from deckmapping.strict_json import parse_strict_json, read_strict_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from deckmapping.records import CardRecord


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Card records by blueprint id, in the order of set and number."""

    records: Mapping[str, CardRecord]
    version: str
    """SHA-256 of the records in their canonical text, 64 hexadecimal digits; the report is no part of it."""
    report: ImportReport = field(default_factory=ImportReport)

    @classmethod
    def of(cls, records: Iterable[CardRecord], report: ImportReport | None = None) -> Self:
        """Build a catalogue of *records*, of which no two share an id."""
        ordered = sorted(records, key=lambda record: id_order(record.blueprint_id))
        by_id = {record.blueprint_id: record for record in ordered}
        if len(by_id) != len(ordered):
            raise BadCatalogueError.of("records", "an id that stands twice", "one record a blueprint id")
        return cls(MappingProxyType(by_id), version_of(ordered), report or ImportReport())

    def get(self, blueprint_id: str) -> CardRecord | None:
        """Return the record of the normalised *blueprint_id*, None if there is none."""
        return self.records.get(blueprint_id)

    def require(self, text: str, field: str = "blueprint_id") -> CardRecord:
        """Return the record that the id *text*, as a caller writes it, stands for.

        Raises:
            MalformedIdError: *text* is no id.
            UnknownCardError: the catalogue holds no such card. Both errors name *field*.
        """
        record = self.records.get(normalise_id(text, field))
        if record is None:
            raise UnknownCardError.of(field, text, f"a card of catalogue {self.version[:12]}")
        return record

    def dump(self) -> str:
        """Return the catalogue as the text of a catalogue file."""
        return render_catalogue(list(self.records.values()), self.version, self.report)


def import_catalogue(paths: Iterable[Path]) -> Catalogue:
    """Build a catalogue from source files of any known kinds, in any order.

    Raises:
        BadCatalogueError: no file was given, or one cannot be used; the error names it and the record at fault.
    """
    sources = sorted((read_source(path) for path in paths), key=lambda source: (source.kind, source.name))
    if not sources:
        raise BadCatalogueError.of("files", "no file", "at least one source file")
    records, report = merge(sources)
    return Catalogue.of(records.values(), report)


def load_catalogue(path: Path) -> Catalogue:
    """Read a catalogue file.

    Raises:
        BadCatalogueError: it is no catalogue of this schema, or its version is not that of its records.
    """
    return _checked(read_strict_json(path), path.name)


@cache
def starter_catalogue() -> Catalogue:
    """Return the packaged catalogue: the cards of our own example decks, the Interrupts and the dealers."""
    name = "starter.json"
    data = files("deckmapping").joinpath("data", name).read_bytes()
    return _checked(parse_strict_json(data, name), name)


def _checked(data: Any, name: str) -> Catalogue:
    records, report, version = read_catalogue(data, name)
    catalogue = Catalogue.of(records, report)
    if catalogue.version != version:
        raise BadCatalogueError.of(f"{name}.version", version, f"{catalogue.version}, the version of its records")
    return catalogue
