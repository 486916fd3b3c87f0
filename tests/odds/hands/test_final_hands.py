"""Final hands of one side that stands on a total, against all ordered draws."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.values import Value, whole
from service.odds.hands.final_hands import FinalHands, final_hands
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws
from service.rules.cards import SideRules, WildRange
from tests.odds.enumerated import best, cards, finals, pile_of


def as_chances(found: FinalHands) -> dict[tuple[Fraction, int], Fraction]:
    return {(Fraction(total, 10**7), size): Fraction(ways, found.of) for (total, size), ways in found.ways.items()}


def brute(text: str, stand_on: int, *, changes: bool = False) -> tuple[dict[tuple[Fraction, int], Fraction], Fraction]:
    ends: dict[tuple[Fraction, int], Fraction] = {}
    perfect = Fraction(0)
    for end, chance in finals(cards(text), lambda held: best(held) < stand_on, changes=changes).items():
        ends[end.total, end.cards] = ends.get((end.total, end.cards), Fraction(0)) + chance
        perfect += chance * end.is_perfect
    return ends, perfect


PRINTED = st.lists(st.sampled_from(["0", "1", "3", "5", "6", "2/5", "0/7", "4.5"]), min_size=2, max_size=7)
ANY = st.lists(st.sampled_from(["0", "1", "5", "6", "2/5", "4.5", "wild", "clone"]), min_size=2, max_size=6)


@given(PRINTED, st.integers(0, 11))
@settings(max_examples=60)
def test_hands_of_printed_cards_end_as_in_all_ordered_draws(held: list[str], stand_on: int) -> None:
    found = final_hands(Side(pile_of(cards(" ".join(held)))), stand_on)
    ends, perfect = brute(" ".join(held), stand_on)
    assert as_chances(found) == ends
    assert Fraction(found.perfect, found.of) == perfect


@given(ANY, st.integers(0, 11), st.booleans())
@settings(max_examples=40)
def test_hands_with_wild_and_clone_cards_end_as_in_all_ordered_draws(
    held: list[str], stand_on: int, changes: bool
) -> None:
    rules = SideRules(wild_range=WildRange(1, 6), may_change=changes)
    found = final_hands(Side(pile_of(cards(" ".join(held))), rules), stand_on)
    ends, perfect = brute(" ".join(held), stand_on, changes=changes)
    assert as_chances(found) == ends
    assert Fraction(found.perfect, found.of) == perfect


def test_independent_draws_put_every_card_back() -> None:
    found = final_hands(Side(pile_of(cards("0 5 6"))), 8, Draws.INDEPENDENT)
    expected: dict[tuple[Fraction, int], Fraction] = {}
    for end, chance in finals(cards("0 5 6"), lambda held: best(held) < 8, finite=False).items():
        expected[end.total, end.cards] = expected.get((end.total, end.cards), Fraction(0)) + chance
    assert as_chances(found) == expected
    assert Fraction(found.perfect, found.of) == Fraction(2, 9)


@pytest.mark.parametrize("stand_on", [4, 9])
def test_tables_and_printed_sums_agree_on_a_real_size_pile(stand_on: int) -> None:
    counts = {Kind((whole(value),)): 7 for value in range(8)}
    printed = final_hands(Side(Pile.of_counts(counts)), stand_on)
    tabled = final_hands(Side(Pile.of_counts(counts), SideRules(may_change=True)), stand_on)
    assert (printed.of, printed.perfect) == (tabled.of, tabled.perfect)
    assert sum(printed.ways.values()) == sum(tabled.ways.values()) == printed.of
    changed: dict[tuple[int, int], int] = {}
    for (total, size), ways in printed.ways.items():
        after = total + 10**7 if total <= 10 * 10**7 else max(total - 10**7, 0) if total > 11 * 10**7 else total
        changed[after, size] = changed.get((after, size), 0) + ways
    assert tabled.ways == changed


def test_a_pile_may_hold_forty_different_values_and_its_hands_are_all_counted() -> None:
    pile = Pile.of_counts({Kind((Value(at * 2_500_001),)): 1 for at in range(40)})
    passed: list[None] = []
    found = final_hands(Side(pile), 8, checkpoint=lambda: passed.append(None))
    assert sum(found.ways.values()) == found.of == 40 * 39 * 38 * 37 * 36 * 35
    pairs = [
        (one, two) for one in range(40) for two in range(40) if one != two and (one + two) * 2_500_001 >= 8 * 10**7
    ]
    assert sum(ways for (_, size), ways in found.ways.items() if size == 2) == len(pairs) * 38 * 37 * 36 * 35
    assert len(passed) > 10


def test_a_huge_pile_is_counted_beyond_64_bits() -> None:
    found = final_hands(Side(Pile.of_values({1: 3_000_000, 5: 4_000_000})), 11)
    size = 7_000_000
    assert found.of == size * (size - 1) * (size - 2) * (size - 3) * (size - 4) * (size - 5)
    assert sum(found.ways.values()) == found.of


def test_a_checkpoint_ends_the_enumeration() -> None:
    pile = Pile.of_counts({Kind((Value(at * at * 1009 + 1),)): 1 for at in range(60)})
    left = iter(range(50))
    with pytest.raises(StopIteration):
        final_hands(Side(pile), 11, checkpoint=left.__next__)
