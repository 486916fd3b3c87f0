"""What a seat has, in the words of a session's line: ``balance=N game=N`` in chips, ``won=N first=N`` in silver."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from service.money import Silver
from service.tables.practice import Chips, Purse, Wager
from service.tables.silver import Score, SilverWager

if TYPE_CHECKING:
    from service.tables.purses import Bet, Holdings, Money

HOLDINGS: Final = r"(balance=\d+ game=\d+|won=-?\d+ first=(?:\d+|-))"
"""As an expression with one group."""
_CHIPS: Final = re.compile(r"balance=(\d+) game=(\d+)")
_SILVER: Final = re.compile(r"won=(-?\d+) first=(\d+|-)")


def write_holdings(has: Holdings) -> str:
    """Return the words of what a seat has."""
    if isinstance(has, Purse):
        return f"balance={has.balance.count} game={has.game}"
    return f"won={has.won.count} first={'-' if has.first is None else has.first.count}"


def read_holdings(text: str, money: Money, bet: Bet | None) -> Holdings:
    """Read what a seat has.

    Args:
        text: the words.
        money: what the table was opened with.
        bet: that on the hand that is played.

    Raises:
        ValueError: the words are not those of this kind of money.
    """
    match = (_CHIPS if isinstance(money, Chips) else _SILVER).fullmatch(text)
    if match is None:
        raise ValueError(text)
    if isinstance(money, Chips):
        assert bet is None or isinstance(bet, Wager)
        return Purse(Chips(int(match[1])), money, int(match[2]), () if bet is None else (bet,))
    assert bet is None or isinstance(bet, SilverWager)
    first = None if match[2] == "-" else Silver(int(match[2]))
    return Score(money, Silver(int(match[1])), first, bet)
