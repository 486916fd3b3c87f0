"""What a table for silver refuses, in a player's words."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.cli.play.calls import TroubleError

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "INSUFFICIENT_FUNDS": "Your silver does not cover this bet: the hand may cost {value}, and you have {free}.",
        "HOUSE_CANNOT_PAY": "The house cannot pay for this bet: it may be {expected}.",
        "CAREER_FORBIDS": "The ladder forbids it: {value}, and there must be {expected}.",
        "CAREER_MOVED_ON": "You do something else at the same time. Nothing has happened here: press the key again.",
        "TABLE_MOVED_ON": "The table has moved on meanwhile: a hand that waits too long is played to its end for you.",
        "DUEL_LIMIT": "That is enough for today: {value}, and there may be {expected}.",
    }
)
"""By the reason of the error."""
_NOT_PAID: Final = "amount"
"""What a table names that ends because a bet cannot be paid."""
_BANK: Final = "bank covers"
"""What it then says of the dealer, and not of the player."""


def refusal_words(trouble: TroubleError) -> str:
    """Return what is wrong with a move at a table for silver, and what may be done."""
    told = trouble.error.metadata
    value, expected = str(told["value"]), str(told["expected"])
    words = _WORDS.get(trouble.error.reason, trouble.words)
    if trouble.error.reason == "TABLE_ENDED":
        words = f"{_ending(str(told['field']), expected)} The house has closed the table."
    return words.format(value=value, expected=expected, free=_free(expected)) if words is not trouble.words else words


def _ending(field: str, expected: str) -> str:
    if field != _NOT_PAID:
        return "This dealer deals to you no more: {value}."
    if _BANK in expected:
        return "The dealer's bank is empty: a bet may be {expected}."
    return "You cannot pay for another hand of this shoe: it may cost {value}, and you have {free}."


def _free(expected: str) -> str:
    """Return how much the wallet has free, as the ledger says what there may be at most."""
    return expected.removeprefix("at most ").partition(", which")[0]
