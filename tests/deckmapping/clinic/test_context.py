"""What the rest of a deck says about a title that several cards have."""

from __future__ import annotations

import pytest

from deckmapping.errors import InvalidInputError, NoDeckError
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import STARTER, card, clinic_of, doubts, ids, parse

TWINS = clinic_of(
    card("1_1", "Tarn", Side.LIGHT),
    card("1_2", "Tarn", Side.DARK),
    card("2_1", "Novo", Side.LIGHT, "EFFECT"),
    card("2_2", "Novo", Side.LIGHT, "INTERRUPT"),
    card("3_1", "Guard", Side.LIGHT, "EFFECT"),
    card("13_1", "Guard", Side.LIGHT, "DEFENSIVE_SHIELD"),
    card("200_1", "Guard", Side.LIGHT, "DEFENSIVE_SHIELD"),
    card("4_1", "Alone", Side.LIGHT),
    card("4_2", "Apart", Side.DARK),
    card("13_2", "Shell", Side.LIGHT, "DEFENSIVE_SHIELD"),
    card("5_1", "Rodo", Side.LIGHT, icons=("DEVICE",)),
    card("12_1", "Rodo", Side.LIGHT, keywords=("LEADER",)),
    card("200_2", "Mando", Side.LIGHT, icons=("CORUSCANT",)),
    card("200_3", "Mando", Side.LIGHT),
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Tarn\nAlone", "1_1"),
        ("Tarn\nApart", "1_2"),
        ("Light Side\nTarn", "1_1"),
        ("Side: Dark\nTarn", "1_2"),
        ("Tarn (DS)", "1_2"),
        ("EFFECTS\nNovo", "2_1"),
        ("Interrupts (1)\nNovo", "2_2"),
        ("Interrupt: Novo", "2_2"),
        ("Guard", "3_1"),
        ("EFFECTS\nGuard", "3_1"),
        ("Rodo (Coruscant)", "12_1"),
        ("Rodo (Cloud City)", "5_1"),
        ("Rodo [12_1]", "12_1"),
        ("Mando (Coruscant) (V)", "200_2"),
        ("Mando (V) (Premiere)", "200_3"),
    ],
)
def test_context_says_which_twin_is_meant(text: str, meant: str) -> None:
    deck = parse(text, TWINS)
    assert (ids(deck.pile).get(meant), deck.doubts) == (1, ())


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("Tarn", ["1_1", "1_2"]),
        ("Tarn\nAlone\nApart", ["1_1", "1_2"]),
        ("Novo", ["2_1", "2_2"]),
        ("EFFECTS/INTERRUPTS\nNovo", ["2_1", "2_2"]),
        ("CHARACTERS\nNovo", ["2_1", "2_2"]),
        ("Rodo", ["5_1", "12_1"]),
        ("Mando (V)", ["200_2", "200_3"]),
    ],
)
def test_without_context_nothing_is_guessed(text: str, candidates: list[str]) -> None:
    ((_, _, _, reason, found),) = doubts(parse(text, TWINS))
    assert (reason, found) == ("ambiguous", candidates)


def test_one_card_of_the_other_side_among_ten_does_not_hide_a_clear_side() -> None:
    assert ids(parse("10 Alone\nApart\nTarn", TWINS).pile) == {"4_1": 10, "4_2": 1, "1_1": 1}
    assert len(doubts(parse("9 Alone\nApart\nTarn", TWINS))) == 1


def test_below_a_head_of_shields_the_shield_is_meant_and_stands_outside() -> None:
    deck = parse("Alone\nDEFENSIVE SHIELDS\nGuard\nShell\nGuard (V)", TWINS)
    assert (ids(deck.pile), ids(deck.outside)) == ({"4_1": 1}, {"13_1": 1, "13_2": 1, "200_1": 1})
    assert [remark for remark in deck.remarks if remark.line] == []


def test_a_shield_in_a_list_stands_outside_wherever_it_is_listed_and_that_is_told() -> None:
    deck = parse("Alone\nShell", TWINS)
    assert (ids(deck.pile), ids(deck.outside)) == ({"4_1": 1}, {"13_2": 1})
    assert [(r.line, r.text) for r in deck.remarks if r.line] == [
        (2, "Shell is a Defensive Shield: it stands outside the deck, never in the pile")
    ]


def test_where_ids_say_so_a_shield_stays_in_the_pile_and_that_is_told() -> None:
    deck = parse("4_1,13_2|3_1", TWINS)
    assert (ids(deck.pile), ids(deck.outside)) == ({"4_1": 1, "13_2": 1}, {"3_1": 1})
    assert [r.text for r in deck.remarks] == ["Shell is a Defensive Shield and stands in the pile"]


def test_a_doubt_says_which_cards_there_are_and_what_they_count() -> None:
    (doubt,) = parse("2x Rodo", TWINS).doubts
    assert doubt.words == "2 cards have this title: 5_1 (light, Cloud City), 12_1 (light, Coruscant); each counts 3"
    assert (doubt.count, doubt.outside, doubt.line) == (2, False, 1)


