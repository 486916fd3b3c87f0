"""Reader of the Players Committee's card records, ``Dark.json`` and ``Light.json``: ``{"cards": [...]}``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from deckmapping.errors import BadCatalogueError, MalformedIdError
from deckmapping.ids import normalise_id
from deckmapping.records import WITH_ARMOR, Side
from deckmapping.sources.reading import (
    LeftOut,
    Members,
    Reading,
    SourceFile,
    SourceKind,
    checked_destiny,
    gemp_word,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

_SIDES: Final = {"Light": Side.LIGHT, "Dark": Side.DARK}
_WITHOUT_UNIQUENESS: Final = {"OBJECTIVE", "GAME_AID"}
_MARKS: Final = re.compile(r"[•<>]")
_PICTURE_OR_VIRTUAL: Final = re.compile(r"(?: \((?:V|[^()]{0,20}\bAI(?: [0-9])?)\))+$")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """GEMP's words for those of the card records, where upper case and underscores are not enough."""

    uniqueness: Mapping[str, str]
    keywords: Mapping[str, str]
    icons: Mapping[str, str]
    species: frozenset[str]
    """The characteristics that are species to GEMP; all others are keywords."""
    type_icons: frozenset[str]
    """The types that GEMP repeats as an icon of the card."""


def looks_like_card_json(data: Any) -> bool:
    """Tell whether the JSON value *data* is a file of card records."""
    return isinstance(data, dict) and isinstance(data.get("cards"), list)


def read_card_json(data: dict[str, Any], name: str) -> SourceFile:
    """Read the card records *data*; errors call the file *name*.

    Several records may share an id: they are pictures of one card. The records hold characteristics in part only, and
    no personas, systems, or keywords of locations and Jawa weapons.

    Raises:
        BadCatalogueError: a record lacks its title, side, type or destiny, or its destiny cannot be read.
    """
    readings: list[Reading] = []
    left_out: list[LeftOut] = []
    for number, value in enumerate(data["cards"]):
        record = Members(value, f"{name}.cards[{number}]")
        given = record.optional_text("gempId") or ""
        try:
            blueprint_id = normalise_id(given, f"{record.place}.gempId")
        except MalformedIdError as error:
            left_out.append(LeftOut.without_id(SourceKind.CARD_JSON, given, error))
        else:
            readings.append(_reading(record, blueprint_id))
    return SourceFile(SourceKind.CARD_JSON, name, tuple(readings), tuple(left_out))


def plain_title(printed: str) -> str:
    """Return the title in *printed* without uniqueness marks, suffixes for pictures and (V), and the back's title."""
    front = _MARKS.sub("", printed).split(" / ")[0].strip()
    return _PICTURE_OR_VIRTUAL.sub("", front)


def _reading(record: Members, blueprint_id: str) -> Reading:
    front = Members(record.raw("front"), f"{record.place}.front")
    title = plain_title(front.text("title"))
    category, types, subtype = _kinds(front)
    side = record.text("side")
    if side not in _SIDES:
        raise BadCatalogueError.of(f"{record.place}.side", side, "Light or Dark")
    vocabulary = _vocabulary()
    characteristics = [gemp_word(text) for text in front.texts("characteristics")]
    return Reading(
        source=SourceKind.CARD_JSON,
        blueprint_id=blueprint_id,
        title=title,
        side=_SIDES[side],
        category=category,
        types=types,
        subtype=subtype,
        destiny=checked_destiny(front.text("destiny"), title, front.place),
        uniqueness=_uniqueness(front, category),
        icons=words([_icon(text) for text in front.texts("icons")], vocabulary.type_icons.intersection(types)),
        keywords=words([vocabulary.keywords.get(w, w) for w in characteristics if w not in vocabulary.species]),
        species=words(vocabulary.species.intersection(characteristics)),
        personas=(),
        has_armor=True if front.raw("armor") is not None and category in WITH_ARMOR else None,
        title_halves=tuple(title.split(" & ")) if " & " in title else (),
    )


def _kinds(front: Members) -> tuple[str, tuple[str, ...], str | None]:
    """Return category, types and subtype from the texts of type and subtype."""
    category = re.sub(r"_[0-9]+$", "", gemp_word(front.text("type")))  # Jedi Test #1 to #6 are one category
    printed = front.optional_text("subType")
    if category == "CHARACTER":
        return category, words([gemp_word(part) for part in front.text("subType").split("/")]), None
    if category == "CREATURE":  # what is printed there is GEMP's model type
        return category, (category,), None
    if category == "EFFECT" and printed is None:
        return category, (category,), "NORMAL"
    subtype = gemp_word(printed.split(":")[0]) if printed else None
    return category, () if category == "GAME_AID" else (category,), subtype


def _uniqueness(front: Members, category: str) -> str | None:
    mark = front.optional_text("uniqueness")
    if mark is None:
        return None if category in _WITHOUT_UNIQUENESS else "UNRESTRICTED"
    marks = _vocabulary().uniqueness
    if mark not in marks:
        raise BadCatalogueError.of(f"{front.place}.uniqueness", mark, f"one of {', '.join(marks)}")
    return marks[mark]


def _icon(text: str) -> str:
    word = re.sub(r"_X[0-9]$", "", gemp_word(text))
    return f"VIRTUAL_{word}" if word.startswith("SET_") else _vocabulary().icons.get(word, word)


@cache
def _vocabulary() -> Vocabulary:
    data = tomllib.loads(files("deckmapping.sources").joinpath("card_json.toml").read_text(encoding="utf-8"))
    return Vocabulary(
        uniqueness=data["uniqueness"],
        keywords=data["keywords"],
        icons=data["icons"],
        species=frozenset(data["species"]),
        type_icons=frozenset(data["type_icons"]),
    )
