"""tsb1's pile: a shuffled order of which only what is drawn is ever computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.draws.stream import Stream


class Pile:
    """Entries in an order that the stream fixes: Fisher-Yates from the front, one step for each draw.

    The entries are ASCII text, so that sorting them is sorting their bytes; the order they are given in has no effect.
    """

    __slots__ = ("_drawn", "_entries", "_stream")

    def __init__(self, entries: Iterable[str], stream: Stream) -> None:
        self._entries = sorted(entries)
        self._stream = stream
        self._drawn = 0

    def __len__(self) -> int:
        """How many entries are left to draw."""
        return len(self._entries) - self._drawn

    def draw(self) -> str:
        """Take the next entry.

        Raises:
            IndexError: nothing is left.
        """
        entries, at = self._entries, self._drawn
        left = len(entries) - at
        if not left:
            raise IndexError("the pile is empty")
        other = at + self._stream.uniform(left)
        drawn = entries[other]
        entries[other], entries[at] = entries[at], drawn
        self._drawn = at + 1
        return drawn
