from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.errors import BadCatalogueError
from deckmapping.sources.card_json import plain_title
from deckmapping.sources.files import read_source
from deckmapping.sources.reading import SourceKind
from tests.deckmapping.made_up import gemp_card, json_card, write_cards, write_gemp

if TYPE_CHECKING:
    from pathlib import Path


def test_each_kind_is_recognised_by_its_content_not_its_name(tmp_path: Path) -> None:
    assert read_source(write_gemp(tmp_path, gemp_card(), name="Dark.json")).kind is SourceKind.GEMP
    assert read_source(write_cards(tmp_path, json_card(), name="gemp.json")).kind is SourceKind.CARD_JSON


@pytest.mark.parametrize("text", ["[]", "{}", "7", '"cards"', '{"cards": 1}', '[{"id": "1_1"}]', "[[]]", "null"])
def test_json_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadCatalogueError, match="JSON of another kind"):
        read_source(path)


def test_a_gemp_card_is_read_with_its_facts(tmp_path: Path) -> None:
    card = gemp_card("5_039", keywords=["THIEF", "GAMBLER"], species="JAWA", personas=["LANDO"], armor=4, destiny=4.5)
    (reading,) = read_source(write_gemp(tmp_path, card)).readings
    assert reading.blueprint_id == "5_39"
    assert reading.keywords == ("GAMBLER", "THIEF")
    assert (reading.species, reading.personas, reading.has_armor) == (("JAWA",), ("LANDO",), True)
    assert reading.destiny == "4½"


@pytest.mark.parametrize(
    ("category", "armor", "expected"),
    [
        ("CHARACTER", 3, True),
        ("CHARACTER", 0, False),
        ("CHARACTER", ..., False),
        ("VEHICLE", 0, True),
        ("VEHICLE", ..., False),
        ("STARSHIP", 5, True),
        ("WEAPON", ..., None),
    ],
)
def test_armor_is_what_the_engine_sees_on_each_kind(
    tmp_path: Path, category: str, armor: Any, expected: bool | None
) -> None:
    (reading,) = read_source(write_gemp(tmp_path, gemp_card(cardCategory=category, armor=armor))).readings
    assert reading.has_armor is expected


def test_only_combo_cards_have_two_titles(tmp_path: Path) -> None:
    cards = (
        gemp_card("1_1", title="Alter & Friendly Fire", isComboCard=True),
        gemp_card("1_2", title="Slayn & Korpil Facilities"),
        gemp_card("1_3", title="Tonnika Sisters", isComboCard=True),
    )
    combo, plain, sisters = read_source(write_gemp(tmp_path, *cards)).readings
    assert combo.title_halves == ("Alter", "Friendly Fire")
    assert plain.title_halves == sisters.title_halves == ()


def test_records_without_a_card_of_their_own_are_left_out_with_the_reason(tmp_path: Path) -> None:
    cards = [gemp_card("7_1_BACK"), gemp_card("1_1"), gemp_card(...), gemp_card("x")]
    source = read_source(write_gemp(tmp_path, *(cards[1:2] + cards[:1] + cards[2:])))
    assert [reading.blueprint_id for reading in source.readings] == ["1_1"]
    told = {left_out.id: left_out.reason for left_out in source.left_out}
    assert "back" in told["7_1_BACK"]
    assert "no blueprint id" in told[""]
    assert "7_109" in told["x"]


def test_a_card_record_is_read_in_gemps_words(tmp_path: Path) -> None:
    card = json_card(
        subType="Alien/Imperial",
        characteristics=["Information Broker", "Jawa", "biker scout trooper", "Twi'lek"],
        icons=["Pilot", "Warrior x2", "Jabba's Palace", "Set 13", "Reflections 2"],
        uniqueness="<>",
        armor="5",
    )
    (reading,) = read_source(write_cards(tmp_path, card)).readings
    assert reading.types == ("ALIEN", "IMPERIAL")
    assert reading.keywords == ("BIKER_SCOUT", "INFORMATION_BROKER")
    assert reading.species == ("JAWA", "TWILEK")
    assert reading.icons == (
        "ALIEN", "IMPERIAL", "JABBAS_PALACE", "PILOT", "REFLECTIONS_II", "VIRTUAL_SET_13", "WARRIOR"
    )  # fmt: skip
    assert (reading.uniqueness, reading.has_armor) == ("DIAMOND_1", True)


