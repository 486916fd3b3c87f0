"""`sabacc cards`: what other programs read, and what people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def test_cards_are_shown_in_the_order_asked_for_with_decimal_values(everywhere: Run) -> None:
    answer = everywhere("cards", "show", "2_14", "5_039*", "5_26", "2_14^", "--json").json
    cards = [(card["blueprintId"], card["title"], card["values"]) for card in answer["cards"]]
    assert cards == [
        ("2_14", "R2-D2 (Artoo-Detoo)", ["2", "5"]),
        ("5_39", "Cloud City Sabacc", ["3"]),
        ("5_26", "Hindsight", ["5"]),
        ("2_14", "R2-D2 (Artoo-Detoo)", ["2", "5"]),
    ]


@pytest.mark.parametrize(
    ("ids", "faults"),
    [
        (["9999_1"], ["blueprintIds[0]: got '9999_1'"]),
        (["1_2", "abc", "7_300_BACK"], ["blueprintIds[1]: got 'abc'", "blueprintIds[2]: got '7_300_BACK'"]),
        (["1_1*^"], ["blueprintIds[0]: got '1_1*^'"]),
        (["1_2"] * 201, ["blueprintIds: got '201 ids'"]),
    ],
)
def test_an_id_that_is_none_or_unknown_is_named_with_its_place(
    ids: list[str], faults: list[str], everywhere: Run
) -> None:
    ran = everywhere("cards", "show", *ids)
    assert (ran.code, ran.out) == (1, "")
    lines = ran.err.splitlines()
    assert len(lines) == len(faults)
    for line, fault in zip(lines, faults, strict=True):
        assert line.startswith(f"sabacc: {fault}, expected ")


@pytest.mark.parametrize("name", ["cloud-city", "dune-sea", "jabbas-palace", "trooper"])
def test_a_variant_is_classified_under_its_dashed_name(name: str, everywhere: Run) -> None:
    answer = everywhere("cards", "classify", "--variant", name, "--json").json
    lists = ("wild", "clone", "perkWild", "stakes", "characters", "clonePerkCharacters", "wildPerkCharacters")
    known = starter_catalogue().records
    for key in lists:
        assert set(answer[key]) <= set(known), key
    assert answer["variant"] == f"VARIANT_{name.replace('-', '_').upper()}"
    assert answer["wild"]
    assert not set(answer["wild"]) & set(answer["clone"])
    assert (answer["perkWild"] != []) == (name == "trooper")
    assert everywhere("cards", "classify", "--variant", name).out.startswith(f"Variant {name}\n")


def test_a_persona_is_wild_and_a_title_that_names_it_is_not(everywhere: Run) -> None:
    wild = everywhere("cards", "classify", "--variant", "cloud-city", "--json").json["wild"]
    assert {"5_5", "109_3", "109_2"} <= set(wild)  # Lando, also as the pilot aboard
    assert not {"5_14", "7_160", "13_28"} & set(wild)  # his comlink, his rifle, his town


@pytest.mark.parametrize("name", ["fair-deck", "bespin", "", "CLOUD CITY"])
def test_another_variant_is_refused_with_the_names_there_are(name: str, cli: Run) -> None:
    ran = cli("cards", "classify", "--variant", name)
    assert ran.code == 2
    assert ran.err == (
        f"sabacc: --variant: got {name!r}, expected one of cloud-city, dune-sea, jabbas-palace and trooper\n"
    )


def test_an_import_writes_the_catalogue_and_prints_its_report(cli: Run, shared_data: Path, tmp_path: Path) -> None:
    data = shared_data / "data"
    sources = [
        data / "swccg-card-json" / "Dark.json",
        data / "gemp" / "card_blueprint_database.json",
        data / "swccg-card-json" / "Light.json",
    ]
    out = tmp_path / "catalogue.json"
    ran = cli("cards", "import", *map(str, sources), "--out", str(out), "--json")
    assert ran.code == 0
    assert ran.json["cardCount"] > 3600
    assert len(ran.json["catalogueVersion"]) == 64
    assert [c["blueprintId"] for c in ran.json["conflicts"] if c["field"] == "destiny"] == ["222_8"]
    assert ran.json["gaps"]
    shown = cli("cards", "show", "6_36", "107_3", "3_8", "--catalogue", str(out), "--json").json
    assert [card["values"] for card in shown["cards"]] == [["1"], ["5"], ["0"]]
    assert shown["catalogueVersion"] == ran.json["catalogueVersion"]
    again = cli("cards", "catalogue", "--catalogue", str(out), "--json")
    assert again.json == ran.json
    words = cli("cards", "import", *map(str, sources), "--out", str(out)).out
    assert "222_8" in words
    assert f"Written to {out}" in words


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"a": 1, "a": 2}', b"\xff", b"[" * 100_000])
def test_a_file_that_is_no_card_file_is_refused_with_one_line(content: bytes, cli: Run, tmp_path: Path) -> None:
    source = tmp_path / "cards.json"
    source.write_bytes(content)
    ran = cli("cards", "import", str(source), "--out", "out.json")
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "cards.json" in ran.err
    assert not (tmp_path / "out.json").exists()
