"""What every hand is worth, and which hands are a perfect sabacc."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
import pytest

from deckmapping.values import whole
from service.odds.hands.hands import hands
from service.rules.cards import SideRules, WildRange
from tests.odds.oracle import is_perfect
from tests.odds.small_tables import as_oracle_card, kind

if TYPE_CHECKING:
    from service.odds.kinds import Kind

EVERYTHING = ("0", "4", "5", "6", "7", "4.5", "6.5", "2/5", "4/6", "wild", "clone", "perk-wild:5", "perk-wild:4/7")
RULES = SideRules(WildRange(5, 6), perk_value=whole(6))


def kinds(*texts: str) -> tuple[Kind, ...]:
    return tuple(map(kind, texts))


def test_r3_two_cards_are_perfect_where_what_is_printed_can_total_11() -> None:
    table = hands(kinds(*EVERYTHING), RULES)
    found = {tuple(sorted(pair)) for pair in pairs_of(table.kinds, table.levels[1].held[table.is_perfect])}
    tried = combinations_with_replacement(table.kinds, 2)
    assert found == {tuple(sorted(pair)) for pair in tried if is_perfect(tuple(map(as_oracle_card, pair)))}
    assert tuple(sorted(kinds("4.5", "6.5"))) in found
    assert tuple(sorted(kinds("perk-wild:5", "4/6"))) in found
    assert tuple(sorted(kinds("wild", "5"))) not in found
    assert tuple(sorted(kinds("clone", "5"))) not in found


def pairs_of(of: tuple[Kind, ...], held: np.ndarray) -> list[list[Kind]]:
    return [[kind for kind, count in zip(of, row, strict=True) for _ in range(count)] for row in held.tolist()]


@pytest.mark.parametrize("may_change", [False, True])
def test_every_hand_of_two_cards_or_more_has_its_end(may_change: bool) -> None:
    table = hands(kinds("0", "0.5", "5", "clone"), SideRules())
    ends = table.changed if may_change else table.plain
    assert list(ends.ends) == sorted(set(ends.ends), key=lambda end: (end[1], end[0]))
    assert len(ends.of[0]) == 0
    for size, places in enumerate(ends.of[1:], start=2):
        named = [ends.ends[place] for place in places]
        assert {cards for _, cards in named} == {size}
        if not may_change:
            assert [total for total, _ in named] == table.totals[size - 1].tolist()


def test_what_ends_alike_is_summed_case_by_case() -> None:
    table = hands(kinds("0", "5", "2/5"), SideRules())
    generator = np.random.default_rng(11)
    by_size = []
    expected = np.zeros((len(table.plain.ends), 3), np.int64)
    for size in range(2, 5):
        masses = generator.integers(0, 100, (len(table.levels[size - 1].held), 3))
        np.add.at(expected, table.plain.of[size - 1], masses)
        by_size.append(masses)
    assert table.plain.summed(by_size).tolist() == expected.tolist()


def test_r6_ends_after_a_change_are_the_totals_one_nearer_to_11() -> None:
    table = hands(kinds("0", "4", "7"), SideRules())
    pairs = [str(sorted(pair)) for pair in pairs_of(table.kinds, table.levels[1].held)]
    changed = {pair: table.changed.ends[place] for pair, place in zip(pairs, table.changed.of[1], strict=True)}
    expected = {"0 0": 1, "0 4": 5, "0 7": 8, "4 4": 9, "4 7": 11, "7 7": 13}
    assert changed == {str(sorted(kinds(*pair.split()))): (whole(total), 2) for pair, total in expected.items()}
