"""What happened in a hand, in order.

Before the reveal no event holds a card or a value. All but `Valued` may be seen by both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from deckmapping.values import Value
    from service.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Dealt:
    """Both sides drew their first two cards (R2)."""


@dataclass(frozen=True, slots=True)
class PerfectSeen:
    """A side's first two cards are a perfect sabacc (R3)."""

    side: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A side drew one card; the hand's new size is `card_count`."""

    side: int
    card_count: int


@dataclass(frozen=True, slots=True)
class Stood:
    """A side draws no more (R4)."""

    side: int
    is_forced: bool
    """Six cards or an empty pile: it was not asked."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A side chose, or chose anew, for one of its cards (R5). Only its owner sees it: the cards are still hidden."""

    side: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Both hands lie open, with their values and totals before any change."""

    values: tuple[tuple[Value, ...], tuple[Value, ...]]
    totals: tuple[Value, Value]


@dataclass(frozen=True, slots=True)
class Changed:
    """A side said whether it changes its total, and how (R6)."""

    side: int
    change: int
    total: Value
    """After the change."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The hand is over."""

    outcome: Outcome


Event: TypeAlias = Dealt | PerfectSeen | Drew | Stood | Valued | Revealed | Changed | Ended
