"""What stands around a list: its name, which may be a card's title, its player, its side, words, heads."""

from __future__ import annotations

import pytest

from deckmapping.records import Side
from tests.deckmapping.clinic.telling import card, clinic_of, doubts, ids, parse, reasons

CLINIC = clinic_of(
    card("1_1", "Yoda"),
    card("1_2", "Ben Kenobi"),
    card("1_3", "Hologame", category="INTERRUPT"),
    card("1_4", "Hindsight", category="EFFECT"),
    card("1_5", "Watch Your Step", category="OBJECTIVE"),
    card("1_6", "Luke"),
    card("200_4", "Hindsight", category="EFFECT"),
    card("13_7", "Aim High", category="DEFENSIVE_SHIELD"),
    card("2_1", "Levitation", Side.DARK, "INTERRUPT"),
)


def told(text: str) -> tuple[dict[str, int], list[str], list[str]]:
    """The pile, the texts of the doubts, and the remarks about lines."""
    deck = parse(text, CLINIC)
    return ids(deck.pile), [d.text for d in deck.doubts], [r.text for r in deck.remarks if r.line]


@pytest.mark.parametrize(
    ("text", "pile"),
    [
        ("Hindsight\n\n3 Hologame\n2 Yoda", {"1_3": 3, "1_1": 2}),
        ("Hindsight\n\nCHARACTERS\n2 Yoda", {"1_1": 2}),
        ("Hindsight\nLight Side\n2 Yoda", {"1_1": 2}),
        ("Hindsight\nSide: Light\n2 Yoda", {"1_1": 2}),
        ("Watch Your Step\n\n1 Watch Your Step / It Is Slippery\n2 Yoda", {"1_5": 1, "1_1": 2}),
        ("Watch Your Step\n\n1 Watch Your Step / It Is Slippery\nYoda", {"1_5": 1, "1_1": 1}),
        ("Hindsight\n\n2 Yoda\n\nSHIELDS\nAim High", {"1_1": 2}),
        ("# Hindsight\n\n2 Yoda", {"1_1": 2}),
        ('"Hindsight"\n\n2 Yoda', {"1_1": 2}),
        ("**Hindsight**\n\n2 Yoda", {"1_1": 2}),
    ],
)
def test_a_title_alone_above_a_list_of_counts_is_its_name(text: str, pile: dict[str, int]) -> None:
    first = text.split("\n", 1)[0].strip('"')
    assert told(text) == (pile, [], [f"{first!r} is the title of a card and was taken for the list's name"])


@pytest.mark.parametrize("about", ["Light Side", "Player: Bob", "Side: Light\nFormat: Open"])
def test_lines_about_a_list_may_stand_above_its_name(about: str) -> None:
    assert told(f"{about}\n\nHindsight\n\n2 Yoda") == (
        {"1_1": 2}, [], ["'Hindsight' is the title of a card and was taken for the list's name"]
    )  # fmt: skip


def test_the_player_may_stand_between_the_name_and_the_blank_line() -> None:
    assert told("Hindsight\nby Bob\n\n2 Yoda") == (
        {"1_1": 2},
        [],
        [
            "'Hindsight' is the title of a card and was taken for the list's name",
            "'by Bob' was taken for the name of the list",
        ],
    )


@pytest.mark.parametrize("text", ["Hindsight\n\n2 Yoda\nLuke", "Hindsight\n\nYoda\nHindsight"])
def test_a_title_that_may_be_a_name_or_a_card_is_a_doubt(text: str) -> None:
    ((line, written, count, reason, found),) = doubts(parse(text, CLINIC))
    assert (line, written, count, reason, found) == (1, "Hindsight", 1, "uncertain", ["1_4", "200_4"])


