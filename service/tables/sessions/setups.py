"""Setups of stored tables, which every call needs again: read once, and what many of them have in common is shared."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from service.tables.sessions.head_reader import read_cards, read_head
from service.tables.sessions.reasons import Reasons

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from service.tables.sessions.setup import TableSetup

MOST_SETUPS: Final = 2_048
"""Tables whose setups are kept between two calls, each some 10 KB, and 15 KB more for each deck of a player's own."""
_MOST_DECKS: Final = 128
"""Decks and piles that are kept as they were read: there are some thirty bundled ones."""


class Setups:
    """The setups of a service's tables, by the heads of their records, with the words of their cards' reasons."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._reasons = Reasons(catalogue)
        self._cards = lru_cache(maxsize=_MOST_DECKS)(read_cards)
        self._read = lru_cache(maxsize=MOST_SETUPS)(self._read_now)

    def of(self, head: tuple[str, ...]) -> TableSetup:
        """Return the setup of the table whose record begins with *head*.

        Raises:
            BadRecordError: it is the head of no table.
        """
        return self._read(head)

    def _read_now(self, head: tuple[str, ...]) -> TableSetup:
        return self._reasons.given_to(read_head(head, self._cards))
