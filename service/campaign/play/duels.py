"""Hands between two players for silver: what may be staked in a day, so that no purse is emptied into another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from deckmapping.errors import InvalidInputError, Violation, shown
from deckmapping.themes.bundled import STANDARD_DECK
from deckmapping.themes.themes import themes
from service.campaign.play.errors import DuelLimitError
from service.money import NOTHING, Silver
from service.tables.practice import MOST_BETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from service.tables.sessions.orders import SeatOrder


class DuelDay(NamedTuple):
    """What was staked in one day, in UTC."""

    hands: int = 0
    staked: Silver = NOTHING
    """The stakes of all hands; a double win is twice as much."""

    def with_hand(self, stake: Silver) -> DuelDay:
        """Return the day with one more hand."""
        return DuelDay(self.hands + 1, self.staked + stake)


@dataclass(frozen=True, slots=True)
class DuelHand:
    """A hand between two players that is dealt."""

    players: tuple[str, str]
    stake: Silver
    day: date
    """In UTC."""
    verify: Callable[[DuelDay, DuelDay, DuelDay], None]
    """Takes what the pair, the first and the second player have staked that day, this hand included.

    Raises DuelLimitError where it is too much.
    """


@dataclass(frozen=True, slots=True)
class DuelLimits:
    """What may be staked.

    Raises:
        InvalidInputError: a limit is below 1.
    """

    stake: Silver
    """The most of one hand."""
    pair_hands: int
    """Hands of two players with each other in a day."""
    pair_silver: Silver
    """All their stakes in a day."""
    player_silver: Silver
    """All stakes of one player in a day, with anybody."""

    def __post_init__(self) -> None:
        faults = [
            Violation(name, str(value), "1 or more")
            for name, value in (
                ("stake", self.stake.count),
                ("pairHands", self.pair_hands),
                ("pairSilver", self.pair_silver.count),
                ("playerSilver", self.player_silver.count),
            )
            if value < 1
        ]
        if faults:
            raise InvalidInputError.all(faults)


def verify_stake(limits: DuelLimits, stake: Silver) -> None:
    """Check what a table is to be opened for.

    Raises:
        InvalidInputError: it is too much.
    """
    if stake > limits.stake:
        expected = f"1 to {limits.stake.count} silver, of which a hand may cost {MOST_BETS} times as much"
        raise InvalidInputError.of("stake", stake.count, expected)


def verify_players(players: Sequence[SeatOrder], *, own_decks_agreed: bool) -> None:
    """Check who is to play with what.

    Args:
        players: both.
        own_decks_agreed: whether both have agreed to play with decks of their own.

    Raises:
        InvalidInputError: one player would play himself, or with a deck that is not agreed to.
    """
    first, second = players
    faults = []
    if first.name == second.name:
        faults.append(Violation("players[1].name", shown(second.name), "another player than the first"))
    if not own_decks_agreed:
        common = (STANDARD_DECK, *(theme.sample_deck for theme in themes()))
        faults += [
            Violation(
                "ownDecksAgreed", "false", f"true for the deck of {player.name}: it is none of {', '.join(common)}"
            )
            for player in players
            if player.deck not in common
        ]
    if faults:
        raise InvalidInputError.all(faults)


def duel_hand(limits: DuelLimits, players: tuple[str, str], stake: Silver, day: date) -> DuelHand:
    """Return the hand that is dealt now, with what its day allows."""

    def verify(pair: DuelDay, first: DuelDay, second: DuelDay) -> None:
        if faults := list(_faults(limits, players, (pair, first, second))):
            raise DuelLimitError.all(faults)

    return DuelHand(players, stake, day, verify)


def _faults(
    limits: DuelLimits, players: tuple[str, str], days: tuple[DuelDay, DuelDay, DuelDay]
) -> Iterator[Violation]:
    pair, *each = days
    if pair.hands > limits.pair_hands:
        yield Violation("hands", f"hand {pair.hands} of the day", f"at most {limits.pair_hands} with each other")
    if pair.staked > limits.pair_silver:
        yield Violation("stake", f"{pair.staked} in the day", f"at most {limits.pair_silver} with each other")
    for player, day in zip(players, each, strict=True):
        if day.staked > limits.player_silver:
            # Either player is told of the other's limit, and not of his silver.
            yield Violation("stake", f"what {player} has staked in the day, with it", f"at most {limits.player_silver}")
