"""The best total of every multiset against `best_values`, which plays one hand at a time (R5, R6)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.values import Value, whole
from service.odds.hands.hands import hands
from service.odds.hands.multisets import levels
from service.odds.hands.totals import best_totals, with_open_values
from service.rules.best import best_values
from service.rules.cards import SideRules, WildRange
from service.rules.hand import Hand
from tests.odds.oracle import best_total
from tests.odds.small_tables import as_oracle_card, as_oracle_side, fraction, kind, sides

if TYPE_CHECKING:
    from service.odds.kinds import Kind, Side

PLAIN = "0 2 5 pi"
CLONES = "0 6 2/5 clone"
EVERY_ROLE = "6 2/5 wild clone perk-wild:3"
HALVES = "0.5 4.5 0.5/4.5 clone"


def assert_totals_are_the_rules(kinds: tuple[Kind, ...], rules: SideRules, most_cards: int = 6) -> None:
    """Compare every hand of *kinds* alone, one to six cards, with and without a change."""
    counted = with_open_values(kinds, rules)
    own = levels(len(counted))
    totals = best_totals(own, counted, rules)
    changing = SideRules(rules.wild_range, rules.perk_value, rules.own_destiny, may_change=True)
    for size in range(1, most_cards + 1):
        row_of = {tuple(held): row for row, held in enumerate(own[size - 1].held.tolist())}
        for cards in combinations_with_replacement(kinds, size):
            row = row_of[tuple(cards.count(each) for each in counted)]
            drawn = [each.card() for each in cards]
            plain = best_values(Hand.unvalued(drawn, rules), change=0).total
            changed = best_values(Hand.unvalued(drawn, changing)).total
            assert (totals[size - 1].plain[row], totals[size - 1].changed[row]) == (plain, changed), cards


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        (PLAIN, SideRules()),
        (CLONES, SideRules()),
        (CLONES, SideRules(perk_value=whole(4))),
        (CLONES, SideRules(perk_value=whole(0), own_destiny=whole(3))),
        (HALVES, SideRules(own_destiny=whole(3))),
        (EVERY_ROLE, SideRules(WildRange(1, 6))),
        (EVERY_ROLE, SideRules(WildRange(0, 7), whole(5), whole(3))),
        (EVERY_ROLE, SideRules(WildRange(2, 2), whole(9))),
        ("clone wild", SideRules(WildRange(0, 5), own_destiny=whole(3))),
        ("perk-wild:2/5 perk-wild:pi clone", SideRules(WildRange(4, 5))),
    ],
)
def test_r5_and_r6_every_hand_of_these_kinds_has_the_total_of_the_rules(cards: str, rules: SideRules) -> None:
    assert_totals_are_the_rules(tuple(map(kind, cards.split())), rules)


@settings(max_examples=25)
@given(sides(is_dealer=True), st.data())
def test_r5_and_r6_any_hand_of_any_side_has_the_total_that_trying_everything_finds(
    side: Side, data: st.DataObject
) -> None:
    table, oracle = hands(side.pile.kinds, side.rules), as_oracle_side(side)
    for _ in range(8):
        cards = data.draw(st.lists(st.sampled_from(side.pile.kinds), min_size=2, max_size=5))
        held = [cards.count(each) for each in table.kinds]
        (row,) = [row for row, each in enumerate(table.levels[len(cards) - 1].held.tolist()) if each == held]
        tried = tuple(map(as_oracle_card, cards))
        assert fraction(Value(int(table.totals[len(cards) - 1][row]))) == best_total(tried, oracle, may_change=False)
        total, size = table.changed.ends[table.changed.of[len(cards) - 1][row]]
        assert (fraction(total), size) == (best_total(tried, oracle, may_change=True), len(cards))


def test_open_values_are_added_as_plain_kinds_once() -> None:
    rules = SideRules(WildRange(1, 3), perk_value=whole(4), own_destiny=whole(2))
    counted = with_open_values([kind("wild"), kind("2"), kind("perk-wild:5")], rules)
    assert counted == tuple(sorted(map(kind, ["wild", "perk-wild:5", "1", "2", "3", "5"])))
    with_gifts = with_open_values([kind("clone"), kind("0.5")], rules)
    assert with_gifts == tuple(sorted(map(kind, ["clone", "0.5", "4", "2"])))


def test_a_hand_of_clones_alone_is_0_and_may_be_changed_to_1() -> None:
    rules = SideRules(perk_value=whole(5))
    counted = with_open_values([kind("clone")], rules)
    totals = best_totals(levels(len(counted)), counted, rules)
    clones = [level.held[:, counted.index(kind("clone"))] == level.size for level in levels(len(counted))]
    assert [int(each.plain[row][0]) for each, row in zip(totals, clones, strict=True)] == [0] * 6
    assert [int(each.changed[row][0]) for each, row in zip(totals, clones, strict=True)] == [whole(1)] * 6
