"""Every line that is not blank is an entry or is put aside with a reason, and nothing that may be a card is put aside.

The lines are counted from the text itself, not from what the reader made of them.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deckmapping.clinic.lists import ListReader
from deckmapping.clinic.suggestions import Suggestions
from deckmapping.clinic.titles import TitleIndex
from deckmapping.errors import InvalidInputError, NoDeckError
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import card, clinic_of, doubts, ids, parse, reasons

if TYPE_CHECKING:
    from deckmapping.clinic.clinic import Clinic

CARDS = (
    card("1_1", "Yoda"),
    card("1_2", "Falcon Of Stars", category="STARSHIP"),
    card("1_3", "Hologame", category="INTERRUPT"),
    card("1_4", "Hindsight", category="EFFECT"),
    card("1_5", "Watch Your Step", category="OBJECTIVE"),
    card("1_6", "Hidden Base", category="OBJECTIVE"),
    card("1_7", "Nabrun Leids", category="INTERRUPT"),
    card("1_8", "Ben Kenobi"),
    card("1_9", "Hoth", category="LOCATION"),
    card("1_10", "Hoth: Docking Bay", category="LOCATION"),
    card("1_11", "Hoth: North Ridge", category="LOCATION"),
    card("1_12", "Blaster", category="WEAPON"),
    card("1_13", "Red 1", category="STARSHIP"),
    card("1_14", "Red 12", category="STARSHIP"),
    card("1_15", "Sabacc", Side.LIGHT, "INTERRUPT"),
    card("2_15", "Sabacc", Side.DARK, "INTERRUPT"),
    card("2_16", "Levitation", Side.DARK, "INTERRUPT"),
    card("1_17", "Aim High", category="EFFECT"),
    card("13_17", "Aim High", category="DEFENSIVE_SHIELD"),
    card("1_18", "Core", Side.DARK, "LOCATION"),
    card("200_18", "Core", Side.LIGHT, "LOCATION"),
    card("1_19", "Generators", Side.LIGHT, "LOCATION"),
    card("200_19", "Generators", Side.DARK, "LOCATION"),
    card("1_20", "Luke"),
    card("1_21", "Twin Rank", Side.LIGHT, "CHARACTER"),
    card("200_22", "Twin Rank", Side.LIGHT, "EFFECT"),
    card("1_23", "The Prize"),
)
CLINIC = clinic_of(*CARDS)
TITLES = [record.title for record in CARDS]
MENTIONS = [
    "Notes: I play 2 Hologame and 1 Yoda",
    "3 Hologame // good",
    "3 Hologame - 2 Luke",
    "3 Hologame " + "a " * 30,
    "Also 2 Hologame, which I like a lot, and which is good.",
    "2 Hologame " + "a " * 300,
]
LINES = st.one_of(
    st.sampled_from(
        ["", " ", "CHARACTERS", "Interrupts (2)", "SHIELDS", "Starting:", "Cards:", "Strategy:", "Note: he is good",
         "Note: Yoda", "Description: many words", "Cut:", "Maybe", "Fun Stuff (3)", "Fun Stuff:", "LIGHT SIDE",
         "DARK SIDE", "DS:", "Title: Hidden Base", "Format: Hindsight", "60 cards", "-2 Yoda", "~~Yoda~~", "+1 Luke",
         "Nabrun Leeds (3)", "Yoda, Luke, Hoth", "it is a deck of few words", "1. Yoda", "2) Luke", "[*]Yoda", "---",
         "Yoda (1)", "Objective: Hidden Base", "Yoda:", "a " * 40, "Yoda, " * 90, "EPP Luke", "My Deck", "by Bob",
         "Hidden Base LS", "Hello:", "Cards: 'Starting (2)", "3\tYoda\tCharacter", "60 cards", "// Characters",
         "Deck: Yoda", "Thanks to you all!", *MENTIONS]
    ),
    st.tuples(st.sampled_from(["", "2 ", "3x ", "- ", "-1 ", "1: "]), st.sampled_from(TITLES),
              st.sampled_from(["", " x2", " (2)", "\t3", " (s)", ":"])).map("".join),
    st.text(max_size=30).filter(lambda text: len(text.splitlines()) < 2),
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(LINES, max_size=25))
@example(["Yoda (1)", "Falcon (1)", "Hologame (1)"])
@example(["CHARACTERS", "Yoda", "Note: he is good", "INTERRUPTS", "3 Nabrun Leids"])
def test_every_line_is_an_entry_or_put_aside_with_a_reason(lines: list[str]) -> None:
    expected = Counter(number for number, line in enumerate(lines, start=1) if line.strip())
    index = TitleIndex(CARDS)
    with suppress(InvalidInputError):
        reading = ListReader(index, Suggestions(index)).read(enumerate(lines, start=1))
        taken = {entry.line for entry in reading.entries}  # several of a line where commas part them
        assert Counter(taken) + Counter(line.line for line in reading.ignored) == expected
        assert all(line.reason for line in reading.ignored)
        # A line that is a title and nothing else is a card or a doubt wherever it stands, or is told as the name.
        told = taken | {remark.line for remark in reading.remarks}
        assert not [line for number, line in enumerate(lines, start=1) if number not in told and line in TITLES]


@settings(max_examples=200)
@given(st.lists(LINES, max_size=25))
def test_every_copy_written_before_a_title_is_in_the_pile_outside_or_in_doubt(lines: list[str]) -> None:
    with suppress(NoDeckError, InvalidInputError):
        deck = CLINIC.parse("\n".join(lines).encode())
        put_aside = {line.line for line in deck.ignored} & {remark.line for remark in deck.remarks}
        copies = sum(
            int(line[0])
            for number, line in enumerate(lines, start=1)
            if line[:2] in ("2 ", "3x") and line[2:].strip() in TITLES and number not in put_aside
        )
        assert len(deck.pile) + len(deck.outside) + deck.doubtful >= copies


@settings(max_examples=200)
@given(st.lists(LINES, max_size=25))
def test_a_counted_card_between_other_words_is_taken_in_doubt_or_told(lines: list[str]) -> None:
    index = TitleIndex(CARDS)
    with suppress(InvalidInputError):
        reading = ListReader(index, Suggestions(index)).read(enumerate(lines, start=1))
        told = {entry.line for entry in reading.entries if entry.doubt} | {remark.line for remark in reading.remarks}
        assert not [line for number, line in enumerate(lines, start=1) if line in MENTIONS and number not in told]


def told(text: str, clinic: Clinic = CLINIC) -> tuple[dict[str, int], dict[str, int]]:
    """The pile, and the cards in doubt by the text of their lines."""
    deck = parse(text, clinic)
    return ids(deck.pile), {text: count for _, text, count, _, _ in doubts(deck)}


@pytest.mark.parametrize(
    ("text", "pile", "in_doubt"),
    [
        # A number in brackets: a count where the list writes counts so, and no head where the words are like a title.
        ("Yoda (1)\nFalcon (1)\nHologame (1)", {"1_1": 1, "1_3": 1}, {"Falcon (1)": 1}),
        ("Ben Kenobi (2)\nNabrun Leeds (3)\n2 Hologame\nHindsight", {"1_8": 2, "1_3": 2, "1_4": 1},
         {"Nabrun Leeds (3)": 3}),
        ("Nabrun Leeds (3)\n2 Hologame\nHindsight", {"1_3": 2, "1_4": 1}, {"Nabrun Leeds (3)": 3}),
        ("Fun Stuff (3)\n2 Hologame\nHindsight", {"1_3": 2, "1_4": 1}, {}),
        ("Fun Stuff (4)\n2 Hologame\nHindsight", {"1_3": 2, "1_4": 1}, {"Fun Stuff (4)": 4}),
        ("Hoth (2)\nHoth: Docking Bay\nHoth: North Ridge", {"1_10": 1, "1_11": 1}, {"Hoth (2)": 2}),
        ("Hoth (2)\nHoth: Docking Bay\nHoth: North Ridge\n\nYoda", {"1_10": 1, "1_11": 1, "1_1": 1}, {"Hoth (2)": 2}),
        ("Hoth (2)\nHoth: Docking Bay", {"1_9": 2, "1_10": 1}, {}),
        # Two decks in one text.
        ("LIGHT SIDE\n3 Nabrun Leids\n2 Sabacc\n\nDARK SIDE\nEFFECTS\n2 Sabacc\nLevitation", {"1_7": 3, "1_15": 2},
         {"2 Sabacc": 2, "Levitation": 1}),
        ("LIGHT SIDE\nYoda\nDS:\nAim High", {"1_1": 1}, {"Aim High": 1}),
        # Prose ends where a head names categories; a card in prose is a doubt.
        ("CHARACTERS\nYoda\nNote: he is good\nINTERRUPTS\n3 Nabrun Leids\n2 Hologame", {"1_1": 1, "1_7": 3, "1_3": 2},
         {}),
        ("CHARACTERS\nYoda\nNote: he is good\n3 Nabrun Leids\nwhat else", {"1_1": 1}, {"3 Nabrun Leids": 3}),
        ("Yoda\nStrategy:\n3x Nabrun Leids because", {"1_1": 1}, {"3x Nabrun Leids because": 3}),
        ("Yoda\nNotes: Hologame, Hindsight", {"1_1": 1}, {"Hologame": 1, "Hindsight": 1}),
        ("Yoda\nComment: 2 Hologame", {"1_1": 1}, {"Comment: 2 Hologame": 2}),
        ("Yoda\nStrategy:\nNabrun Leeds\nbe good", {"1_1": 1}, {"Nabrun Leeds": 1}),
        ("Starting:\nHindsight\nWatch Your Step\nCards:\nYoda", {"1_4": 1, "1_5": 1, "1_1": 1}, {}),
        ("Some words\n2 Hologame\nCards:\nYoda", {"1_1": 1}, {"2 Hologame": 2}),
        # Changes, cards cut, and heads that nobody knows.
        ("Yoda\nChanges:\n-2 Hologame\n- 1 Ben Kenobi", {"1_1": 1}, {"-2 Hologame": 2, "- 1 Ben Kenobi": 1}),
        ("Yoda\n-2 Hologame", {"1_1": 1}, {"-2 Hologame": 2}),
        ("- 1 Yoda\n- 2 Hologame", {"1_1": 1, "1_3": 2}, {}),
        ("Yoda\nAlternates (1)\n1 Hindsight\nAlternate:\n1 Luke", {"1_1": 1}, {"1 Hindsight": 1, "1 Luke": 1}),
        ("Yoda\nMaybe:\n1 Hindsight\nCut:\n1 Ben Kenobi", {"1_1": 1}, {"1 Hindsight": 1, "1 Ben Kenobi": 1}),
        ("Yoda\nCuts\nHindsight\nEFFECTS\nAim High", {"1_1": 1, "1_17": 1}, {"Hindsight": 1}),
        ("Yoda\n~~Hologame~~", {"1_1": 1}, {"~~Hologame~~": 1}),
        ("Yoda\nFine things:\nHindsight", {"1_1": 1}, {"Hindsight": 1}),
        ("Yoda\nNabrun Leeds:\nHindsight", {"1_1": 1, "1_4": 1}, {"Nabrun Leeds:": 1}),
        ("Yoda\nBLASTER:\nHindsight", {"1_1": 1, "1_4": 1}, {"BLASTER:": 1}),
        ("Yoda\nMain Effects:\nHindsight", {"1_1": 1, "1_4": 1}, {}),
        # Two cards on a line.
        ("Yoda\nWatch Your Step / Hologame", {"1_1": 1}, {"Watch Your Step / Hologame": 1}),
        ("Yoda\nWatch Your Step / Hidden Base", {"1_1": 1}, {"Watch Your Step / Hidden Base": 1}),
        ("Watch Your Step / It Is Slippery", {"1_5": 1}, {}),
        ("Yoda\nHologame / Hologame", {"1_1": 1}, {"Hologame / Hologame": 1}),
        ("The Prize / The Prize", {"1_23": 1}, {}),
        ("Yoda, 2 Hologame, Hindsight", {"1_1": 1, "1_3": 2, "1_4": 1}, {}),
        ("Yoda, 2 Holo, Hindsight", {}, {"Yoda": 1, "2 Holo": 2, "Hindsight": 1}),
        # Lines about the list, and names of it.
        ("Yoda\nFormat: Hindsight\nDate: Hologame", {"1_1": 1}, {"Format: Hindsight": 1, "Date: Hologame": 1}),
        ("EPP Luke\n\n3 Hologame", {"1_3": 3}, {"EPP Luke": 1}),
        ("Some Words\n\n3 Hologame", {"1_3": 3}, {}),
        ("3 Hologame\n3 cards", {"1_3": 3}, {}),
        ("Qty\tCard\n3\tHologame\nYoda \t 2", {"1_3": 3, "1_1": 2}, {}),
        ("Here is my deck:\n3 Hologame", {"1_3": 3}, {}),
        ("Cut from my deck:\n3 Hologame", {}, {"3 Hologame": 3}),
        ("Yoda\nHere is my old deck:\n3 Hologame", {"1_1": 1}, {"3 Hologame": 3}),
        ("Yoda \u8001\u5e08\nHologame \u043d\u0435\nHindsight", {"1_4": 1},
         {"Yoda \u8001\u5e08": 1, "Hologame \u043d\u0435": 1}),
        # Counts.
        ("Red 1\t2", {"1_13": 2}, {}),
        ("Red 1,2", {"1_13": 2}, {}),
        ("Red 1 2", {}, {"Red 1 2": 1}),
        ("Red 12\nRed-12\nRed12", {"1_14": 3}, {}),
        ("Nabrun Leids\t3", {"1_7": 3}, {}),
        ("2: Hologame\n3,Nabrun Leids\n[*]Yoda\n+ Hindsight", {"1_3": 2, "1_7": 3, "1_1": 1, "1_4": 1}, {}),
        ("\uff13 Hologame\n2\u200b Nabrun Leids", {"1_3": 3, "1_7": 2}, {}),
        ("1. Yoda\n2. Hologame\n3. Hindsight\n4. Luke", {"1_1": 1, "1_3": 1, "1_4": 1, "1_20": 1}, {}),
        ("1) Yoda\n3) Hologame", {"1_1": 1}, {"3) Hologame": 1}),
    ],
)  # fmt: skip
def test_what_may_be_a_card_is_one_or_a_doubt(text: str, pile: dict[str, int], in_doubt: dict[str, int]) -> None:
    assert told(text) == (pile, in_doubt)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3 Nabrun Leids\nCore", "200_18"),
        ("3 Levitation\nCore", "1_18"),
        ("3 Levitation\nGenerators", "200_19"),
        ("3 Nabrun Leids\nGenerators", "1_19"),
        ("Dark Side\nGenerators", "200_19"),
        ("EFFECTS\nTwin Rank", "200_22"),
        ("Twin Rank", "1_21"),
    ],
)
def test_no_preference_turns_a_title_into_a_card_of_the_other_side(text: str, meant: str) -> None:
    deck = parse(text, CLINIC)
    assert (ids(deck.pile).get(meant), deck.doubts) == (1, ())


def test_a_title_of_both_sides_is_a_doubt_where_the_side_is_not_clear_or_a_mark_leaves_the_other_one_only() -> None:
    assert [found for *_, found in doubts(parse("Core", CLINIC))] == [["1_18", "200_18"]]
    assert [found for *_, found in doubts(parse("3 Levitation\nCore (V)", CLINIC))] == [["1_18", "200_18"]]


def test_a_second_side_is_told_and_its_cards_are_suggested() -> None:
    deck = parse("LIGHT SIDE\n3 Nabrun Leids\nSabacc\n\nDARK SIDE\n2 Sabacc", CLINIC)
    assert [found for *_, found in doubts(deck)] == [["2_15"]]
    assert [remark.text for remark in deck.remarks if remark.line == 5] == [
        "'DARK SIDE' begins another deck, or the sides do not agree: one deck a text"
    ]


@pytest.mark.parametrize("head", ["SHIELDS", "Def. Shields", "D-shields", "Defensive Shields (2)"])
def test_below_a_head_of_shields_only_shields_are_taken(head: str) -> None:
    deck = parse(f"Yoda\n{head}\nAim High\n2 Nabrun Leids", CLINIC)
    assert (ids(deck.pile), ids(deck.outside)) == ({"1_1": 1}, {"13_17": 1})
    assert [(text, count, reason) for _, text, count, reason, _ in doubts(deck)] == [("2 Nabrun Leids", 2, "uncertain")]


def test_a_sum_that_is_wrong_and_a_title_that_is_taken_for_a_name_are_told() -> None:
    deck = parse("Title: Hidden Base\n3 Hologame\n60 cards", CLINIC)
    assert (deck.doubts, reasons(deck)) == ((), {1: "about the list", 3: "a sum of cards"})
    assert [remark.text for remark in deck.remarks if remark.line] == [
        "'Hidden Base' is the title of a card and was taken for a name",
        "the text announces 60 cards in all, it names 3",
    ]


def test_a_refusal_says_what_there_was_instead_of_a_deck() -> None:
    with pytest.raises(NoDeckError) as caught:
        CLINIC.parse(b"SHIELDS\nAim High\n" + b"word " * 100)
    assert [(violation.value[:40], violation.expected) for violation in caught.value.violations] == [
        ("no card in the pile, 1 outside the deck", "at least one card"),
        ("line 1: SHIELDS", "a card; it was put aside: a head"),
        (
            "line 3: word word word word word word wo",
            "a card; it was put aside: longer than 400 characters, so no card",
        ),
    ]
