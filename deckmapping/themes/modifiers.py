"""Table modifiers: one small change of the table a background, as data; the tables do what it says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.themes.reading import Section


@unique
class ModifierKind(StrEnum):
    """What a table modifier changes."""

    NO_WILD_WITHOUT_GAMBLER = "no-wild-without-gambler"
    """A side whose playing character is no gambler has no wild cards, as at a Casino (AR appendix C)."""
    PERFECT_PAYS = "perfect-pays"
    """The player's perfect sabacc pays `amount` silver for each 100 of the bet."""
    BURN = "burn"
    """`amount` cards of each pile are turned over and put away before each hand."""
    SHOE = "shoe"
    """The piles are shuffled again after `amount` hands."""


_AMOUNTS: Mapping[ModifierKind, tuple[int, int]] = MappingProxyType(
    {ModifierKind.PERFECT_PAYS: (100, 200), ModifierKind.BURN: (1, 5), ModifierKind.SHOE: (1, 9)}
)


@dataclass(frozen=True, slots=True)
class TableModifier:
    """One small change of a table; it never changes what a hand is worth or which hand wins."""

    kind: ModifierKind
    amount: int | None
    """As the kind says; None where it needs none."""

    @property
    def words(self) -> str:
        """What it does, for the player."""
        match self.kind:
            case ModifierKind.NO_WILD_WITHOUT_GAMBLER:
                return "a side without a gambler has no wild cards"
            case ModifierKind.PERFECT_PAYS:
                return f"a perfect sabacc pays {self.amount} silver for each 100 of the bet"
            case ModifierKind.BURN:
                cards = "one card of each pile is" if self.amount == 1 else f"{self.amount} cards of each pile are"
                return f"{cards} put away openly before each hand"
            case ModifierKind.SHOE:
                return f"the piles are shuffled again after {self.amount} hands"


def read_modifier(section: Section) -> TableModifier:
    """Return the modifier of a background.

    Raises:
        BadThemeDataError: a key is missing, unknown or of another kind.
    """
    kind = section.word("kind", ModifierKind)
    amount = section.number("amount", *_AMOUNTS[kind]) if kind in _AMOUNTS else None
    section.finish()
    return TableModifier(kind, amount)
