"""R5: one side's hand, and what its cards count."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from deckmapping.errors import DomainError, shown
from deckmapping.values import Value, format_value
from deckmapping.variants import Role
from service.rules.cards import SideRules
from service.rules.choices import ByCharacter, Choice, CloneOf, Number
from service.rules.errors import IllegalChoiceError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.rules.cards import Card

FIRST_CARDS: Final = 2
"""R2: cards that a side is dealt before anybody may stand."""

MOST_CARDS: Final = 6
"""A side stands with six cards (R4)."""

_WILD: Final = (Role.WILD, Role.PERK_WILD)


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one side in the order drawn, and what their owner has chosen for them so far."""

    cards: tuple[Card, ...]
    rules: SideRules
    choices: tuple[Choice | None, ...]
    """One a card; None where nothing was chosen, or nothing needs to be."""
    total: Value | None = field(init=False, repr=False, compare=False)
    """The sum of what the cards count; None while a card is not valued."""

    def __post_init__(self) -> None:
        if len(self.choices) != len(self.cards):
            raise ValueError(f"{len(self.choices)} choices for {len(self.cards)} cards")
        is_open, counted = any(self.choices), 0
        for card in self.cards:
            if card.fixed is None:
                is_open = True
                break
            counted += card.fixed
        if is_open and self.rules.wild_range is None and any(card.role in _WILD for card in self.cards):
            raise ValueError("a wild card in a hand without a range for wild cards")
        object.__setattr__(self, "total", _sum(values(self)) if is_open else counted)

    @classmethod
    def unvalued(cls, cards: Iterable[Card] = (), rules: SideRules | None = None) -> Hand:
        """Return a hand for which nothing has been chosen."""
        held = tuple(cards)
        return cls(held, rules or SideRules(), (None,) * len(held))

    def with_card(self, card: Card) -> Hand:
        """Return the hand with *card* drawn to it."""
        return Hand((*self.cards, card), self.rules, (*self.choices, None))

    @property
    def has_only_clones(self) -> bool:
        """Whether every card is a clone card, so that there is nothing to clone and each counts 0."""
        return all(card.role is Role.CLONE for card in self.cards)

    def __str__(self) -> str:
        cards = (
            f"{card}={choice}" if choice is not None else str(card)
            for card, choice in zip(self.cards, self.choices, strict=True)
        )
        return " ".join([*str(self.rules).split(), ":", *cards])


def options(card: Card, rules: SideRules) -> tuple[Value, ...]:
    """Return what *card*, no clone card, may count: ascending, each value once."""
    if card.role is Role.PLAIN or rules.wild_range is None:
        return card.printed
    wild = rules.wild_range.values
    return wild if card.role is Role.WILD else tuple(sorted({*wild, *card.printed}))


def gifts(rules: SideRules) -> dict[ByCharacter, Value]:
    """Return what the playing character allows a clone card to count, the perk first."""
    by_character = {ByCharacter.PERK: rules.perk_value, ByCharacter.OWN_DESTINY: rules.own_destiny}
    return {choice: value for choice, value in by_character.items() if value is not None}


def values(hand: Hand) -> tuple[Value | None, ...]:
    """Return what each card counts by the choices made; None for a card that nobody has valued yet."""
    is_unchosen = not any(hand.choices)
    fixed = tuple([card.fixed for card in hand.cards])
    if is_unchosen and None not in fixed:
        return fixed
    if hand.has_only_clones:
        return (Value(0),) * len(hand.cards)
    if is_unchosen:
        return fixed
    own = [
        card.fixed if choice is None else _own_value(hand.rules, choice)
        for card, choice in zip(hand.cards, hand.choices, strict=True)
    ]
    return tuple(
        own[choice.position] if isinstance(choice, CloneOf) else value
        for value, choice in zip(own, hand.choices, strict=True)
    )


def total(hand: Hand) -> Value | None:
    """Return the sum of what the cards count; None while a card is not valued."""
    return hand.total


def _sum(counted: Iterable[Value | None]) -> Value | None:
    total = 0
    for value in counted:
        if value is None:
            return None
        total += value
    return Value(total)


def verify_choice(hand: Hand, position: int, choice: Choice, field: str | None = None) -> None:
    """Check that the owner of *hand* may choose *choice* for the card at *position*.

    Args:
        hand: the hand, whatever has been chosen in it so far.
        position: 0 for the card drawn first.
        choice: what is chosen.
        field: what the error names; ``choices[position]`` if nothing else is given.

    Raises:
        IllegalChoiceError: naming what may be chosen.
    """
    field = field or f"choices[{position}]"
    if not 0 <= position < len(hand.cards):
        raise IllegalChoiceError.of(field, position, f"a position from 0 to {len(hand.cards) - 1}")
    if not _is_allowed(hand, position, choice):
        raise IllegalChoiceError.of(field, shown(str(choice)), _allowed(hand, position))


def can_choose(hand: Hand, position: int, choice: Choice) -> bool:
    """Tell whether the owner of *hand* may choose *choice* for the card at *position*."""
    try:
        verify_choice(hand, position, choice)
    except DomainError:
        return False
    return True


def choose(hand: Hand, position: int, choice: Choice) -> Hand:
    """Return the hand with *choice* for the card at *position*, in place of what was chosen for it before.

    Raises:
        IllegalChoiceError: naming what may be chosen.
    """
    verify_choice(hand, position, choice)
    return replace(hand, choices=(*hand.choices[:position], choice, *hand.choices[position + 1 :]))


def _own_value(rules: SideRules, choice: Choice) -> Value | None:
    """Return what a card counts by *choice* without looking at any other card."""
    if isinstance(choice, Number):
        return choice.value
    return gifts(rules)[choice] if isinstance(choice, ByCharacter) else None


def _is_allowed(hand: Hand, position: int, choice: Choice) -> bool:
    card = hand.cards[position]
    if card.role is not Role.CLONE:
        return isinstance(choice, Number) and choice.value in options(card, hand.rules)
    if hand.has_only_clones or isinstance(choice, Number):
        return False
    if isinstance(choice, ByCharacter):
        return choice in gifts(hand.rules)
    return choice.position in cloneable(hand)


def cloneable(hand: Hand) -> tuple[int, ...]:
    """Return the positions of the cards whose value a clone card of the same hand may take."""
    return tuple(position for position, card in enumerate(hand.cards) if card.role is not Role.CLONE)


def _allowed(hand: Hand, position: int) -> str:
    """Say what may be chosen for the card at *position*."""
    card, wild = hand.cards[position], hand.rules.wild_range
    printed = " or ".join(format_value(value) for value in card.printed)
    if card.role is Role.PLAIN:
        return f"the printed {printed}"
    if card.role is Role.WILD:
        return f"a whole number from {wild}"
    if card.role is Role.PERK_WILD:
        return f"a whole number from {wild}, or the printed {printed}"
    if hand.has_only_clones:
        return "no choice: in a hand of clone cards only each counts 0"
    sources = ", ".join(str(CloneOf(source)) for source in cloneable(hand))
    return " or ".join(["the value of a card that is no clone card: " + sources, *gifts(hand.rules)])
