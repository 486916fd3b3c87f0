"""tsb1's stream of random words, and exact draws from it."""

from __future__ import annotations

import hmac
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, Final

from service.draws.hashes import KEY_BYTES, pack, u32

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD_RANGE: Final = 1 << 32
_WORDS: Final = Struct(">8I")  # an HMAC-SHA-256 as eight big-endian words
_TAG: Final = pack(b"tsb1/stream")
_COUNTER: Final = u32(4)  # the packed length of the block counter


def stream(seed: bytes, label: bytes) -> Iterator[int]:
    """tsb1's STREAM: yield words of 32 bits without end, the same on every machine; a block is hashed when it is read.

    Args:
        seed: 32 bytes.
        label: what is drawn. Every label has words of its own.

    Raises:
        ValueError: with the first word, if *seed* is not 32 bytes long.
    """
    if len(seed) != KEY_BYTES:
        raise ValueError(f"the seed of a stream has {KEY_BYTES} bytes, this one {len(seed)}")
    prefix = _TAG + u32(len(label)) + label + _COUNTER
    for block in count():
        # As in `mac_of`: not `hmac.digest`, which lets go of the interpreter's lock.
        yield from _WORDS.unpack(hmac.new(seed, prefix + u32(block), "sha256").digest())


def uniform(n: int, words: Iterator[int]) -> int:
    """tsb1's UNIFORM: return one of 0 to n - 1, each exactly as likely.

    The words fall into runs of n; those of the last run, where it is not whole, are passed over.

    Raises:
        ValueError: *n* is not from 1 to 2^32.
    """
    if not 0 < n <= _WORD_RANGE:
        raise ValueError(f"expected a range of 1 to 2^32, got {n}")
    while True:
        word = next(words)
        drawn = word % n
        if word - drawn <= _WORD_RANGE - n:  # its run begins early enough to be whole
            return drawn
