from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.dom import minidom

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.clinic.exports import EXPORTS
from deckmapping.clinic.model import DeckFormat
from deckmapping.errors import InvalidInputError
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import STARTER, card, clinic_of, ids, parse

if TYPE_CHECKING:
    from deckmapping.clinic.clinic import Clinic
    from deckmapping.clinic.model import ParsedDeck

NASTY = (
    card("1_1", "4-KLOP"),
    card("1_2", "Red 5"),
    card("1_3", "TIE Advanced x1"),
    card("1_4", "3,720 To 1", category="EFFECT"),
    card("1_5", 'The "Best" & Worst', category="INTERRUPT", title_halves=('The "Best"', "Worst")),
    card("1_6", "Worst", category="INTERRUPT"),
    card("1_7", "Don't <Move>", category="EFFECT"),
    card("1_8", "Effects", category="EFFECT"),
    card("1_9", "Zed (Zaz)"),
    card("2_9", "Zaz"),
    card("1_10", "Old Hall (Docking Bay)", category="LOCATION", subtype="SITE"),
    card("1_11", "Old Hall", category="LOCATION", subtype="SYSTEM"),
    card("1_12", "Twin"),
    card("2_12", "Twin"),
    card("2_13", "Twin", Side.DARK),
    card("200_12", "Twin"),
    card("200_13", "New One"),
    card("11_1", "Picture"),
    card("11_2", "Picture"),
    card("1_14", "Guard", category="EFFECT"),
    card("13_14", "Guard", category="DEFENSIVE_SHIELD"),
    card("13_15", "Shell", category="DEFENSIVE_SHIELD"),
    card("1_16", "Strategy"),
    card("1_17", "Start (s)"),
    card("1_18", "P-59", Side.DARK),
    card("1_19", "Plan: Objective", category="OBJECTIVE"),
    card("1_20", "Light Side", category="EPIC_EVENT"),
    card("1_21", "Jedi Test", category="JEDI_TEST"),
    card("1_22", "Odd Thing", category="MYSTERY"),
    card("1_23", "Ünwürdig… ½"),
    card("1_24", "Han... Solo"),
    card("1_25", "Han Solo"),
    card("1_26", "1138"),
    card("1_27", "Copies (2)", category="DEVICE"),
)
CLINIC = clinic_of(*NASTY)
IDS = [record.blueprint_id for record in NASTY]
ANY_DECK = st.tuples(
    st.lists(st.sampled_from(IDS), min_size=1, max_size=30), st.lists(st.sampled_from(IDS), max_size=12)
)


def back(deck: ParsedDeck, format_: DeckFormat, clinic: Clinic) -> ParsedDeck:
    """Write *deck* and read it again, in the format that its content is recognised as."""
    return parse(clinic.export(deck, format_), clinic)


@pytest.mark.parametrize("format_", EXPORTS)
@settings(max_examples=60)  # the index of titles is made in the first example
@given(lists=ANY_DECK, starting=st.sets(st.integers(0, 29)))
def test_reading_an_export_gives_the_same_deck(
    format_: DeckFormat, lists: tuple[list[str], list[str]], starting: set[int]
) -> None:
    pile, outside = lists
    cards = [
        {"id": id_, "outside": is_outside, "starting": not is_outside and at in starting}
        for is_outside, place in ((False, pile), (True, outside))
        for at, id_ in enumerate(place)
    ]
    deck = parse(json.dumps({"cards": cards}), CLINIC)
    again = back(deck, format_, CLINIC)
    assert (ids(again.pile), ids(again.outside), again.doubts) == (ids(deck.pile), ids(deck.outside), ())
    assert (again.side, again.deck.histogram) == (deck.side, deck.deck.histogram)
    if format_ not in (DeckFormat.GEMP, DeckFormat.GEMP_XML):  # which cannot say it
        assert ids(again.marked) == ids(deck.marked)
    assert again.cards_in == len(pile) + len(outside)


@settings(max_examples=60)
@given(lists=ANY_DECK)
def test_the_deck_string_and_the_xml_keep_the_order_too(lists: tuple[list[str], list[str]]) -> None:
    deck = parse("|".join(map(",".join, lists)), CLINIC)
    for format_ in (DeckFormat.GEMP, DeckFormat.GEMP_XML):
        assert back(deck, format_, CLINIC).deck_string == deck.deck_string == "|".join(map(",".join, lists))


def test_the_deck_string_always_has_its_bar() -> None:
    assert CLINIC.export(parse("1_1,1_2*", CLINIC), DeckFormat.GEMP) == "1_1,1_2|\n"


