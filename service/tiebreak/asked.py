"""A tie as a caller asks for it: decks and figures still as text, nothing checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from service.tiebreak.model import Options, Tie, Win


class FiledValue(NamedTuple):
    """A player's figure for one criterion."""

    name: str
    value: str
    """A decimal."""


@dataclass(frozen=True, slots=True)
class AskedPlayer:
    """A player as the caller names him."""

    name: str
    deck: str = ""
    """GEMP's deck string of the deck last played; empty if he has none."""
    started_on_table: tuple[str, ...] = ()
    """Ids of the deck's cards that began on table, one entry a copy."""
    criteria: tuple[FiledValue, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedTie:
    """A tie as the caller asks for it."""

    tie: Tie
    seed: bytes
    players: tuple[AskedPlayer, ...]
    wins: tuple[Win, ...]
    options: Options
    allow_unknown: bool = False
    """Leave out ids that the catalogue does not hold, and say so in the transcript."""
