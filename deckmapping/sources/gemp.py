"""Reader of GEMP's export, ``card_blueprint_database.json``: a list of its card blueprints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deckmapping.destiny import destiny_text
from deckmapping.errors import BadCatalogueError, MalformedIdError, wanted
from deckmapping.ids import normalise_id
from deckmapping.records import WITH_ARMOR, Side
from deckmapping.sources.reading import LeftOut, Members, Reading, SourceFile, SourceKind, words
from deckmapping.values import parse_value

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIDES: Final = {"LIGHT": Side.LIGHT, "DARK": Side.DARK}


def looks_like_gemp(data: Any) -> bool:
    """Tell whether the JSON value *data* is an export of GEMP's."""
    return isinstance(data, list) and bool(data) and isinstance(data[0], dict) and "cardId" in data[0]


def read_gemp(data: Sequence[Any], name: str) -> SourceFile:
    """Read the export *data*; errors call the file *name*.

    The export holds one destiny where two are printed, no system of a location and no personas of permanents aboard.

    Raises:
        BadCatalogueError: a record lacks its title, side or category, or its destiny cannot be read.
    """
    readings: list[Reading] = []
    left_out: list[LeftOut] = []
    for number, value in enumerate(data):
        record = Members(value, f"{name}[{number}]")
        given = record.optional_text("cardId") or ""
        try:
            blueprint_id = normalise_id(given, f"{record.place}.cardId")
        except MalformedIdError as error:
            left_out.append(LeftOut.without_id(SourceKind.GEMP, given, error))
        else:
            readings.append(_reading(record, blueprint_id))
    return SourceFile(SourceKind.GEMP, name, tuple(readings), tuple(left_out))


def _reading(record: Members, blueprint_id: str) -> Reading:
    title, category = record.text("title"), record.text("cardCategory")
    side = record.text("side")
    if side not in _SIDES:
        raise BadCatalogueError.of(f"{record.place}.side", side, "LIGHT or DARK")
    species = record.optional_text("species")
    return Reading(
        source=SourceKind.GEMP,
        blueprint_id=blueprint_id,
        title=title,
        side=_SIDES[side],
        category=category,
        types=words(record.texts("cardTypes")),
        subtype=record.optional_text("cardSubtype"),
        destiny=_destiny(record, title),
        uniqueness=record.optional_text("uniqueness"),
        icons=words([Members(icon, f"{record.place}.icons").text("icon") for icon in record.raw("icons") or ()]),
        keywords=words(record.texts("keywords")),
        species=(species,) if species else (),
        personas=words(record.texts("personas")),
        has_armor=_has_armor(record, category),
        title_halves=_halves(title) if record.raw("isComboCard") is True else (),
    )


def _destiny(record: Members, title: str) -> str | None:
    number = record.number("destiny")
    if number is None:
        return None
    try:
        return destiny_text(parse_value(str(number)))
    except ValueError as error:
        raise BadCatalogueError.of(f"{record.place}.destiny", f"{number} on {title}", wanted(error)) from None


def _has_armor(record: Members, category: str) -> bool | None:
    """Tell whether the engine sees armor: above 0 on a character, any at all on a vehicle or starship."""
    if category not in WITH_ARMOR:
        return None
    armor = record.number("armor")
    return armor is not None and (category != "CHARACTER" or armor > 0)


def _halves(title: str) -> tuple[str, ...]:
    halves = tuple(title.split(" & "))
    return halves if len(halves) > 1 else ()
