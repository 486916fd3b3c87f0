"""Silver, the campaign's one currency: it neither adds to practice chips or plain numbers nor compares with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deckmapping.errors import InvalidInputError

SILVER_A_GOLD: Final = 100


@dataclass(frozen=True, slots=True, order=True)
class Silver:
    """Whole silver; below 0 only as a change, or as what a source of money has given away."""

    count: int

    def __post_init__(self) -> None:
        if type(self.count) is not int:  # a bool or a half is no count of coins
            raise InvalidInputError.of("silver", self.count, "a whole number of silver")

    def __add__(self, other: Silver) -> Silver:
        if not isinstance(other, Silver):
            return NotImplemented
        return Silver(self.count + other.count)

    def __sub__(self, other: Silver) -> Silver:
        if not isinstance(other, Silver):
            return NotImplemented
        return Silver(self.count - other.count)

    def __neg__(self) -> Silver:
        return Silver(-self.count)

    def times(self, number: int) -> Silver:
        """Return *number* times as much."""
        return Silver(self.count * number)

    def __str__(self) -> str:
        """Write gold and silver as GEMP shows a price, with silver in two digits: ``1 gold, 45 silver``."""
        gold, silver = divmod(abs(self.count), SILVER_A_GOLD)
        return f"{'-' if self.count < 0 else ''}{gold} gold, {silver:02d} silver"


NOTHING: Final = Silver(0)
MOST_SILVER: Final = Silver(16_777_215)
"""The most a wallet can hold: GEMP stores a purse in three bytes and loses what is above."""
LARGEST: Final = Silver(10**15)
"""The most that any account holds or owes, and so the largest amount: far above all the gold there is, and exact in
every database and spreadsheet."""


def shares(amount: Silver, number: int) -> tuple[Silver, ...]:
    """Divide *amount* among *number* so that nothing is lost: who comes first gets a coin that does not divide.

    The order is the caller's, such as the final rank: 100 among three is 34, 33, 33.

    Raises:
        InvalidInputError: there is less than nothing to share, or nobody to share it.
    """
    if amount < NOTHING:
        raise InvalidInputError.of("amount", str(amount), "0 silver or more")
    if number < 1:
        raise InvalidInputError.of("number", number, "1 share or more")
    each, left = divmod(amount.count, number)
    return tuple(Silver(each + (at < left)) for at in range(number))
