"""What both kinds of table tell alike: what decided a hand, and which keys GEMP's page gets of an event."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from service.rules.outcome import DecidedBy

if TYPE_CHECKING:
    from collections.abc import Mapping

DECIDED: Final[Mapping[DecidedBy, str]] = MappingProxyType(
    {
        DecidedBy.PERFECT: "perfect sabacc",
        DecidedBy.BOTH_PERFECT: "both have a perfect sabacc",
        DecidedBy.NOT_OVER: "only the loser is over 11",
        DecidedBy.CLOSEST: "closest to 11",
        DecidedBy.LOWER_OVER: "both are over 11, and the lower total wins",
        DecidedBy.FEWER_CARDS: "equal totals, and fewer cards win",
        DecidedBy.DRAW: "equal totals of equally many cards",
    }
)
"""What decided a hand, in words."""


@dataclass(frozen=True, slots=True)
class EventCues:
    """Keys of what GEMP's page does at an event."""

    cue: str
    """Of the short sound."""
    light: str
    """Of one of the theme's light colours: ``table`` or ``accent``."""
    pictures: tuple[str, ...] = ()
    """Of the cards that the event lays open, in this order."""
