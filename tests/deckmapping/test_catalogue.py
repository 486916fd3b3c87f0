from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.catalogue import Catalogue, import_catalogue, load_catalogue
from deckmapping.errors import BadCatalogueError, MalformedIdError, UnknownCardError
from deckmapping.records import CardRecord, Side
from deckmapping.values import Value
from tests.deckmapping.made_up import gemp_card, json_card, write_cards, write_gemp

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def small(tmp_path: Path) -> Catalogue:
    return import_catalogue(
        [
            write_gemp(tmp_path, gemp_card("10_2", destiny=4), gemp_card("5_39"), gemp_card("7_1_BACK")),
            write_cards(tmp_path, json_card("10_2", destiny="5"), json_card("9_1", destiny="2 or 5")),
        ]
    )


def test_cards_stand_in_the_order_of_set_and_number(small: Catalogue) -> None:
    assert list(small.records) == ["5_39", "9_1", "10_2"]


def test_a_card_is_found_by_its_normal_id_only_and_required_by_any(small: Catalogue) -> None:
    assert small.get("5_039") is None
    assert small.get("5_39") is small.require("5_039*")


def test_what_is_required_and_not_there_is_named(small: Catalogue) -> None:
    with pytest.raises(UnknownCardError, match=r"ids\[3\]: got '203_30'"):
        small.require("203_30", "ids[3]")
    with pytest.raises(MalformedIdError, match=r"ids\[4\]: got 'abc'"):
        small.require("abc", "ids[4]")


def test_records_cannot_be_changed(small: Catalogue) -> None:
    with pytest.raises(TypeError):
        small.records["1_1"] = small.records["9_1"]  # type: ignore[index]


def test_the_version_is_the_hash_of_the_documented_text() -> None:
    record = CardRecord("1_1", "π & Co", Side.DARK, "EFFECT", "½", (Value(5_000_000),), types=("EFFECT",))
    line = (
        '{"blueprint_id":"1_1","category":"EFFECT","destiny":"\\u00bd","has_armor":null,"icons":[],"keywords":[],'
        '"personas":[],"side":"dark","species":[],"subtype":null,"system":null,"title":"\\u03c0 & Co",'
        '"title_halves":[],"types":["EFFECT"],"uniqueness":null,"values":["0.5"]}\n'
    )
    assert Catalogue.of([record]).version == sha256(line.encode("ascii")).hexdigest()


def test_the_version_covers_every_fact_and_not_the_report(small: Catalogue) -> None:
    assert re.fullmatch("[0-9a-f]{64}", small.version)
    assert Catalogue.of(small.records.values()).version == small.version
    assert Catalogue.of(list(small.records.values())[1:]).version != small.version


def test_a_catalogue_file_gives_the_catalogue_back(small: Catalogue, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(small.dump(), encoding="utf-8")
    loaded = load_catalogue(path)
    assert loaded == small
    assert loaded.report.conflicts
    assert loaded.report.left_out
    assert loaded.dump() == small.dump()


def _without_report(data: dict[str, Any]) -> None:
    del data["report"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda data: data.update(schema=2), "schema"),
        (lambda data: data.update(schema="1"), "schema"),
        (lambda data: data.update(schema=True), "schema"),
        (lambda data: data.pop("schema"), "schema"),
        (lambda data: data.update(format="another"), "format"),
        (lambda data: data.update(version="0" * 64), "version"),
        (lambda data: data.update(version=None), "version"),
        (lambda data: data.update(records={}), "records"),
        (lambda data: data["records"].append(7), "records[3]"),
        (lambda data: data["records"].append(data["records"][0]), "records"),
        (lambda data: data["records"].pop(), "version"),
        (lambda data: data["records"][0].update(title="Another"), "version"),
        (lambda data: data["records"][0].update(side="grey"), "records[0].side"),
        (lambda data: data["records"][0].update(has_armor=1), "records[0].has_armor"),
        (lambda data: data["records"][0].update(blueprint_id="x"), "records[0].blueprint_id"),
        (lambda data: data["records"][0].update(values=[]), "records[0].values"),
        (lambda data: data["records"][0].update(values=["1e5"]), "records[0].values"),
        (lambda data: data["records"][0].update(values=["5", "2"]), "records[0].values"),
        (lambda data: data["records"][0].update(values=["-1"]), "records[0].values"),
        (lambda data: data["records"][0].update(values=[3]), "records[0].values"),
        (lambda data: data["records"][0].update(icons="ALIEN"), "records[0].icons"),
        (lambda data: data["report"].update(notes=7), "report.notes"),
        (lambda data: data["report"]["conflicts"][0].update(values=7), "report.conflicts[0].values"),
        (lambda data: data["report"]["left_out"][0].update(source="rumour"), "report"),
        (lambda data: data["report"]["sources"][0].update(card_count="3"), "report.sources[0].record_count"),
        (_without_report, "report"),
    ],
)
def test_a_file_that_is_no_sound_catalogue_is_refused(
    small: Catalogue, tmp_path: Path, change: Callable[[dict[str, Any]], object], field: str
) -> None:
    data = json.loads(small.dump())
    change(data)
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BadCatalogueError) as caught:
        load_catalogue(path)
    assert caught.value.violations[0].field in {field, f"catalogue.json.{field}"}


def test_a_source_file_is_no_catalogue_and_the_error_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BadCatalogueError, match="import source files first"):
        load_catalogue(write_cards(tmp_path, json_card()))


def test_another_schema_is_named_with_what_to_do(small: Catalogue, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(small.dump().replace('"schema": 1', '"schema": 2'), encoding="utf-8")
    with pytest.raises(
        BadCatalogueError, match=r"catalogue\.json\.schema: got '2', expected 1: import the source files"
    ):
        load_catalogue(path)


def test_nothing_to_import_is_refused() -> None:
    with pytest.raises(BadCatalogueError, match="at least one source file"):
        import_catalogue([])


_WORDS = st.lists(st.sampled_from(["ALIEN", "JAWA", "É", "A&B"]), max_size=3, unique=True).map(
    lambda w: tuple(sorted(w))
)
_RECORDS = st.builds(
    CardRecord,
    blueprint_id=st.tuples(st.integers(0, 9999), st.integers(0, 9999)).map(lambda pair: f"{pair[0]}_{pair[1]}"),
    title=st.text(min_size=1, max_size=20),
    side=st.sampled_from(Side),
    category=st.sampled_from(["CHARACTER", "EFFECT"]),
    destiny=st.sampled_from(["3", "½", "π or 2π"]),
    values=st.lists(st.integers(0, 10**9), min_size=1, max_size=2, unique=True).map(
        lambda values: tuple(Value(value) for value in sorted(values))
    ),
    types=_WORDS,
    subtype=st.none() | st.just("STARTING"),
    uniqueness=st.none() | st.just("UNIQUE"),
    icons=_WORDS,
    keywords=_WORDS,
    species=_WORDS,
    personas=_WORDS,
    system=st.none() | st.just("Tatooine"),
    has_armor=st.none() | st.booleans(),
    title_halves=_WORDS,
)


@given(st.lists(_RECORDS, max_size=5, unique_by=lambda record: record.blueprint_id))
def test_any_records_survive_the_file(tmp_path_factory: pytest.TempPathFactory, records: list[CardRecord]) -> None:
    catalogue = Catalogue.of(records)
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(catalogue.dump(), encoding="utf-8")
    assert load_catalogue(path) == catalogue
