"""tsb1's pile: a shuffled order of which only what is drawn is ever computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from service.draws.streams import uniform

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_Entry = TypeVar("_Entry")


def drawn_from(entries: Iterable[str], words: Iterator[int]) -> Iterator[str]:
    """tsb1's PILE: yield *entries* in the order that *words* fix, one swap of a Fisher-Yates shuffle for each draw.

    Args:
        entries: the pile, as ASCII text, so that sorting it is sorting its bytes; the order given has no effect.
        words: a stream of its own.
    """
    return drawn_in_order(sorted(entries), words)


def drawn_in_order(entries: Iterable[_Entry], words: Iterator[int]) -> Iterator[_Entry]:
    """Yield *entries*, which are in order already, as `drawn_from` does.

    Args:
        entries: the pile in the order of its entries' bytes, whatever stands for them.
        words: a stream of its own.
    """
    order = list(entries)
    size = len(order)
    for at in range(size):
        other = at + uniform(size - at, words)
        drawn = order[other]
        order[other] = order[at]
        yield drawn
