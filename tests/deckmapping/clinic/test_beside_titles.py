"""What stands beside a title: other columns, comments, other titles, markup; and cards between other words."""

from __future__ import annotations

import pytest

from deckmapping.records import Side
from tests.deckmapping.clinic.telling import card, clinic_of, doubts, ids, parse

CLINIC = clinic_of(
    card("1_1", "Yoda"),
    card("1_2", "Ben Kenobi"),
    card("1_3", "Hologame", category="INTERRUPT"),
    card("1_4", "Hindsight", category="EFFECT"),
    card("1_5", "X-wing", category="STARSHIP"),
    card("1_6", "Luke"),
    card("9_6", "Luke, Jedi Knight"),
    card("1_7", "Hoth", category="LOCATION"),
    card("3_7", "Hoth: North Ridge", category="LOCATION"),
    card("1_8", "Aim High", category="EFFECT"),
    card("13_8", "Aim High", category="DEFENSIVE_SHIELD"),
    card("1_9", "Sabacc", Side.LIGHT, "INTERRUPT"),
    card("5_9", "Sabacc", Side.LIGHT, "INTERRUPT", icons=("CLOUD_CITY",)),
    card("1_10", "Han, Ben, And The Ship"),
    card("1_11", "Han"),
)

SHELLS = (card("1_12", "Shell", category="EFFECT"), card("13_9", "Shell", category="DEFENSIVE_SHIELD"))


def told(text: str) -> tuple[dict[str, int], dict[str, int], list[str]]:
    """The pile, the cards in doubt by the text of their lines, and the remarks about lines."""
    deck = parse(text, CLINIC)
    in_doubt = {text: count for _, text, count, _, _ in doubts(deck)}
    return ids(deck.pile), in_doubt, [remark.text for remark in deck.remarks if remark.line]


@pytest.mark.parametrize(
    ("row", "pile"),
    [
        ("3\tHologame\tInterrupt", {"1_3": 3}),
        ("Hologame\t3\tInterrupt", {"1_3": 3}),
        ("Interrupt\tHologame\t3", {"1_3": 3}),
        ("3x\tHologame\tInterrupts", {"1_3": 3}),
        ("| 3 | Hologame | Interrupt |", {"1_3": 3}),
        ("2\tAim High\tEffect", {"1_8": 2}),
        ("2\tSabacc\tCloud City\tInterrupt", {"5_9": 2}),
        ("Hologame\tInterrupt", {"1_3": 1}),
        ("3\tHologame\tInterrupt - Lost\tPremiere\tU1", {"1_3": 3}),
        ("3 | Hologame | Premiere", {"1_3": 3}),
        ("3   Hologame        Interrupt   Premiere", {"1_3": 3}),
        ("Hologame ........ 3", {"1_3": 3}),
        ("Hologame...x3", {"1_3": 3}),
    ],
)
def test_columns_beside_a_title_say_what_it_is(row: str, pile: dict[str, int]) -> None:
    assert told(f"{row}\n1\tYoda\tCharacter") == ({**pile, "1_1": 1}, {}, [])


def test_a_column_of_shields_puts_a_card_outside() -> None:
    deck = parse("1\tYoda\tCharacter\n1\tAim High\tDefensive Shield", CLINIC)
    assert (ids(deck.pile), ids(deck.outside), deck.doubts) == ({"1_1": 1}, {"13_8": 1}, ())


@pytest.mark.parametrize("between", ["\t", "   ", ";"])
def test_a_category_in_the_first_column_is_that_of_the_rows_below_without_one(between: str) -> None:
    rows = (
        ("Characters", "2", "Yoda"),
        ("1", "Luke"),
        ("Shields", "1", "Aim High"),
        ("1", "Shell"),
        ("Effects (1)", "1", "Aim High"),
    )
    deck = parse("\n".join(map(between.join, rows)), clinic_of(*CLINIC.catalogue.records.values(), *SHELLS))
    assert (ids(deck.pile), ids(deck.outside)) == ({"1_1": 2, "1_6": 1, "1_8": 1}, {"13_8": 1, "13_9": 1})
    assert deck.doubts == ()


