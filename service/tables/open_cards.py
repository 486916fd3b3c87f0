"""Cards that lie open, as their owner or everybody may see them: what each counts, why, and what it might count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.variants import Role
from service.rules import hand as hands
from service.rules.choices import ByCharacter, CloneOf, Number
from service.rules.reasons import reason

if TYPE_CHECKING:
    from deckmapping.values import Value
    from service.rules.cards import Card
    from service.rules.choices import Choice
    from service.rules.hand import Hand


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that lies open."""

    card: Card
    choice: Choice | None
    value: Value | None
    """None while it has none."""
    reason: str
    """Why it counts that, in words."""


def open_cards(hand: Hand) -> tuple[CardView, ...]:
    """Return the cards of *hand* in the order drawn."""
    counted = zip(hand.cards, hand.choices, hands.values(hand), strict=True)
    return tuple(
        CardView(card, choice, value, reason(hand, at, value)) for at, (card, choice, value) in enumerate(counted)
    )


def allowed_choices(hand: Hand, position: int) -> tuple[Choice, ...]:
    """Return all that may be chosen for the card at *position*: numbers ascending, other cards, the character."""
    card = hand.cards[position]
    numbers = () if card.role is Role.CLONE else map(Number, hands.options(card, hand.rules))
    candidates: tuple[Choice, ...] = (*numbers, *map(CloneOf, range(len(hand.cards))), *ByCharacter)
    return tuple(choice for choice in candidates if hands.can_choose(hand, position, choice))
