"""The hash chain of a table (tsb1, Tables): what is published before a hand, and the seed that it is dealt from.

K_0 is published when the table opens, and K_(i-1) = SHA-256(K_i). Hand i is dealt from K_i, which is revealed once the
hand is over: then anybody can hash it back to K_0, and nothing published before the hand says anything of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, shown
from service.draws import KEY_BYTES, hash_of, mac_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_HANDS: Final = 10_000
"""Hands of the longest chain: hashing from one end of it to the other takes some milliseconds."""

NO_NONCE: Final = bytes(KEY_BYTES)
"""The nonce of a player who sent none."""

TABLE_ID: Final = re.compile("[!-~]{1,60}")
"""How a table's id is written."""
_RULES: Final = re.compile("[ -~]{1,2000}")


@dataclass(frozen=True, slots=True)
class KeyChain:
    """The secret keys of a table's hands, all of which follow from the last one. Neither is ever written out."""

    length: int
    """Hands that can be dealt, 1 to `MOST_HANDS`."""
    last: bytes = field(repr=False)
    """K of the last hand: 32 bytes from a secure random source."""

    def __post_init__(self) -> None:
        if not 1 <= self.length <= MOST_HANDS:
            raise InvalidInputError.of("length", self.length, f"1 to {MOST_HANDS} hands")
        if len(self.last) != KEY_BYTES:
            raise InvalidInputError.of("last", f"{len(self.last)} bytes", f"{KEY_BYTES} bytes")

    @property
    def published(self) -> bytes:
        """K_0."""
        return _hashed(self.last, self.length)

    def key(self, hand: int) -> bytes:
        """Return K of *hand*, counted from 1: secret until that hand is over.

        Raises:
            InvalidInputError: the chain has no such hand.
        """
        if not 1 <= hand <= self.length:
            raise InvalidInputError.of("hand", hand, f"1 to {self.length}, the hands of the table's chain")
        return _hashed(self.last, self.length - hand)


def is_key_of(hand: int, key: bytes, published: bytes) -> bool:
    """Tell whether *key* is K of *hand* (1 to `MOST_HANDS`) in the chain that begins with *published*."""
    return 1 <= hand <= MOST_HANDS and len(key) == KEY_BYTES and _hashed(key, hand) == published


def pile_hash(table_id: str, seat: int, card_ids: Iterable[str]) -> bytes:
    """Return tsb1's D of a whole pile: the table stands for the event, the seat for the player; there is no salt."""
    ids = ",".join(sorted(card_ids))
    return hash_of(b"tsb1/deck", table_id.encode(), str(seat).encode(), b"", ids.encode())


def table_lock(table_id: str, rules: str, published: bytes, piles: Sequence[bytes]) -> bytes:
    """Return the lock of a table: H over its id, its rules, K_0 and D of each seat's pile.

    Args:
        table_id: 1 to 60 printable ASCII characters without blanks.
        rules: everything that decides a hand, the card data's version included: 1 to 2000 printable ASCII characters.
        published: K_0.
        piles: `pile_hash` of each seat, in the order of the seats.

    Raises:
        InvalidInputError: the id or the rules are not written so.
    """
    if not TABLE_ID.fullmatch(table_id):
        raise InvalidInputError.of("tableId", shown(table_id), "1 to 60 printable ASCII characters without blanks")
    if not _RULES.fullmatch(rules):
        raise InvalidInputError.of("rules", shown(rules), "1 to 2000 printable ASCII characters")
    return hash_of(b"tsb1/table", table_id.encode(), rules.encode(), published, *piles)


def hand_seed(key: bytes, lock: bytes, nonces: Sequence[bytes]) -> bytes:
    """Return the seed of all draws of a hand, 32 bytes: secret as long as its key is.

    Args:
        key: K of the hand.
        lock: the table's.
        nonces: one of 32 bytes for each player, in the order of the seats; `NO_NONCE` for one who sent none.

    Raises:
        InvalidInputError: a nonce of another length.
    """
    for at, nonce in enumerate(nonces):
        if len(nonce) != KEY_BYTES:
            raise InvalidInputError.of(f"nonces[{at}]", f"{len(nonce)} bytes", f"{KEY_BYTES} bytes")
    return mac_of(key, b"tsb1/seed", lock, *nonces)


def _hashed(key: bytes, times: int) -> bytes:
    for _ in range(times):
        key = sha256(key).digest()
    return key
