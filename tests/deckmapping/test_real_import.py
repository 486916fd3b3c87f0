"""The import of the real files: what the catalogue holds and what its report says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import Catalogue, import_catalogue, load_catalogue
from deckmapping.report import NoteKind
from deckmapping.values import format_value

if TYPE_CHECKING:
    from pathlib import Path

Exported = dict[str, dict[str, Any]]
Recorded = dict[str, list[dict[str, Any]]]


def values(catalogue: Catalogue, blueprint_id: str) -> list[str]:
    return [format_value(value) for value in catalogue.records[blueprint_id].values]


def test_every_id_is_a_card_or_left_out_and_none_both(
    full: Catalogue, source_files: list[Path], gemp_cards: Exported, card_json: Recorded
) -> None:
    left_out = Counter(entry.id for entry in full.report.left_out)
    backs = {f"{card}_BACK" for card, facts in gemp_cards.items() if facts.get("isFrontOfDoubleSidedCard")}
    assert set(full.records) == gemp_cards.keys() | card_json.keys()
    assert len(full.records) == 3686
    assert left_out == Counter(backs)
    assert len(backs) == 61
    summary = {source.name: (source.record_count, source.card_count) for source in full.report.sources}
    assert summary == {
        source_files[0].name: (3680, 3619),
        "Dark.json": (1858, 1803),
        "Light.json": (1939, 1871),
    }


def test_report_7_every_printed_notation_of_the_real_cards(full: Catalogue) -> None:
    printed = {card: (record.destiny, values(full, card)) for card, record in full.records.items()}
    assert printed["2_14"] == printed["201_6"] == ("2 or 5", ["2", "5"])
    assert printed["6_3"] == printed["219_28"] == ("1 or 6", ["1", "6"])
    assert printed["111_2"] == ("0 or 7", ["0", "7"])
    assert printed["204_1"] == ("π or 2π", ["3.1415927", "6.2831855"])
    assert printed["2_2"] == printed["211_28"] == ("π", ["3.1415927"])
    assert printed["213_10"] == ("½", ["0.5"])
    assert printed["217_2"] == ("4½", ["4.5"])
    assert printed["223_39"] == ("(4)", ["4"])
    assert printed["301_7"] == ("7 or 1", ["1"]), "the 7 costs Force, which is not to be had here"
    two = {card for card, (_, listed) in printed.items() if len(listed) > 1}
    assert two == {"2_14", "201_6", "6_3", "219_28", "111_2", "204_1"}


def test_report_36_null_and_star_are_zero_and_not_missing(full: Catalogue) -> None:
    for card in ("3_8", "1_175"):
        assert (full.records[card].destiny, values(full, card)) == ("*", ["0"])
    told = {note.blueprint_id for note in full.report.notes} | {c.blueprint_id for c in full.report.conflicts}
    assert not told & {"3_8", "1_175"}


def test_report_37_the_only_destiny_conflict_is_222_8(full: Catalogue) -> None:
    (conflict,) = [conflict for conflict in full.report.conflicts if conflict.field == "destiny"]
    assert (conflict.blueprint_id, conflict.taken) == ("222_8", "4")
    assert [(value.source.value, value.text) for value in conflict.values] == [("gemp", "4"), ("card-json", "5")]
    assert "before the card JSON" in conflict.reason
    assert values(full, "222_8") == ["4"]


def test_report_37_nothing_becomes_zero_because_a_file_lacks_it(
    full: Catalogue, gemp_cards: Exported, card_json: Recorded
) -> None:
    assert len(card_json.keys() - gemp_cards.keys()) == 67
    assert gemp_cards.keys() - card_json.keys() == {f"{s}_{n}" for s in (105, 107) for n in range(1, 7)}
    assert values(full, "6_36") == ["1"]
    assert values(full, "107_3") == ["5"]
    zero_in_a_file = {card for card, facts in gemp_cards.items() if not facts.get("destiny")}
    zero_in_a_file |= {card for card, faces in card_json.items() if faces[0]["front"]["destiny"][0] in "0*"}
    assert {card for card in full.records if values(full, card) == ["0"]} <= zero_in_a_file


def test_report_38_pictures_of_one_card_are_one_card(full: Catalogue, card_json: Recorded) -> None:
    assert sum(len(faces) > 1 for faces in card_json.values()) == 115
    assert len(card_json["201_42"]) == 3
    assert full.records["201_42"].title == "Mace Windu"


def test_notation_notes_are_the_brackets_the_game_aid_and_the_two_valued_cards(full: Catalogue) -> None:
    noted = [note.blueprint_id for note in full.report.notes if note.kind is NoteKind.NOTATION]
    two_valued = {"2_14", "201_6", "6_3", "219_28", "111_2", "204_1", "301_7"}
    assert sorted(noted) == sorted({"223_39", "102_9"} | two_valued)


def test_patches_are_told_with_their_reasons(full: Catalogue) -> None:
    notes = {(note.blueprint_id, note.field): note.text for note in full.report.notes if note.kind is NoteKind.PATCH}
    assert "plays the card with 6" in notes["219_19", "destiny"]
    assert values(full, "219_19") == ["1"]
    assert "permanent pilot" in notes["109_2", "personas"]
    assert {"FALCON", "LANDO"} <= set(full.records["109_2"].personas)
    assert "3 Force" in notes["301_7", "values"]
    assert "armor 5" in notes["224_3", "has_armor"]
    assert full.records["224_3"].has_armor is False
    sites = {card for card, field in notes if field == "system"}
    assert sites == {card for card, record in full.records.items() if record.title.startswith("Jabba's Palace:")}
    assert len(sites) == 9


def test_trait_conflicts_are_told_with_both_values_and_the_engine_wins(full: Catalogue) -> None:
    told = {(c.blueprint_id, c.field): [value.text for value in c.values] for c in full.report.conflicts}
    assert told["224_3", "has_armor"] == ["no armor", "armor"]
    assert told["211_12", "uniqueness"] == ["UNRESTRICTED", "RESTRICTED_2"]
    assert all(conflict.taken == conflict.values[0].text for conflict in full.report.conflicts)
    assert Counter(field for _, field in told) == {"destiny": 1, "has_armor": 3, "uniqueness": 8}


def test_trait_gaps_are_counted_per_field(full: Catalogue, gemp_cards: Exported, card_json: Recorded) -> None:
    json_only = card_json.keys() - gemp_cards.keys()
    both = card_json.keys() & gemp_cards.keys()
    counted = Counter({(gap.field, gap.explanation.split()[0]): gap.count for gap in full.report.gaps})
    assert counted["values", "only"] == 12
    assert counted["keywords", "only"] == 67
    assert counted["species", "aliens"] == 2
    characters = [card for card in json_only if card_json[card][0]["front"]["type"] == "Character"]
    assert counted["personas", "only"] == len(characters)
    assert counted["personas", "the"] == sum("personas" in gemp_cards[card] for card in both)
    armored = [c for c in both if "armor" in gemp_cards[c] and "armor" not in card_json[c][0]["front"]]
    assert counted["has_armor", "the"] == len(armored) == 3
    assert all(len(set(gap.ids)) == gap.count for gap in full.report.gaps)


def test_facts_that_gemp_states_are_taken_over_unchanged(full: Catalogue, gemp_cards: Exported) -> None:
    patched = {(note.blueprint_id, note.field) for note in full.report.notes if note.kind is NoteKind.PATCH}
    for card, facts in gemp_cards.items():
        record = full.records[card]
        assert record.title == facts["title"]
        assert record.side == facts["side"].lower()
        assert record.category == facts["cardCategory"]
        assert record.types == tuple(sorted(facts.get("cardTypes", [])))
        assert record.keywords == tuple(sorted(facts.get("keywords", [])))
        assert record.species == ((facts["species"],) if "species" in facts else ())
        assert record.icons == tuple(sorted({icon["icon"] for icon in facts["icons"]}))
        assert record.subtype == facts.get("cardSubtype")
        assert record.uniqueness == facts.get("uniqueness")
        if (card, "personas") not in patched:
            assert record.personas == tuple(sorted(facts.get("personas", [])))


def test_words_are_sorted_and_values_ascend(full: Catalogue) -> None:
    for record in full.records.values():
        for words in (record.types, record.icons, record.keywords, record.species, record.personas):
            assert list(words) == sorted(set(words))
        assert list(record.values) == sorted(set(record.values))
        assert record.values


@pytest.mark.parametrize("chosen", [slice(0, 1), slice(1, 2), slice(1, 3)])
def test_each_file_can_be_imported_alone_and_says_what_it_lacks(
    full: Catalogue, source_files: list[Path], chosen: slice
) -> None:
    catalogue = import_catalogue(source_files[chosen])
    fields = {gap.field for gap in catalogue.report.gaps}
    assert fields & {"values", "keywords"}
    assert set(catalogue.records) < set(full.records)
    assert catalogue.version != full.version


def test_the_whole_catalogue_survives_its_file(full: Catalogue, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(full.dump(), encoding="utf-8")
    assert load_catalogue(path) == full
