from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.criteria import Criterion
from deckmapping.records import CardRecord, Side
from deckmapping.values import Value, format_value
from deckmapping.variants import (
    CharacterText,
    Role,
    Variant,
    bars_wild_cards,
    character_texts,
    is_barring_card,
    variant_rules,
)

CLOUD_CITY, DUNE_SEA, PALACE, TROOPER = Variant
PLAIN = CardRecord("1_1", "Some Card", Side.LIGHT, "EFFECT", "3", (Value(30_000_000),), types=("EFFECT",))
ALIEN = replace(PLAIN, category="CHARACTER", types=("ALIEN",), icons=("ALIEN",), has_armor=False, uniqueness="UNIQUE")


def test_the_four_variants_are_named_as_commands_name_them() -> None:
    assert [variant.value for variant in Variant] == ["cloud-city", "dune-sea", "jabbas-palace", "trooper"]


@pytest.mark.parametrize(
    ("variant", "title", "interrupts", "bounds", "perk"),
    [
        (CLOUD_CITY, "Cloud City Sabacc", ("5_39", "5_134"), (1, 6), "0"),
        (DUNE_SEA, "Dune Sea Sabacc", ("6_65", "6_153"), (0, 7), None),
        (PALACE, "Jabba's Palace Sabacc", ("6_67", "6_156"), (1, 6), "4"),
        (TROOPER, "Trooper Sabacc", ("7_109", "7_267"), (2, 7), None),
    ],
)
def test_each_variant_states_its_interrupts_range_and_perk_value(
    variant: Variant, title: str, interrupts: tuple[str, ...], bounds: tuple[int, int], perk: str | None
) -> None:
    rules = variant_rules(variant)
    assert (rules.variant, rules.title, rules.interrupts) == (variant, title, interrupts)
    assert (rules.lowest, rules.highest) == bounds
    assert (None if rules.clone_perk_value is None else format_value(rules.clone_perk_value)) == perk


@pytest.mark.parametrize(
    ("variant", "facts", "role", "reason"),
    [
        (CLOUD_CITY, {"personas": ("LANDO",)}, Role.WILD, "persona Lando is wild in Cloud City Sabacc"),
        (CLOUD_CITY, {"title": "WEATHER VANE"}, Role.WILD, "Weather Vane is wild in Cloud City Sabacc"),
        (CLOUD_CITY, {"title": "Lando's Wrist Comlink"}, Role.PLAIN, "neither wild nor clone in Cloud City Sabacc"),
        (CLOUD_CITY, {"species": ("UGNAUGHT",)}, Role.CLONE, "an Ugnaught is a clone card in Cloud City Sabacc"),
        (DUNE_SEA, {"category": "LOCATION", "system": "Tatooine"}, Role.CLONE,
         "a Tatooine location is a clone card in Dune Sea Sabacc"),
        (DUNE_SEA, {"category": "LOCATION", "system": "Hoth"}, Role.PLAIN, "neither wild nor clone in Dune Sea Sabacc"),
        (DUNE_SEA, {"title": "Utinni! & Howl", "title_halves": ("Utinni!", "Howl")}, Role.CLONE,
         "Utinni! is a clone card in Dune Sea Sabacc"),
        (DUNE_SEA, {"title": "Utinni! & Howl"}, Role.PLAIN, "neither wild nor clone in Dune Sea Sabacc"),
        (DUNE_SEA, {"title": "Jawa Siesta"}, Role.WILD, "Jawa Siesta is wild in Dune Sea Sabacc"),
        (PALACE, {"icons": ("ALIEN", "REBEL")}, Role.CLONE, "an alien is a clone card in Jabba's Palace Sabacc"),
        (PALACE, {"keywords": ("DESERT",)}, Role.WILD, "a desert is wild in Jabba's Palace Sabacc"),
        (TROOPER, {"icons": ("REBEL",), "keywords": ("LEADER",)}, Role.WILD,
         "a Rebel leader is wild in Trooper Sabacc"),
        (TROOPER, {"icons": ("ALIEN",), "keywords": ("LEADER",)}, Role.PLAIN,
         "neither wild nor clone in Trooper Sabacc"),
        (TROOPER, {"category": "WEAPON"}, Role.PERK_WILD, "a weapon may be wild for a trooper in Trooper Sabacc"),
        (TROOPER, {"icons": ("DROID",)}, Role.CLONE, "a droid is a clone card in Trooper Sabacc"),
        (CLOUD_CITY, {"category": "WEAPON"}, Role.PLAIN, "neither wild nor clone in Cloud City Sabacc"),
    ],
)  # fmt: skip
def test_a_card_has_its_role_and_the_reason_in_words(
    variant: Variant, facts: dict[str, object], role: Role, reason: str
) -> None:
    classified = variant_rules(variant).classify(replace(PLAIN, **facts))  # type: ignore[arg-type]
    assert (classified.role, classified.reason) == (role, reason)


