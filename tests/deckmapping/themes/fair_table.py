"""What a fair table is worth, by a small program of its own: whole values, independent draws, the up card seen.

It shares nothing with the product: cards are whole numbers, a deck is a count of each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from deckmapping.themes.bundled import BundledDeck

    Ends: TypeAlias = Mapping[tuple[int, int], float]

MOST_CARDS = 6


def printed(deck: BundledDeck) -> Counter[int]:
    """Return how many cards count what."""
    return Counter(values[0] // 10_000_000 for values in deck.values)


def player_ahead(player: Mapping[int, int], dealer: Mapping[int, int], perfect: float = 1.5, double: int = 1) -> float:
    """Return what the best player wins a hand, in bets, against a dealer who draws on 7 or less.

    Args:
        player: his deck.
        dealer: the dealer's deck.
        perfect: what the player's perfect sabacc pays, in bets.
        double: what each win of the dealer costs, in bets.
    """
    mine = {value: count / sum(player.values()) for value, count in player.items() if count}
    theirs = {value: count / sum(dealer.values()) for value, count in dealer.items() if count}
    ahead = 0.0
    for up, chance_up in theirs.items():
        perfect_hole = theirs.get(11 - up, 0.0)  # the dealer looks before the player acts
        best = _best(mine, _finals(theirs, up), double)
        for (first, chance_first), (second, chance_second) in product(mine.items(), repeat=2):
            is_perfect = first + second == 11
            checked = 0.0 if is_perfect else -double
            played = perfect if is_perfect else best(first + second, 2)
            chance = chance_up * chance_first * chance_second
            ahead += chance * (perfect_hole * checked + (1 - perfect_hole) * played)
    return ahead


def _finals(theirs: Mapping[int, float], up: int) -> Ends:
    """Return how often the dealer ends where, with *up* seen and no perfect sabacc."""

    @cache
    def ends(total: int, cards: int) -> Ends:
        if total > 7 or cards == MOST_CARDS:
            return {(total, cards): 1.0}
        found: defaultdict[tuple[int, int], float] = defaultdict(float)
        for value, chance in theirs.items():
            for end, part in ends(total + value, cards + 1).items():
                found[end] += chance * part
        return found

    final: defaultdict[tuple[int, int], float] = defaultdict(float)
    for hole, chance in theirs.items():
        if up + hole != 11:
            for end, part in ends(up + hole, 2).items():
                final[end] += chance * part
    whole = sum(final.values())
    return {end: part / whole for end, part in final.items()}


def _best(mine: Mapping[int, float], final: Ends, double: int) -> Callable[[int, int], float]:
    def rank(total: int, cards: int) -> tuple[int, int, int]:
        return (0, -total, -cards) if total > 11 else (1, total, -cards)

    @cache
    def best(total: int, cards: int) -> float:
        own, stand = rank(total, cards), 0.0
        for end, chance in final.items():
            stand += chance * ((own > rank(*end)) - double * (own < rank(*end)))
        if cards == MOST_CARDS:
            return stand
        return max(stand, sum(chance * best(total + value, cards + 1) for value, chance in mine.items()))

    return best
