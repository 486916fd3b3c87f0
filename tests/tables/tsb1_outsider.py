"""tsb1's draws at a table by a program of its own, from the words of the protocol; it shares no code with `service`."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def pack(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def h(*parts: bytes) -> bytes:
    return hashlib.sha256(pack(*parts)).digest()


def m(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, pack(*parts), hashlib.sha256).digest()


def words(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = m(seed, b"tsb1/stream", label.encode(), block.to_bytes(4, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def uniform(n: int, source: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % n
    while (word := next(source)) >= limit:
        pass
    return word % n


def shuffled(entries: Sequence[str], seed: bytes, label: str, count: int | None = None) -> list[str]:
    """The first *count* cards drawn; all of them if it is not given."""
    a = sorted(entries)
    source = words(seed, label)
    for k in range(len(a) if count is None else count):
        j = k + uniform(len(a) - k, source)
        a[k], a[j] = a[j], a[k]
    return a[:count]
