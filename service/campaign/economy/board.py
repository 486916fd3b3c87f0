"""The ladder as arrays, for many careers at once: where each dealer deals, and what each level asks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from deckmapping.records import Side
from service.campaign.ladder.levels import PAY
from service.rules.dealing import worst_bets
from service.tables.dealer.visits import lando_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.levels import Host, Level

    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

SIDES = tuple(Side)
NOBODY = -1
"""In place of a dealer's number."""


@dataclass(frozen=True, slots=True, eq=False)
class HostArrays:
    """The dealers, one entry each in the order of `Board.hosts`. All money is silver."""

    side: Ints
    """Place in `SIDES`."""
    place: Ints
    slot: Ints
    """Number among the usual dealers of his level and side; for a boss 0, of which nothing is kept."""
    is_boss: Flags
    is_watched: Flags
    """Whether the house may send Lando to his table: to every one but a boss's."""
    visitor: Ints
    """Number of the Lando who is sent."""
    least: Ints
    most: Ints
    needed: Ints
    worst: Ints
    """Bets that a hand may cost."""


@dataclass(frozen=True, slots=True, eq=False)
class LevelArrays:
    """What the levels ask, one entry each."""

    beat_by: Ints
    beat_hands: Ints
    dealers: Ints
    dealers_again: Ints
    ceiling: Ints
    match_hands: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The ladder."""

    ladder: Ladder
    hosts: tuple[Host, ...]
    of: HostArrays
    levels: LevelArrays
    usual: Ints
    """Numbers of the usual dealers by side, place and slot; `NOBODY` where a level has fewer."""
    boss: Ints
    """By side and place."""
    least_needed: int

    @classmethod
    def of_ladder(cls, ladder: Ladder) -> Board:
        """Return *ladder* as arrays."""
        hosts = tuple(ladder.hosts.values())
        number = {host.key: at for at, host in enumerate(hosts)}
        usual = [
            [[number[each.key] for each in level.theme(side).dealers if not each.is_boss] for level in ladder.levels]
            for side in SIDES
        ]
        boss = [[number[level.theme(side).boss.key] for level in ladder.levels] for side in SIDES]
        return cls(
            ladder,
            hosts,
            _of_hosts(hosts, number, usual),
            LevelArrays(*(np.array([_of_level(level, each.name) for level in ladder.levels]) for each in _LEVEL)),
            _padded(usual),
            np.array(boss),
            ladder.least_needed.count,
        )

    @property
    def places(self) -> int:
        """Number of levels."""
        return len(self.ladder.levels)

    @property
    def slots(self) -> int:
        """Most usual dealers of a level on one side."""
        return int(self.usual.shape[2])


_LEVEL = fields(LevelArrays)


def _padded(usual: list[list[list[int]]]) -> Ints:
    slots = max(len(keys) for side in usual for keys in side)
    return np.array([[[*keys, *[NOBODY] * (slots - len(keys))] for keys in side] for side in usual])


def _of_level(level: Level, name: str) -> int:
    if name == "match_hands":
        return level.match.hands
    value = getattr(level, name)
    return value if isinstance(value, int) else int(value.count)


def _of_hosts(hosts: tuple[Host, ...], number: dict[str, int], usual: list[list[list[int]]]) -> HostArrays:
    visitors = [number[lando_of(host.level.theme(host.side)).key] for host in hosts]
    return HostArrays(
        side=np.array([SIDES.index(host.side) for host in hosts]),
        place=np.array([host.place for host in hosts]),
        slot=np.array(
            [
                0 if host.is_boss else usual[SIDES.index(host.side)][host.place].index(at)
                for at, host in enumerate(hosts)
            ]
        ),
        is_boss=np.array([host.is_boss for host in hosts]),
        is_watched=np.array([not host.is_boss for host in hosts]),
        visitor=np.array(visitors),
        least=np.array([host.limits.least.count for host in hosts]),
        most=np.array([host.limits.most.count for host in hosts]),
        needed=np.array([host.needed.count for host in hosts]),
        worst=np.array([worst_bets(PAY, wins_double=host.dealer.rule.wins_double) for host in hosts]),
    )
