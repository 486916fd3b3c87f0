"""The four variants of the card game's sabacc: what each makes of a card, and why.

Everything stands in ``variants.toml`` as criteria over record facts, decided as GEMP's engine decides its filters.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from deckmapping.criteria import Criterion, first_met
from deckmapping.values import Value, parse_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.records import CardRecord


@unique
class Variant(StrEnum):
    """A variant of sabacc, named as commands and messages name it."""

    CLOUD_CITY = "cloud-city"
    DUNE_SEA = "dune-sea"
    JABBAS_PALACE = "jabbas-palace"
    TROOPER = "trooper"


@unique
class Role(StrEnum):
    """What a variant makes of a card; a card has exactly one role in each."""

    PLAIN = "plain"
    WILD = "wild"
    CLONE = "clone"
    PERK_WILD = "perk-wild"
    """Wild only for a side whose playing character has the perk; else it counts what is printed."""


@unique
class CharacterText(StrEnum):
    """A text of a playing character that changes the hand."""

    SHIFT_BY_ONE = "shift-by-one"
    """After the reveal his side may change its total by 1, downwards only from above 0."""
    WINS_DOUBLE = "wins-double"
    CLONE_OWN_DESTINY = "clone-own-destiny"
    """His side's clone cards may take his own destiny."""


@dataclass(frozen=True, slots=True)
class Classified:
    """A card's role in a variant, with the reason in words."""

    role: Role
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something holds of a card in a variant, with the reason in words. It is true where it holds."""

    holds: bool
    reason: str

    def __bool__(self) -> bool:
        return self.holds


@dataclass(frozen=True, slots=True)
class VariantRules:
    """One variant's rules (AR appendix C; the eight Interrupts)."""

    variant: Variant
    title: str
    interrupts: tuple[str, ...]
    """Blueprint ids of the Interrupt, Light then Dark."""
    lowest: int
    """The least whole number a wild card may take."""
    highest: int
    wild: tuple[Criterion, ...]
    clone: tuple[Criterion, ...]
    perk_wild: tuple[Criterion, ...]
    stakes: tuple[Criterion, ...]
    characters: tuple[Criterion, ...]
    clone_perk: tuple[Criterion, ...]
    wild_perk: tuple[Criterion, ...]
    clone_perk_value: Value | None
    """What clone cards may count for a character with the clone perk; None where the variant has no such perk."""

    def classify(self, record: CardRecord) -> Classified:
        """Return the role of *record*."""
        if met := first_met(self.wild, record):
            return Classified(Role.WILD, f"{met.words} is wild in {self.title}")
        if met := first_met(self.clone, record):
            return Classified(Role.CLONE, f"{met.words} is a clone card in {self.title}")
        if met := first_met(self.perk_wild, record):
            holders = _either(self.wild_perk)
            return Classified(Role.PERK_WILD, f"{met.words} may be wild for {holders} in {self.title}")
        return Classified(Role.PLAIN, f"neither wild nor clone in {self.title}")

    def is_stakes(self, record: CardRecord) -> Verdict:
        """Tell whether *record* matches the stakes."""
        return self._verdict(self.stakes, record, "is at stake in")

    def is_eligible_character(self, record: CardRecord) -> Verdict:
        """Tell whether *record* is a character who may play; where he stands on the table is not looked at."""
        return self._verdict(self.characters, record, "may play")

    def has_clone_perk(self, record: CardRecord) -> Verdict:
        """Tell whether the playing character *record* may count clone cards as `clone_perk_value`."""
        return self._verdict(self.clone_perk, record, "may set clone cards by perk in")

    def has_wild_perk(self, record: CardRecord) -> Verdict:
        """Tell whether the playing character *record* may use the perk-wild cards as wild cards."""
        return self._verdict(self.wild_perk, record, "may use weapons as wild cards in")

    def _verdict(self, criteria: tuple[Criterion, ...], record: CardRecord, does: str) -> Verdict:
        if met := first_met(criteria, record):
            return Verdict(holds=True, reason=f"{met.words} {does} {self.title}")
        if not criteria:
            return Verdict(holds=False, reason=f"nobody {does} {self.title}")
        return Verdict(holds=False, reason=f"only {_either(criteria)} {does} {self.title}")


def variant_rules(variant: Variant) -> VariantRules:
    """Return the rules of *variant*."""
    return _all_rules()[variant]


def character_texts(blueprint_id: str, variant: Variant) -> frozenset[CharacterText]:
    """Return the texts that work in *variant* while the character *blueprint_id* (normalised) plays."""
    return frozenset(
        CharacterText(entry["text"])
        for entry in _data()["character_texts"]
        if blueprint_id in entry["ids"] and variant in entry.get("variants", [variant])
    )


def bars_wild_cards(blueprint_id: str, variant: Variant) -> bool:
    """Tell whether the card *blueprint_id* (normalised) bars a side without a gambler from wild cards."""
    return any(blueprint_id in entry["ids"] and variant in entry["variants"] for entry in _data()["barring_cards"])


def is_barring_card(blueprint_id: str) -> bool:
    """Tell whether the card *blueprint_id* (normalised) bars wild cards in any variant."""
    return any(bars_wild_cards(blueprint_id, variant) for variant in Variant)


@cache
def _data() -> Mapping[str, Any]:
    text = files("deckmapping").joinpath("variants.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _all_rules() -> Mapping[Variant, VariantRules]:
    return {variant: _rules(variant, _data()["variants"][variant]) for variant in Variant}


def _rules(variant: Variant, data: Mapping[str, Any]) -> VariantRules:
    def criteria(name: str) -> tuple[Criterion, ...]:
        named = _data()["criteria"]
        return tuple(
            Criterion.from_data(named[entry] if isinstance(entry, str) else entry) for entry in data.get(name, ())
        )

    perk_value = data.get("clone_perk_value")
    return VariantRules(
        variant=variant,
        title=data["title"],
        interrupts=tuple(data["interrupts"]),
        lowest=data["lowest"],
        highest=data["highest"],
        wild=criteria("wild"),
        clone=criteria("clone"),
        perk_wild=criteria("perk_wild"),
        stakes=criteria("stakes"),
        characters=criteria("characters"),
        clone_perk=criteria("clone_perk"),
        wild_perk=criteria("wild_perk"),
        clone_perk_value=None if perk_value is None else parse_value(perk_value),
    )


def _either(criteria: tuple[Criterion, ...]) -> str:
    """Join the names of *criteria*: ``a gambler, a thief or a smuggler``."""
    names = [criterion.words for criterion in criteria]
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
