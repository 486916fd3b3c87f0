"""tsb1's hashes of the plain seeded tie: rules id, lock, derived seed, chain. All text in them is ASCII."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from service.draws import KEY_BYTES, framed, hash_of, mac_of, pack, u32

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.tiebreak.model import Tie

RULES: Final = "sabacc-11/1"
"""Name and version of the rules of a tie-break hand."""

MODE: Final = "seed"
"""The mode of a plain seeded tie: the caller chose the seed (grade C)."""

_EVENT: Final = pack(b"tsb1/event") + u32(KEY_BYTES)  # all of a chain hash's input before the previous hash


class Rules(NamedTuple):
    """What pins the rules and the card data of a tie."""

    line: str
    """The transcript's second line."""
    id: bytes
    """tsb1's rules_id, 32 bytes."""


@lru_cache(maxsize=64)
def rules_of(stand_on: int, replay_limit: int, catalogue_version: str) -> Rules:
    """Return the rules of all ties with these options and this catalogue."""
    words = (RULES, f"stand_on={stand_on}", f"replay_limit={replay_limit}", f"catalogue={catalogue_version}")
    return Rules(f"rules {' '.join(words)}", hash_of(b"tsb1/rules", *[word.encode() for word in words]))


def lock_of(tie: Tie, rules_id: bytes, decks: Iterable[tuple[str, str]]) -> bytes:
    """Return tsb1's L in mode "seed": no salts, neither commitment nor chain hash, round 0.

    Args:
        tie: the tie that is locked.
        rules_id: 32 bytes.
        decks: name and pile of each player still equal, by name; the ids sorted bytewise and joined by commas.
    """
    event = tie.event.encode()
    parts = [b"tsb1/lock", tie.key.encode(), rules_id, b"", MODE.encode(), b"", b"0"]
    for name, ids in decks:
        player = name.encode()
        parts += [player, hash_of(b"tsb1/deck", event, player, b"", ids.encode())]
    return hash_of(*parts)


def seed_of(caller_seed: bytes, lock: bytes) -> bytes:
    """Return the seed of all draws of the tie; 32 bytes."""
    return mac_of(hash_of(b"tsb1/caller-seed", caller_seed), b"tsb1/seed", lock)


def chain_of(lock: bytes | None, seed: bytes | None, lines: Sequence[bytes]) -> bytes:
    """Return tsb1's c_last over *lines*, each without its LF; 32 bytes. No lock, no seed: both count as empty."""
    link = hash_of(b"tsb1/chain", lock or b"", seed or b"")
    for line in framed(lines):
        link = sha256(_EVENT + link + line).digest()
    return link
