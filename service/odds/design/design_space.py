"""All decks that differ from a given one by so many cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class DeckSpace:
    """The decks within the bounds of an order. All tuples have one number a kind, in the order of the kinds."""

    base: tuple[int, ...]
    """How many cards the given deck has."""
    may_leave: tuple[int, ...]
    """How many of them may leave."""
    may_come: tuple[bool, ...]

    def decks(self, changed: int) -> Iterator[tuple[int, ...]]:
        """Return every deck that differs by *changed* cards, as counts in ascending order."""
        yield from self._from(0, changed, changed)

    def sizes(self, most_changed: int) -> list[int]:
        """Return how many decks differ by 0, 1, ... *most_changed* cards."""
        ways = {(0, 0): 1}  # by cards that have left and that have come so far
        for leave, come in zip(self.may_leave, self.may_come, strict=True):
            further: dict[tuple[int, int], int] = {}
            for (left, came), count in ways.items():
                steps = [(left, came)]
                steps += [(left + cards, came) for cards in range(1, min(leave, most_changed - left) + 1)]
                steps += [(left, came + cards) for cards in range(1, most_changed - came + 1) if come]
                for step in steps:
                    further[step] = further.get(step, 0) + count
            ways = further
        return [ways.get((changed, changed), 0) for changed in range(most_changed + 1)]

    def _from(self, kind: int, leaving: int, coming: int) -> Iterator[tuple[int, ...]]:
        """Return what the kinds from *kind* on hold where *leaving* cards of them leave and *coming* come."""
        if kind == len(self.base):
            if not leaving and not coming:
                yield ()
            return
        if leaving > sum(self.may_leave[kind:]) or (coming and not any(self.may_come[kind:])):
            return
        least = -min(leaving, self.may_leave[kind])
        for change in range(least, (coming if self.may_come[kind] else 0) + 1):
            rest = self._from(kind + 1, leaving + min(change, 0), coming - max(change, 0))
            for others in rest:
                yield (self.base[kind] + change, *others)
