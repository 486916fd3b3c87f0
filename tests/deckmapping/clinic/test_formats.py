"""Each format with lists made up of cards of the starter catalogue."""

from __future__ import annotations

import json

import pytest

from deckmapping.clinic.model import DeckFormat
from deckmapping.clinic.recognition import recognise
from deckmapping.errors import InvalidInputError
from deckmapping.records import Side
from tests.deckmapping.clinic.telling import STARTER, doubts, ids, parse, reasons

XML = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\r\n<deck>\r\n'
    '    <card blueprintId="5_5" horizontal="false" title="Lando Calrissian"/>\r\n'
    '    <card blueprintId="5_5*" horizontal="false" title="Lando Calrissian"/>\r\n'
    '    <card blueprintId="10_22" horizontal="false" title="Shocking Information &amp; Grimtaash"/>\r\n'
    '    <card blueprintId="109_4" horizontal="false" title="Quiet Mining Colony / Independent Operation"/>\r\n'
    '    <cardOutsideDeck blueprintId="13_4" horizontal="false" title="Aim High"/>\r\n</deck>\r\n'
)


def test_gemp_xml_is_read_an_element_a_copy() -> None:
    deck = parse(XML)
    assert (deck.format, deck.side, deck.doubts) == (DeckFormat.GEMP_XML, Side.LIGHT, ())
    assert (ids(deck.pile), ids(deck.outside)) == ({"5_5": 2, "10_22": 1, "109_4": 1}, {"13_4": 1})
    assert (deck.remarks, deck.ignored) == ((), ())


def test_in_gemp_xml_the_id_decides_and_another_title_is_a_remark() -> None:
    deck = parse('<deck>\n<card blueprintId="1_109" title="Tunnel Vision"/>\n<card title="Sense"/>\n<note/>\n</deck>')
    assert ids(deck.pile) == {"1_109": 2}
    assert [(r.line, r.text) for r in deck.remarks][:1] == [(2, "1_109 is Sense, not 'Tunnel Vision': the id decides")]
    assert reasons(deck) == {4: "an element that is no card"}


def test_an_unknown_id_in_gemp_xml_is_a_doubt_with_the_cards_of_its_title() -> None:
    deck = parse('<deck><card blueprintId="203_30" title="Sense"/><card blueprintId="x" title="Jawa"/><card/></deck>')
    assert [(text, reason, found) for _, text, _, reason, found in doubts(deck)] == [
        ("203_30 Sense", "unknown-id", ["1_109"]),
        ("x Jawa", "malformed-id", []),
        ("<card> without blueprintId", "unknown-title", []),
    ]


