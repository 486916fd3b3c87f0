"""Dealer decks designed to a wanted edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.values import whole
from deckmapping.variants import Role
from service.odds.design.design import Design, DesignOrder, design
from service.odds.design.design_space import DeckSpace
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws, Setting, UpCard
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange

DECK_C = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}
STANDARD = Setting(Side(Pile.of_values(DECK_C)), Side(Pile.of_values(DECK_C)))
FIVE_CARDS = Side(Pile.of_values({5: 2, 6: 3}))
SMALL = {1: 3, 4: 3, 5: 3, 6: 2}
SMALL_TABLE = Setting(Side(Pile.of_values(SMALL)), Side(Pile.of_values(SMALL)))


def plain(value: int) -> Kind:
    return Kind((whole(value),))


def edge_with(setting: Setting, dealer: dict[int, int]) -> Fraction:
    return -exact_odds(solve(replace(setting, dealer=Side(Pile.of_values(dealer))))).edge


def every_deck(base: dict[int, int], most_changed: int) -> dict[tuple[int, ...], int]:
    """Every deck of as many cards as *base*, and how many of them are other cards."""
    ranges = [range(max(0, count - most_changed), count + most_changed + 1) for count in base.values()]
    decks = (counts for counts in product(*ranges) if sum(counts) == sum(base.values()))
    changes = {
        deck: sum(max(0, now - before) for now, before in zip(deck, base.values(), strict=True)) for deck in decks
    }
    return {deck: changed for deck, changed in changes.items() if changed <= most_changed}


@pytest.mark.parametrize("target", ["-0.35", "-0.1", "0", "0.02", "0.1", "0.3", "0.6"])
def test_the_deck_found_is_the_nearest_of_all_decks_within_the_bounds(target: str) -> None:
    wanted, tolerance = Fraction(target), Fraction(1, 200)
    found = design(DesignOrder(SMALL_TABLE, wanted, tolerance, most_changed=2))
    edges = {deck: edge_with(SMALL_TABLE, dict(zip(SMALL, deck, strict=True))) for deck in every_deck(SMALL, 2)}

    def merit(deck: tuple[int, ...], changed: int) -> tuple[bool, Fraction, Fraction, tuple[int, ...]]:
        distance = abs(edges[deck] - wanted)
        is_far = distance > tolerance
        return is_far, *((distance, Fraction(changed)) if is_far else (Fraction(changed), distance)), deck

    best = min(every_deck(SMALL, 2).items(), key=lambda item: merit(*item))
    counts = found.setting.dealer.pile.as_counts()
    assert tuple(counts.get(plain(value), 0) for value in SMALL) == best[0]
    assert found.house_edge == edges[best[0]]
    assert found.changed == best[1]
    assert found.is_within is (abs(edges[best[0]] - wanted) <= tolerance)


def test_a_deck_that_already_earns_the_wanted_edge_stays_as_it_is() -> None:
    found = design(DesignOrder(STANDARD, -exact_odds(solve(STANDARD)).edge, Fraction(0)))
    assert (found.changed, found.tried, found.is_within) == (0, 1, True)
    assert found.setting == STANDARD


def test_the_deck_nearest_to_deck_c_for_two_per_cent_changes_two_cards() -> None:
    found = design(DesignOrder(STANDARD, Fraction(2, 100)))
    assert found.changed == 2
    assert found.is_within
    assert found.house_edge == edge_with(STANDARD, {0: 19, 1: 10, 2: 2, 3: 1, 4: 7, 5: 11, 6: 5, 7: 5})
    assert abs(found.house_edge - Fraction(2, 100)) <= Fraction(1, 1000)
    assert found.tried == 1 + 56 + 784


def test_no_deck_with_one_card_changed_comes_as_near() -> None:
    one_changed = (deck for deck, changed in every_deck(DECK_C, 1).items() if changed <= 1)
    distances = [
        abs(edge_with(STANDARD, dict(zip(DECK_C, deck, strict=True))) - Fraction(2, 100)) for deck in one_changed
    ]
    assert len(distances) == 57
    assert min(distances) > Fraction(1, 1000)


def test_only_kinds_that_may_leave_leave_and_only_those_that_may_come_come() -> None:
    order = DesignOrder(
        STANDARD, Fraction(2, 100), Fraction(1, 200), 6, may_leave=(plain(0),), may_come=(plain(3), plain(8))
    )
    found = design(order)
    assert set(found.leaves) == {plain(0)}
    assert set(found.comes) <= {plain(3), plain(8)}
    assert found.setting.dealer.pile.size == 60
    assert found.is_within


def test_three_threes_for_three_zeros_are_the_plans_example() -> None:
    published = replace(
        STANDARD, draws=Draws.INDEPENDENT, pay=replace(STANDARD.pay, perfect_pays=Fraction(2), perfect_costs=2)
    )
    found = design(
        DesignOrder(published, Fraction(23, 1000), Fraction(5, 1000), may_leave=(plain(0),), may_come=(plain(3),))
    )
    assert (found.leaves, found.comes) == ({plain(0): 3}, {plain(3): 3})


def test_an_edge_out_of_reach_is_said_to_be_and_the_nearest_is_given() -> None:
    found = design(DesignOrder(SMALL_TABLE, Fraction(1), Fraction(1, 1000), most_changed=1))
    best = max(edge_with(SMALL_TABLE, dict(zip(SMALL, deck, strict=True))) for deck in every_deck(SMALL, 1))
    assert not found.is_within
    assert found.house_edge == best
    assert found.tried == len(every_deck(SMALL, 1))


def test_wild_and_clone_cards_come_where_the_option_is_on() -> None:
    rules = SideRules(WildRange(1, 6))
    wild, clone = Kind((), Role.WILD), Kind((), Role.CLONE)
    themed = Pile.of_counts({clone: 5, wild: 1, plain(1): 4, plain(5): 6, plain(6): 4})
    table = replace(STANDARD, dealer=Side(themed, rules))
    before = -exact_odds(solve(table)).edge
    found = design(DesignOrder(table, before + Fraction(1, 10), Fraction(1, 50), 2, (plain(5), clone), (wild,)))
    assert set(found.comes) == {wild}
    assert found.is_within
    assert found.house_edge == -exact_odds(solve(found.setting)).edge


def test_the_same_order_gives_the_same_deck() -> None:
    order = DesignOrder(SMALL_TABLE, Fraction(1, 20), most_changed=3)
    assert design(order) == design(order)


@pytest.mark.parametrize("up_card", UpCard)
@pytest.mark.parametrize("draws", Draws)
def test_every_kind_of_table_is_designed_with_the_edge_that_its_solution_has(draws: Draws, up_card: UpCard) -> None:
    rule = DealerRule(6, 8, Fraction(1, 3), shift_share=Fraction(1, 10), wins_double=True)
    table = replace(SMALL_TABLE, draws=draws, up_card=up_card, rule=rule)
    found = design(DesignOrder(table, Fraction(1, 4), most_changed=2))
    assert found.house_edge == -exact_odds(solve(found.setting)).edge


def test_progress_counts_the_decks_and_what_it_raises_ends_the_search() -> None:
    told: list[tuple[int, int]] = []
    found = design(DesignOrder(SMALL_TABLE, Fraction(2), most_changed=2), lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (found.tried, found.tried) == (len(every_deck(SMALL, 2)),) * 2

    def stop(_done: int, _of: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        design(DesignOrder(SMALL_TABLE, Fraction(2), most_changed=2), stop)


def test_a_search_that_is_too_large_is_refused_before_it_starts() -> None:
    with pytest.raises(InvalidInputError, match=r"mostChanged: got '\d+ decks', expected at most \d+ decks: fewer"):
        design(DesignOrder(STANDARD, Fraction(2, 100), most_changed=12), lambda done, _of: pytest.fail(str(done)))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"house_edge": Fraction(3)}, "houseEdge"),
        ({"tolerance": Fraction(-1)}, "tolerance"),
        ({"most_changed": -1}, "mostChanged"),
        ({"most_changed": 61}, "mostChanged"),
        ({"may_leave": (plain(9),)}, "mayLeave"),
        ({"may_come": (Kind((), Role.WILD),)}, "mayCome"),
        ({"may_come": tuple(plain(value) for value in range(30))}, "mayCome"),
        ({"setting": replace(STANDARD, dealer_sees_hand=True)}, "dealerSeesHand"),
        ({"setting": replace(STANDARD, dealer=FIVE_CARDS)}, "dealer"),
        ({"setting": replace(STANDARD, player=FIVE_CARDS)}, "player"),
    ],
)
def test_an_order_that_cannot_be_carried_out_is_refused(change: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        replace(DesignOrder(STANDARD, Fraction(2, 100)), **change)  # type: ignore[arg-type]
    assert [violation.field for violation in refused.value.violations] == [field]


counts_of_kinds = st.lists(st.tuples(st.integers(0, 4), st.booleans(), st.booleans()), min_size=1, max_size=5)


@settings(max_examples=60)
@given(counts_of_kinds, st.integers(0, 3))
def test_the_space_holds_each_deck_within_the_bounds_once(kinds: list[tuple[int, bool, bool]], changed: int) -> None:
    base = tuple(count for count, _, _ in kinds)
    space = DeckSpace(base, tuple(count * leaves for count, leaves, _ in kinds), tuple(comes for _, _, comes in kinds))
    decks = list(space.decks(changed))
    wanted = [
        deck
        for deck in product(*(range(count + changed + 1) for count in base))
        if sum(deck) == sum(base)
        and sum(max(0, now - before) for now, before in zip(deck, base, strict=True)) == changed
        and all(
            (now >= before or leaves) and (now <= before or comes)
            for now, (before, leaves, comes) in zip(deck, kinds, strict=True)
        )
    ]
    assert decks == wanted
    assert space.sizes(changed)[changed] == len(decks)


def test_a_design_tells_its_cards_changed() -> None:
    found = Design(STANDARD, Fraction(0), {plain(0): 2, plain(1): 1}, {plain(7): 3}, is_within=True, tried=1)
    assert found.changed == 3
