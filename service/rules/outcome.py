"""R7 and R8: who wins two final hands, by which clause, and whether the win counts double."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING

from service.rules.ranking import is_over, rank

if TYPE_CHECKING:
    from deckmapping.values import Value


@unique
class DecidedBy(StrEnum):
    """The clause of the rules that decided a hand."""

    PERFECT = "perfect"
    BOTH_PERFECT = "both_perfect"
    """A draw (R3)."""
    NOT_OVER = "not_over"
    """Only the loser is over 11."""
    CLOSEST = "closest"
    """Neither is over 11; the winner is closer."""
    LOWER_OVER = "lower_over"
    """Both are over 11; the winner is lower."""
    FEWER_CARDS = "fewer_cards"
    DRAW = "draw"
    """Equal totals of equally many cards."""
    INCOMPLETE = "incomplete"
    """Undecided: a card has no value yet."""


@dataclass(frozen=True, slots=True)
class FinalHand:
    """What R7 and R8 need to know of a hand."""

    card_count: int
    total: Value | None
    """After any change; None while incomplete."""
    is_perfect: bool = False
    wins_double: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended."""

    winner: int | None
    """0 or 1; None for a draw or while a hand is incomplete."""
    is_double: bool
    decided_by: DecidedBy


def decide(hands: tuple[FinalHand, FinalHand]) -> Outcome:
    """Return the outcome of two final hands."""
    first, second = hands
    if first.is_perfect and second.is_perfect:
        return Outcome(None, is_double=False, decided_by=DecidedBy.BOTH_PERFECT)
    if first.is_perfect or second.is_perfect:
        return Outcome(0 if first.is_perfect else 1, is_double=True, decided_by=DecidedBy.PERFECT)
    if first.total is None or second.total is None:
        return Outcome(None, is_double=False, decided_by=DecidedBy.INCOMPLETE)
    ranks = rank(first.total, first.card_count), rank(second.total, second.card_count)
    if ranks[0] == ranks[1]:
        return Outcome(None, is_double=False, decided_by=DecidedBy.DRAW)
    winner = 0 if ranks[0] < ranks[1] else 1
    return Outcome(winner, hands[winner].wins_double, _clause(first.total, second.total))


def _clause(total: Value, other: Value) -> DecidedBy:
    """Name the clause of R7 that separates two hands that are no draw."""
    if is_over(total) != is_over(other):
        return DecidedBy.NOT_OVER
    if total == other:
        return DecidedBy.FEWER_CARDS
    return DecidedBy.LOWER_OVER if is_over(total) else DecidedBy.CLOSEST
