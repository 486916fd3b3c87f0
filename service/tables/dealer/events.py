"""What happened in a hand against a dealer, in order.

The player may see every event when it happens: before the dealer shows, none holds his hole card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from service.rules.events import PerfectSeen

if TYPE_CHECKING:
    from deckmapping.values import Value
    from service.rules.cards import Card
    from service.rules.choices import Choice
    from service.tables.dealer.hand import Result


@dataclass(frozen=True, slots=True)
class Dealt:
    """Both sides drew their first two cards (R2); the dealer's second one lies covered."""

    cards: tuple[Card, Card]
    up_card: Card


@dataclass(frozen=True, slots=True)
class Checked:
    """The dealer looked at his hole card."""

    is_perfect: bool


@dataclass(frozen=True, slots=True)
class Drew:
    """The player drew a card."""

    card: Card
    card_count: int


@dataclass(frozen=True, slots=True)
class Stood:
    """The player draws no more (R4)."""

    card_count: int
    is_forced: bool
    """Six cards or an empty pile: he was not asked."""


@dataclass(frozen=True, slots=True)
class Valued:
    """The player chose, or chose anew, for one of his cards (R5)."""

    position: int
    """0 for the card drawn first."""
    card: Card
    choice: Choice
    value: Value | None
    """None where it is to be what another card counts, and that one has no value yet."""


@dataclass(frozen=True, slots=True)
class DealerShowed:
    """The dealer turned his hole card over."""

    hole_card: Card
    total: Value
    """The best total of both his cards, before any change."""


@dataclass(frozen=True, slots=True)
class DealerDrew:
    """The dealer drew a card, by his rule."""

    card: Card
    card_count: int
    total: Value
    """His best total with it, before any change."""
    is_by_chance: bool
    """Whether his rule lets chance decide on the total that he had (his quirk)."""


@dataclass(frozen=True, slots=True)
class DealerStood:
    """The dealer draws no more."""

    total: Value
    """His best total, before any change."""
    is_forced: bool
    """Six cards or an empty pile: his rule was not asked."""


@dataclass(frozen=True, slots=True)
class DealerShifted:
    """The dealer changed his total (R6)."""

    before: Value
    """With the values that serve him best together with the change: not always the total that he stood on."""
    change: int
    """-1 or 1."""
    total: Value
    """After the change."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The hand is over."""

    result: Result


DealerEvent: TypeAlias = (
    Dealt
    | Checked
    | PerfectSeen
    | Drew
    | Stood
    | Valued
    | DealerShowed
    | DealerDrew
    | DealerStood
    | DealerShifted
    | Ended
)
