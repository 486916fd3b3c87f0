"""What the sources leave open, counted by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.report import Gap
from deckmapping.sources.reading import SourceKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckmapping.records import CardRecord
    from deckmapping.sources.reading import Reading

_TRAITS: Final = ("keywords", "species", "personas")


def find_gaps(records: Mapping[str, CardRecord], readings: Mapping[str, Sequence[Reading]]) -> tuple[Gap, ...]:
    """Return the gaps of an import, those without a card left out.

    Args:
        records: the merged cards by blueprint id.
        readings: what the sources state of each of them.
    """
    gemp_only = [card for card in records if _sources(readings[card]) == {SourceKind.GEMP}]
    json_only = [card for card in records if _sources(readings[card]) == {SourceKind.CARD_JSON}]

    def only(cards: Sequence[str], holds: Callable[[CardRecord], bool]) -> tuple[str, ...]:
        return tuple(card for card in cards if holds(records[card]))

    gaps = [
        Gap("values", "only in GEMP's export, which states one destiny where two are printed", tuple(gemp_only)),
        Gap("keywords", "only in the card JSON, which states keywords in part", tuple(json_only)),
        Gap(
            "species",
            "aliens only in the card JSON, whose species nobody states",
            only(json_only, _alien_of_no_species),
        ),
        Gap("personas", "only in the card JSON, which states no personas", only(json_only, _may_have_persona)),
        Gap(
            "has_armor", "only in the card JSON and without armor there, which lacks some", only(json_only, _unarmored)
        ),
        Gap("system", "locations whose system no source states and no title shows", only(list(records), _nowhere)),
        *(_stated_by_gemp_alone(trait, readings) for trait in _TRAITS),
        _armor_by_gemp_alone(readings),
    ]
    return tuple(gap for gap in gaps if gap.ids)


def _sources(readings: Sequence[Reading]) -> set[SourceKind]:
    return {reading.source for reading in readings}


def _alien_of_no_species(record: CardRecord) -> bool:
    return "ALIEN" in record.icons and not record.species


def _may_have_persona(record: CardRecord) -> bool:
    return record.category in {"CHARACTER", "STARSHIP", "VEHICLE"} and not record.personas


def _unarmored(record: CardRecord) -> bool:
    return record.has_armor is False


def _nowhere(record: CardRecord) -> bool:
    return record.category == "LOCATION" and record.system is None


def _stated_by_gemp_alone(trait: str, readings: Mapping[str, Sequence[Reading]]) -> Gap:
    def words(group: Sequence[Reading], source: SourceKind) -> set[str]:
        return {word for reading in group if reading.source is source for word in getattr(reading, trait)}

    ids = tuple(
        card
        for card, group in readings.items()
        if len(_sources(group)) > 1 and words(group, SourceKind.GEMP) - words(group, SourceKind.CARD_JSON)
    )
    return Gap(trait, f"the card JSON lacks {trait} that GEMP's export states; the export's are taken", ids)


def _armor_by_gemp_alone(readings: Mapping[str, Sequence[Reading]]) -> Gap:
    ids = tuple(
        card
        for card, group in readings.items()
        if group[0].has_armor and len(_sources(group)) > 1 and group[-1].has_armor is None
    )
    return Gap("has_armor", "the card JSON lacks armor that GEMP's export states; the export's is taken", ids)
