from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.classification import classify_all
from deckmapping.starter import make_starter, starter_ids
from deckmapping.values import format_value
from deckmapping.variants import Variant, character_texts, is_barring_card, variant_rules

if TYPE_CHECKING:
    from pathlib import Path

STARTER = starter_catalogue()


def test_the_packaged_catalogue_is_the_full_ones_records_for_its_ids(full: Catalogue) -> None:
    made = make_starter(full)
    assert made == STARTER
    assert made.dump() == files("deckmapping").joinpath("data", "starter.json").read_text(encoding="utf-8")
    assert dict(STARTER.records) == {card: full.records[card] for card in starter_ids()}


def test_it_holds_facts_and_no_texts_of_cards() -> None:
    data = json.loads(files("deckmapping").joinpath("data", "starter.json").read_text(encoding="utf-8"))
    members = {
        "blueprint_id", "title", "side", "category", "destiny", "values", "types", "subtype", "uniqueness", "icons",
        "keywords", "species", "personas", "system", "has_armor", "title_halves",
    }  # fmt: skip
    assert all(set(record) == members for record in data["records"])
    assert max(len(text) for record in data["records"] for text in record.values() if isinstance(text, str)) < 60


def test_it_holds_every_interrupt_and_every_card_whose_text_counts() -> None:
    for variant in Variant:
        assert set(variant_rules(variant).interrupts) <= set(STARTER.records)
    ids = tomllib.loads(files("deckmapping").joinpath("data", "starter_ids.toml").read_text(encoding="utf-8"))
    dealers = [STARTER.records[card].title for card in ids["dealers"]]
    for name in ("Lando Calrissian", "Iasa", "R'kik", "Max Rebo", "Devaronian", "Tamtel Skreej", "Sergeant Doallyn",
                 "Klaatu", "Thul Fain", "Vedain", "Brangus Glee", "Cara Dune", "Jawa"):  # fmt: skip
        assert any(title.startswith(name) for title in dealers), name
    texted = {card for card in STARTER.records for variant in Variant if character_texts(card, variant)}
    assert texted == {"5_5", "5_99", "6_36", "6_10", "7_180"}
    assert {card for card in STARTER.records if is_barring_card(card)} == {"7_111", "7_269"}


@pytest.mark.parametrize("variant", Variant)
def test_every_variant_can_be_tried_with_it(variant: Variant) -> None:
    lists, rules = classify_all(STARTER, variant), variant_rules(variant)
    for name in ("wild", "clone", "stakes", "characters"):
        criteria = getattr(rules, name)
        cards = [STARTER.records[card] for card in getattr(lists, name)]
        unmet = [criterion.words for criterion in criteria if not any(criterion.holds(card) for card in cards)]
        assert unmet == []


def test_it_knows_the_values_of_the_shared_transcripts(shared_data: Path) -> None:
    seen = 0
    for path in sorted((shared_data / "vectors").glob("*.txt")):
        for line in path.read_text(encoding="ascii").splitlines():
            word, *rest = line.split(" ")
            if word == "card":
                assert "/".join(map(format_value, STARTER.records[rest[0]].values)) == rest[1]
                seen += 1
            if word == "player":
                assert set(rest[1].split(",")) <= set(STARTER.records)
    assert seen > 20
