"""Hands and games by brute force over all ordered draws of small piles, with fractions: an independent program.

A card is the tuple of what it may count; a wild card is ``"wild"``, a clone card ``"clone"``.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from deckmapping.values import Value
from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

OneCard = tuple[Fraction, ...] | str


class Final(NamedTuple):
    total: Fraction
    cards: int
    is_perfect: bool


def card(text: str) -> OneCard:
    """``3``, ``2/5``, ``wild``, ``clone``."""
    return text if text in ("wild", "clone") else tuple(Fraction(part) for part in text.split("/"))


def cards(text: str) -> tuple[OneCard, ...]:
    return tuple(map(card, text.split()))


def pile_of(held: Sequence[OneCard]) -> Pile:
    def kind(each: OneCard) -> Kind:
        if isinstance(each, str):
            return Kind((), Role(each))
        return Kind(tuple(Value(int(value * 10**7)) for value in each))

    return Pile.of_counts(Counter(map(kind, held)))


def key(total: Fraction) -> tuple[bool, Fraction]:
    return total > 11, abs(total - 11)


def best(held: Sequence[OneCard], wild: tuple[int, int] = (1, 6), *, changes: bool = False) -> Fraction:
    """The best total; clones take the value of any other card that is none."""
    numbers = tuple(Fraction(number) for number in range(wild[0], wild[1] + 1))
    open_values = [numbers if isinstance(each, str) else each for each in held if each != "clone"]
    clones = len(held) - len(open_values)
    if not open_values:
        return _changed(Fraction(0)) if changes else Fraction(0)
    totals = (
        sum(chosen, Fraction(0)) + sum(copied, Fraction(0))
        for chosen in product(*open_values)
        for copied in product(set(chosen), repeat=clones)
    )
    return min((_changed(total) if changes else total for total in totals), key=key)


def _changed(total: Fraction) -> Fraction:
    after = [total, total + 1] + ([max(Fraction(0), total - 1)] if total > 0 else [])
    return min(after, key=key)


def is_perfect(held: Sequence[OneCard]) -> bool:
    return len(held) == 2 and all(not isinstance(each, str) for each in held) and best(held) == 11


def draws(pile: Sequence[OneCard], drawn: tuple[int, ...], *, finite: bool) -> Iterator[int]:
    """The places of the pile that may come next."""
    return (at for at in range(len(pile)) if not finite or at not in drawn)


def finals(
    pile: Sequence[OneCard],
    draws_on: Callable[[Sequence[OneCard]], bool],
    *,
    finite: bool = True,
    longest: int = 6,
    changes: bool = False,
) -> dict[Final, Fraction]:
    """The chance of every final hand."""
    found: dict[Final, Fraction] = {}
    longest = min(longest, len(pile)) if finite else longest

    def go(drawn: tuple[int, ...], chance: Fraction) -> None:
        held = [pile[at] for at in drawn]
        if len(held) >= 2 and (len(held) == longest or is_perfect(held) or not draws_on(held)):
            end = Final(best(held, changes=changes), len(held), is_perfect(held))
            found[end] = found.get(end, Fraction(0)) + chance
            return
        nexts = list(draws(pile, drawn, finite=finite))
        for at in nexts:
            go((*drawn, at), chance / len(nexts))

    go((), Fraction(1))
    return found
