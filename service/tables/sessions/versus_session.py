"""A table between two players between two moves: who is ready, the hand, the last hand laid open, both purses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from deckmapping.errors import InvalidInputError
from service.rules.state import SIDES
from service.tables.practice import MOST_BETS, Chips
from service.tables.sessions.locks import versus_lock
from service.tables.sessions.session import within_turns
from service.tables.silver import BetLimits
from service.tables.versus.acts import legal_moves
from service.tables.versus.table import Player, open_table

if TYPE_CHECKING:
    from service.tables.sessions.setup import VersusSetup
    from service.tables.versus.hands import Purses
    from service.tables.versus.table import VersusTable

Nonces: TypeAlias = tuple[bytes | None, bytes | None]
"""What each side gives to the seed of the next hand, 32 bytes; None while it is not ready."""


@dataclass(frozen=True, slots=True, repr=False)
class VersusSession:
    """A table between two players between two moves. `repr` tells no card."""

    setup: VersusSetup
    table: VersusTable
    purses: Purses
    nonces: Nonces = (None, None)
    over: VersusTable | None = None
    """The table as it was when the last hand ended, both hands open; None before the first and once one is dealt."""
    key: bytes | None = None
    """K of the last hand that is over, 32 bytes and no secret any more; None before the first."""
    turns: tuple[int, int] = (1, 1)
    """What either side has seen happen; see `turn`."""
    is_closed: bool = False

    def __repr__(self) -> str:
        return f"<table between two players {self.setup.table_id}: hand {self.number}, turns {self.turns}>"

    @property
    def number(self) -> int:
        """See `Session`."""
        return self.table.number

    @property
    def is_hand_running(self) -> bool:
        """See `Session`; a hand that is over is settled at once."""
        return self.table.hand is not None

    @property
    def last_over(self) -> int:
        """The number of the last hand that is over; 0 before the first."""
        return self.number - self.is_hand_running

    @property
    def lock(self) -> bytes:
        """What the seeds of the hands are bound to."""
        return versus_lock(self.setup)

    def turn(self, seat: int) -> int:
        """See `Session`."""
        verify_seat(seat)
        return self.turns[seat]

    def legal(self, seat: int) -> tuple[str, ...]:
        """See `Session`."""
        verify_seat(seat)
        if self.is_closed:
            return ()
        if self.is_hand_running:  # whoever closed the table now would end the other side's turn
            return within_turns(legal_moves(self.table, seat), self.turns[seat], self.number)
        is_used_up = self.number == self.setup.hands
        return (*(() if is_used_up else legal_moves(self.table, seat)), "close")


def opened_table(setup: VersusSetup) -> VersusTable:
    """Return the table at which nothing has been dealt.

    Raises:
        PileTooSmallError: a player brings fewer than two cards (R1); each such player is named.
        InvalidInputError: both players have the same name, or the stake is below 1 chip, above half of what a game
            begins with, which a double could cost (R8), or not the one bet of silver that the table takes.
    """
    first, second = (Player(seat.name, pile, seat.rules) for seat, pile in zip(setup.players, setup.piles, strict=True))
    table = open_table(setup.table_id, (first, second), setup.stake, setup.cut)
    money, stake = setup.money, setup.stake
    if isinstance(money, Chips) and isinstance(stake, Chips) and stake.times(MOST_BETS) > money:
        expected = f"at most half of the {money} that a game begins with, as a hand can cost twice the stake"
        raise InvalidInputError.of("stake", stake.count, expected)
    if isinstance(money, BetLimits) and not money.least == money.most == stake:
        expected = f"the only bet of a table that takes {money.least.count} to {money.most.count} silver"
        raise InvalidInputError.of("stake", stake.count, expected)
    return table


def verify_seat(seat: int) -> None:
    """Check that a table between two players has *seat*.

    Raises:
        InvalidInputError: it has no such seat.
    """
    if seat not in SIDES:
        raise InvalidInputError.of("seat", seat, "0 or 1: a table between two players has two seats")
