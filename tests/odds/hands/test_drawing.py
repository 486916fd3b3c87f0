"""How hands grow out of a pile, counted by dealing every order of real cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod

import numpy as np
import pytest

from service.odds.hands import drawing as drawing_module
from service.odds.hands.drawing import Drawing
from service.odds.kinds import Side
from service.odds.setting import Draws
from tests.odds.small_tables import kind, pile

SIDE = Side(pile("0 0 0 5 6 6"))


def dealt(side: Side, draws: Draws, size: int) -> Counter[tuple[int, ...]]:
    """Count the ordered draws of *size* cards by how many cards of each kind they hold."""
    cards = [each for each, count in side.pile.as_counts().items() for _ in range(count)]
    orders = permutations(cards, size) if draws is Draws.FINITE else product(cards, repeat=size)
    return Counter(tuple(order.count(each) for each in side.pile.kinds) for order in orders)


def first_cards(drawing: Drawing, dtype: type = np.int64) -> np.ndarray:
    return drawing.counts.astype(dtype)[:, None]


@pytest.mark.parametrize("draws", Draws)
@pytest.mark.parametrize("dtype", [np.int64, object])
def test_hands_grow_in_as_many_orders_as_are_dealt(draws: Draws, dtype: type) -> None:
    drawing = Drawing.of(SIDE, draws)
    masses = first_cards(drawing, dtype)
    for size in range(2, 6):
        masses = drawing.grown(size - 1, masses)
        held = map(tuple, drawing.hands.levels[size - 1].held.tolist())
        grown = {cards: orders for cards, orders in zip(held, masses[:, 0].tolist(), strict=True) if orders}
        assert grown == dealt(SIDE, draws, size)


def test_what_comes_next_is_summed_over_the_cards_that_are_left() -> None:
    for draws, card_count in ((Draws.FINITE, 4), (Draws.INDEPENDENT, 6)):
        drawing = Drawing.of(SIDE, draws)
        above, below = drawing.hands.levels[2], drawing.hands.levels[1]
        values = np.arange(2.0 * len(above.held)).reshape(-1, 2)
        of = dict(zip(map(tuple, above.held.tolist()), values.tolist(), strict=True))
        row = below.held.tolist().index([1, 0, 1])  # a 0 and a 6
        left = (2, 1, 1) if draws is Draws.FINITE else (3, 1, 2)
        more = [(2, 0, 1), (1, 1, 1), (1, 0, 2)]
        expected = [sum(n * of[hand][case] for n, hand in zip(left, more, strict=True)) for case in (0, 1)]
        assert drawing.next_sum(2, values)[row].tolist() == expected
        assert drawing.remaining(2) == sum(left) == card_count


@pytest.mark.parametrize(
    ("cards", "longest", "orders"),
    [("0 5", 2, 2), ("0 0 5", 3, 6), ("0 0 5 6 6", 5, 120), ("0 0 0 5 6 6", 6, 720), ("0 0 0 5 6 6 7", 6, 5040)],
)
def test_r4_a_hand_is_as_long_as_the_pile_and_six_cards_at_most(cards: str, longest: int, orders: int) -> None:
    drawing = Drawing.of(Side(pile(cards)), Draws.FINITE)
    assert (drawing.longest, drawing.orders) == (longest, orders)
    for size in range(1, longest + 1):
        drawn = prod(drawing.size - before for before in range(size))
        assert drawn * drawing.undrawn_orders(size) == orders


def test_independent_draws_never_empty_the_pile() -> None:
    drawing = Drawing.of(Side(pile("0 5")), Draws.INDEPENDENT)
    assert (drawing.longest, drawing.orders, drawing.undrawn_orders(2)) == (6, 2**6, 2**4)
    assert drawing.left(6).tolist() == [[1, 1]] * 7


def test_kinds_that_only_wild_cards_count_as_are_never_drawn() -> None:
    side = Side(pile("clone 5 5/7"))
    drawing = Drawing.of(side, Draws.FINITE)
    in_pile = {each: count for each, count in zip(drawing.hands.kinds, drawing.counts.tolist(), strict=True) if count}
    assert in_pile == side.pile.as_counts()
    absent = [at for at, count in enumerate(drawing.counts) if not count]
    assert [drawing.hands.kinds[at] for at in absent] == [kind("7")]
    masses = drawing.grown(1, first_cards(drawing))
    assert not masses[drawing.hands.levels[1].held[:, absent].any(axis=1)].any()


def test_hands_moved_in_parts_are_the_same_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Drawing.of(SIDE, Draws.FINITE)
    pairs = drawing.grown(1, np.diag(drawing.counts))
    values = np.random.default_rng(5).random((len(drawing.hands.levels[2].held), 3))
    whole = drawing.grown(2, pairs), drawing.next_sum(2, values)
    monkeypatch.setattr(drawing_module, "_MOST_CELLS", 20)
    parts = drawing.grown(2, pairs), drawing.next_sum(2, values)
    assert (whole[0] == parts[0]).all()
    assert np.allclose(whole[1], parts[1], rtol=1e-15)


def test_chances_are_orders_out_of_all() -> None:
    drawing = Drawing.of(SIDE, Draws.FINITE)
    orders = drawing.grown(1, first_cards(drawing))
    chances = drawing.grown(1, first_cards(drawing, float) / drawing.size) / drawing.remaining(1)
    assert chances.sum() == pytest.approx(1)
    assert [Fraction(int(n), 30) for n in orders[:, 0]] == [Fraction(p).limit_denominator(1000) for p in chances[:, 0]]
