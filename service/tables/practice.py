"""Practice chips: a purse to play with that is worth nothing, so that nobody can lose more than a game.

Chips are a type of their own: they neither add to silver nor compare with it. A bet is held with all that it may cost
before a card is dealt, and only the result of its hand gives it back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import trunc
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.errors import InvalidInputError, shown
from service.rules.errors import IllegalActError, is_legal

if TYPE_CHECKING:
    from fractions import Fraction

MOST_BETS: Final = 2
"""The most bets that a hand may cost (R8)."""


@dataclass(frozen=True, slots=True, order=True)
class Chips:
    """Whole practice chips; below 0 only as a loss."""

    count: int

    def __add__(self, other: Chips) -> Chips:
        if not isinstance(other, Chips):
            return NotImplemented
        return Chips(self.count + other.count)

    def __sub__(self, other: Chips) -> Chips:
        if not isinstance(other, Chips):
            return NotImplemented
        return Chips(self.count - other.count)

    def times(self, number: int) -> Chips:
        """Return *number* times as many."""
        return Chips(self.count * number)

    def __str__(self) -> str:
        return f"{self.count} chip{'' if self.count == 1 else 's'}"


NONE: Final = Chips(0)
MOST_BET: Final = Chips(1_000_000_000)
"""The largest bet: whatever happens in all hands of a table, its chips are counted exactly by every caller."""
START: Final = Chips(1000)
"""What a new game begins with: a hundred bets of ten, which best play seldom loses in an evening."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet on one hand. Only tables that are played for practice have one."""

    key: str
    """Names the hand, once for ever: see `wager_key`."""
    bet: Chips
    worst_bets: int
    """How many bets the hand may cost: two where a loss can count double."""

    @property
    def held(self) -> Chips:
        """What is kept back until the hand is over."""
        return self.bet.times(self.worst_bets)


def wager_key(table_id: str, number: int) -> str:
    """Return the key of a bet on the hand *number* of a table."""
    return f"{table_id}/{number}"


@dataclass(frozen=True, slots=True)
class Purse:
    """One player's practice chips."""

    balance: Chips = START
    """What he has, with what is held."""
    start: Chips = START
    """What each new game begins with."""
    game: int = 1
    """Which of his games this is; after each bust another begins."""
    wagers: tuple[Wager, ...] = ()
    """Bets on hands that are not over, each with another key."""

    def __post_init__(self) -> None:
        if self.start <= NONE:
            raise InvalidInputError.of("start", self.start.count, "1 chip or more")

    @property
    def held(self) -> Chips:
        """What all hands that are not over may still cost."""
        return sum((wager.held for wager in self.wagers), NONE)

    @property
    def free(self) -> Chips:
        """What may be bet."""
        return self.balance - self.held

    def largest_bet(self, worst_bets: int) -> Chips:
        """Return the largest bet on a hand that may cost *worst_bets* bets: all that is free, where it is one."""
        return min(Chips(self.free.count // worst_bets), MOST_BET)


@dataclass(frozen=True, slots=True)
class Held:
    """A bet was placed."""

    wager: Wager


@dataclass(frozen=True, slots=True)
class Paid:
    """A hand is over and its bet is free again, won or lost; a push changes nothing and is told all the same."""

    key: str
    change: Chips
    balance: Chips


@dataclass(frozen=True, slots=True)
class NewGame:
    """The player went bust: the purse is filled again, and the game is counted."""

    game: int
    balance: Chips


PurseEvent: TypeAlias = Held | Paid | NewGame


def verify_practice(wager: object, act: str) -> None:
    """Check that a hand is played for practice chips, as *act* needs it.

    Raises:
        IllegalActError: it is played for something else.
    """
    if not isinstance(wager, Wager):
        raise IllegalActError.of("act", act, "a hand that is played for practice chips")


def verify_hold(purse: Purse, wager: Wager) -> None:
    """Check that *wager* may be placed.

    Raises:
        InvalidInputError: the bet is below one chip or above what is free for its worst case, or the hand may cost
            neither one bet nor two.
        IllegalActError: a bet on this hand is held already.
    """
    if not 1 <= wager.worst_bets <= MOST_BETS:
        raise InvalidInputError.of("worstBets", wager.worst_bets, "1 or 2 bets")
    largest = purse.largest_bet(wager.worst_bets)
    if not NONE < wager.bet <= largest:
        may_cost = "" if wager.worst_bets == 1 else ", as the hand may cost two bets"
        raise InvalidInputError.of("bet", wager.bet.count, f"1 to {largest}{may_cost}")
    if any(wager.key == each.key for each in purse.wagers):
        raise IllegalActError.of("act", f"bet on {shown(wager.key)}", "a hand without a bet")


def can_hold(purse: Purse, wager: Wager) -> bool:
    """Tell whether *wager* may be placed."""
    return is_legal(lambda: verify_hold(purse, wager))


def hold(purse: Purse, wager: Wager) -> tuple[Purse, tuple[PurseEvent, ...]]:
    """Place *wager* before a card is dealt: all that it may cost is held."""
    verify_hold(purse, wager)
    return replace(purse, wagers=(*purse.wagers, wager)), (Held(wager),)


def settle(
    purse: Purse, key: str, result: Fraction, needed: Chips | None = None
) -> tuple[Purse, tuple[PurseEvent, ...]]:
    """Free the bet on the hand *key* and pay its result; where too little is left to bet, a new game begins.

    Whatever else happened to the purse meanwhile does not matter: the bet alone is at stake. Nothing but a result frees
    it, and no result does so twice.

    Args:
        purse: the player's.
        key: of the bet.
        result: what the hand brings, in bets (`service.rules.dealing.result_in_bets`).
        needed: what another hand holds at least, None for one chip on such a hand; whoever has less is bust.

    Raises:
        IllegalActError: no bet is held on this hand.
        ValueError: the hand costs more than is held.
    """
    wager = next((each for each in purse.wagers if each.key == key), None)
    if wager is None:
        raise IllegalActError.of("act", f"settle {shown(key)}", "a hand on which a bet is held")
    if -result > wager.worst_bets:
        raise ValueError("a hand cost more than its worst case")
    change = result_in_chips(wager.bet, result)
    left = tuple(each for each in purse.wagers if each is not wager)
    after = replace(purse, balance=purse.balance + change, wagers=left)
    paid = Paid(key, change, after.balance)
    if left or after.free >= (needed or Chips(wager.worst_bets)):
        return after, (paid,)
    fresh = replace(after, balance=after.start, game=after.game + 1)
    return fresh, (paid, NewGame(fresh.game, fresh.balance))


def result_in_chips(bet: Chips, result: Fraction) -> Chips:
    """Return what a *result* in bets comes to: whole chips, payouts rounded down (3:2 on 5 chips is 7)."""
    return Chips(trunc(bet.count * result))
