"""What a seat may do at a table, of either kind, and how a record writes it on one line.

    bet AMOUNT NONCE    choose POSITION CHOICE    change -1|0|1    seat DEALER    leave WHY
    ready NONCE         best  draw  stand  finish  close                             end WHY

NONCE is 64 hexadecimal digits, or ``-`` for a player who sends none; CHOICE as `service.rules.choices` writes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum, unique
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from service.draws import KEY_BYTES
from service.rules.choices import parse_choice
from service.rules.errors import InvalidNotationError
from service.tables.chain import NO_NONCE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.rules.choices import Choice


@unique
class Absence(StrEnum):
    """Why a side is played for until the hand is over: it stands, and what is not valued gets its best values."""

    MISSED_DEADLINE = "missed-deadline"
    """It was asked and did not answer in time; how long that is, the caller says."""
    LEFT = "left"
    CONCEDED = "conceded"


@unique
class Ending(StrEnum):
    """Why the house closes a table for silver in the middle of a shoe."""

    EMPTY_BANK = "empty-bank"
    """The dealer's bank does not cover the smallest bet."""
    EMPTY_WALLET = "empty-wallet"
    """The player cannot pay the smallest bet."""
    NO_MORE_HANDS = "no-more-hands"
    """The dealer deals to him no more, and a shoe that is begun cannot be left by the player."""


@dataclass(frozen=True, slots=True)
class Bet:
    """Bet on the next hand against the dealer; with the bet it is dealt."""

    amount: int
    """In the table's currency; silver or practice chips."""
    nonce: bytes = NO_NONCE
    """The player's part of the hand's seed, 32 bytes; chosen after the table's first key was published."""

    def __str__(self) -> str:
        return f"bet {self.amount} {_written(self.nonce)}"


@dataclass(frozen=True, slots=True)
class Ready:
    """Want the next hand between two players; once both do it is dealt."""

    nonce: bytes = NO_NONCE
    """As in `Bet`."""

    def __str__(self) -> str:
        return f"ready {_written(self.nonce)}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card (R4)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Stand:
    """Draw no more (R4)."""

    def __str__(self) -> str:
        return "stand"


@dataclass(frozen=True, slots=True)
class Choose:
    """Value one card (R5)."""

    position: int
    """0 for the card drawn first."""
    choice: Choice

    def __str__(self) -> str:
        return f"choose {self.position} {self.choice}"


@dataclass(frozen=True, slots=True)
class ChooseBest:
    """Give the best values to all cards that have none (R5)."""

    def __str__(self) -> str:
        return "best"


@dataclass(frozen=True, slots=True)
class ChangeTotal:
    """Change the total after the reveal, or leave it with 0 (R6)."""

    change: int

    def __str__(self) -> str:
        return f"change {self.change}"


@dataclass(frozen=True, slots=True)
class Finish:
    """Leave the rest of a hand against the dealer to the table: stand, and the best values."""

    def __str__(self) -> str:
        return "finish"


@dataclass(frozen=True, slots=True)
class Leave:
    """Be played for until a hand between two players is over: the caller says so of a side, or it concedes."""

    why: Absence

    def __str__(self) -> str:
        return f"leave {self.why}"


@dataclass(frozen=True, slots=True)
class SeatDealer:
    """Take another dealer for the hands to come."""

    dealer: str
    """Key of a dealer of the table's theme."""

    def __str__(self) -> str:
        return f"seat {self.dealer}"


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table; a hand against a dealer is first played to its end, one between two players must be over."""

    def __str__(self) -> str:
        return "close"


@dataclass(frozen=True, slots=True)
class EndTable:
    """Close a table for silver between two hands: the house does, and no seat can."""

    why: Ending

    def __str__(self) -> str:
        return f"end {self.why}"


HandMove: TypeAlias = Draw | Stand | Choose | ChooseBest | ChangeTotal
"""A move inside a hand by the rules of the card game (`service.rules.acts`)."""

Move: TypeAlias = HandMove | Bet | Ready | Finish | Leave | SeatDealer | Close | EndTable

_BARE: Final[Mapping[str, Move]] = MappingProxyType(
    {str(move): move for move in (Draw(), Stand(), ChooseBest(), Finish(), Close())}
)
_NONCE: Final = f"([0-9a-f]{{{2 * KEY_BYTES}}}|-)"
_WITH_WORDS: Final[tuple[tuple[re.Pattern[str], Callable[..., Move]], ...]] = (
    (re.compile(f"bet ([1-9][0-9]{{0,17}}) {_NONCE}"), lambda amount, nonce: Bet(int(amount), _nonce(nonce))),
    (re.compile(f"ready {_NONCE}"), lambda nonce: Ready(_nonce(nonce))),
    (re.compile(r"choose ([0-5]) (\S{1,20})"), lambda at, choice: Choose(int(at), parse_choice(choice))),
    (re.compile("change (-1|0|1)"), lambda change: ChangeTotal(int(change))),
    (re.compile(f"leave ({'|'.join(Absence)})"), lambda why: Leave(Absence(why))),
    (re.compile(f"end ({'|'.join(Ending)})"), lambda why: EndTable(Ending(why))),
    (re.compile("seat ([a-z0-9-]{1,40})"), SeatDealer),
)
"""How each move that says more than its name is written, and what its words make of it."""


def name_of(move: Move) -> str:
    """Return the first word of *move*, by which a seat is told that it may make it."""
    return str(move).partition(" ")[0]


def read_move(text: str) -> Move:
    """Read a move as `str` writes it.

    Raises:
        InvalidNotationError: *text* is none.
    """
    try:
        for pattern, read in _WITH_WORDS:
            if match := pattern.fullmatch(text):
                return read(*match.groups())
        return _BARE[text]
    except (KeyError, ValueError):
        pass
    raise InvalidNotationError.of("move", text, "a move such as 'bet 10 -', 'draw', 'choose 1 5' or 'close'")


def _written(nonce: bytes) -> str:
    return "-" if nonce == NO_NONCE else nonce.hex()


def _nonce(text: str) -> bytes:
    return NO_NONCE if text == "-" else bytes.fromhex(text)
