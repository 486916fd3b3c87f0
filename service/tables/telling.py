"""What both kinds of table tell alike: what decided a hand, a shuffle, a purse, and which keys GEMP's page gets."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from service.money import NOTHING, Silver
from service.rules.outcome import DecidedBy
from service.tables.practice import Held, NewGame, Paid
from service.tables.shoe import Shuffle
from service.tables.silver import SilverHeld, SilverPaid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.rules.cards import Card
    from service.tables.purses import MoneyEvent

Naming: TypeAlias = "Callable[[Card], str]"
"""What a card is called: its title, where the catalogue knows it."""

DECIDED: Final[Mapping[DecidedBy, str]] = MappingProxyType(
    {
        DecidedBy.PERFECT: "perfect sabacc",
        DecidedBy.BOTH_PERFECT: "both have a perfect sabacc",
        DecidedBy.NOT_OVER: "only the loser is over 11",
        DecidedBy.CLOSEST: "closest to 11",
        DecidedBy.LOWER_OVER: "both are over 11, and the lower total wins",
        DecidedBy.FEWER_CARDS: "equal totals, and fewer cards win",
        DecidedBy.DRAW: "equal totals of equally many cards",
    }
)
"""What decided a hand, in words."""

_SHUFFLED: Final[Mapping[Shuffle, str]] = MappingProxyType(
    {Shuffle.CUT: "the set number of hands has been played", Shuffle.SHORT: "one could run out in this hand"}
)
"""Why both piles were shuffled, in words."""

SHUFFLE_CUE: Final = "cue.shuffle"
PURSE_CUES: Final[Mapping[type[MoneyEvent], str]] = MappingProxyType(
    {Held: "cue.bet", Paid: "cue.paid", NewGame: "cue.new-game", SilverHeld: "cue.bet", SilverPaid: "cue.paid"}
)
"""Keys of the short sounds of a purse."""


@dataclass(frozen=True, slots=True)
class EventCues:
    """Keys of what GEMP's page does at an event."""

    cue: str
    """Of the short sound."""
    light: str
    """Of one of the theme's light colours: ``table``, ``accent`` or ``arrival``."""
    pictures: tuple[str, ...] = ()
    """Of the cards that the event lays open, in this order, or of who takes the table."""


def shuffle_words(why: Shuffle) -> str:
    """Return a sentence for the players."""
    return f"Both piles are shuffled: {_SHUFFLED[why]}."


def purse_words(event: MoneyEvent) -> str:
    """Return a sentence for the player whose purse it is."""
    match event:
        case Held(wager=wager):
            return f"{wager.held} of yours {'is' if wager.held.count == 1 else 'are'} held until the hand is over."
        case Paid(balance=balance):
            return f"Your balance is {balance}."
        case NewGame(game=game, balance=balance):
            return f"You are bust. Game {game} begins with {balance}."
        case SilverHeld(wager=bet):
            return f"{bet.held} of yours is held until the hand is over."
        case SilverPaid(won=won) if won == NOTHING:
            return "At this table you have neither won nor lost."
        case SilverPaid(won=won):
            return f"At this table you have {'won' if won > NOTHING else 'lost'} {_size(won)}."


def _size(won: Silver) -> Silver:
    return won if won > NOTHING else -won
