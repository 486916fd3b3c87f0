"""Where a session's hands get their keys from: the secret chain while it is played, the record afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from deckmapping.errors import InvalidInputError
from service.tables.chain import verify_key

if TYPE_CHECKING:
    from collections.abc import Mapping


class Keys(Protocol):
    """Knows the key of a hand that is dealt."""

    def key(self, hand: int) -> bytes:
        """Return K of *hand*, counted from 1.

        Raises:
            InvalidInputError: there is none.
        """


@dataclass(frozen=True, slots=True)
class RevealedKeys:
    """The keys that a record reveals, each checked against what was published when the table opened."""

    published: bytes
    by_hand: Mapping[int, bytes]

    def key(self, hand: int) -> bytes:
        """See `Keys.key`."""
        found = self.by_hand.get(hand)
        if found is None:
            raise InvalidInputError.of("key", f"none for hand {hand}", "the key of each hand of a record")
        verify_key(hand, found, self.published)
        return found
