"""R3: perfect sabacc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.values import ELEVEN, Value
from deckmapping.variants import Role
from service.rules.choices import Number

if TYPE_CHECKING:
    from service.rules.cards import Card
    from service.rules.hand import Hand

_NEVER: Final = (Role.WILD, Role.CLONE)


def perfect_values(hand: Hand) -> tuple[Value, Value] | None:
    """Return the values that make *hand* a perfect sabacc; None if it is none.

    The hand consists of its first two cards and nothing else: a perfect sabacc is seen at once and ends the hand, so a
    third card shows that there was none (5 and 6 and a later 0 are a plain 11). Neither card is wild or clone; a card
    that is wild by perk counts what is printed. Of two printed destinies the owner picks the one that makes 11, unless
    he has already chosen. Whether a text changed the total is for the caller to ask: then it is not perfect.
    """
    if len(hand.cards) != 2 or hand.total not in (None, ELEVEN):
        return None
    first, second = hand.cards
    if not (may_be_perfect(first) and may_be_perfect(second)):
        return None
    for value in reversed(first.printed):
        pair = value, Value(ELEVEN - value)
        if pair[1] in second.printed and all(
            choice is None or choice == Number(each) for choice, each in zip(hand.choices, pair, strict=True)
        ):
            return pair
    return None


def may_be_perfect(card: Card) -> bool:
    """Tell whether *card* may be part of a perfect sabacc: one that is wild by perk counts what is printed (R3)."""
    return card.role not in _NEVER