def test_a_column_may_say_that_cards_start_or_stand_outside() -> None:
    deck = parse("Starting\tHindsight\n\tLuke\nCharacters\tYoda\nOutside\tHologame\n", CLINIC)
    assert (ids(deck.pile), ids(deck.marked)) == ({"1_4": 1, "1_6": 1, "1_1": 1}, {"1_4": 1, "1_6": 1})
    assert (ids(deck.outside), deck.doubts) == ({"1_3": 1}, ())


def test_a_column_of_cards_that_may_be_none_of_the_deck_makes_a_doubt() -> None:
    assert told("1\tYoda\tCharacters\n2\tHologame\tmaybe") == ({"1_1": 1}, {"2\\tHologame\\tmaybe": 2}, [])


@pytest.mark.parametrize("above", ["Shields: Hindsight, Shell", "Shields - Shell", "1\tShell\tDefensive Shield"])
def test_what_may_be_a_shield_below_one_with_its_own_head_is_a_doubt(above: str) -> None:
    clinic = clinic_of(*CLINIC.catalogue.records.values(), SHELLS[1])
    deck = parse(f"2 Yoda\nAim High\n{above}\nLuke\n1 Aim High\nEFFECTS\nAim High x2", clinic)
    assert (ids(deck.pile)["1_8"], ids(deck.pile)["1_6"], ids(deck.outside)["13_9"]) == (3, 1, 1)
    assert [d.text for d in deck.doubts if d.text != "Hindsight"] == ["1 Aim High"]


def test_a_column_that_says_nothing_is_told() -> None:
    assert told("3\tHologame\tfoil") == ({"1_3": 3}, {}, [])  # a picture of the same card
    assert told("3\tHologame\tgood") == ({"1_3": 3}, {}, ["'good' beside 'Hologame' was not read"])


def test_the_head_of_a_table_may_name_other_columns() -> None:
    assert told("Qty\tCard\tType\n3\tHologame\tInterrupt") == ({"1_3": 3}, {}, [])


@pytest.mark.parametrize(
    ("row", "cards"),
    [
        ("3\tHologame\tnot in deck", 3),
        ("3   Hologame   without", 3),
        ("1\t3\tHologame", 1),
        ("3\tHologame\t2", 3),
        ("3\tHologame\tYoda", 4),
        ("3\tHologamme\tHoth", 3),
    ],
)
def test_a_row_of_two_numbers_or_titles_or_of_a_place_alone_is_a_doubt(row: str, cards: int) -> None:
    deck = parse(f"{row}\n1 Luke", CLINIC)
    assert (ids(deck.pile), deck.doubtful) == ({"1_6": 1}, cards)


@pytest.mark.parametrize(
    ("row", "pile"),
    [
        ("3,Hologame,Interrupt", {"1_3": 3}),
        ('"3","Hologame"', {"1_3": 3}),
        ("Hologame,Interrupt,3", {"1_3": 3}),
        ("2,Sabacc,Cloud City", {"5_9": 2}),
        ("1\tHoth\tLocation", {"1_7": 1}),
        ("3;Hologame;Premiere", {"1_3": 3}),
        ("2;Luke, Jedi Knight;Death Star II", {"9_6": 2}),
        ("Luke, Jedi Knight;2", {"9_6": 2}),
        ('2,"Luke, Jedi Knight",Death Star II', {"9_6": 2}),
        ("1_3,Hologame,3", {"1_3": 3}),
        ("1_9\tSabacc\t2", {"1_9": 2}),
    ],
)
def test_commas_between_numbers_and_kinds_are_columns_too(row: str, pile: dict[str, int]) -> None:
    assert told(row) == (pile, {}, [])


@pytest.mark.parametrize("line", ["2 1_9 Sabacc", "1_9 Sabacc x2", "1_9 - Sabacc (2)"])
def test_an_id_may_stand_before_its_title(line: str) -> None:
    assert told(line) == ({"1_9": 2}, {}, [])


@pytest.mark.parametrize("row", ["1_1 Hologame", "1_1,Hologame,1"])
def test_an_id_beside_another_title_decides_and_is_told(row: str) -> None:
    assert told(row) == ({"1_1": 1}, {}, ["1_1 is Yoda, not 'Hologame [1_1]': the id decides"])


def test_two_rows_beside_each_other_are_doubts() -> None:
    assert told("2 Yoda        3 Hologame") == ({}, {"2 Yoda        3 Hologame": 3}, [])


