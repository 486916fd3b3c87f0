"""tsb1's packing and its two hashes."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Final

KEY_BYTES: Final = 32
"""Length of every key and digest of tsb1."""


class _Words(dict[int, bytes]):
    """Numbers as 4 big-endian bytes; the usual ones are ready made, because tsb1 writes a length before everything."""

    def __missing__(self, number: int) -> bytes:
        """Make an unusual one."""
        return number.to_bytes(4, "big")


U32: Final = _Words({number: number.to_bytes(4, "big") for number in range(256)})
"""`u32` as a table, for where it is asked most."""


def u32(number: int) -> bytes:
    """Return *number*, 0 to 2^32 - 1, as 4 big-endian bytes.

    Raises:
        OverflowError: *number* does not fit.
    """
    return U32[number]


def pack(*parts: bytes) -> bytes:
    """Join *parts* so that no two lists of parts give the same bytes: each one after its length."""
    return b"".join([U32[len(part)] + part for part in parts])


def hash_of(tag: bytes, *parts: bytes) -> bytes:
    """tsb1's H: SHA-256 over the packed *tag* and *parts*; 32 bytes."""
    return sha256(pack(tag, *parts)).digest()


def mac_of(key: bytes, tag: bytes, *parts: bytes) -> bytes:
    """tsb1's M: HMAC-SHA-256 over the packed *tag* and *parts*; 32 bytes.

    Raises:
        ValueError: *key* is not 32 bytes long. HMAC would pad or hash it, which tsb1 never relies on.
    """
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key of tsb1 has {KEY_BYTES} bytes, this one {len(key)}")
    return hmac.digest(key, pack(tag, *parts), "sha256")
