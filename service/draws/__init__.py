"""tsb1's primitives: packed hashes, a stream of random words, and piles drawn from it.

Only SHA-256 and HMAC-SHA-256 are used, so that one page of any language re-implements it.
"""

from service.draws.hashes import KEY_BYTES, framed, hash_of, mac_of, pack, u32
from service.draws.piles import drawn_from, drawn_in_order
from service.draws.streams import stream, uniform

__all__ = [
    "KEY_BYTES",
    "drawn_from",
    "drawn_in_order",
    "framed",
    "hash_of",
    "mac_of",
    "pack",
    "stream",
    "u32",
    "uniform",
]
