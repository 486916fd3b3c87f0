"""The bundled decks: spread, side and facts against the starter catalogue, the whole one and the real files."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.decks import read_deck
from deckmapping.errors import InvalidInputError
from deckmapping.records import Side
from deckmapping.themes.building import build_deck
from deckmapping.themes.bundled import BundledDeck, bundled_deck, bundled_deck_names, role_counts
from deckmapping.themes.errors import UnknownNameError
from deckmapping.themes.recipes import wishes_of
from deckmapping.themes.swaps import swapped_decks
from deckmapping.themes.upgrades import deck_upgrades, upgraded_decks
from deckmapping.variants import Role, Variant
from tests.deckmapping.themes.fair_table import player_ahead, printed

THEMES = [f"{variant}-{side}" for variant in ("cloud-city", "dune-sea", "jabbas-palace", "trooper")
          for side in ("light", "dark")]  # fmt: skip
BOSSES = ("dune-sea-light", "jabbas-palace-light", "jabbas-palace-dark", "trooper-light", "trooper-dark")
"""Themes whose boss has a mild deck of his own in the campaign."""
PRACTICE = ("", "-house", "-boss")
CAMPAIGN = ("-mild", "-strong", "+salvage", "+polish", "+salvage+polish")
CARDS = [theme + end for theme in THEMES for end in PRACTICE + CAMPAIGN] + [f"{theme}-mild-boss" for theme in BOSSES]
DECK_C = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}
"""The plan's table, typed once more."""
RECORDS = starter_catalogue().records
ONE = 10_000_000


def test_there_are_deck_c_and_each_themes_decks_for_practice_and_for_the_campaign() -> None:
    assert set(bundled_deck_names()) == {"deck-c", *CARDS}
    assert len(bundled_deck_names()) == 1 + 3 * 8 + 5 * 8 + 5


def test_another_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownNameError, match="got 'Deck-C', expected one of deck-c, cloud-city-light") as caught:
        bundled_deck("Deck-C")
    assert isinstance(caught.value, InvalidInputError)
    assert "trooper-dark-boss" in str(caught.value)


def test_deck_c_is_60_values_without_cards_or_side() -> None:
    deck = bundled_deck("deck-c")
    assert (deck.variant, deck.side, deck.card_ids, deck.deck_string, deck.theme) == (None, None, (), "", None)
    assert [value for (value,) in deck.values] == [v * ONE for v, count in DECK_C.items() for _ in range(count)]
    assert dict(role_counts(deck)) == {Role.PLAIN: 60}


@pytest.mark.parametrize("name", THEMES)
def test_a_sample_deck_has_exactly_deck_cs_spread(name: str) -> None:
    assert printed(bundled_deck(name)) == DECK_C


