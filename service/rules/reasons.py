"""Says in words why a card counts what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.values import format_value
from deckmapping.variants import Role
from service.rules.choices import ByCharacter, CloneOf

if TYPE_CHECKING:
    from deckmapping.values import Value
    from service.rules.hand import Hand


def reason(hand: Hand, position: int, value: Value | None) -> str:
    """Return why the card at *position* of *hand* counts *value*: ``6 out of 1 to 6: persona Lando is wild in ...``."""
    return f"{_how(hand, position, value)}: {hand.cards[position].reason}"


def _how(hand: Hand, position: int, value: Value | None) -> str:
    card, choice = hand.cards[position], hand.choices[position]
    if value is None:
        return "not valued yet"
    text = format_value(value)
    if card.role is Role.CLONE:
        return _how_cloned(hand, position, text)
    if card.role is Role.WILD:
        return f"{text} out of {hand.rules.wild_range}"
    if card.role is Role.PERK_WILD and value not in card.printed:
        return f"{text} out of {hand.rules.wild_range}, by the perk"
    if len(card.printed) == 1 or choice is None:
        return f"printed destiny {text}"
    return f"{text}, chosen from the printed {' or '.join(format_value(each) for each in card.printed)}"


def _how_cloned(hand: Hand, position: int, text: str) -> str:
    choice = hand.choices[position]
    if isinstance(choice, CloneOf):
        return f"{text} as {hand.cards[choice.position].card_id} at position {choice.position}"
    if choice is ByCharacter.PERK:
        return f"{text} by the playing character's perk"
    if choice is ByCharacter.OWN_DESTINY:
        return f"{text}, the playing character's own destiny"
    return f"{text}, as in every hand of clone cards only"
