"""What a row of independent choices can add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckmapping.values import Value


def largest_by_sum(options: Iterable[Sequence[Value]]) -> dict[int, tuple[Value, ...]]:
    """Return every sum that one value out of each of *options* can make, with the largest values that make it.

    "Largest" is compared from the first value on. Keeping one prefix for each partial sum is enough: whatever
    follows is open to all prefixes alike.
    """
    reached: dict[int, tuple[Value, ...]] = {0: ()}
    for values in options:
        step: dict[int, tuple[Value, ...]] = {}
        for subtotal, chosen in reached.items():
            for value in values:
                longer = (*chosen, value)
                if longer > step.get(subtotal + value, ()):
                    step[subtotal + value] = longer
        reached = step
    return reached