@pytest.mark.parametrize(
    ("xml", "told"),
    [
        ("<deck><card blueprintId='1_109'>", "line 1, column 33: no element found"),
        ("<cards><card blueprintId='1_109'/></cards>", "the element cards"),
        ("<deck>\n<card a=b/></deck>", "line 2, column 9: not well-formed (invalid token)"),
    ],
)
def test_xml_that_is_no_deck_is_refused_with_its_place(xml: str, told: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        STARTER.parse(xml.encode(), DeckFormat.GEMP_XML)
    assert caught.value.violations[0].value == told


def test_gemps_html_list_is_read_without_its_markup() -> None:
    deck = parse(
        "<html><body><h1>Sense</h1><br/>\n<b>Deck:</b><br/>\nCHARACTER<br/>2x •Lando Calrissian<br/>1x Jawa<br/>\n"
        "INTERRUPT<br/>\n3x Sense<br/>1x Shocking Information &amp; Grimtaash<br/></body></html>"
    )
    assert deck.format is DeckFormat.GEMP_HTML
    # The deck's own name is a card's title here, and still no card. Jawas and Landos are of both sides: Sense decides.
    assert ids(deck.pile) == {"1_12": 1, "1_109": 3, "10_22": 1, "5_5": 2}
    assert reasons(deck) == {1: "stands in the head of the page", 2: "a head", 3: "a head", 4: "a head"}
    assert (deck.ignored[0].line, deck.ignored[0].text) == (1, "Sense")
    assert (1, "'Sense' stands in the head of the page, so it was not counted") in [
        (remark.line, remark.text) for remark in deck.remarks
    ]


def test_a_forum_list_with_heads_sums_and_shields() -> None:
    deck = parse(
        "Tarkin - Cloud City Open\n\nSTARTING (2)\nQuiet Mining Colony / Independent Operation\n1x Bespin\n\n"
        "CHARACTERS (3)\n2x Princess Leia\nR2-D2\n\nWEAPONS/DEVICES (9)\n2 Blaster\n\nDEFENSIVE SHIELDS\nAim High\n"
        "Don't Do That Again\n"
    )
    assert (deck.format, deck.side) == (DeckFormat.FORUM, Side.LIGHT)
    assert ids(deck.pile) == {"109_4": 1, "5_76": 1, "5_7": 2, "2_14": 1, "1_152": 2}
    assert (ids(deck.outside), ids(deck.marked)) == ({"13_4": 1, "13_16": 1}, {"109_4": 1, "5_76": 1})
    assert reasons(deck)[1] == "stands before the list"
    assert [(r.line, r.text) for r in deck.remarks if r.line] == [
        (1, "'Tarkin - Cloud City Open' was taken for the name of the list"),
        (11, "the head 'WEAPONS/DEVICES (9)' announces 9 cards, below it stand 2"),
    ]


def test_a_decktech_post_between_its_prose() -> None:
    deck = parse(
        "Many Mines\n\nTitle: Many Mines\nAuthor: Somebody\nTags: - Light\nDescription: it works\n\nCards:\n\n"
        "'Starting(3)\n\nQuiet Mining Colony/Independent Operation\n\nBespin\n\nTunnel Vision(s)\n\nFun Stuff(5)\n\n"
        "Sense x3\n\nPunch It! x 2\n\nDevices\n\nDashh x2\n\n'\n\n"
        "Strategy:\n\nSense- because it cancels.\n\n2 Sense\n\nEffects(3)\n"
    )
    assert (deck.format, deck.side) == (DeckFormat.DECKTECH, None)
    assert ids(deck.pile) == {"109_4": 1, "5_76": 1, "4_67": 1, "1_109": 3, "5_64": 2}
    assert ids(deck.marked) == {"109_4": 1, "5_76": 1, "4_67": 1}
    assert [(text, count, found[:1]) for _, text, count, _, found in doubts(deck)] == [
        ("Dashh x2", 2, ["5_43"]), ("2 Sense", 2, ["1_109"])
    ]  # fmt: skip
    told = reasons(deck)
    assert (told[3], told[8], told[10]) == ("stands before the list", "the head of the list", "a head")
    assert (told[18], told[28]) == ("a head: so many cards stand below it", "no letter and no digit")
    assert (told[30], told[32], told[36]) == ("the head of prose", "stands in prose", "a head")
    assert [doubt.words for doubt in deck.doubts if doubt.line == 34] == ["stands in prose"]


def test_an_unknown_line_with_a_number_is_a_head_where_the_sum_below_is_right() -> None:
    deck = parse("Fun Stuff (5)\nSense x3\nPunch It! x 2\nMore Of It (4)\nDash\n")
    assert ids(deck.pile) == {"1_109": 3, "5_64": 2, "5_43": 1}
    assert reasons(deck) == {1: "a head: so many cards stand below it"}
    assert [(text, count) for _, text, count, _, _ in doubts(deck)] == [("More Of It (4)", 4)]


def test_a_deck_sites_text_with_sums_in_heads_only() -> None:
    deck = parse("Characters: (2)\nPrincess Leia\nPrincess Leia\nInterrupts: (1)\nSense\n")
    assert (deck.format, ids(deck.pile), deck.doubts) == (DeckFormat.SITE, {"5_7": 2, "1_109": 1}, ())
    assert [r for r in deck.remarks if r.line] == []


def test_holotable_decks_name_pictures() -> None:
    deck = parse(
        'ver 2\nback reb.gif\ncard "/starwars/CloudCity-Light/t_princessleia" 2\n'
        'card "/starwars/ANewHope-Light/t_r2d2" 1 1 1\ncard "/starwars/Virtual1-Light/t_r2d2" 1\n'
        'card "/TWOSIDED/starwars/EnhancedCloudCity-Light/t_quietminingcolony" 1\n'
        'card "/starwars/ReflectionsII-Light/t_shockinginformation&grimtaash" "•Shocking & •Grim (2)" 1\n'
        'card "/starwars/ReflectionsIII-Light/t_aimhigh" 1\ncard "/starwars/Premiere-Dark/t_princessleia" 1\n'
        'card "/legacy/Virtual8-Light/t_princessleia" 1\ncard "/starwars/Premiere-Light/t_sense" x\nnot a card\n'
    )
    assert deck.format is DeckFormat.HOLOTABLE
    assert ids(deck.pile) == {"5_7": 2, "2_14": 1, "201_6": 1, "109_4": 1, "10_22": 1}
    assert (ids(deck.outside), ids(deck.marked)) == ({"13_4": 1}, {"2_14": 1})
    assert [(line, reason, found) for line, _, _, reason, found in doubts(deck)] == [
        (9, "unknown-title", ["5_7"]), (10, "unknown-title", ["5_7"]), (11, "uncertain", ["1_109"])
    ]  # fmt: skip
    other = "stands in no line of a card"
    assert reasons(deck) == {1: other, 2: "the picture of all backs", 12: other}


def test_wiki_text_with_card_links_and_plain_links() -> None:
    deck = parse(
        "== Starting ==\n* 1x {{CardLink|Quiet Mining Colony / Independent Operation|QMC.gif}}\n'''Interrupts'''\n"
        "* 3x {{CardLink|Sense|Premiere-sense.gif}}\n* 2x [[Punch It!]]<br />\n* [[Tunnel Vision|TV]] x2\n"
        "[[Category:Decks]]\n=== Defensive Shields ===\n* {{cardlink|Aim High}}\n"
    )
    assert (deck.format, deck.doubts) == (DeckFormat.WIKI, ())
    assert ids(deck.pile) == {"109_4": 1, "1_109": 3, "5_64": 2, "4_67": 2}
    assert (ids(deck.outside), ids(deck.marked)) == ({"13_4": 1}, {"109_4": 1})
    assert reasons(deck)[7] == "about the list"


def test_archived_posts_in_json() -> None:
    deck = parse(
        json.dumps(
            {
                "side": "Light",
                "cards": [
                    [1, "Quiet Mining Colony / Independent Operation", "OBJECTIVE", "posted: QMC"],
                    [3, "Sense", "INTERRUPT", "posted: Sense x3"],
                    [1, "R2-D2 (Artoo-Detoo) (V)", "CHARACTER", "posted: R2 (V)"],
                    [1, "Motti (V) (Virtual Set 3)", "CHARACTER", "posted: Motti (V)"],
                    [2, "UNKNOWN", "UNKNOWN", "posted: the new one"],
                    ["x", "Sense"],
                    [],
                    7,
                ],
                "shields": [[1, "Aim High", "DEFENSIVE_SHIELD"], "Battle Plan"],
                "notes": ["prose"],
            }
        )
    )
    assert (deck.format, deck.cards_in) == (DeckFormat.ARCHIVE_JSON, 13)
    assert ids(deck.pile) == {"109_4": 1, "1_109": 3, "201_6": 1}
    assert ids(deck.outside) == {"13_4": 1, "13_8": 1}
    assert [(line, text, count, reason) for line, text, count, reason, _ in doubts(deck)] == [
        (4, "Motti (V) (Virtual Set 3) (posted: Motti (V))", 1, "old-virtual"),
        (5, "UNKNOWN (posted: the new one)", 2, "unknown-title"),
        (6, "Sense", 1, "bad-count"),
        (7, "an entry without a title", 1, "bad-count"),
        (8, "an entry without a title", 1, "unknown-title"),
    ]
    assert "(V) in an archived post is a virtual card of its time: compare it with the post" in [
        remark.text for remark in deck.remarks
    ]


def test_json_with_an_object_a_card() -> None:
    deck = parse(
        json.dumps(
            {
                "name": "A deck",
                "cards": [
                    {"id": "109_4", "quantity": 1, "starting": True},
                    {"gempId": "1_109*", "title": "Sense", "count": 2},
                    {"title": "Punch It!"},
                    {"id": "13_4", "quantity": 1, "outside": True},
                    {"id": "1_109", "quantity": 0},
                    {"id": "1_109", "quantity": 1.5},
                    {"id": "9999_1", "quantity": 2},
                    {},
                ],
            }
        )
    )
    assert (deck.format, ids(deck.pile), ids(deck.outside)) == (
        DeckFormat.JSON, {"109_4": 1, "1_109": 2, "5_64": 1}, {"13_4": 1}
    )  # fmt: skip
    assert ids(deck.marked) == {"109_4": 1}
    assert [(line, count, reason) for line, _, count, reason, _ in doubts(deck)] == [
        (5, 1, "bad-count"), (6, 1, "bad-count"), (7, 2, "unknown-id"), (8, 1, "unknown-title")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["{", '{"cards": 3}', '{"a": 1, "a": 2}', '{"cards": [NaN]}', '{"cards": ' + "[" * 100_000, '{"decks": []}']
)
def test_json_that_is_no_deck_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError):
        STARTER.parse(text.encode())


