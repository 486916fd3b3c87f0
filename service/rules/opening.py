"""R3: perfect sabacc."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from deckmapping.values import ELEVEN, Value
from deckmapping.variants import Role
from service.rules.choices import Number

if TYPE_CHECKING:
    from service.rules.hand import Hand


def perfect_values(hand: Hand) -> tuple[Value, Value] | None:
    """Return the values that make *hand* a perfect sabacc; None if it is none.

    The hand consists of its first two cards and nothing else: a perfect sabacc is seen at once and ends the hand, so a
    third card shows that there was none (5 and 6 and a later 0 are a plain 11). Neither card is wild or clone; a card
    that is wild by perk counts what is printed. Of two printed destinies the owner picks the one that makes 11, unless
    he has already chosen. Whether a text changed the total is for the caller to ask: then it is not perfect.
    """
    if len(hand.cards) != 2 or any(card.role in (Role.WILD, Role.CLONE) for card in hand.cards):
        return None
    first, second = hand.cards
    for pair in product(reversed(first.printed), reversed(second.printed)):
        if sum(pair) == ELEVEN and all(
            choice is None or choice == Number(value) for choice, value in zip(hand.choices, pair, strict=True)
        ):
            return pair
    return None
