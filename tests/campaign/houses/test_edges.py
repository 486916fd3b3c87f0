"""Each dealer's stated edge is that of the table that is opened, for every choice, and between his bounds."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from itertools import product

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.themes.bundled import bundled_deck
from deckmapping.themes.themes import Theme, themes
from service.campaign.houses.choices import PlayerChoice, PlayerDeck, choices
from service.campaign.houses.decks import house_deck, player_deck
from service.campaign.houses.edges import FILE, stated_edge, stated_edges
from service.campaign.houses.reckoning import reckoned_edge, reckoned_file
from tests.deckmapping.themes.fair_table import player_ahead, printed

THEMES = {theme.name: theme for theme in themes()}
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@every_theme
def test_every_stated_edge_is_reckoned_again_from_the_table_that_is_opened(theme: Theme) -> None:
    for dealer in theme.dealers:
        for choice in choices(theme):
            assert stated_edge(theme, dealer, choice) == reckoned_edge(theme, dealer, choice), (dealer.key, choice)


def test_the_file_is_what_the_script_makes() -> None:
    text = files("service.campaign.houses").joinpath("data", FILE).read_text(encoding="utf-8")
    first = THEMES["cloud-city-light"]
    assert text.startswith(reckoned_file([first]))
    assert text.count("[[edge]]") == len(stated_edges()) == sum(5 * len(theme.dealers) for theme in themes())


@every_theme
def test_every_usual_dealer_earns_one_to_three_in_a_hundred_whatever_the_player_chooses(theme: Theme) -> None:
    for dealer in theme.dealers[:-1]:
        for choice in choices(theme):
            assert Fraction(1, 100) <= stated_edge(theme, dealer, choice) <= Fraction(3, 100), (dealer.key, choice)


@every_theme
def test_every_boss_earns_three_to_eight_in_a_hundred_and_more_than_anybody_else(theme: Theme) -> None:
    for choice in choices(theme):
        boss, *others = (stated_edge(theme, dealer, choice) for dealer in reversed(theme.dealers))
        assert Fraction(3, 100) <= boss <= Fraction(8, 100), choice
        assert boss > max(others) + Fraction(1, 100), choice


@every_theme
def test_every_upgrade_helps_a_little_against_every_dealer_and_never_costs_anything(theme: Theme) -> None:
    for dealer in theme.dealers:
        for has_option in (True, False):
            of = {
                frozenset(choice.upgrades): stated_edge(theme, dealer, choice)
                for choice in choices(theme)
                if choice.deck is PlayerDeck.SAMPLE and choice.has_option is has_option
            }
            assert len(of) == 4
            for (fewer, before), (more, now) in product(of.items(), repeat=2):
                if len(more - fewer) == 1 and fewer < more:
                    assert 0 < before - now < Fraction(12, 1000), (dealer.key, has_option, sorted(more))


@every_theme
def test_plain_cards_make_a_sample_deck_deck_c(theme: Theme) -> None:
    standard, sample = (PlayerChoice(deck, has_option=False) for deck in PlayerDeck)
    for dealer in theme.dealers:
        assert stated_edge(theme, dealer, standard) == stated_edge(theme, dealer, sample)


@every_theme
def test_a_small_program_of_its_own_comes_near_to_what_a_dealer_by_the_usual_rule_earns(theme: Theme) -> None:
    # It draws from whole piles each time, which is worth some thousandths of a bet: the real piles are finite.
    usual = [dealer for dealer in theme.dealers if dealer.rule in (DealerRule(), DealerRule(wins_double=True))]
    for dealer in usual:
        for choice in choices(theme):
            if not choice.has_option:
                player = printed(bundled_deck(player_deck(theme, choice)))
                house = printed(bundled_deck(house_deck(theme, dealer, choice)))
                told = -player_ahead(player, house, double=2 if dealer.rule.wins_double else 1)
                assert float(stated_edge(theme, dealer, choice)) == pytest.approx(told, abs=0.008), dealer.key
