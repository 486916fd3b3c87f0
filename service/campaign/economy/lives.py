"""Lives of many players of one kind: they sit down, bet, win and lose, climb, and go home.

Every player has a town's houses to play with: a hundred players share each, so that banks are seen at their lowest.
Houses always pay here; how near a bank came to its end is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from service.campaign.economy.board import NOBODY
from service.campaign.economy.climbers import Climbers
from service.campaign.economy.kinds import EVENINGS, HANDS_AN_EVENING
from service.campaign.economy.seating import Seating
from service.campaign.economy.tables import CUT, changes
from service.odds.progress import unwatched

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from service.campaign.economy.board import Board
    from service.campaign.economy.tables import ResultTables
    from service.odds.progress import Progress

    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

TOWN: Final = 100
"""Players who share the houses."""
EVERY: Final = 30
"""Hands between two looks at all wallets."""
NEVER: Final = -1


@dataclass(slots=True, eq=False)
class Tallies:
    """What became of each life; one row a life, and money in silver."""

    hands: Ints
    evenings: Ints
    """That are over."""
    staked: Ints
    lost: Ints
    """What hands that he lost have brought into the houses; what those that he won took out is the rest."""
    reached: Ints
    """By number of bosses beaten on the side that he climbs first, less one: his hands by then, or `NEVER`."""
    reached_evening: Ints
    """Likewise the evening, counted from 1."""
    is_ruined: Flags
    is_dealt_no_more: Flags
    """At every level that he has reached the ceiling stops him."""
    sent_off: Ints
    """How often he could not pay for the rest of a shoe."""
    visits: Ints
    visits_beaten: Ints
    visited_hands: Ints
    most: Ints
    """What he owned at his best."""
    houses: Ints
    """What each dealer's house has won or lost, by town and dealer."""
    lowest: Ints
    """The least that this was."""
    wallets: list[Ints] = field(default_factory=list)
    """What everybody owned, every `EVERY` hands, the beginning included."""

    @classmethod
    def of(cls, board: Board, wallets: Ints) -> Tallies:
        """Return tallies of nothing."""
        count = len(wallets)

        def nothing() -> Ints:
            return np.zeros(count, np.int64)

        towns = -(-count // TOWN)
        return cls(
            hands=nothing(),
            evenings=nothing(),
            staked=nothing(),
            lost=nothing(),
            reached=np.full((count, board.places), NEVER),
            reached_evening=np.full((count, board.places), NEVER),
            is_ruined=np.zeros(count, bool),
            is_dealt_no_more=np.zeros(count, bool),
            sent_off=nothing(),
            visits=nothing(),
            visits_beaten=nothing(),
            visited_hands=nothing(),
            most=wallets.copy(),
            houses=np.zeros((towns, len(board.hosts)), np.int64),
            lowest=np.zeros((towns, len(board.hosts)), np.int64),
        )


@dataclass(slots=True, eq=False)
class Lives:
    """Lives that are being lived."""

    tables: ResultTables
    climbers: Climbers
    first_side: Ints
    """Side of the Force that each climbs first: they take turns."""
    tallies: Tallies
    _chance: Generator
    _seating: Seating
    _first: Ints
    """First bet of the shoe."""
    _hand: Ints
    """Of the shoe, from 0; 0 between shoes."""
    _shoe: Ints
    _has_lost: Flags
    """His last hand."""
    _evening_hands: Ints

    @classmethod
    def of(cls, tables: ResultTables, board: Board, count: int, deposit: int, seed: int) -> Lives:
        """Return *count* lives at their beginning."""
        wallets = np.full(count, deposit, np.int64)
        sides = np.arange(count) % 2

        def nothing() -> Ints:
            return np.zeros(count, np.int64)

        climbers = Climbers.of(board, wallets)
        return cls(
            tables,
            climbers,
            sides,
            Tallies.of(board, wallets),
            np.random.default_rng(seed),
            Seating.of(tables, climbers, sides),
            nothing(),
            nothing(),
            nothing(),
            np.zeros(count, bool),
            nothing(),
        )

    def live(self, evenings: int = EVENINGS, progress: Progress = unwatched) -> Tallies:
        """Live all of them to their end, *evenings* evenings at most."""
        hands, most = 0, evenings * HANDS_AN_EVENING
        everybody = np.arange(len(self.first_side))
        self.tallies.wallets.append(self.climbers.wallet.copy())
        while len(rows := everybody[self._goes_on(evenings)]):
            self._play(rows)
            hands += 1
            if hands % EVERY == 0:
                self.tallies.wallets.append(self.climbers.wallet.copy())
                progress(min(hands, most), most)
        progress(most, most)
        return self.tallies

    def _goes_on(self, evenings: int) -> Flags:
        told = self.tallies
        goes_on: Flags = ~told.is_ruined & ~told.is_dealt_no_more & (told.evenings < evenings)
        return goes_on

    def _play(self, rows: Ints) -> None:
        if len(starting := rows[self._hand[rows] == 0]):
            self._sit_down(starting)
        rows = rows[self.climbers.host[rows] != NOBODY]
        host = self.climbers.host[rows]
        is_visited = self.climbers.is_visited(rows, host)
        bets = self._bets(rows, host, is_visited)
        self._deal(rows, host, is_visited, bets)
        self._after(rows, host)

    def _sit_down(self, rows: Ints) -> None:
        """Let everybody who is between two shoes choose his table; who finds none has come to his life's end."""
        climbers, told = self.climbers, self.tallies
        stays = climbers.in_match[rows].any(axis=1)
        climbers.leave(rows[~stays & (climbers.host[rows] != NOBODY)])
        rows = rows[~stays]
        host = self._seating.choose(rows)
        finds = host != NOBODY
        climbers.sit(rows[finds], host[finds])
        poor = climbers.wallet[rows] < climbers.board.least_needed
        told.is_ruined[rows[~finds & poor]] = True
        told.is_dealt_no_more[rows[~finds & ~poor]] = True

    def _evening_ends(self, rows: Ints) -> None:
        self.tallies.evenings[rows] += 1
        self._evening_hands[rows] = 0

    def _bets(self, rows: Ints, host: Ints, is_visited: Flags) -> Ints:
        of, hand = self.climbers.board.of, self._hand[rows]
        begins = hand == 0
        starting = rows[begins]
        self._shoe[starting] = self._chance.integers(self.tables.shoes, size=len(starting))
        first = self._seating.first_bets(starting, host[begins], has_lost=self._has_lost[starting])
        self._first[starting] = first
        good = self.tables.good(host, is_visited, self._shoe[rows], hand)
        raises = ~begins & (good if self.tables.kind.is_careful else self._has_lost[rows])
        bets = self._first[rows] * np.where(raises, 2, 1)
        most = np.minimum(of.most[host], self.climbers.wallet[rows] // of.worst[host])
        found: Ints = np.maximum(np.minimum(bets, most), self._first[rows])
        return found

    def _deal(self, rows: Ints, host: Ints, is_visited: Flags, bets: Ints) -> None:
        of, told = self.climbers.board.of, self.tallies
        results = self.tables.results(
            host, is_visited, self._shoe[rows], self._hand[rows], self._chance.random(len(rows))
        )
        change = changes(results, bets, of.worst[host])
        came, beaten = self.climbers.count(rows, bets, change)
        self._has_lost[rows] = results == 0
        told.hands[rows] += 1
        told.staked[rows] += bets
        told.lost[rows] += np.maximum(-change, 0)
        told.visits[rows] += came
        told.visits_beaten[rows] += beaten
        told.visited_hands[rows] += is_visited
        told.most[rows] = np.maximum(told.most[rows], self.climbers.wallet[rows])
        np.subtract.at(told.houses, (rows // TOWN, np.where(is_visited, of.visitor[host], host)), change)
        np.minimum(told.lowest, told.houses, out=told.lowest)

    def _after(self, rows: Ints, host: Ints) -> None:
        """Let the shoe go on, or end; it ends early for those who cannot pay, or whom the house deals to no more."""
        climbers, of, told = self.climbers, self.climbers.board.of, self.tallies
        side, place = of.side[host], of.place[host]
        self._evening_hands[rows] += 1
        self._hand[rows] = (self._hand[rows] + 1) % CUT
        goes_on = self._hand[rows] > 0
        stopped = np.where(of.is_boss[host], ~climbers.in_match[rows, side], climbers.is_at_ceiling(rows, side, place))
        self._hand[rows[stopped]] = 0
        poor = goes_on & ~stopped & (climbers.wallet[rows] < self._first[rows] * of.worst[host])
        self._hand[rows[poor]] = 0
        climbers.leave(rows[poor])
        told.sent_off[rows[poor]] += 1
        self._evening_ends(rows[poor | (self._hand[rows] == 0) & (self._evening_hands[rows] >= HANDS_AN_EVENING)])
        self._note_levels(rows)

    def _note_levels(self, rows: Ints) -> None:
        told, beaten = self.tallies, self.climbers.beaten[rows, self.first_side[rows]]
        rows, beaten = rows[beaten > 0], beaten[beaten > 0]
        new = told.reached[rows, beaten - 1] == NEVER
        at = rows[new], beaten[new] - 1
        told.reached[at] = told.hands[rows[new]]
        told.reached_evening[at] = told.evenings[rows[new]] + 1
