"""Deck profiles against counts and enumerations of the test's own."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.catalogue import import_catalogue, starter_catalogue
from deckmapping.decks import read_deck
from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck
from deckmapping.values import whole
from deckmapping.variants import Role, Variant, variant_rules
from service.odds.kinds import Kind, Pile, Side
from service.odds.piles import side_of
from service.odds.profile import profile
from service.odds.setting import Setting, StandOn
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from tests.odds.enumerated import Final, best, cards, finals, is_perfect, key, pile_of

if TYPE_CHECKING:
    from pathlib import Path

    from deckmapping.records import CardRecord

DECK_C = Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6})


def records_of(name: str) -> list[CardRecord]:
    records = starter_catalogue().records
    return [records[card] for card in bundled_deck(name).card_ids]


@given(st.lists(st.sampled_from(["0", "1", "3", "5", "6", "2/5", "0/7", "4.5"]), min_size=3, max_size=9))
@settings(max_examples=12)
def test_perfect_chance_and_chances_to_go_over_are_those_of_all_orders(texts: list[str]) -> None:
    held = cards(" ".join(texts))
    found = profile(pile_of(held))
    thirds: dict[Fraction, list[bool]] = {}
    perfect = 0
    for order in permutations(held, 3):
        if is_perfect(order[:2]):
            perfect += 1
        else:
            thirds.setdefault(best(order[:2]), []).append(best(order) > 11)
    assert found.perfect == Fraction(perfect, len(held) * (len(held) - 1) * (len(held) - 2))
    assert {Fraction(total, 10**7): chance for total, chance in found.goes_over.items()} == {
        total: Fraction(sum(over), len(over)) for total, over in thirds.items()
    }


def test_deck_c_has_its_histogram_and_its_known_perfect_chance_and_edge() -> None:
    found = profile(DECK_C)
    assert found.size == 60
    assert {str(kind): count for kind, count in found.histogram.items()} == {
        "0": 19, "1": 10, "2": 3, "3": 1, "4": 5, "5": 11, "6": 5, "7": 6,
    }  # fmt: skip
    assert found.perfect == Fraction(2 * (5 * 6 + 11 * 5), 60 * 59)
    assert found.edge == exact_odds(solve(Setting(Side(DECK_C), Side(DECK_C)))).edge
    assert float(found.edge) == pytest.approx(0.039884, abs=1e-6)  # a published figure of the finite deck
    assert found.variants == ()


def test_the_best_stand_on_total_earns_most_of_all_and_less_than_the_best_play() -> None:
    found = profile(DECK_C)
    table = Setting(Side(DECK_C), Side(DECK_C))
    assert found.edges == {total: solve(table, StandOn(total)).edge for total in range(12)}
    assert found.edges[found.best_stand_on] == max(found.edges.values()) < float(found.edge)


@pytest.mark.parametrize("pile", ["0 1 3 4 5 6 7", "0 0 2/5 5 6 6", "1 1 2 4.5 6 7"])
def test_no_other_stand_on_total_comes_first_more_often_in_a_tie_between_equal_decks(pile: str) -> None:
    hands = [finals(cards(pile), lambda held, total=total: best(held) < total) for total in range(12)]  # type: ignore[misc]
    shares = profile(pile_of(cards(pile))).tie_stand_on
    assert sum(shares.values()) == 1
    against = [
        sum(
            (
                share * chance * other * ((own_key(own) < own_key(end)) - (own_key(own) > own_key(end)))
                for total, share in shares.items()
                for own, chance in mine.items()
                for end, other in hands[total].items()
            ),
            Fraction(0),
        )
        for mine in hands
    ]
    assert max(against) == 0


def own_key(end: Final) -> tuple[tuple[bool, Fraction], int]:
    """A perfect sabacc is a plain 11 in a tie."""
    return key(end.total), end.cards


@pytest.mark.parametrize("name", ["cloud-city-light", "jabbas-palace-dark", "trooper-light"])
def test_each_variant_counts_its_cards_and_earns_what_its_table_says(name: str) -> None:
    records = records_of(name)
    found = profile(records)
    assert found.histogram == Counter(Kind(record.values) for record in records)
    assert [each.variant for each in found.variants] == list(Variant)
    for each in found.variants:
        roles = Counter(variant_rules(each.variant).classify(record).role for record in records)
        assert (each.wild, each.clone, each.perk_wild) == (roles[Role.WILD], roles[Role.CLONE], roles[Role.PERK_WILD])
        odds = exact_odds(solve(Setting(side_of(records, each.variant), Side(DECK_C))))
        assert (each.edge, each.perfect) == (odds.edge, odds.player_opens_perfect)
    own = next(each for each in found.variants if name.startswith(each.variant.value))
    assert own.wild
    assert own.edge > found.edge


def test_progress_is_told_to_the_end_and_may_stop_it() -> None:
    steps: list[tuple[int, int]] = []
    profile(records_of("trooper-dark"), lambda done, of: steps.append((done, of)))
    assert steps == [(at, 17) for at in range(1, 18)]

    def stop(done: int, _of: int) -> None:
        if done == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        profile(DECK_C, stop)


@pytest.mark.parametrize(
    ("pile", "value"),
    [
        (Pile.of_values({5: 1}), "1 cards"),
        (Pile.of_counts({Kind((whole(5),)): 3, Kind((), Role.WILD): 2}), "wild"),
        (Pile.of_values(dict.fromkeys(range(23), 2)), "23 kinds of card, values of wild cards included"),
    ],
)
def test_what_has_no_profile_is_refused(pile: Pile, value: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        profile(pile)
    assert [(fault.field, fault.value) for fault in caught.value.violations] == [("deck", value)]


def test_a_real_deck_has_a_profile_in_every_variant(shared_data: Path) -> None:
    data = shared_data / "data"
    catalogue = import_catalogue([data / "gemp" / "card_blueprint_database.json"])
    lines = (data / "gemp" / "decks.jsonl").read_text(encoding="utf-8").splitlines()
    deck = read_deck(json.loads(lines[0])["contents"], catalogue)
    found = profile(deck.pile)
    assert sum(found.histogram.values()) == found.size == len(deck.pile)
    assert len(found.variants) == 4
    assert all(abs(each.edge) < 1 and 0 <= each.perfect < Fraction(1, 10) for each in found.variants)