@pytest.mark.parametrize(
    ("variant", "facts", "holds"),
    [
        (CLOUD_CITY, {"category": "STARSHIP", "subtype": "STARFIGHTER"}, True),
        (CLOUD_CITY, {"category": "STARSHIP", "subtype": "CAPITAL"}, False),
        (CLOUD_CITY, {"category": "DEVICE"}, True),
        (DUNE_SEA, {"category": "CHARACTER", "icons": ("DROID",), "has_armor": False}, True),
        (DUNE_SEA, {"category": "CHARACTER", "icons": ("DROID",), "has_armor": True}, False),
        (PALACE, {"icons": ("ALIEN",), "uniqueness": "RESTRICTED_2"}, True),
        (PALACE, {"icons": ("ALIEN",), "uniqueness": "DIAMOND_1"}, True),
        (PALACE, {"icons": ("ALIEN",), "uniqueness": None}, True),
        (PALACE, {"icons": ("ALIEN",), "uniqueness": "UNIQUE"}, False),
        (TROOPER, {"category": "VEHICLE", "subtype": "TRANSPORT", "has_armor": False}, True),
        (TROOPER, {"category": "VEHICLE", "subtype": "TRANSPORT", "has_armor": True}, False),
        (TROOPER, {"category": "WEAPON", "subtype": "CHARACTER"}, True),
        (TROOPER, {"category": "WEAPON", "subtype": "STARSHIP"}, False),
        (TROOPER, {"category": "CHARACTER", "subtype": "CHARACTER"}, False),
    ],
)
def test_stakes_are_told_by_type_subtype_armor_and_uniqueness(
    variant: Variant, facts: dict[str, object], holds: bool
) -> None:
    verdict = variant_rules(variant).is_stakes(replace(PLAIN, **facts))  # type: ignore[arg-type]
    assert verdict.holds is holds
    assert bool(verdict) is holds
    assert variant_rules(variant).title in verdict.reason


_TROOPER_KEYWORDS = [
    "TROOPER", "DEATH_TROOPER", "STORMTROOPER", "SNOWTROOPER", "SANDTROOPER", "ECHO_BASE_TROOPER",
    "CLOUD_CITY_TROOPER", "DEATH_STAR_TROOPER", "IMPERIAL_TROOPER_GUARD", "BIKER_SCOUT", "CLONE_TROOPER",
]  # fmt: skip


@pytest.mark.parametrize("keyword", _TROOPER_KEYWORDS)
def test_each_of_the_eleven_trooper_keywords_makes_a_trooper(keyword: str) -> None:
    trooper = replace(ALIEN, keywords=(keyword,))
    assert variant_rules(TROOPER).is_eligible_character(trooper).reason == "a trooper may play Trooper Sabacc"
    assert variant_rules(TROOPER).has_wild_perk(trooper)


@pytest.mark.parametrize("keyword", ["SCOUT", "GUARD", "CLONE_ARMY", "TROOPERS"])
def test_no_other_keyword_does(keyword: str) -> None:
    assert not variant_rules(TROOPER).is_eligible_character(replace(ALIEN, keywords=(keyword,)))


def test_a_gambler_may_play_trooper_sabacc_without_the_perk() -> None:
    gambler = replace(ALIEN, keywords=("GAMBLER",))
    assert variant_rules(TROOPER).is_eligible_character(gambler)
    assert not variant_rules(TROOPER).has_wild_perk(gambler)


