"""All hands of one to six cards as multisets of kinds, and how one more card leads from each to the next.

It depends on nothing but the number of kinds. A multiset of m_0, m_1, ... cards is known by its key, the sum of
m_k * 7^k: no digit passes 6, so the keys of a level are distinct, and one more card of kind k adds 7^k.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from service.rules.hand import MOST_CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_KINDS: Final = 22
"""The most kinds whose keys fit into 64 bits."""

_BASE: Final = MOST_CARDS + 1


@dataclass(frozen=True, slots=True)
class Level:
    """All multisets of one size, by ascending key. Arrays have one row a multiset and one column a kind."""

    size: int
    """Cards of each."""
    held: NDArray[np.int8]
    """How many cards of each kind."""
    child: NDArray[np.int32]
    """Row of the next level with one more card of the kind; without rows on the last level."""
    parent: NDArray[np.int32]
    """Row of the level before with one card of the kind less; 0 where none is held, so ask `held` as well.

    Without rows on the first level.
    """
    last: NDArray[np.intp]
    """One kind that is held, to reach all hands from the level before one by one."""
    others: NDArray[np.int8]
    """How many more cards of that kind are held."""
    before: NDArray[np.intp]
    """Row of the level before without that one card; 0 on the first level."""


@lru_cache(maxsize=6)  # as many as `service.odds.hands.hands` keeps
def levels(kind_count: int) -> tuple[Level, ...]:
    """Return the levels of hands with one to six cards out of *kind_count* kinds (1 to `MOST_KINDS`)."""
    if not 1 <= kind_count <= MOST_KINDS:
        raise ValueError(f"{kind_count} kinds; expected 1 to {MOST_KINDS}")
    steps = key_steps(kind_count)
    keys = [steps]
    for _ in range(1, MOST_CARDS):
        keys.append(np.unique(keys[-1][:, None] + steps))
    made = []
    for at, own in enumerate(keys):
        held = (own[:, None] // steps % _BASE).astype(np.int8)
        none = np.zeros((0, kind_count), np.int32)
        child = none if at + 1 == MOST_CARDS else _rows(keys[at + 1], own[:, None] + steps)
        parent = none if at == 0 else np.where(held > 0, _rows(keys[at - 1], own[:, None] - steps), 0)
        rows, last = np.arange(len(held)), np.argmax(held > 0, axis=1)
        before = parent[rows, last].astype(np.intp) if at else np.zeros(kind_count, np.intp)
        made.append(Level(at + 1, held, child, parent.astype(np.int32), last, held[rows, last] - 1, before))
    return tuple(made)


def key_steps(kind_count: int) -> NDArray[np.int64]:
    """Return what one more card of each kind adds to the key of a multiset; keys ascend with the rows of a level."""
    return _BASE ** np.arange(kind_count, dtype=np.int64)


def _rows(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int32]:
    return np.searchsorted(keys, wanted).astype(np.int32)
