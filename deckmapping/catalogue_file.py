"""The catalogue file: JSON with a schema number, the version, one record a line, and the report.

The version is the SHA-256 of the records' canonical text: the records in the order of set and number, each as one line
of JSON with the members of `CardRecord` sorted by name, values as decimal strings, ``,`` and ``:`` without blanks, all
but ASCII escaped, every line ended by LF.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from deckmapping.errors import BadCatalogueError, MalformedIdError, wanted
from deckmapping.ids import normalise_id
from deckmapping.records import CardRecord, Side
from deckmapping.report import Conflict, Gap, ImportReport, Note, NoteKind, SourceSummary, SourceValue
from deckmapping.sources.reading import LeftOut, Members, SourceKind
from deckmapping.values import format_value, parse_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SCHEMA: Final = 1
_FORMAT: Final = "true-sabacc catalogue"
_NAMES: Final = tuple(sorted(field.name for field in fields(CardRecord)))
_WORD_LISTS: Final = ("types", "icons", "keywords", "species", "personas", "title_halves")


def version_of(records: Iterable[CardRecord]) -> str:
    """Return the version of a catalogue of *records*, which come in the order of set and number."""
    digest = sha256()
    for record in records:
        digest.update(f"{_line(record)}\n".encode("ascii"))
    return digest.hexdigest()


def render_catalogue(records: Sequence[CardRecord], version: str, report: ImportReport) -> str:
    """Return the text of a catalogue file."""
    head = json.dumps({"format": _FORMAT, "schema": SCHEMA, "version": version})[1:-1]
    lines = ",\n".join(_line(record) for record in records)
    told = json.dumps(asdict(report), indent=1)
    return f'{{{head},\n"records": [\n{lines}\n],\n"report": {told}}}\n'


def read_catalogue(data: Any, name: str) -> tuple[list[CardRecord], ImportReport, str]:
    """Read the catalogue file *data*; errors call it *name*.

    Returns:
        The records, the report, and the version that the file states.

    Raises:
        BadCatalogueError: it is no catalogue file, has another schema, or a record cannot be understood.
    """
    top = Members(data, name)
    if top.raw("format") != _FORMAT:
        raise BadCatalogueError.of(f"{name}.format", top.raw("format"), f'"{_FORMAT}": import source files first')
    if top.raw("schema") != SCHEMA or isinstance(top.raw("schema"), bool):
        raise BadCatalogueError.of(f"{name}.schema", top.raw("schema"), f"{SCHEMA}: import the source files again")
    entries = top.raw("records")
    if not isinstance(entries, list):
        raise BadCatalogueError.of(f"{name}.records", type(entries).__name__, "a list")
    records = [_record(Members(entry, f"{name}.records[{number}]")) for number, entry in enumerate(entries)]
    return records, _report(Members(top.raw("report"), f"{name}.report")), top.text("version")


def _line(record: CardRecord) -> str:
    members: dict[str, Any] = {name: getattr(record, name) for name in _NAMES}
    members["values"] = [format_value(value) for value in record.values]
    return json.dumps(members, separators=(",", ":"))


def _record(entry: Members) -> CardRecord:
    side, armor = entry.text("side"), entry.raw("has_armor")
    if side not in set(Side):
        raise BadCatalogueError.of(f"{entry.place}.side", side, "light or dark")
    if armor is not None and not isinstance(armor, bool):
        raise BadCatalogueError.of(f"{entry.place}.has_armor", armor, "true, false or null")
    try:
        blueprint_id = normalise_id(entry.text("blueprint_id"), f"{entry.place}.blueprint_id")
        values = tuple(parse_value(text) for text in entry.texts("values"))
    except MalformedIdError as error:
        raise BadCatalogueError(*error.violations) from None
    except ValueError as error:
        raise BadCatalogueError.of(f"{entry.place}.values", entry.raw("values"), wanted(error)) from None
    if not values or list(values) != sorted(set(values)) or values[0] < 0:
        raise BadCatalogueError.of(f"{entry.place}.values", entry.raw("values"), "ascending values, none below 0")
    lists: dict[str, Any] = {name: tuple(entry.texts(name)) for name in _WORD_LISTS}
    return CardRecord(
        blueprint_id=blueprint_id,
        title=entry.text("title"),
        side=Side(side),
        category=entry.text("category"),
        destiny=entry.text("destiny"),
        values=values,
        subtype=entry.optional_text("subtype"),
        uniqueness=entry.optional_text("uniqueness"),
        system=entry.optional_text("system"),
        has_armor=armor,
        **lists,
    )


def _report(data: Members) -> ImportReport:
    def entries(key: str) -> list[Members]:
        listed = data.raw(key)
        if not isinstance(listed, list):
            raise BadCatalogueError.of(f"{data.place}.{key}", type(listed).__name__, "a list")
        return [Members(entry, f"{data.place}.{key}[{number}]") for number, entry in enumerate(listed)]

    try:
        return ImportReport(
            sources=tuple(_source(entry) for entry in entries("sources")),
            conflicts=tuple(_conflict(entry) for entry in entries("conflicts")),
            gaps=tuple(Gap(e.text("field"), e.text("explanation"), tuple(e.texts("ids"))) for e in entries("gaps")),
            notes=tuple(
                Note(NoteKind(e.text("kind")), e.text("blueprint_id"), e.text("field"), e.text("text"))
                for e in entries("notes")
            ),
            left_out=tuple(
                LeftOut(SourceKind(e.text("source")), e.optional_text("id") or "", e.text("reason"))
                for e in entries("left_out")
            ),
        )
    except ValueError as error:
        raise BadCatalogueError.of(data.place, str(error), "a report as an import writes it") from None


def _source(entry: Members) -> SourceSummary:
    counts = [entry.raw("record_count"), entry.raw("card_count")]
    if not all(type(count) is int for count in counts):
        raise BadCatalogueError.of(f"{entry.place}.record_count", counts, "whole numbers")
    return SourceSummary(SourceKind(entry.text("kind")), entry.text("name"), *counts)


def _conflict(entry: Members) -> Conflict:
    listed = entry.raw("values")
    if not isinstance(listed, list):
        raise BadCatalogueError.of(f"{entry.place}.values", type(listed).__name__, "a list")
    stated = [Members(value, f"{entry.place}.values") for value in listed]
    return Conflict(
        blueprint_id=entry.text("blueprint_id"),
        field=entry.text("field"),
        values=tuple(SourceValue(SourceKind(value.text("source")), value.text("text")) for value in stated),
        taken=entry.text("taken"),
        reason=entry.text("reason"),
    )
