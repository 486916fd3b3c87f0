"""All hands as multisets, and the ways between them."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from math import comb

import pytest

from service.odds.hands.multisets import MOST_KINDS, levels


@pytest.mark.parametrize("kinds", [1, 2, 3, 5])
def test_the_levels_hold_every_multiset_of_one_to_six_cards_once(kinds: int) -> None:
    for size, level in enumerate(levels(kinds), start=1):
        expected = [
            tuple(drawn.count(each) for each in range(kinds))
            for drawn in combinations_with_replacement(range(kinds), size)
        ]
        assert level.size == size
        assert sorted(map(tuple, level.held.tolist())) == sorted(expected)
        # By ascending key: the last kind is the highest digit.
        assert level.held.tolist() == sorted(level.held.tolist(), key=lambda held: held[::-1])


@pytest.mark.parametrize("kinds", [1, 4, 7])
def test_child_and_parent_add_and_take_one_card_of_the_kind(kinds: int) -> None:
    made = levels(kinds)
    for below, above in pairwise(made):
        for row, held in enumerate(below.held.tolist()):
            for kind in range(kinds):
                more = [*held[:kind], held[kind] + 1, *held[kind + 1 :]]
                child = below.child[row, kind]
                assert above.held[child].tolist() == more
                assert above.parent[child, kind] == row
        assert (above.parent[above.held == 0] == 0).all()
    assert made[-1].child.shape == (0, kinds)
    assert made[0].parent.shape == (0, kinds)


def test_the_most_kinds_still_have_distinct_keys() -> None:
    assert [len(level.held) for level in levels(MOST_KINDS)] == [
        comb(MOST_KINDS + size - 1, size) for size in range(1, 7)
    ]
    # A hand of six cards of the last kind has the highest key there is.
    assert 6 * 7 ** (MOST_KINDS - 1) < 2**63 <= 6 * 7**MOST_KINDS


@pytest.mark.parametrize("kinds", [0, MOST_KINDS + 1])
def test_other_numbers_of_kinds_are_refused(kinds: int) -> None:
    with pytest.raises(ValueError, match=f"^{kinds} kinds; expected 1 to 22$"):
        levels(kinds)
