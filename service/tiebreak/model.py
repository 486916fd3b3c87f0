"""A tie, what is asked about it, and its answer, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final, NamedTuple

from service.rules.ranking import is_over

if TYPE_CHECKING:
    from deckmapping.values import Value

HEAD_TO_HEAD: Final = "head_to_head"
"""The criterion whose figure is not filed but counted: wins against the group still equal."""

SHARED: Final = "shared"
"""What decided a place that its players share."""


@unique
class Direction(StrEnum):
    """Which end of a criterion is the better one."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Tie:
    """One attempt at one tie; it is its own key."""

    event: str
    stage: str
    attempt: int
    """1 to 999; the next one is asked for only after this one was voided."""

    @property
    def key(self) -> str:
        """The tie as tsb1 hashes it: ``event#stage#attempt``."""
        return f"{self.event}#{self.stage}#{self.attempt}"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One figure that orders players before any card is drawn."""

    name: str
    direction: Direction = Direction.HIGH


@dataclass(frozen=True, slots=True)
class Options:
    """How the tie is to be broken; all of it is fixed before the first draw."""

    criteria: tuple[Criterion, ...] = ()
    """In the order they are applied."""
    share: bool = False
    """Players still equal after the criteria share their place; no hand is played."""
    stand_on: int = 8
    """A player draws while his best total is below this; 1 to 11."""
    replay_limit: int = 64
    """Hands a player may play after his first, before the lot; 0 to 64."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player of the tie."""

    name: str
    pile: tuple[str, ...] = ()
    """Normalised blueprint ids, sorted bytewise, repeats kept; empty if he has no deck."""
    values: tuple[Value, ...] = ()
    """His figures, one for each criterion but ``head_to_head``, in the order of the criteria."""
    dropped: tuple[str, ...] = ()
    """Unknown ids of his deck that were left out with the caller's leave, sorted, repeats kept."""


class Win(NamedTuple):
    """How often one player of the tie beat another; at most one for each ordered pair."""

    winner: str
    loser: str
    wins: int
    """1 to 999."""


@dataclass(frozen=True, slots=True)
class TieRequest:
    """All that a tie's result depends on. The order of players and wins has no effect."""

    tie: Tie
    seed: bytes
    """The caller's seed, 16 to 64 bytes."""
    players: tuple[Player, ...]
    wins: tuple[Win, ...]
    options: Options
    catalogue_version: str


class Place(NamedTuple):
    """A player's final place and the last split that gave it to him; places sort by place, then by player."""

    place: int
    player: str
    decided_by: str
    """As in the transcript: ``criterion:NAME``, ``sabacc:HAND``, ``lot:HAND`` or ``shared``."""


class Group(NamedTuple):
    """Players whom the criteria leave equal, and the place they play for."""

    place: int
    players: tuple[str, ...]


class Hand(NamedTuple):
    """One player's cards in one hand, in the order drawn."""

    number: int
    """Counts all hands of the tie from 1."""
    player: str
    ids: tuple[str, ...]
    values: tuple[Value, ...]
    """What each card counted, aligned with `ids`."""
    total: Value

    @property
    def over(self) -> bool:
        """Whether the total is past 11."""
        return is_over(self.total)


class Lot(NamedTuple):
    """The names of a group that its last permitted hand left equal, best place first."""

    hand: int
    players: tuple[str, ...]


class TieResult(NamedTuple):
    """The answer, of which the transcript is the proof."""

    places: tuple[Place, ...]
    """By place, then by name."""
    groups: tuple[Group, ...]
    hands: tuple[Hand, ...]
    """Hand by hand, in each by player."""
    lots: tuple[Lot, ...]
    lock: bytes | None
    """tsb1's L; None where the criteria left nobody equal, or places are shared."""
    seed: bytes | None
    """The derived seed of the draws, 32 bytes; None without a lock."""
    rules_id: bytes
    result_id: bytes
    transcript: str
    """ASCII, every line ended by LF."""
