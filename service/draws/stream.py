"""tsb1's stream of random words: what a seed and a label fix, computed only as far as it is read."""

from __future__ import annotations

import hmac
from struct import Struct
from typing import Final

from service.draws.hashes import KEY_BYTES, pack, u32

_WORD_RANGE: Final = 1 << 32
_BLOCK: Final = Struct(">8I")  # an HMAC-SHA-256 as eight big-endian words
_LABEL: Final = pack(b"tsb1/stream")
_COUNTER: Final = u32(4)  # the packed length of the block counter


class Stream:
    """Words of 32 bits, the same for the same seed and label on every machine.

    It is the one mutable thing in a draw: each stream belongs to whoever draws from it, and is never shared.
    """

    __slots__ = ("_blocks", "_prefix", "_seed", "_words")

    def __init__(self, seed: bytes, label: bytes) -> None:
        """Start the stream of *label* under *seed*.

        Raises:
            ValueError: *seed* is not 32 bytes long.
        """
        if len(seed) != KEY_BYTES:
            raise ValueError(f"the seed of a stream has {KEY_BYTES} bytes, this one {len(seed)}")
        self._seed = seed
        self._prefix = _LABEL + pack(label) + _COUNTER
        self._blocks = 0
        self._words: list[int] = []  # words of the last block that are not yet read, the next one last

    def word(self) -> int:
        """Return the next word, 0 to 2^32 - 1."""
        if not self._words:
            block = hmac.digest(self._seed, self._prefix + u32(self._blocks), "sha256")
            self._words = list(_BLOCK.unpack(block)[::-1])
            self._blocks += 1
        return self._words.pop()

    def uniform(self, n: int) -> int:
        """Return one of 0 to n - 1, each exactly as likely: words in the incomplete last run of n are passed over.

        Raises:
            ValueError: *n* is not from 1 to 2^32.
        """
        if not 0 < n <= _WORD_RANGE:
            raise ValueError(f"expected a range of 1 to 2^32, got {n}")
        limit = _WORD_RANGE - _WORD_RANGE % n
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n
