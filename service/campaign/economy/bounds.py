"""Why no strategy earns without bound: what a level gives away at most, and what the best strategy expects of a shoe.

Three bounds hold one behind the other.

- A usual dealer's shoe that is played out costs even a perfect counter who bets as well as the limits let him: the
  bets of a shoe's hands matter to nothing but its hands, so he expects most by the smallest on bad hands and the
  largest on good ones.
- Leaving shoes that turn bad would pay at the best tables. It is possible once a day: for whoever cannot pay.
- Whatever luck does: at a level's ceiling its usual dealers deal no more. A boss earns more of every bet than any of
  them, takes one bet alone, and is beaten once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from service.campaign.economy.board import SIDES
from service.campaign.economy.tables import CUT, setting_of
from service.campaign.houses.choices import choices
from service.campaign.houses.edges import stated_edge
from service.campaign.ladder.levels import PAY
from service.odds.progress import unwatched
from service.odds.shoe.counting import CountingOrder, sampled_shoes
from service.tables.silver import MOST_TIMES, result_in_silver

if TYPE_CHECKING:
    from service.campaign.economy.board import Board
    from service.campaign.houses.choices import PlayerChoice
    from service.campaign.ladder.levels import Host, Level
    from service.money import Silver
    from service.odds.progress import Progress
    from service.odds.shoe.counting import CounterGain


NEAR: Final = Fraction(4, 1000)
"""How far a table's edge may be above the least of its level, to be looked at."""
LOOK: Final = 500
"""Shoes that are sampled at each such table."""
SHOES: Final = 10_000
"""And at the best one."""


def most_won(level: Level) -> int:
    """Return the most silver that anybody can have won from the usual dealers of a level on one side.

    One silver below the ceiling he wins one more hand, with the largest bet and a perfect sabacc.
    """
    return level.ceiling.count - 1 + _best_win(level.bets.most)


def most_won_by_anybody(board: Board) -> int:
    """Return the most silver that one player can ever have won from all usual dealers."""
    return len(SIDES) * sum(map(most_won, board.ladder.levels))


def most_of_match(level: Level) -> int:
    """Return the most silver that a match with the boss of a level can bring."""
    return level.match.hands * _best_win(level.match.stake)


def _best_win(bet: Silver) -> int:
    return result_in_silver(bet, max(Fraction(1), PAY.perfect_pays)).count


@dataclass(frozen=True, slots=True)
class Counted:
    """What a perfect counter expects at a table, in first bets."""

    host: Host
    choice: PlayerChoice
    plays_out: CounterGain
    leaves: CounterGain
    """Where he leaves as soon as a hand is not good for him."""


def counted(host: Host, choice: PlayerChoice, shoes: int) -> Counted:
    """Tell what a counter expects at one table, of sampled shoes; a boss takes the same bet on every hand."""
    most = Fraction(1 if host.is_boss else MOST_TIMES)
    order = CountingOrder(setting_of(host, choice), cut=CUT, most_bet=most, shoes=shoes)
    sample = sampled_shoes(order)
    return Counted(host, choice, sample.gain(order), sample.gain(replace(order, leaves=True)))


def best_counted(
    board: Board, place: int, shoes: tuple[int, int] = (LOOK, SHOES), progress: Progress = unwatched
) -> tuple[Counted, Counted]:
    """Find the tables of a level where a counter expects most: who plays shoes out, and who leaves them.

    Counting is worth 0.4 to 1 % of a bet, at one table hardly more than at another. So a table whose edge is more than
    `NEAR` above the least of its level cannot be the best one, and is not looked at.

    Args:
        board: whose levels.
        place: of the level.
        shoes: how many are sampled at each of these tables, and then at the best one.
        progress: told how many tables have been looked at.
    """
    tables = sorted(
        (stated_edge(host.level.theme(host.side), host.dealer, choice), host.key, number, host, choice)
        for host in board.hosts
        if host.place == place and not host.is_boss
        for number, choice in enumerate(choices(host.level.theme(host.side)))
    )
    near = [(host, choice) for edge, _, _, host, choice in tables if edge <= tables[0][0] + NEAR]
    found = []
    for done, (host, choice) in enumerate(near):
        found.append(counted(host, choice, shoes[0]))
        progress(done + 1, len(near))
    plays = max(found, key=lambda each: each.plays_out.by_bet.mean)
    leaves = max(found, key=lambda each: each.leaves.spread.mean)
    return counted(plays.host, plays.choice, shoes[1]), counted(leaves.host, leaves.choice, shoes[1])
