"""What lives come to, in a few numbers for each kind of player and deposit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from service.campaign.economy.kinds import EVENINGS, HANDS_AN_EVENING
from service.campaign.economy.lives import EVERY, NEVER, Lives
from service.odds.progress import unwatched

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.campaign.economy.board import Board
    from service.campaign.economy.kinds import Kind
    from service.campaign.economy.tables import ResultTables
    from service.odds.progress import Progress

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

QUANTILES = (10, 50, 90)
"""Of what is owned, for the pictures, in hundredths."""


@dataclass(frozen=True, slots=True, eq=False)
class LifeFigures:
    """Many lives of one kind with one deposit. Money is silver."""

    kind: Kind
    deposit: int
    lives: int
    hands: int
    """Of all lives."""
    staked: int
    goes_in: int
    """What all houses have got of hands that were lost."""
    comes_out: int
    """What they have paid for hands that were won."""
    ruined: float
    """Share of the lives."""
    stopped: float
    """Share that every house deals to no more."""
    sent_off: float
    """How often a life could not pay for the rest of a shoe."""
    ends_with: tuple[int, ...]
    """What a tenth, half and nine tenths own at most at the end."""
    end_mean: float
    largest: int
    """The most that anybody ever owned."""
    luckiest: int
    """The most that anybody ended with."""
    ahead: float
    """Share that ends with more than its deposit."""
    reached: tuple[float, ...]
    """Share that has beaten so many bosses of the first side, from one on."""
    hands_to: tuple[Ints, ...]
    """Hands of those who have, ascending."""
    evenings_to: tuple[float, ...]
    """The evening in which half of those who have had done it; 0 where nobody has."""
    visits: int
    visits_beaten: int
    visited_hands: int
    houses: Ints
    """What each dealer's house has won, by dealer."""
    lowest: Ints
    """The worst of any town for each dealer's house, 0 or below."""
    owned: Floats
    """What is owned, every `EVERY` hands: one row a look, one column a quantile."""

    @property
    def won(self) -> int:
        """What all players have won from all houses; below 0 for a loss."""
        return self.comes_out - self.goes_in

    @property
    def by_bet(self) -> float:
        """What the houses win of each silver staked."""
        return -self.won / self.staked

    @property
    def by_thousand_hands(self) -> float:
        """What the houses win in a thousand hands."""
        return -1000 * self.won / self.hands


class Crowd(NamedTuple):
    """Players of one kind who begin alike."""

    lives: int
    deposit: int
    """Of each, in silver."""
    seed: int
    evenings: int = EVENINGS


def figures(tables: ResultTables, board: Board, crowd: Crowd, progress: Progress = unwatched) -> LifeFigures:
    """Live the lives of *crowd* and sum them up."""
    count, deposit = crowd.lives, crowd.deposit
    lives = Lives.of(tables, board, count, deposit, crowd.seed)
    told = lives.live(crowd.evenings, progress)
    end = lives.climbers.wallet
    has = [np.sort(reached[reached != NEVER]) for reached in told.reached.T]
    evenings = [evening[evening != NEVER] for evening in told.reached_evening.T]
    return LifeFigures(
        kind=tables.kind,
        deposit=deposit,
        lives=count,
        hands=int(told.hands.sum()),
        staked=int(told.staked.sum()),
        goes_in=int(told.lost.sum()),
        comes_out=int(told.lost.sum() + (end - deposit).sum()),
        ruined=float(told.is_ruined.mean()),
        stopped=float(told.is_dealt_no_more.mean()),
        sent_off=float(told.sent_off.mean()),
        ends_with=tuple(int(each) for each in np.percentile(end, QUANTILES)),
        end_mean=float(end.mean()),
        largest=int(told.most.max()),
        luckiest=int(end.max()),
        ahead=float((end > deposit).mean()),
        reached=tuple(len(each) / count for each in has),
        hands_to=tuple(has),
        evenings_to=tuple(float(np.median(each)) if len(each) else 0.0 for each in evenings),
        visits=int(told.visits.sum()),
        visits_beaten=int(told.visits_beaten.sum()),
        visited_hands=int(told.visited_hands.sum()),
        houses=told.houses.sum(axis=0),
        lowest=told.lowest.min(axis=0),
        owned=np.array([np.percentile(each, QUANTILES) for each in told.wallets]),
    )


def share_by_hands(found: LifeFigures, bosses: int) -> list[tuple[float, float]]:
    """Return after how many hands which share of the lives had beaten so many bosses, every `EVERY` hands."""
    looks = np.arange(0, EVENINGS * HANDS_AN_EVENING + 1, EVERY)
    done = np.searchsorted(found.hands_to[bosses - 1], looks, side="right") / found.lives
    return list(zip(looks.tolist(), done.tolist(), strict=True))
