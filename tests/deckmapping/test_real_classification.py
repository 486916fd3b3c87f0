"""The lists of every variant over the real cards, against a program that shares nothing with the package.

It reads the raw files and asks GEMP's filters of them directly: one set of ids for each filter, then unions and
intersections, as the eight Interrupts combine the filters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.classification import classify_all
from deckmapping.variants import Role, Variant, variant_rules

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue

Ids = set[str]


class Filters:
    """GEMP's filters as sets of ids over the raw cards."""

    def __init__(self, gemp: dict[str, dict[str, Any]], cards: dict[str, list[dict[str, Any]]]) -> None:
        self.gemp = gemp
        self.fronts = {card: faces[0]["front"] for card, faces in cards.items() if card not in gemp}
        self.characteristics = {
            card: [text.lower() for text in front.get("characteristics", [])] for card, front in self.fronts.items()
        }

    def exported(self, key: str, value: str) -> Ids:
        return {card for card, facts in self.gemp.items() if facts.get(key) == value}

    def listed(self, key: str, value: str) -> Ids:
        return {card for card, facts in self.gemp.items() if value in facts.get(key, [])}

    def printed(self, key: str, value: str) -> Ids:
        return {card for card, front in self.fronts.items() if value in str(front.get(key, "")).split("/")}

    def type(self, name: str) -> Ids:
        return self.listed("cardTypes", name.upper()) | self.printed("type", name)

    def subtype(self, name: str) -> Ids:
        return self.exported("cardSubtype", name.upper()) | self.printed("subType", name)

    def icon(self, name: str) -> Ids:
        shown = {card for card, facts in self.gemp.items() if name.upper() in {i["icon"] for i in facts["icons"]}}
        return shown | self.printed("subType", name)

    def keyword(self, name: str) -> Ids:
        text = name.replace("_", " ").lower()
        said = {card for card, words in self.characteristics.items() if text in words}
        return self.listed("keywords", name) | said

    def species(self, name: str) -> Ids:
        said = {card for card, words in self.characteristics.items() if name.lower() in words}
        return self.exported("species", name) | said

    def title(self, name: str) -> Ids:
        return self.exported("title", name) | self.printed("title", name)

    def armored(self) -> Ids:
        stated = {card for card, facts in self.gemp.items() if "armor" in facts}
        return stated | {card for card, front in self.fronts.items() if "armor" in front}

    def tatooine(self) -> Ids:
        locations = tuple(facts for facts in self.gemp.values() if facts["cardCategory"] == "LOCATION")
        return {f["cardId"] for f in locations if f["title"].split(":")[0] in {"Tatooine", "Jabba's Palace"}}

    def unique(self) -> Ids:
        return self.exported("uniqueness", "UNIQUE") | {
            card for card, front in self.fronts.items() if front.get("uniqueness") == "*"
        }

    def trooper(self) -> Ids:
        found: Ids = set()
        for place in ("CLOUD_CITY_", "DEATH_STAR_", "ECHO_BASE_", "DEATH_", "CLONE_", ""):
            found |= self.keyword(f"{place}TROOPER")
        for word in ("STORMTROOPER", "SNOWTROOPER", "SANDTROOPER", "IMPERIAL_TROOPER_GUARD", "BIKER_SCOUT"):
            found |= self.keyword(word)
        return found


def cloud_city(f: Filters) -> dict[str, Ids]:
    gambler = f.keyword("GAMBLER")
    return {
        "wild": f.listed("personas", "LANDO") | {"109_2"} | f.title("Weather Vane"),
        "clone": f.type("Location") | f.species("UGNAUGHT"),
        "perk_wild": set(),
        "stakes": f.subtype("Starfighter") | f.type("Weapon") | f.type("Device"),
        "characters": gambler | f.keyword("THIEF") | f.keyword("SMUGGLER"),
        "clone_perk_characters": gambler,
        "wild_perk_characters": set(),
    }


def dune_sea(f: Filters) -> dict[str, Ids]:
    titles = ("Magnetic Suction Tube", "Jawa Siesta", "Jawa Pack")
    return {
        "wild": f.keyword("SANDCRAWLER_SITE").union(*map(f.title, titles)),
        "clone": f.tatooine() | f.keyword("SANDCRAWLER") | f.keyword("JAWA_WEAPON") | f.title("Utinni!"),
        "perk_wild": set(),
        "stakes": f.type("Device") | (f.icon("Droid") - f.armored()),
        "characters": f.species("JAWA"),
        "clone_perk_characters": set(),
        "wild_perk_characters": set(),
    }