@pytest.mark.parametrize(
    ("line", "title", "count", "words"),
    [
        ("3 Hologame // good card", "Hologame", 3, "good card"),
        ("2 Hologame # Cut it", "Hologame", 2, None),
        ("2 Hologame # my note", "Hologame", 2, "my note"),
        ("1 Yoda - the old one", "Yoda", 1, "the old one"),
        ("1 Ben Kenobi (in hand)", "Ben Kenobi", 1, "in hand"),
        ("Yoda \u2013 plays well with Luke", "Yoda", 1, "plays well with Luke"),
        ("Yoda x2 // fine", "Yoda", 2, "fine"),
    ],
)
def test_words_behind_a_card_are_a_comment_and_told(line: str, title: str, count: int, words: str | None) -> None:
    (id_,) = [record.blueprint_id for record in CLINIC.catalogue.records.values() if record.title == title]
    remark = f"{words!r} behind {title!r} was read as a comment"
    assert told(f"{line}\n1 Luke") == (
        ({id_: count, "1_6": 1}, {}, [remark]) if words else ({"1_6": 1}, {line: count}, [])
    )


def test_a_comment_may_say_that_a_card_starts() -> None:
    deck = parse("Hindsight (starting effect)\n2 Yoda", CLINIC)
    assert (ids(deck.pile), ids(deck.marked)) == ({"1_4": 1, "1_1": 2}, {"1_4": 1})


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("3 Hologame // 2 Yoda", 3),
        ("3 Hologame // Yoda", 3),
        ("3 Hologame // with 2 Yoda", 3),
        ("1 Yoda - cut", 1),
        ("1 Yoda (maybe)", 1),
        ("1 Yoda (not in the deck)", 1),
        ("1 Yoda # virtual", 1),
        ("// 2 Yoda", 2),
        ("[s]2 Yoda[/s]", 2),
        ("1 Yoda (EPP)", 1),
        ("1 Yoda (tech)", 1),
        ("1 Hoth - Norht Ridge", 1),
        ("1 Hoth - norht ridge", 1),
    ],
)
def test_words_that_may_change_the_card_make_a_doubt(line: str, count: int) -> None:
    assert told(f"1 Luke\n{line}") == ({"1_6": 1}, {line: count}, [])


@pytest.mark.parametrize(
    ("line", "pile"),
    [
        ("3 Hologame, 2 Hindsight, 1 Yoda", {"1_3": 3, "1_4": 2, "1_1": 1}),
        ("Hologame; Hindsight", {"1_3": 1, "1_4": 1}),
        ("2 Hologame and 1 Yoda", {"1_3": 2, "1_1": 1}),
    ],
)
def test_a_line_of_titles_between_commas_is_all_of_them_and_told(line: str, pile: dict[str, int]) -> None:
    assert told(line) == (pile, {}, [f"{line!r} was read as {len(pile)} cards"])


@pytest.mark.parametrize("line", ["Starting: Hindsight, Hoth", "Starting - Hindsight, Hoth"])
def test_starting_cards_between_commas_all_start(line: str) -> None:
    deck = parse(f"{line}\n2 Yoda", CLINIC)
    assert (ids(deck.pile), ids(deck.marked), deck.doubts) == (
        {"1_4": 1, "1_7": 1, "1_1": 2}, {"1_4": 1, "1_7": 1}, ()
    )  # fmt: skip


@pytest.mark.parametrize("line", ["Yoda, Dagobah", "Luke, Yoda, Dagobah"])
def test_a_place_behind_a_card_of_the_set_of_that_name_is_a_doubt(line: str) -> None:
    clinic = clinic_of(card("4_1", "Yoda"), card("1_1", "Luke"), card("4_2", "Dagobah", category="LOCATION"))
    assert [text for _, text, *_ in doubts(parse(line, clinic))] == line.split(", ")
    assert parse("Dagobah, Yoda\nLuke, Dagobah\nYoda, 1 Dagobah", clinic).doubts == ()


