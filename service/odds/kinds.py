"""A pile as the odds see it: kinds of card that behave alike, and how many there are of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deckmapping.values import Value, format_value, whole
from deckmapping.variants import Role
from service.rules.cards import Card, SideRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_UNPRINTED: Final = (Role.WILD, Role.CLONE)


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """Cards that no hand can tell apart by what they count. What is printed on wild and clone cards never counts."""

    printed: tuple[Value, ...]
    """Ascending; empty for wild and clone cards."""
    role: Role = Role.PLAIN

    def __post_init__(self) -> None:
        if bool(self.printed) == (self.role in _UNPRINTED):
            raise ValueError(f"a {self.role} card with {len(self.printed)} printed values that count")

    @classmethod
    def of(cls, card: Card) -> Kind:
        """Return the kind of *card*."""
        return cls(() if card.role in _UNPRINTED else card.printed, card.role)

    def card(self) -> Card:
        """Return a card of this kind, for the rules."""
        return Card(str(self), self.printed, self.role)

    def __str__(self) -> str:
        printed = "/".join(format_value(value) for value in self.printed)
        return printed if self.role is Role.PLAIN else f"{self.role}:{printed}" if printed else str(self.role)


@dataclass(frozen=True, slots=True)
class Pile:
    """A side's pile: the kinds in it, ascending, and how many cards there are of each (at least one)."""

    kinds: tuple[Kind, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.kinds) != len(self.counts) or min(self.counts, default=1) < 1:
            raise ValueError(f"{len(self.kinds)} kinds with counts {self.counts}; expected one or more cards of each")

    @classmethod
    def of_counts(cls, counts: Mapping[Kind, int]) -> Pile:
        """Return the pile of *counts*; kinds with a count of 0 are left out."""
        held = sorted((kind, count) for kind, count in counts.items() if count)
        return cls(tuple(kind for kind, _ in held), tuple(count for _, count in held))

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Pile:
        """Return the pile of *cards*."""
        return cls.of_counts(Counter(Kind.of(card) for card in cards))

    @classmethod
    def of_values(cls, counts: Mapping[int, int]) -> Pile:
        """Return a pile of plain cards: whole values and how many cards print each."""
        return cls.of_counts({Kind((whole(value),)): count for value, count in counts.items()})

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(self.counts)

    def as_counts(self) -> dict[Kind, int]:
        """Return how many cards there are of each kind."""
        return dict(zip(self.kinds, self.counts, strict=True))

    def __str__(self) -> str:
        return ",".join(f"{kind}:{count}" for kind, count in zip(self.kinds, self.counts, strict=True))


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a hand: its pile, and what the variant and its playing character allow it."""

    pile: Pile
    rules: SideRules = field(default_factory=SideRules)