def test_a_plain_list_takes_ids_titles_and_titles_with_ids() -> None:
    deck = parse("3 1_109\n5_64\n2x Jawa [1_182]\nJawa (1_12)\nTypo In Title [4_67]\n0 Sense\n999 Sense\n")
    assert (deck.format, ids(deck.pile)) == (
        DeckFormat.PLAIN, {"1_109": 3, "5_64": 1, "1_182": 2, "1_12": 1, "4_67": 1}
    )  # fmt: skip
    assert [(text, count, reason) for _, text, count, reason, _ in doubts(deck)] == [
        ("0 Sense", 1, "bad-count"), ("999 Sense", 1, "bad-count")
    ]  # fmt: skip
    assert [r.text for r in deck.remarks if r.line] == [
        "4_67 is Tunnel Vision, not 'Typo In Title [4_67]': the id decides"
    ]


def test_a_category_before_a_title_on_one_line() -> None:
    deck = parse(
        "Objective: Quiet Mining Colony\nStarting Effect: Hindsight\nTatooine: Obi-Wan's Hut\nEffect: Hindsihgt\n"
    )
    assert ids(deck.pile) == {"109_4": 1, "5_26": 1, "1_134": 1}
    assert (ids(deck.marked), doubts(deck)[0][1:]) == (
        {"5_26": 1}, ("Effect: Hindsihgt", 1, "unknown-title", ["5_26"])
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("1_109", DeckFormat.GEMP),
        ("1_109,|13_4", DeckFormat.GEMP),
        (" 1_109 ,\n4_67*\n|", DeckFormat.GEMP),
        ("1_109,abc", DeckFormat.GEMP),
        ("1_109\n4_67", DeckFormat.PLAIN),
        ("Sense, Dash", DeckFormat.PLAIN),
        ("abc", DeckFormat.PLAIN),
        (XML, DeckFormat.GEMP_XML),
        ('\n <deck><card blueprintId="1_109"/></deck>', DeckFormat.GEMP_XML),
        ("<!DOCTYPE deck []><deck/>", DeckFormat.GEMP_XML),
        ("<!DOCTYPE html><html><body>Sense", DeckFormat.GEMP_HTML),
        ("3x Sense<br/>2x Dash<br/>", DeckFormat.GEMP_HTML),
        ("<>Sense\n<><>Dash", DeckFormat.PLAIN),
        ('  card "/starwars/Premiere-Dark/t_sense" 1', DeckFormat.HOLOTABLE),
        ("{{CardLink|Sense|x.gif}}", DeckFormat.WIKI),
        ("[[Sense]]", DeckFormat.WIKI),
        ('{"cards": []}', DeckFormat.JSON),
        ('{"cards": [[1, "Sense"]]}', DeckFormat.ARCHIVE_JSON),
        ("Cards:\nSense", DeckFormat.DECKTECH),
        ("Sense\nStrategy: hope", DeckFormat.DECKTECH),
        ("Characters: (1)\nJawa\nEffects: (0)", DeckFormat.SITE),
        ("Interrupts(17)\nSense", DeckFormat.FORUM),
        ("Light Side\n3 Sense\nOUTSIDE THE DECK (1)\nAim High", DeckFormat.PLAIN),
    ],
)
def test_a_format_is_recognised_by_its_content(text: str, format_: DeckFormat) -> None:
    assert recognise(text) is format_


