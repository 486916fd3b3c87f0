"""The stated house edges are those of the tables that are opened, and say what a player should know of them."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files

import pytest

from deckmapping.themes.themes import themes
from service.tables.dealer.edges import FILE, background_edges, dealer_edges
from service.tables.sessions.stated_edges import stated_edges

THEMES = {theme.name: theme for theme in themes()}


def test_every_stated_edge_is_reckoned_again_from_the_tables_that_are_opened() -> None:
    text = files("service.tables.dealer").joinpath("data", FILE).read_text(encoding="utf-8")
    assert stated_edges(themes()) == text


@pytest.mark.parametrize("name", THEMES)
def test_the_boss_earns_more_than_every_other_dealer_of_his_theme(name: str) -> None:
    others = [dealer_edges(name, each.key) for each in THEMES[name].dealers if not each.is_boss]
    boss = dealer_edges(name, THEMES[name].boss.key)
    assert boss.with_option > max(each.with_option for each in others) + Fraction(2, 100)
    assert boss.plain >= max(each.plain for each in others)


@pytest.mark.parametrize("name", THEMES)
def test_no_usual_dealer_earns_more_than_six_in_a_hundred_or_gives_more_than_one(name: str) -> None:
    for each in THEMES[name].dealers[:-1]:
        edges = dealer_edges(name, each.key)
        assert Fraction(-1, 100) < edges.with_option < Fraction(3, 100), each.key
        assert Fraction(0) < edges.plain < Fraction(6, 100), each.key


@pytest.mark.parametrize("name", THEMES)
def test_a_background_without_effect_on_a_hand_earns_what_its_first_dealer_does(name: str) -> None:
    theme = THEMES[name]
    usual = dealer_edges(name, theme.dealers[0].key)
    found = [background_edges(name, each.key) == usual for each in theme.backgrounds]
    silent = [each.modifier.kind in ("burn", "shoe") for each in theme.backgrounds]
    assert found == silent


def test_a_dealer_who_does_not_sit_there_has_no_edge() -> None:
    with pytest.raises(KeyError):
        dealer_edges("dune-sea-light", "jabba")
