from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from deckmapping.catalogue import Catalogue, import_catalogue
from deckmapping.merge import merge
from deckmapping.report import NoteKind
from deckmapping.sources.card_json import read_card_json
from deckmapping.sources.gemp import read_gemp
from deckmapping.values import format_value
from tests.deckmapping.made_up import gemp_card, json_card, write_cards, write_gemp

if TYPE_CHECKING:
    from pathlib import Path


def both(folder: Path, gemp: object, *cards: object) -> Catalogue:
    return import_catalogue([write_cards(folder, *cards), write_gemp(folder, gemp)])


def shown_values(catalogue: Catalogue, blueprint_id: str = "1_1") -> list[str]:
    return [format_value(value) for value in catalogue.records[blueprint_id].values]


def test_gemp_wins_a_destiny_conflict_and_both_values_are_told(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card(destiny=4), json_card(destiny="5"))
    (conflict,) = catalogue.report.conflicts
    assert (conflict.blueprint_id, conflict.field, conflict.taken) == ("1_1", "destiny", "4")
    assert [(value.source.value, value.text) for value in conflict.values] == [("gemp", "4"), ("card-json", "5")]
    assert shown_values(catalogue) == ["4"]


def test_a_second_destiny_of_the_card_json_is_a_note_and_no_conflict(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card(destiny=2), json_card(destiny="2 or 5"))
    assert catalogue.report.conflicts == ()
    assert [note.kind for note in catalogue.report.notes] == [NoteKind.NOTATION]
    assert shown_values(catalogue) == ["2", "5"]


def test_a_second_destiny_does_not_hide_a_conflict(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card(destiny=3), json_card(destiny="2 or 5"))
    assert [conflict.taken for conflict in catalogue.report.conflicts] == ["3"]
    assert shown_values(catalogue) == ["3"]


def test_no_destiny_in_both_notations_needs_no_word(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card(destiny=None), json_card(destiny="*"))
    assert (catalogue.report.conflicts, catalogue.report.notes) == ((), ())
    assert shown_values(catalogue) == ["0"]


def test_null_against_a_number_is_a_conflict_and_not_zero_in_silence(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card(destiny=...), json_card(destiny="5"))
    (conflict,) = catalogue.report.conflicts
    assert [value.text for value in conflict.values] == ["*", "5"]
    assert shown_values(catalogue) == ["0"]


def test_a_card_that_only_one_file_knows_keeps_its_value(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card("1_1", destiny=5), json_card("1_2", destiny="1"))
    assert shown_values(catalogue, "1_1") == ["5"]
    assert shown_values(catalogue, "1_2") == ["1"]
    assert catalogue.report.conflicts == ()


def test_pictures_of_one_card_are_one_card(tmp_path: Path) -> None:
    pictures = [json_card(title=title) for title in ("•Some Card", "•Some Card (AI)", "•Some Card (C-Slip AI)")]
    catalogue = import_catalogue([write_cards(tmp_path, *pictures)])
    assert [record.title for record in catalogue.records.values()] == ["Some Card"]
    assert catalogue.report.conflicts == ()
    assert catalogue.report.sources[0].record_count == 3


def test_pictures_that_differ_are_a_conflict_of_one_source(tmp_path: Path) -> None:
    catalogue = import_catalogue([write_cards(tmp_path, json_card(destiny="3"), json_card(destiny="4"))])
    (conflict,) = catalogue.report.conflicts
    assert (conflict.taken, "first record" in conflict.reason) == ("3", True)
    assert {value.source.value for value in conflict.values} == {"card-json"}


def test_a_picture_with_more_words_adds_them(tmp_path: Path) -> None:
    pictures = [json_card(characteristics=["thief"]), json_card(characteristics=["gambler", "thief"])]
    catalogue = import_catalogue([write_cards(tmp_path, *pictures)])
    assert catalogue.records["1_1"].keywords == ("GAMBLER", "THIEF")


def test_facts_that_differ_are_conflicts_field_by_field(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card(uniqueness="UNIQUE"), json_card(uniqueness=..., armor="5", subType="Droid"))
    told = {conflict.field: conflict.taken for conflict in catalogue.report.conflicts}
    assert told == {"uniqueness": "UNIQUE", "has_armor": "no armor", "types": "ALIEN"}


def test_silence_of_one_source_is_no_conflict(tmp_path: Path) -> None:
    catalogue = both(tmp_path, gemp_card(armor=4), json_card())
    assert catalogue.report.conflicts == ()
    assert catalogue.records["1_1"].has_armor is True


def test_a_location_belongs_to_the_system_its_title_names(tmp_path: Path) -> None:
    location = {"cardCategory": "LOCATION", "cardTypes": ["LOCATION"], "icons": []}
    catalogue = import_catalogue(
        [
            write_gemp(
                tmp_path,
                gemp_card("1_1", title="Hoth", cardSubtype="SYSTEM", **location),
                gemp_card("1_2", title="Hoth: Ice Plains", cardSubtype="SITE", **location),
                gemp_card("1_3", title="Tatooine: Cantina", cardSubtype="SITE", **location),
                gemp_card("1_4", title="Executor: Bridge", cardSubtype="SITE", **location),
                gemp_card("1_5", title="Hoth: The Card Game"),
            )
        ]
    )
    assert [record.system for record in catalogue.records.values()] == ["Hoth", "Hoth", "Tatooine", None, None]
    gaps = {gap.field: gap.ids for gap in catalogue.report.gaps}
    assert gaps["system"] == ("1_4",)


def test_the_order_of_the_files_changes_nothing(tmp_path: Path) -> None:
    files = [
        write_gemp(tmp_path, gemp_card(destiny=4)),
        write_cards(tmp_path, json_card(destiny="5"), name="Light.json"),
        write_cards(tmp_path, json_card("2_2", side="Dark"), name="Dark.json"),
    ]
    first, other = import_catalogue(files), import_catalogue(reversed(files))
    assert (first.version, first.report) == (other.version, other.report)


_IDS = st.sampled_from(["1_1", "1_2", "5_039", "5_39", "7_1_BACK", "x", "", "1_1*^"])


@given(st.lists(_IDS, max_size=8), st.lists(_IDS, max_size=8))
def test_every_record_is_a_card_or_left_out_and_none_is_counted_twice(gemp_ids: list[str], json_ids: list[str]) -> None:
    sources = [
        read_gemp([gemp_card(text) for text in gemp_ids], "gemp.json"),
        read_card_json({"cards": [json_card(text) for text in json_ids]}, "Light.json"),
    ]
    records, report = merge(sources)
    good = {"1_1": "1_1", "1_2": "1_2", "5_039": "5_39", "5_39": "5_39"}
    assert set(records) == {good[text] for text in gemp_ids + json_ids if text in good}
    assert sorted(left_out.id for left_out in report.left_out) == sorted(
        text for text in gemp_ids + json_ids if text not in good
    )
    assert [summary.record_count for summary in report.sources] == [len(gemp_ids), len(json_ids)]