def test_the_xml_is_what_gemp_writes_and_imports() -> None:
    deck = parse("1_10,1_5,1_5,1_7|13_14", CLINIC)
    text = CLINIC.export(deck, DeckFormat.GEMP_XML)
    assert text.splitlines(keepends=True) == [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\r\n',
        "<deck>\r\n",
        '    <card blueprintId="1_10" horizontal="true" title="Old Hall (Docking Bay)"/>\r\n',
        '    <card blueprintId="1_5" horizontal="false" title="The &quot;Best&quot; &amp; Worst"/>\r\n',
        '    <card blueprintId="1_5" horizontal="false" title="The &quot;Best&quot; &amp; Worst"/>\r\n',
        '    <card blueprintId="1_7" horizontal="false" title="Don\'t &lt;Move&gt;"/>\r\n',
        '    <cardOutsideDeck blueprintId="13_14" horizontal="false" title="Guard"/>\r\n',
        "</deck>\r\n",
    ]
    # GEMP's page asks the document's element for its children by name and each for its attributes.
    root = minidom.parseString(text.encode()).documentElement
    assert root is not None
    assert root.tagName == "deck"
    assert [e.getAttribute("blueprintId") for e in root.getElementsByTagName("card")] == ["1_10", "1_5", "1_5", "1_7"]
    assert [e.getAttribute("title") for e in root.getElementsByTagName("cardOutsideDeck")] == ["Guard"]


def test_a_plain_list_has_ids_only_where_a_title_alone_does_not_lead_back() -> None:
    deck = parse("1_1,1_1,1_12,200_12,200_13,11_1,11_2,1_14|13_14,1_14", CLINIC)
    assert CLINIC.export(deck, DeckFormat.PLAIN).splitlines() == [
        "Light Side", "", "2x 4-KLOP", "1x Twin [1_12]", "1x Twin (V)", "1x New One", "1x Picture", "1x Picture [11_2]",
        "1x Guard", "", "OUTSIDE THE DECK (2)", "1x Guard", "1x Guard [1_14]",
    ]  # fmt: skip


def test_where_cards_of_both_sides_stand_a_title_leads_back_whichever_side_is_taken() -> None:
    # The one card whose side is clear is dark: a reader would look for a dark Twin of the second title too.
    deck = parse("2_13,200_12|", CLINIC)
    assert CLINIC.export(deck, DeckFormat.PLAIN).splitlines() == ["1x Twin [2_13]", "1x Twin (V) [200_12]"]
    assert ids(back(deck, DeckFormat.PLAIN, CLINIC).pile) == {"2_13": 1, "200_12": 1}


def test_a_starting_card_is_not_taken_for_one_whose_title_ends_in_s() -> None:
    clinic = clinic_of(card("1_1", "Binder", category="STARSHIP"), card("1_2", "Binders", category="DEVICE"))
    deck = parse("2x Binder (s)\nBinders", clinic)
    assert (ids(deck.pile), ids(deck.marked)) == ({"1_1": 2, "1_2": 1}, {"1_1": 2})
    assert ids(back(deck, DeckFormat.FORUM, clinic).pile) == {"1_1": 2, "1_2": 1}


def test_a_forum_list_has_a_head_with_a_sum_for_each_category() -> None:
    deck = parse("2x Sense\nQuiet Mining Colony (s)\nPrincess Leia\nSense\nBespin\nSHIELDS\nAim High\n")
    assert STARTER.export(deck, DeckFormat.FORUM).splitlines() == [
        "Light Side", "", "", "OBJECTIVES (1)", "1x Quiet Mining Colony (s)", "", "LOCATIONS (1)", "1x Bespin", "",
        "CHARACTERS (1)", "1x Princess Leia", "", "INTERRUPTS (3)", "3x Sense", "",
        "OUTSIDE THE DECK (1)", "1x Aim High",
    ]  # fmt: skip


def test_json_names_id_title_quantity_starting_and_outside() -> None:
    deck = parse("Sense (s)\n2x Sense\nSHIELDS\nAim High\n")
    assert json.loads(STARTER.export(deck, DeckFormat.JSON)) == {
        "cards": [
            {"id": "1_109", "title": "Sense", "quantity": 1, "starting": True, "outside": False},
            {"id": "1_109", "title": "Sense", "quantity": 2, "starting": False, "outside": False},
            {"id": "13_4", "title": "Aim High", "quantity": 1, "starting": False, "outside": True},
        ]
    }


def test_what_is_in_doubt_is_in_no_export() -> None:
    deck = parse("Sense\nNo Such Card\nSenses")
    for format_ in EXPORTS:
        assert ids(back(deck, format_, STARTER).pile) == {"1_109": 1}


@pytest.mark.parametrize("format_", sorted(set(DeckFormat) - set(EXPORTS)))
def test_other_formats_are_not_written(format_: DeckFormat) -> None:
    with pytest.raises(InvalidInputError, match="gemp, gemp-xml, plain, forum, json"):
        STARTER.export(parse("Sense"), format_)
