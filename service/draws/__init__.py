"""tsb1's primitives: packed hashes, a stream of random words, and piles drawn from it.

Only SHA-256 and HMAC-SHA-256 are used, so that one page of any language re-implements it.
"""

from service.draws.hashes import KEY_BYTES, hash_of, mac_of, pack, u32
from service.draws.pile import Pile
from service.draws.stream import Stream

__all__ = ["KEY_BYTES", "Pile", "Stream", "hash_of", "mac_of", "pack", "u32"]
