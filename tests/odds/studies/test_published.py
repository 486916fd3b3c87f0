"""The plan's published figures, worked out once more by a small program of its own: plain recursion, hand by hand.

It knows nothing of the odds' tables: a hand is a sorted tuple of values, drawn from a pile that is a dict of counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from deckmapping.dealer_rule import DealerRule
from service.odds.kinds import Pile, Side
from service.odds.setting import Draws, Setting
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.dealing import PayTable

DECK_C = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}
EXAMPLE = {**DECK_C, 0: 16, 3: 4}

Hand = tuple[int, ...]
End = tuple[int, int]  # total, cards


def merit(end: End) -> tuple[bool, int, int]:
    """Greater is better: not over 11; nearer to 11; fewer cards."""
    total, cards = end
    return total <= 11, total if total <= 11 else -total, -cards


@dataclass(frozen=True)
class Table:
    dealer: dict[int, int] = field(default_factory=lambda: DECK_C)
    finite: bool = False
    lando: float = 0.0
    sees: bool = False
    pays: float = 2.0
    costs: float = 2.0


def player_edge(table: Table) -> float:  # noqa: C901 - the whole game in one place
    def more(hand: Hand, pile: dict[int, int]) -> list[tuple[Hand, float]]:
        left = {value: count - table.finite * hand.count(value) for value, count in pile.items()}
        cards = sum(left.values())
        return [(tuple(sorted((*hand, value))), count / cards) for value, count in left.items() if count > 0]

    @cache
    def dealer_ends(hand: Hand) -> dict[End, float]:
        if len(hand) == 6 or sum(hand) > 7:
            total, cards = end = sum(hand), len(hand)
            shifted = max(((total + by, cards) for by in (-1, 0, 1) if total + by >= 0), key=merit)
            ends = {end: 1 - table.lando}
            ends[shifted] = ends.get(shifted, 0) + table.lando
            return ends
        ends = {}
        for after, chance in more(hand, table.dealer):
            for end, likely in dealer_ends(after).items():
                ends[end] = ends.get(end, 0) + chance * likely
        return ends

    def result(mine: End, his: End) -> int:
        return (merit(mine) > merit(his)) - (merit(mine) < merit(his))

    @cache
    def seen_by_dealer(mine: End, hand: Hand) -> float:
        stands = result(mine, (sum(hand), len(hand)))
        if len(hand) == 6:
            return stands
        return min(stands, sum(chance * seen_by_dealer(mine, after) for after, chance in more(hand, table.dealer)))

    @cache
    def stand(mine: End, up: int) -> float:
        """Times the chance that the dealer has no perfect sabacc with this up card."""
        openings = [(hand, chance) for hand, chance in more((up,), table.dealer) if sum(hand) != 11]
        if table.sees:
            return sum(chance * seen_by_dealer(mine, hand) for hand, chance in openings)
        against: dict[End, float] = {}
        for hand, chance in openings:
            for end, likely in dealer_ends(hand).items():
                against[end] = against.get(end, 0) + chance * likely
        return sum(chance * result(mine, end) for end, chance in against.items())

    @cache
    def best(hand: Hand, up: int) -> float:
        stands = stand((sum(hand), len(hand)), up)
        if len(hand) == 6 or sum(hand) >= 11:
            return stands
        return max(stands, sum(chance * best(after, up) for after, chance in more(hand, DECK_C)))

    edge = 0.0
    for (first, likely), (up, as_likely) in product(more((), DECK_C), more((), table.dealer)):
        perfect = sum(chance for hand, chance in more(up, table.dealer) if sum(hand) == 11)
        for hand, chance in more(first, DECK_C):
            gain = table.pays * (1 - perfect) if sum(hand) == 11 else best(hand, up[0]) - table.costs * perfect
            edge += likely * as_likely * chance * gain
    return edge


def setting(table: Table) -> Setting:
    return Setting(
        Side(Pile.of_values(DECK_C)),
        Side(Pile.of_values(table.dealer)),
        Draws.FINITE if table.finite else Draws.INDEPENDENT,
        rule=DealerRule(shift_share=Fraction(table.lando).limit_denominator(100)),
        pay=PayTable(Fraction(table.pays), int(table.costs)),
        dealer_sees_hand=table.sees,
    )


# What is published, in hundredths of a bet for the player, and how far a figure so rounded may be off.
PUBLISHED = {
    "Deck C on both sides": (Table(), 1.8, 0.05),
    "three 3s for three 0s": (Table(EXAMPLE), -2.3, 0.05),
    "Lando on 10 % of the hands": (Table(lando=0.1), -2.3, 0.05),
    "Lando on 15 %, about 2 points more": (Table(lando=0.15), -4.3, 0.5),
    "Lando on 20 %, about 2 points more": (Table(lando=0.2), -6.3, 0.5),
    "Lando on all hands": (Table(lando=1.0), -39, 0.5),
    "a dealer who sees the hand, about 10 %": (Table(sees=True), -10, 0.5),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_figure_comes_out_and_so_does_the_small_programs(name: str) -> None:
    table, published, rounding = PUBLISHED[name]
    edge = solve(setting(table)).edge
    assert edge == pytest.approx(player_edge(table), abs=1e-12)
    assert 100 * edge == pytest.approx(published, abs=rounding)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_exact_fraction_is_the_same_figure(name: str) -> None:
    solution = solve(setting(PUBLISHED[name][0]))
    assert abs(float(exact_odds(solution).edge) - solution.edge) <= solution.error_bound < 1e-9


@pytest.mark.parametrize(
    ("table", "percent"),
    [
        (Table(finite=True, pays=1.5, costs=1), 3.9884),
        (Table(EXAMPLE, finite=True, pays=1.5, costs=1), -0.0772),
        (Table(finite=True, lando=0.1, pays=1.5, costs=1), -0.1749),
        (Table(finite=True, sees=True, pays=1.5, costs=1), -8.0686),
    ],
)
def test_the_finite_truth_is_what_the_small_program_finds_too(table: Table, percent: float) -> None:
    edge = solve(setting(table)).edge
    assert edge == pytest.approx(player_edge(table), abs=1e-12)
    assert 100 * edge == pytest.approx(percent, abs=0.00005)


def test_the_best_fixed_rule_on_deck_c_draws_on_six_or_less_and_with_the_example_deck_on_seven() -> None:
    for table, best in ((Table(), 6), (Table(EXAMPLE, finite=True, pays=1.5, costs=1), 7)):
        edges = [solve(replace(setting(table), rule=DealerRule(draws_to))).edge for draws_to in range(13)]
        assert min(range(13), key=edges.__getitem__) == best