def test_a_catalogue_of_few_cards_warns_where_titles_were_looked_up() -> None:
    words = "this catalogue holds 14 cards only: a title may belong to a card that it lacks"
    assert [r.text for r in parse("Alone", TWINS).remarks] == [words]
    assert parse("4_1", TWINS).remarks == ()


@pytest.mark.parametrize("legend", ["* = starting cards", "(* means starting)", "+: start of game"])
def test_a_line_that_explains_a_mark_is_no_head_and_told(legend: str) -> None:
    deck = parse(f"{legend}\n*Hindsight\n2 BoShek")
    assert (ids(deck.pile), deck.marked, deck.doubts) == ({"5_26": 1, "1_4": 2}, (), ())
    assert [remark.text for remark in deck.remarks if remark.line == 1] == [
        f"{legend!r} was not used: (s) alone marks a starting card"
    ]


def test_a_line_that_explains_the_mark_s_says_nothing() -> None:
    deck = parse("(s) = starting\nHindsight (s)\n2 BoShek")
    assert (ids(deck.pile), ids(deck.marked), deck.doubts) == ({"5_26": 1, "1_4": 2}, {"5_26": 1}, ())
    assert not [remark for remark in deck.remarks if remark.line]


def test_starting_cards_are_those_marked_else_those_of_a_type_that_starts() -> None:
    marked = parse("Quiet Mining Colony\nHindsight (s)\n2x Sense", STARTER)
    assert ([c.blueprint_id for c in marked.starting], len(marked.marked)) == (["5_26"], 1)
    by_type = parse("Quiet Mining Colony\nHindsight\n2x Sense", STARTER)
    assert ([c.blueprint_id for c in by_type.starting], by_type.marked) == (["109_4"], ())


def test_the_order_and_the_deck_string_are_those_of_the_text() -> None:
    deck = parse("2x Sense\nPunch It!\nSense\nSHIELDS\nAim High\n")
    assert deck.deck_string == "1_109,1_109,5_64,1_109|13_4"
    assert (deck.side, sum(deck.deck.histogram.values())) == (Side.LIGHT, 4)


@pytest.mark.parametrize("text", ["", "\n\n", " , |", "CHARACTERS\nINTERRUPTS (4)", "SHIELDS\nShell", '{"cards": []}'])
def test_a_text_without_a_card_for_the_pile_is_refused(text: str) -> None:
    with pytest.raises(NoDeckError, match="at least one card"):
        TWINS.parse(text.encode())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("200 Alone\n1 Apart", "201 cards in the pile"),
        ("Alone\nOUTSIDE THE DECK\n200 Shell\n1 Guard", "201 cards outside the deck"),
        ("100 Alone\n101 Unheard Of", "201 cards in the pile"),
        ("\n".join(["200 Alone"] * 3), "600 cards"),
        (",".join(["4_1"] * 201), "more than 200 cards in the pile"),
        ("4_1|" + ",".join(["4_2"] * 300), "more than 200 cards outside the deck"),
        ("4_1|4_1|4_1", "2 bars"),
    ],
)
def test_more_cards_than_a_deck_may_have_are_refused(text: str, told: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        TWINS.parse(text.encode())
    assert (caught.value.violations[0].field, caught.value.violations[0].value) == ("content", told)
    TWINS.parse(b"200 Alone\nOUTSIDE\n200 Shell")


@pytest.mark.parametrize("text", ["Alone (Hoth)", "Alone (dark side)", "Rodo (Hoth)"])
def test_a_set_or_side_that_no_card_of_the_title_has_makes_a_doubt(text: str) -> None:
    (doubt,) = parse(text, TWINS).doubts
    assert doubt.words == "no card of this title is of the set or side that is written behind it"
    assert {card.title for card in doubt.candidates} == {text.partition(" (")[0]}


def test_a_side_that_the_text_names_wrongly_tells_no_twins_apart() -> None:
    deck = parse("Dark Side\n3 Alone\nTarn", TWINS)
    assert [(text, found) for _, text, _, _, found in doubts(deck)] == [("Tarn", ["1_1", "1_2"])]
    assert deck.remarks[0].text == "the text says dark, and its cards are light: neither was used to tell twins apart"


def test_a_card_of_the_other_side_is_told_with_its_line() -> None:
    deck = parse("10 Alone\nApart", TWINS)
    assert (2, "Apart is a dark card, the others are light") in [(r.line, r.text) for r in deck.remarks]


def test_a_title_beside_an_id_agrees_by_either_name_and_without_the_back() -> None:
    for title in ("R2-D2", "Artoo-Detoo", "R2-D2 (Artoo-Detoo) (A New Hope)"):
        assert parse(f'<deck><card blueprintId="2_14" title="{title}"/></deck>').remarks == ()
    for title in ("Quiet Mining Colony", "Quiet Mining Colony / Independent Operation"):
        assert parse(f'<deck><card blueprintId="109_4" title="{title}"/></deck>').remarks == ()
