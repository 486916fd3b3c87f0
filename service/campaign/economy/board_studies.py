"""The tables of docs/economy.md that follow from the ladder and its tables alone, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from service.campaign.economy.kinds import BEST, RECKLESS, SIMPLE
from service.campaign.economy.tables import Hand, chosen, odds_of, setting_of, visited
from service.campaign.houses.choices import choices
from service.campaign.ladder.levels import PAY
from service.odds.studies.tables import Study
from service.odds.table.solution import solve
from service.rules.dealing import worst_bets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.campaign.economy.board import Board
    from service.campaign.economy.kinds import Kind
    from service.campaign.ladder.levels import Host

_PLAYERS: Final = (BEST, SIMPLE, RECKLESS)
"""The counter's hands are the best player's but for what he sees of the shoe."""


def edges(board: Board) -> Study:
    """Tell between which bounds the houses' edges are: for every choice, and for the players of the lives."""
    rows = []
    for place, level in enumerate(board.ladder.levels):
        usual = [host for host in board.hosts if host.place == place and not host.is_boss]
        boss = [host for host in board.hosts if host.place == place and host.is_boss]
        settings = [setting_of(host, choice) for host in usual for choice in choices(host.level.theme(host.side))]
        rows.append(
            (
                level.title,
                _range(-solve(each).edge for each in settings),
                _range(-solve(visited(each)).edge for each in settings),
                *(_range(-_edge(kind, host) for host in usual) for kind in _PLAYERS),
                *(_range(-_edge(kind, host) for host in boss) for kind in _PLAYERS),
            )
        )
    headings = (
        "level",
        "usual dealers",
        "while Lando visits",
        "best",
        "simple",
        "reckless",
        "boss: best",
        "boss: simple",
        "boss: reckless",
    )
    return Study("edges", headings, tuple(rows))


def matches(board: Board) -> Study:
    """Tell with what chance a match with each boss is won."""
    rows = []
    for host in (host for host in board.hosts if host.is_boss):
        match = host.level.match
        wins = [
            match_won(_hand(kind, host), match.hands, worst_bets(PAY, wins_double=host.dealer.rule.wins_double))
            for kind in _PLAYERS
        ]
        rows.append(
            (
                host.dealer.name,
                str(match.hands),
                str(match.stake.count),
                str(host.needed.count),
                *(f"{win:.1%}" for win in wins),
            )
        )
    headings = ("boss", "hands", "stake", "to be brought", *(kind.name for kind in _PLAYERS))
    return Study("matches", headings, tuple(rows))


def match_won(hand: Hand, hands: int, worst: int) -> float:
    """Return the chance that so many hands bring more than nothing, where a loss costs *worst* bets.

    The hands count as independent.
    """
    one = np.zeros(2 * worst + 4)  # in half bets, from the worst on
    for halves, chance in zip((-2 * worst, 0, 2, 3), hand, strict=True):
        one[halves + 2 * worst] += chance
    total = np.ones(1)
    for _ in range(hands):
        total = np.convolve(total, one)
    return float(total[2 * worst * hands + 1 :].sum())


def _hand(kind: Kind, host: Host) -> Hand:
    return Hand.of(odds_of(setting_of(host, chosen(kind, host)), kind.play))


def _edge(kind: Kind, host: Host) -> float:
    return float(odds_of(setting_of(host, chosen(kind, host)), kind.play).edge)


def _range(shares: Iterable[float]) -> str:
    found = sorted(shares)
    low, high = f"{100 * found[0]:.1f}", f"{100 * found[-1]:.1f}"
    return f"{low} %" if low == high else f"{low} to {high} %"