@pytest.mark.parametrize(
    ("facts", "variants"),
    [
        ({"keywords": ("GAMBLER",)}, {CLOUD_CITY, PALACE}),
        ({"personas": ("JABBA",)}, {PALACE}),
        ({"keywords": ("SMUGGLER",)}, set()),
        ({"keywords": ("GAMBLER",), "category": "EFFECT"}, set()),
    ],
)
def test_the_clone_perk_belongs_to_gamblers_and_to_jabba_at_home(
    facts: dict[str, object], variants: set[Variant]
) -> None:
    record = replace(ALIEN, **facts)  # type: ignore[arg-type]
    assert {variant for variant in Variant if variant_rules(variant).has_clone_perk(record)} == variants


def test_jabba_has_the_perk_and_yet_may_not_play() -> None:
    jabba = replace(ALIEN, personas=("JABBA",))
    assert not variant_rules(PALACE).is_eligible_character(jabba)


def test_who_may_not_play_is_told_who_may() -> None:
    assert (
        variant_rules(CLOUD_CITY).is_eligible_character(PLAIN).reason
        == "only a gambler, a thief or a smuggler may play Cloud City Sabacc"
    )
    assert (
        variant_rules(DUNE_SEA).has_clone_perk(PLAIN).reason == "nobody may set clone cards by perk in Dune Sea Sabacc"
    )


@pytest.mark.parametrize(
    ("blueprint_id", "expected"),
    [
        ("5_5", {variant: {CharacterText.SHIFT_BY_ONE} for variant in Variant}),
        ("5_99", {variant: {CharacterText.SHIFT_BY_ONE} for variant in Variant}),
        ("7_180", {DUNE_SEA: {CharacterText.SHIFT_BY_ONE}}),
        ("6_36", {DUNE_SEA: {CharacterText.WINS_DOUBLE}}),
        ("6_10", {variant: {CharacterText.CLONE_OWN_DESTINY} for variant in Variant}),
        ("208_10", {}),
        ("6_42", {}),
    ],
)
def test_texts_of_playing_characters(blueprint_id: str, expected: dict[Variant, set[CharacterText]]) -> None:
    for variant in Variant:
        assert character_texts(blueprint_id, variant) == expected.get(variant, set())


def test_the_casinos_bar_wild_cards_in_cloud_city_sabacc_alone() -> None:
    barred = {(card, variant) for card, variant in product(("7_111", "7_269", "7_112"), Variant)
              if bars_wild_cards(card, variant)}  # fmt: skip
    assert barred == {("7_111", CLOUD_CITY), ("7_269", CLOUD_CITY)}
    assert [is_barring_card(card) for card in ("7_111", "7_269", "7_112")] == [True, True, False]


def test_a_condition_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown conditions \['colour'\]"):
        Criterion.from_data({"words": "a red card", "colour": "red"})


_FACTS = st.fixed_dictionaries(
    {
        "category": st.sampled_from(["CHARACTER", "LOCATION", "WEAPON", "DEVICE", "EFFECT", "VEHICLE", "STARSHIP"]),
        "title": st.sampled_from(["Some Card", "Weather Vane", "Utinni!", "Jabba's Sail Barge: Passenger Deck"]),
        "icons": st.sampled_from([(), ("ALIEN",), ("DROID",), ("IMPERIAL",), ("ALIEN", "REBEL")]),
        "keywords": st.sampled_from([(), ("LEADER",), ("DESERT",), ("SANDCRAWLER_SITE",), ("GAMBLER", "TROOPER")]),
        "system": st.sampled_from([None, "Tatooine", "Hoth"]),
        "personas": st.sampled_from([(), ("LANDO",), ("JABBA",)]),
    }
)


@given(_FACTS, st.sampled_from(Variant))
def test_every_card_has_one_role_and_every_answer_a_reason(facts: dict[str, object], variant: Variant) -> None:
    record, rules = replace(PLAIN, **facts), variant_rules(variant)  # type: ignore[arg-type]
    classified = rules.classify(record)
    assert classified.reason.endswith(rules.title)
    wild = any(criterion.holds(record) for criterion in rules.wild)
    clone = any(criterion.holds(record) for criterion in rules.clone)
    assert (classified.role is Role.WILD) == wild
    assert (classified.role is Role.CLONE) == (clone and not wild)
