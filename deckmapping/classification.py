"""Which cards of a catalogue have a part in a variant, as lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.variants import Role, variant_rules

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from deckmapping.variants import Variant


@dataclass(frozen=True, slots=True)
class VariantLists:
    """Blueprint ids by their part in one variant, each list in the order of set and number."""

    variant: Variant
    wild: tuple[str, ...]
    clone: tuple[str, ...]
    perk_wild: tuple[str, ...]
    stakes: tuple[str, ...]
    characters: tuple[str, ...]
    clone_perk_characters: tuple[str, ...]
    wild_perk_characters: tuple[str, ...]


def classify_all(catalogue: Catalogue, variant: Variant) -> VariantLists:
    """Return the lists of all cards of *catalogue* that have a part in *variant*."""
    rules = variant_rules(variant)
    records = catalogue.records.values()
    roles: dict[Role, list[str]] = {role: [] for role in Role}
    for record in records:
        roles[rules.classify(record).role].append(record.blueprint_id)
    return VariantLists(
        variant=variant,
        wild=tuple(roles[Role.WILD]),
        clone=tuple(roles[Role.CLONE]),
        perk_wild=tuple(roles[Role.PERK_WILD]),
        stakes=tuple(record.blueprint_id for record in records if rules.is_stakes(record)),
        characters=tuple(record.blueprint_id for record in records if rules.is_eligible_character(record)),
        clone_perk_characters=tuple(record.blueprint_id for record in records if rules.has_clone_perk(record)),
        wild_perk_characters=tuple(record.blueprint_id for record in records if rules.has_wild_perk(record)),
    )
