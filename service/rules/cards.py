"""A card and a side as the rules see them: facts only, no catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from deckmapping.values import format_value, whole
from deckmapping.variants import Role

if TYPE_CHECKING:
    from deckmapping.values import Value


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a side's pile, with what it is for that side. The words of its reasons are not compared.

    `str` writes ``201_6:2/5``, ``12_114:3~clone``, ``7_160:3~perk-wild$`` (``$`` marks stakes).
    """

    card_id: str
    printed: tuple[Value, ...]
    """What is printed, ascending; two values where the owner chooses."""
    role: Role = Role.PLAIN
    """`PERK_WILD` only where the side's playing character has the perk; a barred wild card is `PLAIN`."""
    is_stakes: bool = False
    reason: str = field(default="", compare=False)
    """Why the card has its role, in words."""
    stakes_reason: str = field(default="", compare=False)
    fixed: Value | None = field(init=False, repr=False, compare=False)
    """What it counts in every hand; None where that is for its owner to choose, or for another card to say."""

    def __post_init__(self) -> None:
        is_fixed = self.role is Role.PLAIN and len(self.printed) == 1
        object.__setattr__(self, "fixed", self.printed[0] if is_fixed else None)

    def __str__(self) -> str:
        printed = "/".join(format_value(value) for value in self.printed)
        role = "" if self.role is Role.PLAIN else f"~{self.role}"
        return f"{self.card_id}:{printed}{role}{'$' if self.is_stakes else ''}"


@dataclass(frozen=True, slots=True)
class WildRange:
    """The whole numbers that a wild card may take, both ends included."""

    lowest: int
    highest: int

    @property
    def values(self) -> tuple[Value, ...]:
        """Every value of the range, ascending."""
        return tuple(whole(number) for number in range(self.lowest, self.highest + 1))

    def __str__(self) -> str:
        return f"{self.lowest} to {self.highest}"


@dataclass(frozen=True, slots=True)
class SideRules:
    """What the variant and the playing character allow one side. The defaults are a fair deck's (R10)."""

    wild_range: WildRange | None = None
    perk_value: Value | None = None
    """What its clone cards may count by the playing character's perk."""
    own_destiny: Value | None = None
    """What its clone cards may count by the playing character's own destiny (Devaronian)."""
    may_change: bool = False
    """Whether it may change its total by 1 after the reveal (R6)."""
    wins_double: bool = False
    """Whether its every win counts double (R8)."""

    @property
    def perks(self) -> SideRules:
        """The same without the texts that change totals or double wins: at a dealer's table a character has none."""
        return replace(self, may_change=False, wins_double=False)

    def __str__(self) -> str:
        wild = self.wild_range
        words = [
            "" if wild is None else f"wild={wild.lowest}-{wild.highest}",
            "" if self.perk_value is None else f"perk={format_value(self.perk_value)}",
            "" if self.own_destiny is None else f"destiny={format_value(self.own_destiny)}",
            "may-change" if self.may_change else "",
            "wins-double" if self.wins_double else "",
        ]
        return " ".join(word for word in words if word)
