"""What the judge says of two hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.rules.ranking import is_over

if TYPE_CHECKING:
    from deckmapping.values import Value
    from deckmapping.variants import Role
    from service.rules.choices import Choice
    from service.rules.outcome import DecidedBy


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """One card of a judged hand."""

    blueprint_id: str
    """Normalised."""
    title: str
    role: Role
    """What the card is for this side: a barred wild card is plain."""
    choice: Choice | None
    """What its owner chose, or the best choice; None where none is needed or none was made."""
    value: Value | None
    """None while nobody has valued it."""
    reason: str
    """Why it counts that, in words."""


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """One judged hand."""

    cards: tuple[JudgedCard, ...]
    change: int
    """The change made after the reveal: -1, 0 or 1."""
    total: Value | None
    """After the change; None while a card has no value: never an interim number."""
    is_perfect: bool

    @property
    def is_over(self) -> bool:
        """Whether the total is over 11."""
        return self.total is not None and is_over(self.total)

    @property
    def values(self) -> tuple[Value | None, ...]:
        """What each card counts, in the order drawn."""
        return tuple(card.value for card in self.cards)


@dataclass(frozen=True, slots=True)
class MadeChange:
    """A total that a playing character's text changed."""

    side: int
    change: int
    total: Value
    """After the change."""
    reason: str


@dataclass(frozen=True, slots=True)
class StakesCard:
    """A card of the loser's hand that the winner may claim."""

    position: int
    """0 for the card drawn first."""
    blueprint_id: str
    reason: str
    """Which stakes it matches, in words."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on two hands."""

    hands: tuple[JudgedHand, JudgedHand]
    winner: int | None
    """0 or 1; None for a draw and while a hand is incomplete."""
    is_double: bool
    decided_by: DecidedBy
    changes: tuple[MadeChange, ...] = ()
    """In the order made: the side that did not start the hand is asked first (R6)."""
    stakes: tuple[StakesCard, ...] = ()
    """The loser's cards among which the winner chooses (R9)."""
    stakes_count: int = 0
    """How many cards the loser gives up; 0 without a winner and with a fair deck, which plays for no cards."""
    claimed_count: int = 0
    """How many of `stakes` go to the winner."""
    lost_count: int = 0
    """How many other cards are lost instead."""
    notes: tuple[str, ...] = ()
    """What else the caller should know, in words."""
