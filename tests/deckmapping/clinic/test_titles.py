from __future__ import annotations

import pytest

from deckmapping.clinic.titles import TitleIndex, read_title
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import card, clinic_of, doubts, ids, parse

CARDS = (
    card("1_1", "Zaz-Sa Ollo (Zed)"),
    card("1_2", "Old Harbour: Pier 9 (Docking Bay)", category="LOCATION"),
    card("1_3", "Quiet Night & Loud Day", category="INTERRUPT", title_halves=("Quiet Night", "Loud Day")),
    card("1_4", "Loud Day", category="INTERRUPT"),
    card("1_5", "First Plan", category="OBJECTIVE"),
    card("1_6", 'Pélo Nür, Captain\'s "Friend"!'),
    card("1_7", "Tarn... Vo"),
    card("1_8", "Tarn Vo"),
    card("1_9", "Rodo With Axe"),
    card("1_10", "6-KLOP"),
    card("1_11", "Salt And Sand", category="EFFECT"),
)
INDEX = TitleIndex(CARDS)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Zaz-Sa Ollo (Zed)", "1_1"),
        ("zaz-sa ollo", "1_1"),
        ("ZED", "1_1"),
        ("Zaz Sa Ollo", "1_1"),
        ("Old Harbour: Pier 9", "1_2"),
        ("Old Harbour Pier 9 (docking bay)", "1_2"),
        ("•Quiet Night & •Loud Day", "1_3"),
        ("Quiet Night and Loud Day", "1_3"),
        ("Quiet Night/Loud Day", "1_3"),
        ("Quiet Night + Loud Day", "1_3"),
        ("Quiet Night &amp; Loud Day", "1_3"),
        ("Loud Day", "1_4"),
        ("First Plan / What Comes Of It", "1_5"),
        ("First Plan/What Comes Of It", "1_5"),
        ("<><>First Plan", "1_5"),
        ("Pelo Nur, Captain’s “Friend”!", "1_6"),
        ("pelo nur captains friend", "1_6"),
        ("Tarn… Vo", "1_7"),
        ("Tarn Vo", "1_8"),
        ("Rodo w/ Axe", "1_9"),
        ("•••Rodo  With   Axe", "1_9"),
        ("6-klop", "1_10"),
        ("Salt & Sand", "1_11"),
    ],
)
def test_a_title_is_found_in_any_spelling(written: str, meant: str) -> None:
    assert [record.blueprint_id for record in INDEX.find(read_title(written).text)] == [meant]


@pytest.mark.parametrize(
    "written", ["Docking Bay", "Rodo", "Quiet Night", "Loud Day / Quiet Night", "Tarn", "", "!!", "Loud Day/Tarn Vo"]
)
def test_part_of_a_title_is_none(written: str) -> None:
    assert INDEX.find(read_title(written).text) == ()


@pytest.mark.parametrize(
    ("written", "text", "virtual", "alternate", "old"),
    [
        ("Rodo (V)", "Rodo", True, False, False),
        ("Rodo (v) (ai)", "Rodo", True, True, False),
        ("Rodo (Holo AI) (V)", "Rodo", True, True, False),
        ("Rodo (Virtual Card)", "Rodo", True, False, False),
        ("Rodo [virtual]", "Rodo", True, False, False),
        ("Rodo (V) / Modo (V) (Virtual Set 4)", "Rodo / Modo", True, False, True),
        ("Rodo (V) & Modo (V)", "Rodo & Modo", True, False, False),
        ("Rodo (Docking Bay)", "Rodo (Docking Bay)", False, False, False),
        ("Rodo (Readable)", "Rodo", False, True, False),
    ],
)
def test_suffixes_are_taken_off_and_other_brackets_stay(
    written: str, text: str, virtual: bool, alternate: bool, old: bool
) -> None:
    read = read_title(written)
    assert (read.text, read.is_virtual, read.is_alternate, read.is_old_virtual) == (text, virtual, alternate, old)


def test_an_id_a_set_and_a_side_behind_a_title_are_read() -> None:
    assert read_title("Rodo [12_3]").blueprint_id == "12_3"
    assert read_title("Rodo (Reflections III)").sets == {13}
    assert read_title("Rodo (V) (Virtual Set)").text == "Rodo (Virtual Set)"
    assert read_title("Rodo (light side)").side is Side.LIGHT
    both = read_title("Rodo (DS) (Coruscant)")
    assert (both.text, both.sets, both.side) == ("Rodo", frozenset({12}), Side.DARK)


def test_half_of_a_combo_card_is_suggested_and_never_taken() -> None:
    clinic = clinic_of(*CARDS)
    deck = parse("2x Quiet Night\nTarn Vo", clinic)
    assert doubts(deck) == [(1, "2x Quiet Night", 2, "unknown-title", ["1_3"])]
    two = parse("Loud Day / Tarn Vo\n1 Tarn Vo", clinic)
    ((line, text, count, reason, found),) = doubts(two)
    assert (line, text, count, reason, found[:2]) == (1, "Loud Day / Tarn Vo", 1, "unknown-title", ["1_4", "1_8"])


def test_a_near_miss_is_suggested_and_never_taken() -> None:
    clinic = clinic_of(*CARDS)
    deck = parse("Tarn Vo\nRodo Wiht Axe\nPelo Nor, Captain's Friend\n6-CLOP", clinic)
    assert ids(deck.pile) == {"1_8": 1}
    assert [(text, found[:1]) for _, text, _, _, found in doubts(deck)] == [
        ("Rodo Wiht Axe", ["1_9"]), ("Pelo Nor, Captain's Friend", ["1_6"]), ("6-CLOP", ["1_10"])
    ]  # fmt: skip


def test_a_title_that_is_like_the_whole_comes_before_those_that_hold_a_part_of_it() -> None:
    longer = [
        card(f"2_{number}", f"Quorl{end}") for number, end in enumerate(["amp Table", "et Dish", "ing Mast", "os"])
    ]
    deck = parse("Quor", clinic_of(*longer, card("3_1", "Quort"), card("3_2", "Tarn")))
    ((_, _, _, _, found),) = doubts(deck)
    assert found[0] == "3_1"


def test_a_virtual_card_is_another_card_than_the_printed_one() -> None:
    clinic = clinic_of(card("1_1", "Rodo"), card("200_1", "Rodo"), card("216_1", "Novo"), card("1_2", "Tarn"))
    deck = parse("Rodo\nRodo (V)\nNovo\nNovo (V)\nTarn\nTarn (V)\nTarn (V) (Virtual Set 3)", clinic)
    assert ids(deck.pile) == {"1_1": 1, "200_1": 1, "216_1": 2, "1_2": 1}
    assert [(text, reason, found) for _, text, _, reason, found in doubts(deck)] == [
        ("Tarn (V)", "not-virtual", ["1_2"]), ("Tarn (V) (Virtual Set 3)", "old-virtual", ["1_2"])
    ]  # fmt: skip
