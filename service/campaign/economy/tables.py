"""With what chance a hand is lost, pushed and won, exactly: for each dealer, player and visitor.

A hand has four results: it costs what a loss costs, brings nothing, one bet, or 3:2 for a perfect sabacc. Whoever does
not look at what is left of a shoe meets each of its hands with the same chances: the next cards of a shuffled pile are
as good as its first. Only the counter's hands differ; his shoes are sampled, and each of their hands is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from service.campaign.economy.kinds import Betting
from service.campaign.houses.decks import house_deck, player_deck
from service.campaign.play.attention import CAMPAIGN_ATTENTION, visiting_rule
from service.odds.progress import unwatched
from service.odds.shoe.counted_results import counted_results
from service.odds.shoe.counting import CountingOrder
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.tables.dealer.attention import Attention
from service.tables.sessions.odds_setting import setting_of as table_of
from service.tables.sessions.opening import dealer_setup
from service.tables.sessions.orders import Chain, DealerOrder, SeatOrder, SilverTerms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.campaign.economy.board import Board
    from service.campaign.economy.kinds import Kind
    from service.campaign.houses.choices import PlayerChoice
    from service.campaign.ladder.levels import Host
    from service.odds.progress import Progress
    from service.odds.setting import Policy, Setting
    from service.odds.table.outcomes import Odds

    Flags = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

CUT: Final = 3
"""Hands a shoe."""
_CHAIN: Final = Chain("t", bytes(32), "any")
SHOES: Final = 1000
"""How many are sampled at each table of the counter's."""


class Hand(NamedTuple):
    """How a hand comes out."""

    lost: float
    push: float
    won: float
    perfect: float

    @classmethod
    def of(cls, odds: Odds) -> Hand:
        """Return what *odds* tell of a hand."""
        out = odds.outcomes
        return cls(*map(float, (out.lose + out.dealer_perfect, out.push, out.win, out.perfect)))

    def edge(self, worst: int) -> float:
        """Return what it brings, in bets, where a loss costs *worst* of them."""
        return self.won + 1.5 * self.perfect - worst * self.lost


@lru_cache(maxsize=1024)
def setting_of(host: Host, choice: PlayerChoice) -> Setting:
    """Return a dealer's table, for the odds, as it would be opened for a player who has made *choice*."""
    theme = host.level.theme(host.side)
    rule = visiting_rule(host.dealer.rule)
    terms = SilverTerms(
        host.limits, house_deck(theme, host.dealer, choice), CAMPAIGN_ATTENTION, Attention(), visitor_rule=rule
    )
    order = DealerOrder(
        SeatOrder("player", player_deck(theme, choice)),
        theme.name,
        dealer=host.key,
        has_option=choice.has_option,
        silver=terms,
    )
    setup = dealer_setup(order, _CHAIN)
    return table_of(setup, setup.dealers[0])


def visited(setting: Setting) -> Setting:
    """Return the table while Lando sits in its dealer's place."""
    return replace(setting, rule=visiting_rule(setting.rule))


@lru_cache(maxsize=1024)
def odds_of(setting: Setting, play: Policy) -> Odds:
    """Return what a play earns at a table, exactly."""
    return exact_odds(solve(setting, play))


def chosen(kind: Kind, host: Host) -> PlayerChoice:
    """Return what *kind* chooses at the table of *host*."""
    return max(kind.choices, key=lambda choice: odds_of(setting_of(host, choice), kind.play).edge)


@dataclass(frozen=True, slots=True, eq=False)
class ResultTables:
    """What the hands of one kind of player bring. The first dimension is the dealer's number."""

    kind: Kind
    choices: tuple[PlayerChoice, ...]
    """What he chooses."""
    worst: Ints
    """How many bets a loss costs."""
    plain: Floats
    """By whether Lando visits: below which random number a hand is lost, and pushed, and won; else it is perfect."""
    counted: Floats | None
    """By sampled shoe and hand: the same, where he counts."""
    is_good: Flags | None
    """By sampled shoe and hand: whether it is good for him."""

    @classmethod
    def of(cls, kind: Kind, board: Board, progress: Progress = unwatched, shoes: int = SHOES) -> ResultTables:
        """Make the tables.

        Args:
            kind: the player.
            board: whose dealers he meets.
            progress: told how many dealers' tables are made.
            shoes: how many are sampled at each, if he counts.
        """
        choices = tuple(chosen(kind, host) for host in board.hosts)
        settings = [setting_of(host, choice) for host, choice in zip(board.hosts, choices, strict=True)]
        plain = [
            [_limits(*Hand.of(odds_of(each, kind.play))[:3]) for each in (setting, visited(setting))]
            for setting in settings
        ]
        if kind.betting is not Betting.COUNTED:
            return cls(kind, choices, board.of.worst, np.array(plain), None, None)
        counted, is_good = [], []
        for done, setting in enumerate(settings):
            found = counted_results(CountingOrder(setting, cut=CUT, shoes=shoes))
            push = 1 - found.lost - found.won - found.perfect
            counted.append(_limits(found.lost, push, found.won))
            is_good.append(found.edges > 0)
            progress(done + 1, len(settings))
        return cls(kind, choices, board.of.worst, np.array(plain), np.array(counted), np.array(is_good))

    @property
    def shoes(self) -> int:
        """How many shoes are sampled."""
        return 1 if self.is_good is None else int(self.is_good.shape[1])

    def results(self, hosts: Ints, is_visited: Flags, shoes: Ints, hands: Ints, chance: Floats) -> Ints:
        """Return how each hand comes out: 0 lost, 1 pushed, 2 won, 3 perfect.

        Args:
            hosts: number of the dealer of each.
            is_visited: whether Lando deals.
            shoes: number of the sampled shoe.
            hands: of the shoe, from 0.
            chance: a random number from 0 to 1.
        """
        limits = self.plain[hosts, is_visited.astype(np.int64)]
        if self.counted is not None:
            limits = np.where(is_visited[:, None], limits, self.counted[hosts, shoes, hands])
        found: Ints = (chance[:, None] >= limits).sum(axis=1)
        return found

    def good(self, hosts: Ints, is_visited: Flags, shoes: Ints, hands: Ints) -> Flags:
        """Tell which hands are good for a player who counts; none for others, and none against Lando."""
        if self.is_good is None:
            return np.zeros(len(hosts), bool)
        found: Flags = self.is_good[hosts, shoes, hands] & ~is_visited
        return found


def changes(results: Ints, bets: Ints, worst: Ints) -> Ints:
    """Return what *results* change, in silver, as `service.tables.silver.result_in_silver`: 3:2 rounded down."""
    return np.select([results == 0, results == 1, results == 2], [-worst * bets, 0 * bets, bets], bets * 3 // 2)


def _limits(lost: float | Floats, push: float | Floats, won: float | Floats) -> Floats:
    return np.stack([lost, np.add(lost, push), np.add(np.add(lost, push), won)], axis=-1)
