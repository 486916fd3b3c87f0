"""From several sources' readings to one record a card.

GEMP's export goes before the card JSON: it is what the engine plays with. Where they differ, both values are reported.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deckmapping.destiny import UNDEFINED, parse_destiny
from deckmapping.gaps import find_gaps
from deckmapping.ids import id_order
from deckmapping.patches import packaged_patches
from deckmapping.records import WITH_ARMOR, CardRecord
from deckmapping.report import Conflict, ImportReport, Note, NoteKind, SourceSummary, SourceValue
from deckmapping.sources.reading import Reading, SourceFile, SourceKind, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from deckmapping.values import Value

_COMPARED: Final = ("side", "category", "types", "subtype", "uniqueness", "has_armor")
_GEMP_FIRST: Final = "GEMP's export goes before the card JSON"
_FIRST_RECORD: Final = "the first record goes before later ones of the same source"

_values = lru_cache(maxsize=256)(parse_destiny)


def merge(sources: Sequence[SourceFile]) -> tuple[dict[str, CardRecord], ImportReport]:
    """Return the records of all cards that *sources* know, by id in the order of set and number, and the report."""
    readings = _by_card(sources)
    systems = _systems(reading for group in readings.values() for reading in group)
    conflicts: list[Conflict] = []
    notes: list[Note] = []
    records = {
        blueprint_id: _merge_card(blueprint_id, group, systems, conflicts, notes)
        for blueprint_id, group in readings.items()
    }
    notes.extend(packaged_patches().apply(records))
    report = ImportReport(
        sources=tuple(_summary(source) for source in sources),
        conflicts=tuple(conflicts),
        gaps=find_gaps(records, readings),
        notes=tuple(notes),
        left_out=tuple(left_out for source in sources for left_out in source.left_out),
    )
    return records, report


def _by_card(sources: Iterable[SourceFile]) -> dict[str, list[Reading]]:
    """Gather the readings of each card, GEMP's first."""
    gathered: dict[str, list[Reading]] = {}
    for source in sorted(sources, key=lambda source: source.kind is not SourceKind.GEMP):
        for reading in source.readings:
            gathered.setdefault(reading.blueprint_id, []).append(reading)
    return {blueprint_id: gathered[blueprint_id] for blueprint_id in sorted(gathered, key=id_order)}


def _summary(source: SourceFile) -> SourceSummary:
    cards = {reading.blueprint_id for reading in source.readings}
    return SourceSummary(source.kind, source.name, len(source.readings) + len(source.left_out), len(cards))


def _systems(readings: Iterable[Reading]) -> AbstractSet[str]:
    own = {reading.title for reading in readings if reading.category == "LOCATION" and reading.subtype == "SYSTEM"}
    return own | packaged_patches().systems


def _merge_card(
    blueprint_id: str, readings: list[Reading], systems: AbstractSet[str], conflicts: list[Conflict], notes: list[Note]
) -> CardRecord:
    first = readings[0]
    same_source = [reading for reading in readings if reading.source is first.source]
    for field in _COMPARED:
        conflict = _conflict(blueprint_id, field, readings)
        if conflict is not None:
            conflicts.append(conflict)
    destiny, values = _merge_destiny(blueprint_id, readings, conflicts, notes)
    armor = next((reading.has_armor for reading in readings if reading.has_armor is not None), False)
    return CardRecord(
        blueprint_id=blueprint_id,
        title=first.title,
        side=first.side,
        category=first.category,
        destiny=destiny,
        values=values,
        types=first.types,
        subtype=next((reading.subtype for reading in readings if reading.subtype is not None), None),
        uniqueness=next((reading.uniqueness for reading in readings if reading.uniqueness is not None), None),
        icons=_all_words(same_source, "icons"),
        keywords=_all_words(same_source, "keywords"),
        species=_all_words(same_source, "species"),
        personas=_all_words(same_source, "personas"),
        system=_system_of(first, systems),
        has_armor=armor if first.category in WITH_ARMOR else None,
        title_halves=first.title_halves,
    )


def _all_words(readings: list[Reading], field: str) -> tuple[str, ...]:
    """Return the words that all records of one source state: pictures of one card are listed with more or less care."""
    if len(readings) == 1:
        only: tuple[str, ...] = getattr(readings[0], field)
        return only
    return words(*(getattr(reading, field) for reading in readings))


def _system_of(reading: Reading, systems: AbstractSet[str]) -> str | None:
    name = reading.title.partition(":")[0]
    return name if reading.category == "LOCATION" and name in systems else None


def _conflict(blueprint_id: str, field: str, readings: list[Reading]) -> Conflict | None:
    stated = [(reading.source, value) for reading in readings if (value := getattr(reading, field)) is not None]
    if all(value == stated[0][1] for _, value in stated):
        return None
    texts = [(source, _text(field, value)) for source, value in stated]
    return _conflict_of(blueprint_id, field, texts, taken=texts[0][1])


def _conflict_of(blueprint_id: str, field: str, stated: list[tuple[SourceKind, str]], taken: str) -> Conflict:
    distinct = tuple(SourceValue(source, text) for source, text in dict.fromkeys(stated))
    both = len({value.source for value in distinct}) > 1
    return Conflict(blueprint_id, field, distinct, taken, _GEMP_FIRST if both else _FIRST_RECORD)


def _text(field: str, value: object) -> str:
    if field == "has_armor":
        return "armor" if value else "no armor"
    return "/".join(value) if isinstance(value, tuple) else str(value)


def _merge_destiny(
    blueprint_id: str, readings: list[Reading], conflicts: list[Conflict], notes: list[Note]
) -> tuple[str, tuple[Value, ...]]:
    """Return the destiny as printed and its values.

    The export states one number where two are printed; the card JSON's print is taken where it agrees with that.
    """
    stated = [(reading.source, reading.destiny or UNDEFINED) for reading in readings]
    ours = stated[0][1]
    printed = next((text for source, text in stated if source is SourceKind.CARD_JSON), ours)
    taken = printed if set(_values(ours)) <= set(_values(printed)) else ours
    if not all(_agrees(source, text, taken) for source, text in stated):
        conflicts.append(_conflict_of(blueprint_id, "destiny", stated, taken))
    elif taken != ours:
        notes.append(Note(NoteKind.NOTATION, blueprint_id, "destiny", _notation(ours, taken)))
    return taken, _values(taken)


def _agrees(source: SourceKind, text: str, taken: str) -> bool:
    if source is SourceKind.GEMP:
        return set(_values(text)) <= set(_values(taken))
    return _values(text) == _values(taken)


def _notation(ours: str, printed: str) -> str:
    if len(_values(printed)) > 1:
        return f"printed {printed}; GEMP's export states {ours} only"
    if ours == UNDEFINED:
        return f"the card JSON states {printed}; GEMP's export states no destiny, which counts the same"
    return f"the card JSON states {printed}; GEMP's export states {ours}, which counts the same"