@pytest.mark.parametrize(
    ("text", "pile"),
    [
        ("1 Hindsight\n\n2 Yoda", {"1_4": 1, "1_1": 2}),
        ("\u2022Hindsight\n\n2 Yoda", {"1_4": 1, "1_1": 2}),
        ("Hindsight (V)\n\n2 Yoda", {"200_4": 1, "1_1": 2}),
        ("Hindsight (s)\n\n2 Yoda", {"1_4": 1, "1_1": 2}),
        ("Watch Your Step / It Is Slippery\n\n2 Yoda", {"1_5": 1, "1_1": 2}),
        ("Hindsight\n\nYoda\nLuke", {"1_4": 1, "1_1": 1, "1_6": 1}),
        ("Hindsight\n2 Yoda", {"1_4": 1, "1_1": 2}),
    ],
)
def test_a_title_that_is_written_as_a_card_is_one(text: str, pile: dict[str, int]) -> None:
    assert told(text) == (pile, [], [])


def test_one_title_without_a_count_among_counts_is_taken_and_told() -> None:
    remark = "'Hindsight' alone has no count: it was taken for one card"
    assert told("Hindsight\n2 Yoda\n3 Hologame") == ({"1_4": 1, "1_1": 2, "1_3": 3}, [], [remark])


@pytest.mark.parametrize("label", ["Deck:", "My deck:", "Name:", "Deck name:", "Deck name -", "Title:"])
def test_a_title_behind_a_label_of_names_is_a_name(label: str) -> None:
    remark = "'Hindsight' is the title of a card and was taken for a name"
    assert told(f"{label} Hindsight\n2 Yoda") == ({"1_1": 2}, [], [remark])


@pytest.mark.parametrize(
    ("text", "pile", "in_doubt"),
    [
        ("Deck: 3 Hologame\n2 Yoda", {"1_1": 2}, ["Deck: 3 Hologame"]),
        ("2 Yoda\nDeck: Hindsight", {"1_1": 2}, ["Deck: Hindsight"]),
        ("Deck: Hindsight, Luke\n2 Yoda", {"1_1": 2}, ["Hindsight", "Luke"]),
    ],
)
def test_cards_behind_a_label_of_names_are_doubts(text: str, pile: dict[str, int], in_doubt: list[str]) -> None:
    assert told(text)[:2] == (pile, in_doubt)


