"""Titles that several cards of one side have: where it does not matter which is meant, and where it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.clinic.model import DeckFormat
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import card, clinic_of, doubts, ids, parse

if TYPE_CHECKING:
    from deckmapping.clinic.clinic import Clinic

PRINTED = clinic_of(
    card("1_1", "Rodo", category="INTERRUPT", subtype="USED"),
    card("12_1", "Rodo", category="INTERRUPT", subtype="LOST", icons=("EPISODE_I",)),
    card("12_2", "Rodo", Side.DARK, "INTERRUPT"),
    card("4_1", "Alone"),
    card("4_2", "Apart", Side.DARK),
)


def told(text: str, clinic: Clinic) -> list[tuple[int, str]]:
    """The remarks but the one about the few cards of a made-up catalogue."""
    return [(remark.line, remark.text) for remark in parse(text, clinic).remarks if "cards only" not in remark.text]


def test_of_printings_that_count_alike_the_first_is_taken_and_that_is_told() -> None:
    deck = parse("Alone\n3 Rodo", PRINTED)
    assert (ids(deck.pile), deck.doubts) == ({"4_1": 1, "1_1": 3}, ())
    assert told("Alone\n3 Rodo", PRINTED) == [
        (2, "Rodo is 1_1 (light, Premiere) or 12_1 (light, Coruscant): they count alike, and the first was taken")
    ]


@pytest.mark.parametrize(
    ("written", "meant"), [("Rodo (Coruscant)", "12_1"), ("Rodo [12_1]", "12_1"), ("Rodo (DS)", "12_2")]
)
def test_what_is_written_beside_a_title_goes_before_the_first_printing(written: str, meant: str) -> None:
    text = f"20 Alone\n{written}"
    assert ids(parse(text, PRINTED).pile) == {"4_1": 20, meant: 1}
    assert not any("the first was taken" in words for _, words in told(text, PRINTED))


def test_without_a_side_of_the_deck_printings_of_both_sides_are_in_doubt() -> None:
    assert doubts(parse("Rodo", PRINTED)) == [(1, "Rodo", 1, "ambiguous", ["1_1", "12_1", "12_2"])]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (card("1_1", "Rodo", keywords=("SCAVENGER",)), card("12_1", "Rodo")),
        (card("1_1", "Rodo", category="EFFECT"), card("12_1", "Rodo", category="INTERRUPT")),
        (card("1_1", "Rodo", category="EFFECT", subtype="STARTING"), card("12_1", "Rodo", category="EFFECT")),
        (card("200_1", "Rodo"), card("200_2", "Rodo", icons=("CORUSCANT",))),
    ],
)
def test_cards_of_one_title_that_are_not_alike_are_in_doubt(first: object, second: object) -> None:
    clinic = clinic_of(first, second)  # type: ignore[arg-type]
    ((_, _, _, reason, found),) = doubts(parse("Rodo", clinic))
    assert (reason, len(found)) == ("ambiguous", 2)


def test_an_export_names_a_printing_by_its_id() -> None:
    deck = parse("1_1,12_1,12_1", PRINTED)
    assert PRINTED.export(deck, DeckFormat.PLAIN) == "Light Side\n\n1x Rodo [1_1]\n2x Rodo [12_1]\n"


def test_an_export_names_by_its_id_what_would_be_a_head_by_its_title() -> None:
    clinic = clinic_of(card("1_1", "Copies (2)"), card("4_1", "Alone"))
    text = clinic.export(parse("1_1,1_1,4_1,4_1", clinic), DeckFormat.PLAIN)
    assert text == "Light Side\n\n2x Copies (2) [1_1]\n2x Alone\n"
    assert ids(parse(text, clinic).pile) == {"1_1": 2, "4_1": 2}


@pytest.mark.parametrize(
    ("title", "beside", "first"),
    [("Sense", "Houjix", "1_109"), ("Alter", "Battle Order", "1_234"), ("Tatooine", "Houjix", "1_127")],
)
def test_reprints_of_the_real_files_are_no_doubts(title: str, beside: str, first: str, full_clinic: Clinic) -> None:
    deck = parse(f"{beside}\n3 {title}", full_clinic)
    assert (ids(deck.pile)[first], len(deck.pile), deck.doubts) == (3, 4, ())


def test_twins_of_the_real_files_with_other_facts_stay_doubts(full_clinic: Clinic) -> None:
    deck = parse("Houjix\nJawa\nObi-Wan's Lightsaber", full_clinic)  # a Scavenger or none; 1 or 2
    assert [(text, found) for _, text, _, _, found in doubts(deck)] == [
        ("Jawa", ["1_12", "12_9"]), ("Obi-Wan's Lightsaber", ["1_157", "13_34"])
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 Alone\nApart", "cards of both sides stand in the deck: 3 light (Alone) and 1 dark (Apart)"),
        ("4_1|4_2", "cards of both sides stand in the deck: 1 light (Alone) and 1 dark (Apart)"),
        ("4_1,1_1|4_2,4_2", "cards of both sides stand in the deck: 2 light (Alone; Rodo) and 2 dark (Apart)"),
    ],
)
def test_where_no_side_is_clear_the_cards_of_both_are_told(text: str, words: str) -> None:
    assert told(text, PRINTED) == [(0, words)]


def test_of_many_cards_of_both_sides_the_first_eight_titles_of_each_are_told() -> None:
    many = [card(f"1_{number}", f"Tarn {number}") for number in range(1, 10)]
    clinic = clinic_of(*many, card("2_1", "Apart", Side.DARK))
    eight = "; ".join(f"Tarn {number}" for number in range(1, 9))
    assert told("\n".join([each.title for each in many] + ["Apart"]), clinic) == [
        (0, f"cards of both sides stand in the deck: 9 light ({eight}; ...) and 1 dark (Apart)")
    ]


def test_a_card_of_the_other_side_outside_a_deck_of_a_clear_side_is_told() -> None:
    assert told("4_1,4_1,4_1,4_1,4_1,4_1,4_1,4_1,4_1,4_1|4_2", PRINTED) == [
        (1, "Apart is a dark card, the others are light")
    ]
