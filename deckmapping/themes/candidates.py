"""Who else could be a dealer: the gamblers of a catalogue, by the facts of their records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.themes.dealers import dealers
from deckmapping.variants import Variant, variant_rules

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord, Side
    from deckmapping.themes.themes import Theme

_GAMBLER: Final = "GAMBLER"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A character who could be a dealer."""

    blueprint_id: str
    title: str
    side: Side
    variants: tuple[Variant, ...]
    """The variants in which the character may play."""
    dealer_keys: tuple[str, ...]
    """The dealers that the character already is."""


def candidates(catalogue: Catalogue, theme: Theme | None = None) -> tuple[Candidate, ...]:
    """Return the candidates among the cards of *catalogue*, in its order.

    They are its gamblers; for a *theme*, all characters of its side who may play its variant: not everybody who may
    play Dune Sea or Trooper Sabacc is a gambler.
    """
    return tuple(_candidate(card) for card in catalogue.records.values() if _fits(card, theme))


def _fits(card: CardRecord, theme: Theme | None) -> bool:
    if theme is None:
        return card.category == "CHARACTER" and _GAMBLER in card.keywords
    return card.side is theme.side and bool(variant_rules(theme.variant).is_eligible_character(card))


def _candidate(card: CardRecord) -> Candidate:
    return Candidate(
        card.blueprint_id,
        card.title,
        card.side,
        tuple(variant for variant in Variant if variant_rules(variant).is_eligible_character(card)),
        tuple(each.key for each in dealers() if each.blueprint_id == card.blueprint_id),
    )
