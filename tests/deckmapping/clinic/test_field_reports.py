"""Faults that players met elsewhere, with exactly their inputs, on the catalogue of the real files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.clinic.model import DeckFormat
from deckmapping.errors import NoDeckError
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import doubts, ids, parse, reasons

if TYPE_CHECKING:
    from deckmapping.clinic.clinic import Clinic


def test_report_6_dead_and_malformed_ids_are_named_with_their_places(full_clinic: Clinic) -> None:
    deck = parse("1_109,203_30,9999_1,abc,1_x,|", full_clinic)
    assert (deck.format, ids(deck.pile), ids(deck.outside), deck.cards_in) == (DeckFormat.GEMP, {"1_109": 1}, {}, 5)
    assert [(d.text, str(d.reason), d.words.rpartition("; ")[2]) for d in deck.doubts] == [
        ("203_30", "unknown-id", "place 2 in the list"),
        ("9999_1", "unknown-id", "place 3 in the list"),
        ("abc", "malformed-id", "place 4 in the list"),
        ("1_x", "malformed-id", "place 5 in the list"),
    ]
    assert deck.side is None


def test_report_38_pictures_that_share_an_id_or_have_one_of_their_own_are_one_card(full_clinic: Clinic) -> None:
    three_records = parse("Mace Windu (V)\nMace Windu (V) (AI)\nMace Windu (C-Slip AI 2) (V)", full_clinic)
    assert ids(three_records.pile) == {"201_2": 1, "201_42": 2}
    own_id = parse("Boss Nass\nBoss Nass (AI)\n2x Queen Amidala", full_clinic)
    assert ids(own_id.pile) == {"14_5": 1, "14_6": 1, "14_25": 2}
    assert own_id.doubts == ()


@pytest.mark.parametrize(("title", "meant"), [("Don't Do That Again", "11_17"), ("Aim High", "8_34")])
def test_report_40_inside_the_deck_a_twin_of_a_shield_is_the_effect(
    title: str, meant: str, full_clinic: Clinic
) -> None:
    deck = parse(title, full_clinic)
    assert (ids(deck.pile), deck.outside, deck.doubts) == ({meant: 1}, (), ())


@pytest.mark.parametrize(
    ("title", "candidates", "values"),
    [("Obi-Wan's Lightsaber", ["1_157", "13_34"], ["1", "2"]), ("Bib Fortuna", ["6_98", "13_55"], ["1", "3"])],
)
def test_report_40_other_twins_are_told_with_candidates(
    title: str, candidates: list[str], values: list[str], full_clinic: Clinic
) -> None:
    deck = parse(title, full_clinic)
    assert doubts(deck) == [(1, title, 1, "ambiguous", candidates)]
    assert [[str(int(v) // 10**7) for v in card.values] for card in deck.doubts[0].candidates] == [[v] for v in values]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("•Shocking Information & •Grimtaash", "10_22"),
        ("Shocking Information &amp; Grimtaash", "10_22"),
        ("Shocking Information / Grimtaash", "10_22"),
        ("Lando, Hero of the Rebellion", "216_35"),
        ("Tatooine: Obi-Wan\u2019s Hut", "1_134"),
        ("Force Push (v)", "200_120"),
    ],
)
def test_report_41_one_card_in_many_spellings(written: str, meant: str, full_clinic: Clinic) -> None:
    deck = parse(written, full_clinic)
    assert (ids(deck.pile), deck.doubts) == ({meant: 1}, ())


def test_report_41_the_order_of_suffixes_does_not_matter_and_virtual_is_another_card(full_clinic: Clinic) -> None:
    deck = parse("R2-D2 (Artoo-Detoo) (AI) (V)\nR2-D2 (Artoo-Detoo) (V) (AI)\nR2-D2 (Artoo-Detoo)", full_clinic)
    assert [card.blueprint_id for card in deck.pile] == ["201_6", "201_6", "2_14"]


def test_report_43_holotable_names_pictures_and_marks_starting_cards(full_clinic: Clinic) -> None:
    text = 'card "/starwars/Premiere-Dark/t_sense" 1\ncard "/starwars/Premiere-Dark/t_tatooine" 1 1 1\n'
    deck = parse(text, full_clinic)
    assert (deck.format, deck.side) == (DeckFormat.HOLOTABLE, Side.DARK)
    assert (ids(deck.pile), ids(deck.marked)) == ({"1_267": 1, "1_289": 1}, {"1_289": 1})


def test_report_43_counts_before_and_after_make_seven_sense(full_clinic: Clinic) -> None:
    deck = parse("3 Sense\nSense x2\n2x Sense\nP-59\n", full_clinic)
    # Two sets have a Dark Sense, which is told; both count 3.
    assert (ids(deck.pile), deck.doubts) == ({"1_267": 7, "12_114": 1}, ())
    words = "Sense is 1_267 (dark, Premiere) or 12_157 (dark, Coruscant): they count alike, and the first was taken"
    assert [(remark.line, remark.text) for remark in deck.remarks] == [(1, words), (2, words), (3, words)]
    named = parse("3 Sense (Premiere)\nSense (Premiere) x2\n2x Sense [1_267]\nP-59\n", full_clinic)
    assert (ids(named.pile), named.doubts) == ({"1_267": 7, "12_114": 1}, ())
    assert ids(parse("3 Sense\nSense x2\n2x Sense").pile) == {"1_109": 7}


def test_report_43_a_starting_mark_heads_and_the_card_that_looks_like_one(full_clinic: Clinic) -> None:
    light = parse("Don't Do That Again(s)", full_clinic)
    assert (ids(light.pile), ids(light.marked)) == ({"11_17": 1}, {"11_17": 1})
    deck = parse("Interrupts(17)\nCHARACTERS\nP-59", full_clinic)
    assert (ids(deck.pile), reasons(deck)) == ({"12_114": 1}, {1: "a head", 2: "a head"})
    assert [(r.line, r.text) for r in deck.remarks] == [
        (1, "the head 'Interrupts(17)' announces 17 cards, below it stand 0")
    ]


def test_report_43_nicknames_are_listed_with_suggestions(full_clinic: Clinic) -> None:
    deck = parse("2 Boba Fett In Slave 1\nGeneral Calrisian\nSome Such Thing x2\n", full_clinic)
    told = {text: (count, found) for _, text, count, _, found in doubts(deck)}
    assert {text: count for text, (count, _) in told.items()} == {
        "2 Boba Fett In Slave 1": 2, "General Calrisian": 1, "Some Such Thing x2": 2
    }  # fmt: skip
    assert "9_13" in told["General Calrisian"][1]
    titles = {card.title for card in deck.doubts[0].candidates}
    assert "Boba Fett In Slave I" in titles
    assert deck.pile == ()


@pytest.mark.parametrize(
    ("text", "pile", "outside"),
    [
        ("1_109,1_109,4_67|13_3,13_4", {"1_109": 2, "4_67": 1}, {"13_3": 1, "13_4": 1}),
        ("1_109,1_109,4_67", {"1_109": 2, "4_67": 1}, {}),
        (",".join(["1_109"] * 40), {"1_109": 40}, {}),
        (",".join(["1_109"] * 59) + "|", {"1_109": 59}, {}),
        ("5_39,5_134", {"5_39": 1, "5_134": 1}, {}),
    ],
)
def test_report_44_what_the_deck_is(
    text: str, pile: dict[str, int], outside: dict[str, int], full_clinic: Clinic
) -> None:
    deck = parse(text, full_clinic)
    assert (ids(deck.pile), ids(deck.outside), deck.doubts) == (pile, outside, ())
    assert deck.side is (None if "5_134" in pile else Side.LIGHT)


def test_report_44_an_empty_deck_is_refused(full_clinic: Clinic) -> None:
    with pytest.raises(NoDeckError, match="no card in the pile"):
        full_clinic.parse(b"|13_3")
