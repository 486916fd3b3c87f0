"""Numbers that are no counts of a line: sums of the whole list, numbers of lines, parts of titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.deckmapping.clinic.telling import card, clinic_of, doubts, ids, parse

SHIELDS = ("Aim High", "Battle Plan")
CLINIC = clinic_of(
    card("1_1", "Yoda"),
    card("1_2", "Luke"),
    card("1_3", "Hologame", category="INTERRUPT"),
    card("1_4", "X-wing", category="STARSHIP"),
    card("1_5", "X-wing Cannon", category="WEAPON"),
    card("1_6", "Hindsight", category="EFFECT"),
    *[card(f"8_{number}", title, category="EFFECT") for number, title in enumerate(SHIELDS, start=1)],
    *[card(f"13_{number}", title, category="DEFENSIVE_SHIELD") for number, title in enumerate(SHIELDS, start=1)],
    card("13_9", "Shell", category="DEFENSIVE_SHIELD"),
)


@pytest.mark.parametrize(
    ("text", "pile", "outside", "named"),
    [
        ("5 cards\n3 Yoda\n2 Luke\nAim High\nBattle Plan", {"1_1": 3, "1_2": 2}, {"13_1": 1, "13_2": 1},
         "Aim High, Battle Plan"),
        ("3 Yoda\nAim High\n2 Luke\nTotal: 5", {"1_1": 3, "1_2": 2}, {"13_1": 1}, "Aim High"),
        # One of the two stands in the list, the other one below it.
        ("6 cards\n3 Yoda\nBattle Plan\n2 Luke\nAim High", {"1_1": 3, "8_2": 1, "1_2": 2}, {"13_1": 1}, "Aim High"),
        ("3 cards\n3 Yoda\nAim High\nShell", {"1_1": 3}, {"13_1": 1, "13_9": 1}, "Aim High"),
    ],
)  # fmt: skip
def test_shields_stand_outside_where_exactly_that_makes_the_sum(
    text: str, pile: dict[str, int], outside: dict[str, int], named: str
) -> None:
    deck = parse(text, CLINIC)
    assert (ids(deck.pile), ids(deck.outside), deck.doubts) == (pile, outside, ())
    assert [r.text.partition("; ")[2] for r in deck.remarks if "announces" in r.text] == [
        f"taken as Defensive Shields outside the deck: {named}"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "3 Yoda\nAim High\n4 cards",
        "3 Yoda\nShell\n3 total",
        "3 Yoda\nAim High\nShell\n4 cards",
        "3 Yoda\nShell\n4 cards",
    ],
)
def test_a_sum_that_is_right_says_nothing(text: str) -> None:
    deck = parse(text, CLINIC)
    assert (deck.doubts, [r for r in deck.remarks if "announces" in r.text]) == ((), [])


def test_shields_that_do_not_make_the_sum_are_in_doubt() -> None:
    deck = parse("3 cards\n3 Yoda\nAim High\n2 Luke", CLINIC)
    assert ids(deck.pile) == {"1_1": 3, "1_2": 2}
    assert [(text, reason, sorted(found)) for _, text, _, reason, found in doubts(deck)] == [
        ("Aim High", "uncertain", ["13_1", "8_1"])
    ]
    assert "the text announces 3 cards in all, it names 6" in [r.text for r in deck.remarks]


@pytest.mark.parametrize("text", ["3 Yoda\nEFFECTS\nAim High\n3 cards", "9 cards\n3 Yoda\nAim High"])
def test_a_wrong_sum_moves_no_card_whose_place_is_clear(text: str) -> None:
    deck = parse(text, CLINIC)
    assert (ids(deck.pile), deck.outside, deck.doubts) == ({"1_1": 3, "8_1": 1}, (), ())
    assert [r.text for r in deck.remarks if "announces" in r.text] == [
        f"the text announces {9 if '9' in text else 3} cards in all, it names 4"
    ]


NUMBERED = "the numbers before the lines run from 1: they were read as no counts"


@pytest.mark.parametrize(
    "text",
    [
        "1. Yoda\n2. Luke\n3. Hologame",
        "1) Yoda\n2) Luke\n\nHologame",
        "1.Yoda\n2.Luke\nINTERRUPTS\n1.Hologame\n2.Hindsight",
        "CHARACTERS\n1. Yoda\n2. Luke\n\n1. Hologame\n2. Hindsight",
        "#1 Yoda\n#2 Luke\n#3 Hologame",
        "#1: Yoda\n#2: Luke\n#3: Hologame",
    ],
)
def test_numbers_that_run_from_1_number_the_lines(text: str) -> None:
    deck = parse(text, CLINIC)
    expected = {"1_1": 1, "1_2": 1, "1_3": 1} | ({"1_6": 1} if "Hindsight" in text else {})
    assert (ids(deck.pile), deck.doubts) == (expected, ())
    assert [r.text for r in deck.remarks if r.line] == [NUMBERED]


def test_a_count_may_stand_behind_the_number_of_its_line() -> None:
    deck = parse("1. 2 Yoda\n2. Luke x3\n3. Hologame (2)\n4. X-wing", CLINIC)
    assert (ids(deck.pile), deck.doubts) == ({"1_1": 2, "1_2": 3, "1_3": 2, "1_4": 1}, ())


def test_a_number_behind_a_number_sign_that_does_not_run_from_1_is_a_doubt() -> None:
    deck = parse("#1 Yoda\n#2 Luke\n#4 Hologame", CLINIC)
    assert (ids(deck.pile), [(d.text, d.count) for d in deck.doubts]) == (
        {"1_1": 1},
        [("#2 Luke", 2), ("#4 Hologame", 4)],
    )


def test_a_number_sign_before_a_blank_is_a_bullet() -> None:
    deck = parse("# 1 Yoda\n# 2 Luke\n# 3 Hologame", CLINIC)
    assert (ids(deck.pile), deck.doubts) == ({"1_1": 1, "1_2": 2, "1_3": 3}, ())


@pytest.mark.parametrize("shields", ["2 Shields", "(2) Defensive Shields", "Shields x2", "SHIELDS"])
def test_a_number_before_a_kind_of_cards_is_a_head_where_so_many_stand_below_it(shields: str) -> None:
    deck = parse(
        f"3 Characters\nYoda (2)\nLuke (1)\n(2) Effects\n2 Hindsight\n{shields}\nAim High\nBattle Plan", CLINIC
    )
    assert (ids(deck.pile), ids(deck.outside)) == ({"1_1": 2, "1_2": 1, "1_6": 2}, {"13_1": 1, "13_2": 1})
    assert deck.doubts == ()


@pytest.mark.parametrize("heads", ["", "Effects (2)\n", "EFFECTS\n"])
def test_one_number_before_a_kind_of_cards_may_be_a_card_with_half_its_title(heads: str) -> None:
    deck = parse(f"{heads}2 Hindsight\n1 Imperial\n1 Yoda", CLINIC)
    assert (ids(deck.pile), [d.text for d in deck.doubts]) == ({"1_6": 2, "1_1": 1}, ["1 Imperial"])


@pytest.mark.parametrize("number", ["(2)", "[2]", "(2):"])
def test_a_number_alone_below_a_head_is_its_own(number: str) -> None:
    deck = parse(f"Yoda (2)\nDefensive Shields\n{number}\nAim High\nBattle Plan", CLINIC)
    assert (ids(deck.pile), ids(deck.outside), deck.doubts) == ({"1_1": 2}, {"13_1": 1, "13_2": 1}, ())
    wrong = parse(f"Yoda (2)\nDefensive Shields\n{number}\nAim High", CLINIC)
    assert (ids(wrong.outside), [d.text for d in wrong.doubts]) == ({"13_1": 1}, [number])


@pytest.mark.parametrize("line", ["3 Characters", "2 Shields", "3 Droids"])
def test_a_number_before_a_kind_of_cards_is_a_doubt_where_it_does_not_fit(line: str) -> None:
    deck = parse(f"2 Hindsight\n{line}\nYoda", CLINIC)
    assert (ids(deck.pile), [(d.text, d.count) for d in deck.doubts]) == ({"1_6": 2, "1_1": 1}, [(line, int(line[0]))])


@pytest.mark.parametrize(
    ("text", "pile", "in_doubt"),
    [
        ("1. Yoda\n1. Luke\n2. Hologame", {"1_1": 1, "1_2": 1}, ["2. Hologame"]),
        ("1. Yoda\n2. Luke\n1. Hologame", {"1_1": 1, "1_3": 1}, ["2. Luke"]),
        ("1. Yoda\n3. Luke", {"1_1": 1}, ["3. Luke"]),
        ("1. Yoda\n3 Hologame\n2. Luke", {"1_1": 1, "1_3": 3}, ["2. Luke"]),
        ("2. Yoda\n3. Luke", {}, ["2. Yoda", "3. Luke"]),
    ],
)
def test_other_numbers_with_a_point_may_be_counts(text: str, pile: dict[str, int], in_doubt: list[str]) -> None:
    deck = parse(text, CLINIC)
    assert (ids(deck.pile), [d.text for d in deck.doubts]) == (pile, in_doubt)
    assert NUMBERED not in [r.text for r in deck.remarks]


@pytest.mark.parametrize(
    ("line", "pile"),
    [
        ("2 X-wing", {"1_4": 2}),
        ("3 x-wing", {"1_4": 3}),
        ("2x X-wing", {"1_4": 2}),
        ("2 x X-wing", {"1_4": 2}),
        ("2xX-wing", {"1_4": 2}),
        ("X-wing", {"1_4": 1}),
        ("X-wing x2", {"1_4": 2}),
        ("3 X-wing Cannon", {"1_5": 3}),
        ("2x-Yoda", {"1_1": 2}),
    ],
)
def test_an_x_that_begins_a_title_is_no_sign_of_a_count(line: str, pile: dict[str, int]) -> None:
    deck = parse(line, CLINIC)
    assert (ids(deck.pile), deck.doubts) == (pile, ())


def test_a_misspelt_title_behind_a_count_keeps_its_x() -> None:
    assert [(count, found[0]) for _, _, count, _, found in doubts(parse("Yoda\n2 X-wimg", CLINIC))] == [(2, "1_4")]


TITLES = {"1_1": "Yoda", "1_2": "Luke", "1_3": "Hologame", "1_4": "X-wing", "1_6": "Hindsight"}


@given(
    st.lists(
        st.tuples(st.sampled_from([*TITLES]), st.integers(1, 4), st.sampled_from(["", "", "\n", "CHARACTERS\n"])),
        min_size=2,
        max_size=8,
        unique_by=lambda line: line[0],
    )
)
def test_counts_in_brackets_behind_all_titles_are_counts(lines: list[tuple[str, int, str]]) -> None:
    deck = parse("\n".join(f"{before}{TITLES[id_]} ({count})" for id_, count, before in lines), CLINIC)
    assert (ids(deck.pile), deck.doubts) == ({id_: count for id_, count, _ in lines}, ())
