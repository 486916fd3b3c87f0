"""Bets of silver at one table: what may be bet, and what was won. What a player owns stands in the ledger alone.

A bet may cost what it is held for, and whether the player has as much the ledger decides when the hand is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import trunc
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.errors import InvalidInputError, Violation, shown
from service.money import MOST_SILVER, NOTHING, Silver
from service.rules.errors import IllegalActError

if TYPE_CHECKING:
    from fractions import Fraction

MOST_TIMES: Final = 2
"""Bets of a shoe are from its first bet to twice that: who counts cards gains little by them."""


@dataclass(frozen=True, slots=True)
class BetLimits:
    """What a table for silver takes.

    Raises:
        InvalidInputError: not 1 silver <= least <= most, or more than a wallet ever holds.
    """

    least: Silver
    most: Silver

    def __post_init__(self) -> None:
        faults = [
            *([] if self.least > NOTHING else [Violation("leastBet", str(self.least.count), "1 silver or more")]),
            *(
                []
                if self.least <= self.most <= MOST_SILVER
                else [Violation("mostBet", str(self.most.count), f"{self.least.count} to {MOST_SILVER.count} silver")]
            ),
        ]
        if faults:
            raise InvalidInputError.all(faults)


@dataclass(frozen=True, slots=True)
class SilverWager:
    """A bet of silver on one hand."""

    key: str
    """Names the hand, once for ever: see `service.tables.practice.wager_key`."""
    bet: Silver
    worst_bets: int
    """How many bets the hand may cost: two where a loss can count double."""

    @property
    def held(self) -> Silver:
        """What the ledger keeps back until the hand is over."""
        return self.bet.times(self.worst_bets)


@dataclass(frozen=True, slots=True)
class Score:
    """What one player has won and lost at one table for silver."""

    limits: BetLimits
    won: Silver = NOTHING
    """In all; below 0 for a loss."""
    first: Silver | None = None
    """The first bet of the shoe; None before it."""
    wager: SilverWager | None = None
    """The bet on the hand that is played."""
    floor: Silver = NOTHING
    """What the house wants to see at least as the first bet of a shoe."""

    @property
    def held(self) -> Silver:
        """What the hand that is played may still cost."""
        return NOTHING if self.wager is None else self.wager.held

    @property
    def least_bet(self) -> Silver:
        """The smallest bet on the next hand."""
        if self.first is not None:
            return self.first
        return max(self.limits.least, min(self.floor, self.limits.most))

    def largest_bet(self, worst_bets: int) -> Silver:  # noqa: ARG002  # whether he can pay, the ledger says
        """Return the largest bet on the next hand."""
        return self.limits.most if self.first is None else min(self.first.times(MOST_TIMES), self.limits.most)

    def at_new_shoe(self, floor: Silver) -> Score:
        """Return the score where the piles are whole again: the next bet is any of the table's from *floor* on."""
        return replace(self, first=None, floor=floor)


@dataclass(frozen=True, slots=True)
class SilverHeld:
    """A bet was placed."""

    wager: SilverWager


@dataclass(frozen=True, slots=True)
class SilverPaid:
    """A hand is over and paid; a push changes nothing and is told all the same."""

    key: str
    change: Silver
    won: Silver
    """At this table in all."""


ScoreEvent: TypeAlias = SilverHeld | SilverPaid


def hold(score: Score, wager: SilverWager) -> tuple[Score, tuple[ScoreEvent, ...]]:
    """Place *wager* before a card is dealt.

    Raises:
        InvalidInputError: the table takes no such bet on this hand.
        IllegalActError: a bet is placed already.
    """
    if score.wager is not None:
        raise IllegalActError.of("act", f"bet on {shown(wager.key)}", "a hand without a bet")
    least, largest = score.least_bet, score.largest_bet(wager.worst_bets)
    if not least <= wager.bet <= largest:
        why = "" if score.first is None else f", as the first bet of this shoe was {score.first.count}"
        raise InvalidInputError.of("bet", wager.bet.count, f"{least.count} to {largest.count} silver{why}")
    return replace(score, wager=wager, first=score.first or wager.bet, floor=NOTHING), (SilverHeld(wager),)


def settle(score: Score, key: str, result: Fraction) -> tuple[Score, tuple[ScoreEvent, ...]]:
    """Count the *result* of a hand, in bets.

    Raises:
        IllegalActError: no bet is placed on this hand.
        ValueError: the hand costs more than was held.
    """
    wager = score.wager
    if wager is None or wager.key != key:
        raise IllegalActError.of("act", f"settle {shown(key)}", "a hand on which a bet is placed")
    if -result > wager.worst_bets:
        raise ValueError("a hand cost more than its worst case")
    change = result_in_silver(wager.bet, result)
    after = replace(score, won=score.won + change, wager=None)
    return after, (SilverPaid(key, change, after.won),)


def result_in_silver(bet: Silver, result: Fraction) -> Silver:
    """Return what a *result* in bets comes to: whole silver, payouts rounded down (3:2 on 5 silver is 7)."""
    return Silver(trunc(bet.count * result))
