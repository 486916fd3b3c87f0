"""Many careers at once: what a hand makes of each, as `service.campaign.ladder` says it of one.

The ladder's own functions make a career in some thirty microseconds a hand; ten thousand lives would take them hours.
Here the same rules work on arrays. A test plays random careers both ways and compares all of them after each hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from service.campaign.economy.board import NOBODY
from service.campaign.play.attention import CAMPAIGN_ATTENTION
from service.tables.dealer.attention import A_BET

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.campaign.economy.board import Board

    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]


@dataclass(slots=True, eq=False)
class Climbers:
    """Careers, one row each, changed in place. Money is silver; the second dimension is the side of the Force."""

    board: Board
    wallet: Ints
    host: Ints
    """Number of the dealer at whose table each sits, or `NOBODY`."""
    won: Ints
    """By place of the level; likewise all arrays of three dimensions but the scores."""
    beaten: Ints
    """Bosses."""
    lost: Ints
    """Matches, to the boss who is next."""
    match_hands: Ints
    match_won: Ints
    in_match: Flags
    score_hands: Ints
    """With the usual dealers of the level on which each stands, by slot; likewise the next two."""
    score_run: Ints
    is_beaten: Flags
    meter: Ints
    hands: Ints
    wagered: Ints
    visit: Ints
    visit_won: Ints

    @classmethod
    def of(cls, board: Board, wallets: Ints) -> Climbers:
        """Return careers at their beginning, lessons done."""
        count = len(wallets)

        def nothing(*shape: int) -> Ints:
            return np.zeros((count, 2, *shape), np.int64)

        return cls(
            board,
            wallet=wallets.astype(np.int64),
            host=np.full(count, NOBODY),
            won=nothing(board.places),
            beaten=nothing(),
            lost=nothing(),
            match_hands=nothing(),
            match_won=nothing(),
            in_match=nothing().astype(bool),
            score_hands=nothing(board.slots),
            score_run=nothing(board.slots),
            is_beaten=nothing(board.slots).astype(bool),
            meter=nothing(board.places),
            hands=nothing(board.places),
            wagered=nothing(board.places),
            visit=nothing(board.places),
            visit_won=nothing(board.places),
        )

    def is_at_ceiling(self, rows: Ints, side: Ints, place: Ints) -> Flags:
        """Tell whether the usual dealers of a level deal no more."""
        found: Flags = self.won[rows, side, place] >= self.board.levels.ceiling[place]
        return found

    def is_boss_waiting(self, rows: Ints, side: Ints) -> Flags:
        """Tell whether the boss of the level on which each stands would play."""
        levels, beaten = self.board.levels, self.beaten[rows, side]
        place = np.minimum(beaten, self.board.places - 1)
        wanted = np.where(self.lost[rows, side] > 0, levels.dealers_again[place], levels.dealers[place])
        has = self.is_beaten[rows, side].sum(axis=1)
        waits: Flags = (beaten < self.board.places) & ((has >= wanted) | self.is_at_ceiling(rows, side, place))
        return waits

    def is_visited(self, rows: Ints, host: Ints) -> Flags:
        """Tell whether Lando would deal to each at the table of *host*."""
        of = self.board.of
        found: Flags = of.is_watched[host] & (self.visit[rows, of.side[host], of.place[host]] > 0)
        return found

    def least_bet(self, rows: Ints, host: Ints) -> Ints:
        """Return the smallest first bet of a shoe: while Lando is here, what the player bets on the mean."""
        of = self.board.of
        at = rows, of.side[host], of.place[host]
        usual = self.wagered[at] // np.maximum(self.hands[at], 1)
        floor = np.where(self.is_visited(rows, host), np.minimum(usual, of.most[host]), 0)
        least: Ints = np.maximum(of.least[host], floor)
        return least

    def sit(self, rows: Ints, host: Ints) -> None:
        """Let each sit down, which must be allowed; at a boss's his match begins."""
        of = self.board.of
        self.host[rows] = host
        begins = of.is_boss[host]
        at = rows[begins], of.side[host[begins]]
        self.in_match[at], self.match_hands[at], self.match_won[at] = True, 0, 0

    def leave(self, rows: Ints) -> None:
        """Let each rise; a match of which hands have been played is lost."""
        host = self.host[rows]
        at = rows, self.board.of.side[host]
        played = self.in_match[at] & (self.match_hands[at] > 0)
        self.in_match[at] = False
        self._lose_match(rows[played], at[1][played])
        self.host[rows] = NOBODY

    def count(self, rows: Ints, bets: Ints, changes: Ints) -> tuple[Flags, Flags]:
        """Count a hand of each.

        Returns:
            Whether Lando came, and whether he left beaten.
        """
        of, host = self.board.of, self.host[rows]
        side, place = of.side[host], of.place[host]
        self.wallet[rows] += changes
        self.won[rows, side, place] += changes
        events = self._attend(rows, side, place, bets, changes)
        usual = ~of.is_boss[host] & (self.beaten[rows, side] == place)
        self._score(rows[usual], side[usual], place[usual], of.slot[host[usual]], changes[usual])
        boss = of.is_boss[host]
        self._play_match(rows[boss], side[boss], place[boss], changes[boss])
        ruined = (self.wallet[rows] < self.board.least_needed) & self.in_match[rows, side]
        self._lose_match(rows[ruined], side[ruined])
        return events

    def _score(self, rows: Ints, side: Ints, place: Ints, slot: Ints, changes: Ints) -> None:
        levels, at = self.board.levels, (rows, side, slot)
        counts = ~self.is_beaten[at]
        at, place, changes = (rows[counts], side[counts], slot[counts]), place[counts], changes[counts]
        hands, run = self.score_hands[at] + 1, np.maximum(self.score_run[at] + changes, 0)
        self.score_hands[at], self.score_run[at] = hands, run
        self.is_beaten[at] = (run >= levels.beat_by[place]) & (hands >= levels.beat_hands[place])

    def _play_match(self, rows: Ints, side: Ints, place: Ints, changes: Ints) -> None:
        at = rows, side
        self.match_hands[at] += 1
        self.match_won[at] += changes
        is_over = self.match_hands[at] == self.board.levels.match_hands[place]
        is_won = is_over & (self.match_won[at] > 0)
        self._lose_match(rows[is_over & ~is_won], side[is_over & ~is_won])
        at = rows[is_won], side[is_won]
        self.beaten[at] += 1
        self.lost[at] = 0
        self._begin_anew(at)

    def _lose_match(self, rows: Ints, side: Ints) -> None:
        self.lost[rows, side] += 1
        self._begin_anew((rows, side))

    def _begin_anew(self, at: tuple[Ints, Ints]) -> None:
        self.in_match[at] = False
        for each in (self.match_hands, self.match_won, self.score_hands, self.score_run, self.is_beaten):
            each[at] = 0

    def _attend(self, rows: Ints, side: Ints, place: Ints, bets: Ints, changes: Ints) -> tuple[Flags, Flags]:
        """Let the house look at what was won, as `service.tables.dealer.attention.after_hand`."""
        rules, watched = CAMPAIGN_ATTENTION, self.board.of.is_watched[self.host[rows]]
        came, beaten = (np.zeros(len(rows), bool) for _ in range(2))
        at = rows[watched], side[watched], place[watched]
        bets, changes = bets[watched], changes[watched]
        visit, visit_won = self.visit[at], self.visit_won[at] + changes
        hands, wagered = self.hands[at] + 1, self.wagered[at] + bets
        moved = np.clip(changes * A_BET * hands // wagered, -rules.most_a_hand, rules.most_a_hand)
        meter = np.clip(self.meter[at] + moved - rules.cooling, 0, rules.threshold)
        is_here, leaves = visit > 0, visit == 1
        arrives = ~is_here & (meter == rules.threshold)
        is_beaten = leaves & (visit_won > 0)
        left_at = np.where(is_beaten, 0, rules.rest)
        self.hands[at], self.wagered[at] = hands, wagered
        self.meter[at] = np.where(leaves, left_at, np.where(is_here, self.meter[at], meter))
        self.visit[at] = np.where(arrives, rules.visit_hands, np.maximum(visit - 1, 0))
        self.visit_won[at] = np.where(is_here & ~leaves, visit_won, 0)
        came[watched], beaten[watched] = arrives, is_beaten
        return came, beaten