@pytest.mark.parametrize("name", CARDS)
def test_a_deck_is_60_cards_of_its_side_with_the_starter_catalogues_values(name: str) -> None:
    deck = bundled_deck(name)
    (theme,) = (theme for theme in THEMES if name.startswith(theme))
    variant, side = theme.rsplit("-", 1)
    assert (deck.variant, deck.side) == (Variant(variant), Side(side))
    assert (len(deck.card_ids), len(deck.values)) == (60, 60)
    for card, values in zip(deck.card_ids, deck.values, strict=True):
        record = RECORDS[card]
        assert record.side is deck.side
        assert record.values == values
        assert str(values[0] // ONE) == record.destiny  # one whole value, as printed
        assert record.category not in {"DEFENSIVE_SHIELD", "OBJECTIVE", "EPIC_EVENT", "GAME_AID"}
    read = read_deck(deck.deck_string, starter_catalogue())
    assert (tuple(card.blueprint_id for card in read.pile), read.outside, read.starting) == (deck.card_ids, (), ())


@pytest.mark.parametrize("name", THEMES)
def test_a_sample_deck_looks_like_one_that_somebody_plays(name: str) -> None:
    copies = Counter(bundled_deck(name).card_ids)
    assert max(copies.values()) <= 3
    assert len(copies) >= 45
    assert all(RECORDS[card].uniqueness != "UNIQUE" for card, count in copies.items() if count > 1)
    assert len({RECORDS[card].title for card in copies}) == len(copies)


@pytest.mark.parametrize(
    ("variant", "wild", "clone"),
    [("cloud-city", 2, 19), ("dune-sea", 3, 16), ("jabbas-palace", 3, 14), ("trooper", 3, 19)],
)
def test_both_sides_of_a_variant_have_the_same_wild_and_clone_cards(variant: str, wild: int, clone: int) -> None:
    for side in Side:
        roles = role_counts(bundled_deck(f"{variant}-{side}"))
        assert (roles[Role.WILD], roles[Role.CLONE]) == (wild, clone)


def test_trooper_decks_have_equally_many_weapons_for_a_trooper_who_plays() -> None:
    weapons = [role_counts(bundled_deck(f"trooper-{side}"))[Role.PERK_WILD] for side in Side]
    assert weapons == [6, 6]


@pytest.mark.parametrize("side", Side)
def test_the_dune_sea_decks_are_made_as_the_plan_says(side: Side) -> None:
    cards = [RECORDS[card] for card in bundled_deck(f"dune-sea-{side}").card_ids]
    zeros = [card for card in cards if card.destiny == "0"]
    assert all(card.category == "LOCATION" for card in zeros)
    assert sum(card.system == "Tatooine" for card in zeros) == 14
    assert sum("SANDCRAWLER_SITE" in card.keywords for card in zeros) == 3
    assert sum(card.title == "Desert" for card in zeros) == 2
    for kind in (
        [card for card in cards if "JAWA" in card.species],
        [card for card in cards if "SANDCRAWLER" in card.keywords],
        [card for card in cards if "JAWA_WEAPON" in card.keywords or card.title == "Utinni!"],
        [card for card in cards if "DROID" in card.icons],
    ):
        assert kind


def test_the_zeros_of_the_other_themes_are_locations_too() -> None:
    for name in THEMES:
        zeros = [RECORDS[card] for card in bundled_deck(name).card_ids if RECORDS[card].destiny == "0"]
        assert {card.category for card in zeros} == {"LOCATION"}, name


@pytest.mark.parametrize("name", THEMES)
def test_a_sample_deck_is_what_the_rules_make_of_the_whole_catalogue(name: str, full: Catalogue) -> None:
    variant, side = name.rsplit("-", 1)
    built = build_deck(full, wishes_of(Variant(variant), Side(side), DECK_C))
    assert tuple(card.blueprint_id for card in built) == bundled_deck(name).card_ids


def test_every_card_counts_in_the_real_files_what_it_counts_here(
    gemp_cards: dict[str, dict[str, Any]], card_json: dict[str, list[dict[str, Any]]]
) -> None:
    seen = 0
    for name in CARDS:
        deck = bundled_deck(name)
        assert deck.side is not None
        for card, values in zip(deck.card_ids, deck.values, strict=True):
            told = [(str(gemp_cards[card]["side"]), float(gemp_cards[card]["destiny"]))] if card in gemp_cards else []
            told += [(entry["side"], float(entry["front"]["destiny"])) for entry in card_json.get(card, ())]
            assert told, card
            assert {(side.lower(), value) for side, value in told} == {(deck.side.value, values[0] / ONE)}, card
            seen += 1
    assert seen == len(CARDS) * 60


def test_a_swapped_deck_differs_by_its_swaps_alone() -> None:
    for swapped in (*swapped_decks(), *upgraded_decks()):
        before, after = Counter(bundled_deck(swapped.of).card_ids), Counter(bundled_deck(swapped.name).card_ids)
        assert before - after == Counter(swap.out for swap in swapped.swaps) - Counter(s.into for s in swapped.swaps)
        assert (after - before).total() == len(swapped.swaps)


def ahead(deck: BundledDeck, **settings: Any) -> float:
    """Return what a player with Deck C wins a hand against *deck* at a fair table with the default payouts."""
    return 100 * player_ahead(DECK_C, printed(deck), **settings)


def test_the_small_program_agrees_with_the_plans_own_figure() -> None:
    # Deck C on both sides, a perfect sabacc double both ways: the dealer's check costs one bet more.
    both = player_ahead(DECK_C, DECK_C, perfect=2)
    perfect = 2 * sum(DECK_C[v] * DECK_C[11 - v] for v in (4, 5)) / 3600
    assert round(100 * (both - perfect * (1 - perfect)), 1) == 1.8
    assert round(ahead(bundled_deck("deck-c")), 1) == 4.0


@pytest.mark.parametrize("theme", THEMES)
def test_a_house_deck_is_better_than_the_sample_deck_and_the_boss_deck_better_still(theme: str) -> None:
    sample, house, boss = (ahead(bundled_deck(name)) for name in (theme, f"{theme}-house", f"{theme}-boss"))
    assert sample == pytest.approx(4.04, abs=0.01)
    assert -6 < house < -1.5
    if theme == "dune-sea-light":  # R'kik wins double
        assert sample < boss
    else:
        assert -8 < boss < house - 1


def test_rkik_meets_with_a_weaker_deck_because_he_wins_double() -> None:
    assert ahead(bundled_deck("deck-c"), double=2) == pytest.approx(-43.5, abs=0.1)  # the plan's deck, far too much
    assert ahead(bundled_deck("dune-sea-light-boss"), double=2) == pytest.approx(-8.9, abs=0.1)


def test_a_house_deck_has_more_wild_cards_than_the_sample_deck_and_no_more_clones() -> None:
    for theme in THEMES:
        sample, house = role_counts(bundled_deck(theme)), role_counts(bundled_deck(f"{theme}-house"))
        assert house[Role.WILD] > sample[Role.WILD], theme
        assert house[Role.CLONE] <= sample[Role.CLONE], theme


@pytest.mark.parametrize("theme", THEMES)
def test_every_set_of_upgrades_is_the_sample_deck_with_the_swaps_of_each(theme: str) -> None:
    sample, upgrades = Counter(bundled_deck(theme).card_ids), deck_upgrades(theme)
    assert [(upgrade.key, upgrade.name) for upgrade in upgrades] == [
        ("salvage", f"{theme}:salvage"),
        ("polish", f"{theme}:polish"),
    ]
    for chosen in (upgrades[:1], upgrades[1:], upgrades):
        deck = bundled_deck("+".join((theme, *(upgrade.key for upgrade in chosen))))
        swaps = [swap for upgrade in chosen for swap in upgrade.swaps]
        assert sample - Counter(deck.card_ids) == Counter(swap.out for swap in swaps)
        assert Counter(deck.card_ids) - sample == Counter(swap.into for swap in swaps)
        assert (deck.theme, deck.words.count(";")) == (theme, len(chosen) - 1)


@pytest.mark.parametrize("theme", THEMES)
def test_a_mild_deck_has_fewer_wild_cards_than_the_sample_deck_and_a_strong_one_more(theme: str) -> None:
    mild, sample, strong = (role_counts(bundled_deck(theme + end))[Role.WILD] for end in ("-mild", "", "-strong"))
    assert mild < sample < strong


@pytest.mark.parametrize("theme", THEMES)
def test_a_mild_deck_is_a_good_deck_while_wild_and_clone_cards_are_off(theme: str) -> None:
    assert -3.1 < ahead(bundled_deck(f"{theme}-mild")) < -2