@pytest.mark.parametrize(
    ("kind", "subtype", "expected"),
    [
        ("Starship", "Starfighter: X-Wing", ("STARSHIP", ("STARSHIP",), "STARFIGHTER")),
        ("Interrupt", "Used Or Lost", ("INTERRUPT", ("INTERRUPT",), "USED_OR_LOST")),
        ("Effect", ..., ("EFFECT", ("EFFECT",), "NORMAL")),
        ("Effect", "Starting", ("EFFECT", ("EFFECT",), "STARTING")),
        ("Jedi Test #3", ..., ("JEDI_TEST", ("JEDI_TEST",), None)),
        ("Creature", "Swamp", ("CREATURE", ("CREATURE",), None)),
        ("Admiral's Order", ..., ("ADMIRALS_ORDER", ("ADMIRALS_ORDER",), None)),
        ("Game Aid", ..., ("GAME_AID", (), None)),
    ],
)
def test_type_and_subtype_become_category_types_and_subtype(
    tmp_path: Path, kind: str, subtype: Any, expected: tuple[object, ...]
) -> None:
    (reading,) = read_source(write_cards(tmp_path, json_card(type=kind, subType=subtype))).readings
    assert (reading.category, reading.types, reading.subtype) == expected


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("•Lando, Hero Of The Rebellion", "Lando, Hero Of The Rebellion"),
        ("••Laser Gate", "Laser Gate"),
        ("<><><>Jawa", "Jawa"),
        ("•Shocking Information & •Grimtaash", "Shocking Information & Grimtaash"),
        ("•Force Push (V)", "Force Push"),
        ("•Mace Windu (V) (C-Slip AI 2)", "Mace Windu"),
        ("•Captain Hera Syndulla (Border Breaker AI)", "Captain Hera Syndulla"),
        ("•R2-D2 (Artoo-Detoo)", "R2-D2 (Artoo-Detoo)"),
        ("•Sense (AI) (V)", "Sense"),
        ("•Court Of The Vile Gangster / I Shall Enjoy Watching You Die", "Court Of The Vile Gangster"),
    ],
)
def test_a_title_loses_marks_suffixes_and_its_back(printed: str, expected: str) -> None:
    assert plain_title(printed) == expected


@pytest.mark.parametrize(
    ("card", "field", "value"),
    [
        (gemp_card(destiny=2.25), "gemp.json[0].destiny", "2.25 on Some Card"),
        (gemp_card(destiny=-1), "gemp.json[0].destiny", "-1 on Some Card"),
        (gemp_card(destiny="3"), "gemp.json[0].destiny", "3"),
        (gemp_card(destiny=True), "gemp.json[0].destiny", "True"),
        (gemp_card(side="GREY"), "gemp.json[0].side", "GREY"),
        (gemp_card(title=...), "gemp.json[0].title", "nothing"),
        (gemp_card(keywords="JAWA"), "gemp.json[0].keywords", "JAWA"),
        (gemp_card(armor=[3]), "gemp.json[0].armor", "[3]"),
        (gemp_card(icons=["ALIEN"]), "gemp.json[0].icons", "str"),
    ],
)
def test_a_gemp_record_that_cannot_be_understood_is_an_error(
    tmp_path: Path, card: dict[str, Any], field: str, value: str
) -> None:
    with pytest.raises(BadCatalogueError) as caught:
        read_source(write_gemp(tmp_path, card))
    assert (caught.value.violations[0].field, caught.value.violations[0].value) == (field, value)


@pytest.mark.parametrize(
    ("card", "field", "value"),
    [
        (json_card(destiny="2 to 5"), "front.destiny", "2 to 5 on Some Card"),
        (json_card(destiny=...), "front.destiny", "nothing"),
        (json_card(destiny=3), "front.destiny", "3"),
        (json_card(uniqueness="****"), "front.uniqueness", "****"),
        (json_card(side="Grey"), "side", "Grey"),
        ({"gempId": "1_1", "side": "Light"}, "front", "NoneType"),
    ],
)
def test_a_card_record_that_cannot_be_understood_is_an_error(
    tmp_path: Path, card: dict[str, Any], field: str, value: str
) -> None:
    with pytest.raises(BadCatalogueError) as caught:
        read_source(write_cards(tmp_path, card))
    violation = caught.value.violations[0]
    assert (violation.field, violation.value) == (f"Light.json.cards[0].{field}", value)


def test_a_list_of_something_else_after_the_first_card_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadCatalogueError, match=r"gemp\.json\[1\]: got 'int', expected an object"):
        read_source(write_gemp(tmp_path, gemp_card(), 7))


def test_a_record_may_not_give_a_fact_twice(tmp_path: Path) -> None:
    path = tmp_path / "gemp.json"
    path.write_text(json.dumps([gemp_card()]).replace('"destiny": 3', '"destiny": 3, "destiny": 4'), encoding="utf-8")
    with pytest.raises(BadCatalogueError, match="key 'destiny' stands twice"):
        read_source(path)