@pytest.mark.parametrize(
    "name",
    [
        "Hindsight LS",
        "Ralltiir Ops by Steve",
        "by Bob",
        "Bob's Luke deck",
        "Hindsight, Light Side",
        "My 1st try",
        "Bob - Hindsight - Worlds 2019",
        "Hindsight beats",
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_words_above_a_list_of_counts_are_its_name(name: str, between: str) -> None:
    assert told(f"{name}{between}2 Yoda\n3 Hologame") == (
        {"1_1": 2, "1_3": 3},
        [],
        [f"{name!r} was taken for the name of the list" if "'" not in name
         else f'"{name}" was taken for the name of the list'],
    )  # fmt: skip


@pytest.mark.parametrize("first", ["Yodaa", "EPP Luke", "Hindsigth", "3 Hindsigth", "Ben"])
def test_what_is_like_a_title_above_a_list_is_a_doubt(first: str) -> None:
    assert told(f"{first}\n\n2 Yoda\n3 Hologame")[:2] == ({"1_1": 2, "1_3": 3}, [first])


@pytest.mark.parametrize(
    "text",
    [
        "My Deck\nLight Side\n2 Yoda",
        "My Deck\nSide: Light\n\n2 Yoda",
        "Bobs pile\nSide: Light\n2 Yoda",
        "CHARACTERS\nLight Side\n2 Yoda",
    ],
)
def test_a_side_below_a_name_or_a_head_begins_no_other_deck(text: str) -> None:
    deck = parse(text, CLINIC)
    assert (ids(deck.pile), deck.side, deck.doubts) == ({"1_1": 2}, Side.LIGHT, ())


def test_a_side_below_cards_may_begin_another_deck() -> None:
    assert told("2 Yoda\n3 Hologame\nLight Side\n2 Luke")[:2] == ({"1_1": 2, "1_3": 3}, ["2 Luke"])


@pytest.mark.parametrize("words", ["Hello folks:", "Hi all, this is what I play:"])
def test_words_to_the_reader_above_a_list_are_told_and_no_head(words: str) -> None:
    assert told(f"{words}\n2 Yoda") == ({"1_1": 2}, [], [f"{words!r} was taken for an introduction of the list"])


def test_words_below_a_list_of_counts_are_told_and_no_card() -> None:
    assert told("2 Yoda\n3 Hologame\nThanks for looking!\nBob") == (
        {"1_1": 2, "1_3": 3},
        [],
        [
            "'Thanks for looking!' was taken for words below the list",
            "'Bob' was taken for words below the list",
        ],
    )


@pytest.mark.parametrize("last", ["Hindsigth", "EPP Luke", "2 Some Such"])
def test_what_may_be_a_card_below_a_list_is_a_doubt(last: str) -> None:
    assert told(f"2 Yoda\n3 Hologame\n{last}")[1] == [last]
    assert told("2 Yoda\nHologame\nSome Such")[1] == ["Some Such"]  # no list of counts


def test_a_sentence_is_prose_and_told_although_a_title_stands_in_it() -> None:
    words = "It won twelve games last week, and it starts Hindsight."
    assert told(f"2 Yoda\n{words}\n3 Hologame") == ({"1_1": 2, "1_3": 3}, [], [f"{words!r} was read as prose"])
    assert told("2 Yoda\nNot so many words as Hindsight.")[1] == ["Not so many words as Hindsight."]


@pytest.mark.parametrize("label", ["Light Side Deck", "Main Deck", "Deck 1", "The List", "Cards"])
def test_a_title_alone_behind_a_word_for_the_whole_list_is_a_doubt(label: str) -> None:
    doubt = f"{label}: Watch Your Step"
    assert told(f"{doubt}\n\nCHARACTERS\n2 Yoda\nLuke") == ({"1_1": 2, "1_6": 1}, [doubt], [])
    assert told(f"CHARACTERS\n2 Yoda\n{label}: Luke")[:2] == ({"1_1": 2, "1_6": 1}, [])
    assert told(f"{label}: 2 Yoda, Luke")[:2] == ({"1_1": 2, "1_6": 1}, [])


def test_a_deck_of_a_side_is_named_by_its_head() -> None:
    deck = parse("Light Side Deck:\n2 Yoda\nDark Side Deck:\n3 Levitation", CLINIC)
    assert (ids(deck.pile), [d.text for d in deck.doubts]) == ({"1_1": 2}, ["3 Levitation"])


@pytest.mark.parametrize("words", ["What I took out:", "Cut these:", "My old one:"])
def test_words_that_speak_of_other_cards_put_what_follows_in_doubt(words: str) -> None:
    assert told(f"{words}\n2 Yoda")[:2] == ({}, ["2 Yoda"])


@pytest.mark.parametrize(
    "head", ["Card list", "Card List:", "Decklist", "Reserve deck:", "// Characters", "// Characters (2)"]
)
def test_a_head_may_lack_its_colon_or_be_a_comment(head: str) -> None:
    deck = parse(f"{head}\n2 Yoda", CLINIC)
    assert (ids(deck.pile), deck.doubts, list(reasons(deck))) == ({"1_1": 2}, (), [1])
    assert [remark for remark in deck.remarks if remark.line] == []


def test_a_head_behind_the_word_that_begins_the_list_counts() -> None:
    deck = parse(
        "Cards: 'Starting (2)\nWatch Your Step\nHindsight\n\nCharacters (1)\nYoda\n'\nStrategy: '\nWin\n'", CLINIC
    )
    assert (ids(deck.pile), ids(deck.marked)) == ({"1_5": 1, "1_4": 1, "1_1": 1}, {"1_5": 1, "1_4": 1})
    assert (deck.doubts, [remark for remark in deck.remarks if remark.line]) == ((), [])
