"""tsb1's packing and its two hashes."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

KEY_BYTES: Final = 32
"""Length of every key and digest of tsb1."""

_U32: Final = tuple([number.to_bytes(4, "big") for number in range(4096)])  # most parts are short


def u32(number: int) -> bytes:
    """Return *number*, 0 to 2^32 - 1, as 4 big-endian bytes.

    Raises:
        OverflowError: *number* does not fit.
    """
    return number.to_bytes(4, "big")


def framed(parts: Sequence[bytes]) -> list[bytes]:
    """Return each of *parts* after its length."""
    try:
        return [_U32[len(part)] + part for part in parts]
    except IndexError:
        return [u32(len(part)) + part for part in parts]


def pack(*parts: bytes) -> bytes:
    """Join *parts* so that no two lists of parts give the same bytes: each one after its length."""
    return b"".join(framed(parts))


def hash_of(*parts: bytes) -> bytes:
    """tsb1's H: SHA-256 over the packed *parts*, of which the first is the tag; 32 bytes."""
    return sha256(b"".join(framed(parts))).digest()


def mac_of(key: bytes, *parts: bytes) -> bytes:
    """tsb1's M: HMAC-SHA-256 over the packed *parts*, of which the first is the tag; 32 bytes.

    Raises:
        ValueError: *key* is not 32 bytes long. HMAC would pad or hash it, which tsb1 never relies on.
    """
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key of tsb1 has {KEY_BYTES} bytes, this one {len(key)}")
    # `hmac.digest` would let go of the interpreter's lock at every call, which costs far more than the hash when
    # several threads break ties.
    return hmac.new(key, b"".join(framed(parts)), "sha256").digest()