def test_a_format_may_be_forced() -> None:
    assert parse("1_109\n", format_=DeckFormat.PLAIN).format is DeckFormat.PLAIN
    assert ids(parse("1_109,4_67", format_=DeckFormat.GEMP).pile) == {"1_109": 1, "4_67": 1}
    listed = parse("1_109,4_67", format_=DeckFormat.PLAIN)
    assert (ids(listed.pile), listed.doubts) == ({"1_109": 1, "4_67": 1}, ())


@pytest.mark.parametrize("first", ["2x Dash\n", "INTERRUPTS\nDash x2\n"])
def test_prose_before_a_list_ends_where_the_list_begins(first: str) -> None:
    deck = parse(f"Description: many words\nand more of them\n{first}Sense\nNotes\n3 Sense\nnot a card\n")
    assert ids(deck.pile) == {"5_43": 2, "1_109": 1}
    assert [(d.text, d.count, d.words) for d in deck.doubts] == [("3 Sense", 3, "stands in prose")]


def test_a_deck_string_without_commas_tells_the_line_and_the_place_of_a_bad_id() -> None:
    deck = parse("1_109\n1_109\n9999_1\n|\n13_4")
    assert (deck.format, ids(deck.pile), ids(deck.outside)) == (DeckFormat.GEMP, {"1_109": 2}, {"13_4": 1})
    assert [(line, text) for line, text, *_ in doubts(deck)] == [(3, "9999_1")]
    assert deck.doubts[0].words.endswith("place 3 in the list")
