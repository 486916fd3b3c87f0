"""Records of one title that are one card: another picture of it, or another printing that plays no other part here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.clinic.sets import is_virtual, set_number
from deckmapping.decks import is_starting_on_table_by_default
from deckmapping.variants import Variant, variant_rules

if TYPE_CHECKING:
    from deckmapping.records import CardRecord


def is_same_card(one: CardRecord, other: CardRecord) -> bool:
    """Tell whether two records are pictures of one card: some alternate images have an id of their own.

    They are of one set and agree in every fact but the id.
    """
    return set_number(one) == set_number(other) and replace(one, blueprint_id=other.blueprint_id) == other


def is_reprint(one: CardRecord, other: CardRecord) -> bool:
    """Tell whether two records are printings of which it does not matter here which one a deck has.

    They agree in every fact but id, icons and subtype, and have the same part in every variant and before play. No
    virtual card is a printing of another one.
    """
    if is_virtual(one) or is_virtual(other):
        return False
    alike = replace(one, blueprint_id=other.blueprint_id, icons=other.icons, subtype=other.subtype)
    return alike == other and _parts(one) == _parts(other)


def _parts(record: CardRecord) -> list[object]:
    parts: list[object] = [is_starting_on_table_by_default(record)]
    for rules in map(variant_rules, Variant):
        asked = (rules.is_stakes, rules.is_eligible_character, rules.has_clone_perk, rules.has_wild_perk)
        parts += [rules.classify(record).role, *[bool(ask(record)) for ask in asked]]
    return parts
