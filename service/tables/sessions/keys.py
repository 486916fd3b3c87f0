"""Where a session's hands get their keys from: the secret chain while it is played, the record afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from service.tables.chain import KeyChain, is_key_of
from service.tables.sessions.errors import KeyNotRevealedError
from service.tables.sessions.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Mapping

_NEAR: Final = 32
"""Hands from one key that is remembered to the next."""


class Keys(Protocol):
    """Knows the key of a hand that is dealt."""

    def key(self, hand: int) -> bytes:
        """Return K of *hand*, counted from 1.

        Raises:
            InvalidInputError: there is none.
        """


class NearKeys:
    """The keys of a secret chain for who asks hand after hand.

    Each is hashed from the last one of all, which takes as many hashes as hands are left; so some are remembered, and
    the others are hashed from the next of those.
    """

    def __init__(self, chain: KeyChain) -> None:
        self._chain = chain
        self._memory = Memory()

    def key(self, hand: int) -> bytes:
        """See `Keys.key`."""
        near = min(-(-hand // _NEAR) * _NEAR, self._chain.length)
        return KeyChain(near, self._memory.recall(near, lambda: self._chain.key(near))).key(hand)


@dataclass(frozen=True, slots=True)
class RevealedKeys:
    """The keys that a record reveals, each of which leads to what was published when the table opened."""

    by_hand: Mapping[int, bytes]

    @classmethod
    def leading_to(cls, published: bytes, stated: Mapping[int, bytes]) -> RevealedKeys:
        """Take the keys *stated* of hands in their order, up to the first that does not lead to *published*."""
        right: dict[int, bytes] = {}
        last, at = published, 0
        for hand, key in sorted(stated.items()):
            if not is_key_of(hand - at, key, last):  # what leads to a right key leads to the published one
                break
            right[hand] = key
            last, at = key, hand
        return cls(MappingProxyType(right))

    def key(self, hand: int) -> bytes:
        """See `Keys.key`."""
        found = self.by_hand.get(hand)
        if found is None:
            raise KeyNotRevealedError.of("key", f"none for hand {hand}", "the key of each hand of a record")
        return found
