"""The recommended dealer decks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckmapping.themes.dealers import dealers
from deckmapping.values import whole
from deckmapping.variants import Role
from service.odds.design.dealer_decks import Choice, DealerDeck, dealer_decks, table_of
from service.odds.kinds import Kind
from service.odds.studies.dealer_decks import as_toml, found_decks, nearest
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve

SEATED = [dealer.key for dealer in dealers() if dealer.theme_names]


def test_there_is_a_deck_for_every_dealer_of_a_theme_and_every_choice_of_the_player() -> None:
    assert list(dealer_decks()) == [(key, choice) for key in SEATED for choice in Choice]


@pytest.mark.parametrize("key", SEATED)
def test_every_deck_earns_what_is_stated_which_is_between_one_and_three_per_cent(key: str) -> None:
    for choice in Choice:
        deck = dealer_decks()[key, choice]
        assert -exact_odds(solve(deck.setting)).edge == deck.house_edge
        assert Fraction(1, 100) < deck.house_edge < Fraction(3, 100)


@pytest.mark.parametrize("key", SEATED)
def test_every_deck_differs_from_the_themes_sample_deck_by_the_stated_number_of_cards(key: str) -> None:
    for choice in Choice:
        deck = dealer_decks()[key, choice]
        sample, own = (table.dealer.pile.as_counts() for table in (table_of(key, choice), deck.setting))
        assert sum(own.values()) == sum(sample.values()) == 60
        assert sum(max(0, count - sample.get(kind, 0)) for kind, count in own.items()) == deck.changes


def test_the_file_is_what_the_search_finds() -> None:
    keys = ("kalit", "stoo-vees")
    found = list(found_decks(keys))
    assert found == [dealer_decks()[key, choice] for key in sorted(keys, key=SEATED.index) for choice in Choice]


def test_a_clone_may_come_where_it_makes_the_nearest_deck() -> None:
    found = nearest(table_of("sergeant-doallyn", Choice.DARK))
    assert (found.leaves, found.comes) == ({Kind((whole(4),)): 1}, {Kind((), Role.CLONE): 1})


def test_a_deck_is_written_as_the_file_holds_it() -> None:
    deck = DealerDeck("kalit", Choice.FAIR, 2, "0:20,5:40", Fraction(1, 50))
    assert as_toml([deck]).splitlines()[2:] == [
        "[[deck]]",
        'dealer = "kalit"',
        'choice = "fair"',
        "changes = 2",
        'pile = "0:20,5:40"',
        'house_edge = "1/50"  # 2.0000 %',
    ]