def jabbas_palace(f: Filters) -> dict[str, Ids]:
    alien, gambler = f.icon("Alien"), f.keyword("GAMBLER")
    return {
        "wild": f.title("Jabba's Sail Barge: Passenger Deck") | f.keyword("DESERT"),
        "clone": alien | f.keyword("JABBAS_PALACE_SITE"),
        "perk_wild": set(),
        "stakes": (f.type("Weapon") & f.subtype("Character")) | (alien - f.unique()),
        "characters": gambler | f.keyword("GANGSTER") | f.keyword("SMUGGLER") | f.keyword("INFORMATION_BROKER"),
        "clone_perk_characters": gambler | f.listed("personas", "JABBA"),
        "wild_perk_characters": set(),
    }


def trooper(f: Filters) -> dict[str, Ids]:
    transport = f.type("Vehicle") & f.subtype("Transport")
    return {
        "wild": (f.icon("Imperial") | f.icon("Rebel")) & f.keyword("LEADER"),
        "clone": f.type("Location") | f.icon("Droid"),
        "perk_wild": f.type("Weapon"),
        "stakes": (transport - f.armored()) | (f.type("Weapon") & f.subtype("Character")),
        "characters": f.keyword("GAMBLER") | f.trooper(),
        "clone_perk_characters": set(),
        "wild_perk_characters": f.trooper(),
    }


EXPECTED = {
    Variant.CLOUD_CITY: cloud_city,
    Variant.DUNE_SEA: dune_sea,
    Variant.JABBAS_PALACE: jabbas_palace,
    Variant.TROOPER: trooper,
}


@pytest.mark.parametrize("variant", Variant)
def test_every_list_is_what_gemps_filters_say_of_the_raw_files(
    variant: Variant, full: Catalogue, gemp_cards: dict[str, dict[str, Any]], card_json: dict[str, list[dict[str, Any]]]
) -> None:
    lists = classify_all(full, variant)
    for name, expected in EXPECTED[variant](Filters(gemp_cards, card_json)).items():
        listed = getattr(lists, name)
        assert set(listed) == expected, name
        assert list(listed) == sorted(listed, key=lambda card: [int(part) for part in card.split("_")])
    assert not set(lists.wild) & set(lists.clone)
    assert not set(lists.perk_wild) & {*lists.wild, *lists.clone}


def test_the_wild_cards_of_the_two_short_lists_are_these(full: Catalogue) -> None:
    assert classify_all(full, Variant.DUNE_SEA).wild == ("1_51", "1_219", "2_26", "2_66", "2_114", "2_149")
    assert classify_all(full, Variant.JABBAS_PALACE).wild == (
        "6_85", "6_167", "6_169", "7_119", "7_281", "11_92", "112_9", "112_20", "223_48"
    )  # fmt: skip
    assert classify_all(full, Variant.CLOUD_CITY).wild == (
        "5_5", "5_30", "5_99", "5_127", "6_42", "9_13", "13_27", "109_2", "109_3", "112_3", "201_1", "213_35", "216_35",
        "217_13", "219_47", "225_49",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("card", "value"), [("223_16", "3"), ("5_14", "4"), ("7_160", "3"), ("4_145", "4"), ("13_28", "5")]
)
def test_report_18_the_name_lando_on_a_card_makes_no_wild_card(full: Catalogue, card: str, value: str) -> None:
    record = full.records[card]
    assert variant_rules(Variant.CLOUD_CITY).classify(record).role is Role.PLAIN
    assert record.destiny == value


@pytest.mark.parametrize("card", ["6_81", "6_82", "6_162", "6_163", "6_164", "6_165", "6_166", "112_2", "112_12"])
def test_the_palace_sites_are_tatooine_locations(full: Catalogue, card: str) -> None:
    classified = variant_rules(Variant.DUNE_SEA).classify(full.records[card])
    assert (classified.role, classified.reason) == (
        Role.CLONE,
        "a Tatooine location is a clone card in Dune Sea Sabacc",
    )


def test_cards_the_export_lacks_have_their_parts_too(full: Catalogue) -> None:
    rkik, joh = full.records["6_36"], full.records["7_23"]
    assert variant_rules(Variant.DUNE_SEA).is_eligible_character(rkik).reason == "a Jawa may play Dune Sea Sabacc"
    assert variant_rules(Variant.CLOUD_CITY).is_eligible_character(joh)
    assert variant_rules(Variant.TROOPER).classify(full.records["3_159"]).role is Role.PERK_WILD
    assert variant_rules(Variant.JABBAS_PALACE).is_stakes(full.records["12_124"])
    assert variant_rules(Variant.DUNE_SEA).is_stakes(full.records["224_3"])
