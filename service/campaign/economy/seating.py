"""Where players sit down, and with which bet they begin a shoe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from service.campaign.economy.board import NOBODY
from service.campaign.economy.kinds import Betting
from service.campaign.economy.tables import odds_of, setting_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.campaign.economy.climbers import Climbers
    from service.campaign.economy.kinds import Kind
    from service.campaign.economy.tables import ResultTables

    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """Chooses for players of one kind.

    They climb one side of the Force to its end, then the other. Whoever may play the boss does. Else they play at the
    highest level that takes their bets, and on the level on which they stand against a dealer whom they have not beaten
    yet.
    """

    kind: Kind
    climbers: Climbers
    first_side: Ints
    preferred: Ints
    """Numbers of the usual dealers by side and place, the one who earns least first; `NOBODY` where there are fewer."""

    @classmethod
    def of(cls, tables: ResultTables, climbers: Climbers, first_side: Ints) -> Seating:
        """Return what chooses for the players of *tables*."""
        board, preferred = climbers.board, climbers.board.usual.copy()
        for side in range(2):
            for place in range(board.places):
                hosts = [host for host in board.usual[side, place].tolist() if host != NOBODY]
                hosts.sort(
                    key=lambda host: (
                        odds_of(setting_of(board.hosts[host], tables.choices[host]), tables.kind.play).edge
                    ),
                    reverse=True,
                )
                preferred[side, place, : len(hosts)] = hosts
        return cls(tables.kind, climbers, first_side, preferred)

    def choose(self, rows: Ints) -> Ints:
        """Return the number of the dealer to whom each goes, or `NOBODY`."""
        climbers = self.climbers
        first = self.first_side[rows]
        is_done = climbers.beaten[rows, first] == climbers.board.places
        side = np.where(is_done, 1 - first, first)
        found = self._boss(rows, side)
        for each in (side, 1 - side):
            for is_affordable in (True, False):
                left = np.flatnonzero(found == NOBODY)
                if len(left):
                    found[left] = self._usual(rows[left], each[left], affordable=is_affordable)
        return found

    def first_bets(self, rows: Ints, host: Ints, *, has_lost: Flags) -> Ints:
        """Return the first bet of a shoe at the table of *host*, which each can pay."""
        of, wallet = self.climbers.board.of, self.climbers.wallet[rows]
        least, most = self.climbers.least_bet(rows, host), of.most[host]
        match self.kind.betting:
            case Betting.CHASING:
                wanted = np.where(has_lost, most, most // 2)
            case Betting.COUNTED:
                wanted = np.minimum(wallet // self.kind.parts, most // 2)
            case Betting.FLAT:
                wanted = wallet // self.kind.parts
        bets: Ints = np.maximum(np.minimum(np.minimum(wanted, most), wallet // of.worst[host]), least)
        return bets

    def _boss(self, rows: Ints, side: Ints) -> Ints:
        climbers, board = self.climbers, self.climbers.board
        place = np.minimum(climbers.beaten[rows, side], board.places - 1)
        boss = board.boss[side, place]
        plays = climbers.is_boss_waiting(rows, side) & (climbers.wallet[rows] >= board.of.needed[boss])
        return np.where(plays, boss, NOBODY)

    def _usual(self, rows: Ints, side: Ints, *, affordable: bool) -> Ints:
        """Return a usual dealer of the highest level that takes each one's bets, or of the lowest that deals to him."""
        climbers, board = self.climbers, self.climbers.board
        found = np.full(len(rows), NOBODY)
        stands, left = climbers.beaten[rows, side], np.arange(len(rows))
        for place in range(board.places - 1, -1, -1) if affordable else range(board.places):
            left = left[found[left] == NOBODY]
            may = left[stands[left] >= place]
            if not len(may):
                continue
            its, on = rows[may], side[may]
            host = self._of_level(its, on, place, stands[may] == place)
            wallet = climbers.wallet[its]
            deals = ~climbers.is_at_ceiling(its, on, np.full(len(its), place))
            deals &= wallet >= climbers.least_bet(its, host) * board.of.worst[host]
            if affordable:
                deals &= wallet // self.kind.parts >= board.of.least[host]
            found[may[deals]] = host[deals]
        return found

    def _of_level(self, rows: Ints, side: Ints, place: int, counts: Flags) -> Ints:
        """Return the dealer to play at a level: where it *counts* the first preferred one who is not beaten yet."""
        climbers, board = self.climbers, self.climbers.board
        preferred = self.preferred[side, place]
        slots = np.where(preferred == NOBODY, 0, board.of.slot[preferred])
        beaten = np.take_along_axis(climbers.is_beaten[rows, side], slots, axis=1) | (preferred == NOBODY)
        best = np.where(counts & ~beaten.all(axis=1), beaten.argmin(axis=1), 0)
        found: Ints = preferred[np.arange(len(rows)), best]
        return found
