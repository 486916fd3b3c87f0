"""The themes and their dealers are what the plan names."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.dealer_rule import DealerRule
from deckmapping.records import Side
from deckmapping.themes.bundled import bundled_deck
from deckmapping.themes.candidates import candidates
from deckmapping.themes.dealers import Dealer, dealer, dealers, dealers_of
from deckmapping.themes.errors import UnknownNameError
from deckmapping.themes.modifiers import ModifierKind
from deckmapping.themes.recipes import FILE, wishes_of
from deckmapping.themes.themes import theme, themes
from deckmapping.variants import Variant, variant_rules

if TYPE_CHECKING:
    from collections.abc import Callable

NAMED: dict[str, set[str]] = {
    "cloud-city-light": {"Lando Calrissian"},
    "cloud-city-dark": {"Lando Calrissian"},
    "dune-sea-light": {"R'kik D'nec, Hero Of The Dune Sea", "Jawa"},
    "dune-sea-dark": {"Iasa, The Traitor Of Jawa Canyon", "Jawa"},
    "jabbas-palace-light": {"Max Rebo", "Devaronian", "Tamtel Skreej", "Sergeant Doallyn"},
    "jabbas-palace-dark": {"Klaatu", "Thul Fain", "Vedain", "Brangus Glee"},
    "trooper-light": {"Cara Dune With Heavy Blaster Rifle"},
    "trooper-dark": set(),
}
"""The dealers that the plan names, by theme."""
RECORDS = starter_catalogue().records
KEY = attrgetter("key")


def test_there_is_a_theme_of_each_variant_and_side() -> None:
    assert [each.name for each in themes()] == list(NAMED)
    for each in themes():
        assert theme(each.name) is each
        assert each.name == f"{each.variant}-{each.side}"
        assert (each.sample_deck, each.boss_deck) == (each.name, f"{each.name}-boss")


@pytest.mark.parametrize("name", NAMED)
def test_a_theme_has_the_dealers_that_the_plan_names_and_three_at_least(name: str) -> None:
    seated = theme(name).dealers
    assert {each.name for each in seated} >= NAMED[name]
    assert len(seated) >= 3
    assert len({each.key for each in seated}) == len(seated)
    assert [each.is_boss for each in seated] == [False] * (len(seated) - 1) + [True]
    assert theme(name).boss is seated[-1]
    assert seated == dealers_of(name)


@pytest.mark.parametrize("each", dealers(), ids=KEY)
def test_a_dealers_card_exists_is_of_the_side_said_and_may_play(each: Dealer) -> None:
    deck = bundled_deck(each.deck)
    if each.blueprint_id is None:
        assert (each.key, each.deck, each.theme_names) == ("house", "deck-c", ())
        return
    record = RECORDS[each.blueprint_id]
    (name,) = each.theme_names
    variant, side = name.rsplit("-", 1)
    assert (record.side.value, record.category, record.title) == (side, "CHARACTER", each.name)
    assert variant_rules(Variant(variant)).is_eligible_character(record)
    assert deck.theme == name
    assert each.deck == f"{name}-boss" if each.is_boss else f"{name}-house"
    assert (each.picture, each.cue) == (f"picture.dealer.{each.key}", f"cue.dealer.{each.key}")


def test_dealers_cards_are_in_the_whole_catalogue_as_they_are_here(full: Catalogue) -> None:
    for each in dealers():
        if each.blueprint_id is not None:
            assert full.records[each.blueprint_id] == RECORDS[each.blueprint_id]


def test_the_characters_that_the_plan_describes() -> None:
    assert dealer("brangus-glee").rule == DealerRule(draws_to=6)
    for key in ("jawa-light", "jawa-dark"):
        rule = dealer(key).rule
        assert rule.draws_to == 7
        assert rule.overdraws_to is not None
        assert 0 < rule.overdraw_chance < 1
    for key in ("lando-light", "lando-dark"):
        assert dealer(key).rule == DealerRule(shift_share=Fraction(1, 10))
        assert dealer(key).is_boss
    assert dealer("rkik").rule == DealerRule(wins_double=True)
    assert theme("dune-sea-light").boss.key == "rkik"
    assert dealer("house").rule == DealerRule()


def test_only_rkik_wins_double_and_only_landos_and_iasa_shift() -> None:
    assert [each.key for each in dealers() if each.rule.wins_double] == ["rkik"]
    assert {each.key for each in dealers() if each.rule.shift_share} == {"lando-light", "lando-dark", "iasa"}


@pytest.mark.parametrize("each", dealers(), ids=KEY)
def test_what_a_dealer_is_said_to_do_is_his_rule(each: Dealer) -> None:
    rule, words = each.rule, each.character
    assert ("stands on 7" in words or "stands early, on 7" in words) == (rule.draws_to == 6)
    chances = {"one time in four": (1, 4), "one time in five": (1, 5), "one time in ten": (1, 10)}
    told = [Fraction(*share) for phrase, share in chances.items() if phrase in words]
    assert told == ([rule.overdraw_chance] if rule.overdraw_chance else [])
    assert ("draws on an 8" in words) == (rule.overdraws_to is not None)
    assert ("an 8 or a 9" in words) == (rule.overdraws_to == 9)
    shares = {"one hand in ten": Fraction(1, 10), "one hand in twenty": Fraction(1, 20)}
    told = [share for phrase, share in shares.items() if phrase in words]
    assert told == ([rule.shift_share] if rule.shift_share else [])
    assert ("costs two bets" in words) == rule.wins_double


@pytest.mark.parametrize(("ask", "kind"), [(theme, "theme"), (dealer, "dealer")])
def test_another_name_is_refused_with_the_names_there_are(ask: Callable[[str], object], kind: str) -> None:
    with pytest.raises(UnknownNameError, match=f"^{kind}: got 'nobody', expected one of "):
        ask("nobody")


def test_backgrounds_are_places_of_their_side_with_a_modifier_each() -> None:
    for each in themes():
        assert len(each.backgrounds) >= 3
        for background in each.backgrounds:
            record = RECORDS[background.blueprint_id]
            assert (record.category, record.side, record.title) == ("LOCATION", each.side, background.title)
            assert background.modifier.words
            assert each.background(background.key) is background
        assert each.modifier == each.backgrounds[0].modifier
    with pytest.raises(UnknownNameError, match=r"^background: got 'bar', expected one of casino, "):
        theme("cloud-city-light").background("bar")


def test_the_casinos_are_the_first_choice_of_cloud_city_and_ask_for_a_gambler() -> None:
    for side, card in (("light", "7_111"), ("dark", "7_269")):
        casino = theme(f"cloud-city-{side}").backgrounds[0]
        assert casino.blueprint_id == card
        assert (casino.modifier.kind, casino.modifier.amount) == (ModifierKind.NO_WILD_WITHOUT_GAMBLER, None)
    kinds = [b.modifier.kind for each in themes() if each.variant is not Variant.CLOUD_CITY for b in each.backgrounds]
    assert ModifierKind.NO_WILD_WITHOUT_GAMBLER not in kinds


def test_what_a_modifier_does_is_said_with_its_number() -> None:
    words = {b.modifier: b.modifier.words for each in themes() for b in each.backgrounds}
    assert {modifier.kind for modifier in words} == set(ModifierKind)
    assert all(str(modifier.amount) in said for modifier, said in words.items() if (modifier.amount or 0) > 1)
    assert len(set(words.values())) == len(words)


def test_each_place_has_its_own_music_and_all_share_zones_and_stings() -> None:
    tracks = Counter(each.cues.music for each in themes())
    assert tracks == {f"music.{variant}": 2 for variant in Variant}
    zones = {each.zones for each in themes()}
    assert len(zones) == 1
    keys = [zone.key for zone in zones.pop()]
    assert {"dealer", "hands", "bet", "controls", "event"} <= set(keys)
    assert len(set(keys)) == len(keys)
    assert {each.cues.arrival for each in themes()} == {"cue.lando-arrives"}


def test_the_trooper_place_says_why_it_was_chosen() -> None:
    assert "Hoth is the outpost where both sides have troopers of their own" in theme("trooper-light").place


def test_candidates_are_the_gamblers_by_keyword(full: Catalogue) -> None:
    found = candidates(full)
    assert {each.blueprint_id for each in found} == {
        card for card, record in full.records.items() if record.category == "CHARACTER" and "GAMBLER" in record.keywords
    }
    by_id = {each.blueprint_id: each for each in found}
    assert by_id["7_169"].dealer_keys == ("brangus-glee",)
    assert by_id["7_169"].variants == (Variant.CLOUD_CITY, Variant.JABBAS_PALACE, Variant.TROOPER)
    assert "1_182" not in by_id  # Jawas are no gamblers


def test_candidates_of_a_theme_are_those_of_its_side_who_may_play() -> None:
    found = candidates(starter_catalogue(), theme("dune-sea-dark"))
    assert {"1_182", "6_107", "6_135", "7_180"} <= {each.blueprint_id for each in found}
    assert {each.side for each in found} == {Side.DARK}
    assert all(Variant.DUNE_SEA in each.variants for each in found)


@pytest.mark.parametrize("name", NAMED)
def test_every_favour_of_a_recipe_finds_a_card_of_its_side(name: str, full: Catalogue) -> None:
    variant, side = name.rsplit("-", 1)
    for favour in wishes_of(Variant(variant), Side(side), {}).favours:
        cards = [card for card in full.records.values() if card.side == side and favour.criterion.holds(card)]
        assert cards, f"{FILE}: {name}: {favour.criterion.words}"
        missing = set(favour.criterion.titles) - {card.title for card in cards}
        assert not missing, f"{FILE}: {name}: {favour.criterion.words}"