def test_each_part_of_an_unclear_line_is_a_doubt_with_its_own_candidates() -> None:
    found = [
        (text, count, found[:1]) for _, text, count, _, found in doubts(parse("3 Hologame, Hindsigth, Yoda", CLINIC))
    ]
    assert found == [("3 Hologame", 3, ["1_3"]), ("Hindsigth", 1, ["1_4"]), ("Yoda", 1, ["1_1"])]


def test_a_misspelt_title_with_commas_is_not_taken_apart() -> None:
    pile, in_doubt, _ = told("Han, Ben Kenobi, And The Shipp\n2 Yoda")
    assert (pile, "1_11" in pile) == ({"1_1": 2}, False)
    assert in_doubt


@pytest.mark.parametrize(
    "text",
    [
        "[list]\n[*]3 Hologame\n[*]2 Yoda\n[/list]",
        "[b]Interrupts (3)[/b]\n[list][*]3 Hologame\n[*]2 Yoda[/list]",
        "[url=a.b/c]3 Hologame[/url]\n[center]2 Yoda[/center]",
        "3\u200bHologame\n2\u200b Yoda",
        '"3 Hologame"\n`2 Yoda`',
        "\u2610 3 Hologame\n\u2713 2 Yoda",
        "3 [Hologame](https://a.b/hologame)\n[Yoda](http://a.b/c?d=e) x2",
        '{| class="wikitable" style="a: b"\n|-\n| 3 || Hologame\n|- valign=top\n| 2 || Yoda\n|}',
    ],
)
def test_markup_says_nothing(text: str) -> None:
    deck = parse(text, CLINIC)
    assert (ids(deck.pile), deck.doubts) == ({"1_3": 3, "1_1": 2}, ())


SENTENCE = "because it is good and " * 6


@pytest.mark.parametrize("words", [SENTENCE, SENTENCE * 20], ids=["a sentence", "a long line"])
def test_a_counted_card_with_more_words_behind_it_than_a_card_has_is_a_doubt(words: str) -> None:
    deck = parse(f"3 Hologame {words}\n2 Yoda", CLINIC)
    assert ids(deck.pile) == {"1_1": 2}
    assert [(d.line, d.count, d.words, [c.blueprint_id for c in d.candidates]) for d in deck.doubts] == [
        (1, 3, "more words stand behind it than a line with a card has", ["1_3"])
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Notes: I also play 2 Hologame and 1 Yoda", "2 Hologame, 1 Yoda"),
        ("Notes:\nI also play 2 Hologame and 1 Yoda.", "2 Hologame, 1 Yoda"),
        ("Strategy:\nadd Hologame x2, and that is it", "2 Hologame"),
        (f"Well, {SENTENCE} 2 Hindsight {SENTENCE}", "2 Hindsight"),
        (f"Well, {SENTENCE * 20} 2 Hindsight (at last)", "2 Hindsight"),
        ("<!-- I also play 2 Hologame, 1x Yoda --><br/>", "2 Hologame, 1 Yoda"),
    ],
)
def test_counted_cards_between_other_words_are_told(text: str, named: str) -> None:
    pile, in_doubt, remarks = told(f"3 Luke\n{text}")
    assert (pile, in_doubt) == ({"1_6": 3}, {})
    assert [remark.rpartition(": ")[2] for remark in remarks] == [named]


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("Also 2 Hologame", [(2, ["1_3"])]),
        ("(and 2 Hologame)", [(2, ["1_3"])]),
        ("Extra: Hologame x2", [(2, ["1_3"])]),
        ("3 Yoda | 2 Hologame", [(3, ["1_1"]), (2, ["1_3"])]),
        ("3 Yoda. 2 Hologame.", [(3, ["1_1"]), (2, ["1_3"])]),
        ("2 Hologame (4)", [(2, ["1_3"])]),
    ],
)
def test_counted_cards_on_an_unclear_line_of_the_list_are_doubts(line: str, cards: list[tuple[int, list[str]]]) -> None:
    found = doubts(parse(f"3 Luke\n{line}\nHindsight", CLINIC))
    assert [(count, reason, candidates) for _, _, count, reason, candidates in found] == [
        (count, "uncertain", candidates) for count, candidates in cards
    ]


def test_prose_without_counted_cards_is_only_listed() -> None:
    assert told("3 Luke\nStrategy:\nYoda is good in 3 of 4 games, and Hologame wins.") == ({"1_6": 3}, {}, [])
