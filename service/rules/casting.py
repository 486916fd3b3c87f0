"""What a catalogue's cards are in a hand: the one place where records and variants become the rules' own types."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.variants import CharacterText, Role, bars_wild_cards, character_texts, variant_rules
from service.rules.cards import Card, SideRules, WildRange

if TYPE_CHECKING:
    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant


def side_rules(variant: Variant | None, character: CardRecord | None = None) -> SideRules:
    """Return what *variant* and the playing character allow a side.

    Args:
        variant: None for the fair deck, where no text of a character counts (R10).
        character: None for an unseen adversary. Whether he is eligible is not asked: his texts and perks apply.
    """
    if variant is None:
        return SideRules()
    rules = variant_rules(variant)
    allowed = SideRules(wild_range=WildRange(rules.lowest, rules.highest))
    if character is None:
        return allowed
    texts = character_texts(character.blueprint_id, variant)
    return replace(
        allowed,
        perk_value=rules.clone_perk_value if rules.has_clone_perk(character) else None,
        own_destiny=character.values[0] if CharacterText.CLONE_OWN_DESTINY in texts else None,
        may_change=CharacterText.SHIFT_BY_ONE in texts,
        wins_double=CharacterText.WINS_DOUBLE in texts,
    )


def cast(
    record: CardRecord,
    variant: Variant | None,
    character: CardRecord | None = None,
    barred_by: str | None = None,
) -> Card:
    """Return what *record* is in the hand of a side.

    Args:
        record: the card.
        variant: None for the fair deck: every card counts what is printed (R10).
        character: the side's playing character, who may hold the perk that makes cards wild.
        barred_by: normalised blueprint id of the card that bars the side from wild cards; it works only in the
            variants it was made for.
    """
    if variant is None:
        return Card(record.blueprint_id, record.values, reason="every card of a fair deck counts what is printed")
    rules = variant_rules(variant)
    classified, at_stake = rules.classify(record), rules.is_stakes(record)
    role, reason = classified.role, classified.reason
    if role is Role.WILD and barred_by is not None and bars_wild_cards(barred_by, variant):
        role, reason = Role.PLAIN, f"{reason}, but {barred_by} bars this side from wild cards"
    elif role is Role.PERK_WILD and not (character is not None and rules.has_wild_perk(character)):
        role, reason = Role.PLAIN, f"{reason}, but none plays for this side"
    return Card(
        record.blueprint_id,
        record.values,
        role,
        is_stakes=bool(at_stake),
        reason=reason,
        stakes_reason=at_stake.reason if at_stake else "",
    )
