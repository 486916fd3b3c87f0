"""Cards where no reader looks for them: each is a doubt, and what is none is listed with the reason."""

from __future__ import annotations

import json
import time
from contextlib import suppress

import pytest

from deckmapping.clinic.model import DeckFormat
from deckmapping.errors import DomainError, InvalidInputError
from tests.deckmapping.clinic.telling import STARTER, doubts, ids, parse

SHOWN = "3x Sense<br/>"


def uncertain(text: str, format_: DeckFormat) -> list[tuple[int, str, int]]:
    """Line, text and count of the doubts, all of one kind, in a text that is recognised as *format_*."""
    deck = parse(text)
    assert deck.format is format_
    assert {str(doubt.reason) for doubt in deck.doubts} <= {"uncertain"}
    return [(doubt.line, doubt.text, doubt.count) for doubt in deck.doubts]


HIDDEN = {
    "an open script": ("<script>\n2x Dash<br/>\n1x Hindsight<br/>", [(2, "2x Dash", 2), (3, "1x Hindsight", 1)]),
    "an open comment": ("<!-- 2x Dash<br/>1x Hindsight<br/>", [(1, "2x Dash", 2), (1, "1x Hindsight", 1)]),
    "a comment": ("<!-- <li>2x Dash</li> -->", [(1, "2x Dash", 2)]),
    "a broken tag": ("\n<i 2x Dash<br/>", [(2, "2x Dash", 2)]),
    "words in a tag": ("<i 2x Dash>", [(1, "2x Dash", 2)]),
    "quotes in a script": ("<script>show('2x Dash')</script>", [(1, "show('2x Dash')", 2)]),
    "a style": ("<style>2x Dash</style>", [(1, "2x Dash", 2)]),
    "no tag of HTML": ("<Princess Leia>", [(1, "Princess Leia", 1)]),
    "struck words": ("<s>2x <b>Dash</b></s>", [(1, "2x Dash", 2)]),
    "words not shown": ('<div style="display: none">2x Dash</div>', [(1, "2x Dash", 2)]),
    "a picture": ('<img src="a.gif" alt="Dash">', [(1, "Dash", 1)]),
    "a misspelt title": ("<!-- Princess Leja -->", [(1, "Princess Leja", 1)]),
    "an unknown title": ("<!-- 2x No Such Card -->", [(1, "2x No Such Card", 2)]),
    "an id": ("<!-- 5_7 -->", [(1, "5_7", 1)]),
    "an element of GEMP's": ('<!-- <card blueprintId="5_7"/> -->', [(1, '<card blueprintId="5_7"/>', 1)]),
}


@pytest.mark.parametrize("case", HIDDEN)
def test_what_a_page_hides_is_a_doubt_where_it_may_be_a_card(case: str) -> None:
    hidden, expected = HIDDEN[case]
    assert uncertain(SHOWN + hidden, DeckFormat.GEMP_HTML) == expected
    assert ids(parse(SHOWN + hidden).pile) == {"1_109": 3}


def test_what_a_page_hides_and_is_no_card_is_listed() -> None:
    deck = parse("<title>My deck</title><h1>Bob</h1><style>b {color: red}</style>\n3x Sense<br/><!-- ask him -->")
    assert deck.doubts == ()
    assert [(line.line, line.text, line.reason) for line in deck.ignored] == [
        (1, "My deck", "stands in the title of the page"),
        (1, "Bob", "stands in the head of the page"),
        (1, "b {color: red}", "stands in a style"),
        (2, "ask him", "stands in a comment"),
    ]


def test_lines_of_a_page_have_the_numbers_of_the_files_lines() -> None:
    deck = parse("<html>\n<body>\n\n2x Sense<br/>1x No\nSuch<br/></body>")
    assert [(line, text) for line, text, *_ in doubts(deck)] == [(4, "1x No"), (5, "Such")]


def test_the_cells_of_a_table_are_words_apart() -> None:
    deck = parse("<table><tr><td>2</td><td>Sense</td></tr>\n<tr><td>3</td><td>Dash</td></tr></table>")
    assert (deck.format, ids(deck.pile), deck.doubts) == (DeckFormat.GEMP_HTML, {"1_109": 2, "5_43": 3}, ())


def test_comments_and_struck_words_in_wiki_text_are_doubts() -> None:
    text = "* 3x [[Sense]]\n<!--\n* 2x [[Dash]]\n-->\n<s>Hindsight</s>"
    assert uncertain(text, DeckFormat.WIKI) == [(3, "* 2x [[Dash]]", 2), (5, "Hindsight", 1)]


def test_a_table_of_wiki_text_is_not_json() -> None:
    deck = parse("{|\n|-\n| 2 || Sense\n|}")
    assert (deck.format, ids(deck.pile)) == (DeckFormat.WIKI, {"1_109": 2})


ELEMENTS = {
    "another case": ('<cardoutsidedeck blueprintId="13_4"/>', (2, "13_4", 1)),
    "a capital": ('<Card blueprintId="5_43"/>', (2, "5_43", 1)),
    "another element": ('<item blueprintId="5_43"/>', (2, "5_43", 1)),
    "another attribute": ('<card blueprint="5_43"/>', (2, "5_43", 1)),
    "a count": ('<card blueprintId="5_43" title="Dash" count="3"/>', (2, "5_43 Dash", 3)),
    "a quantity": ('<card blueprintId="5_43" quantity="many"/>', (2, "5_43", 1)),
    "a place": ('<card blueprintId="5_43" outside="true"/>', (2, "5_43", 1)),
    "an element inside": ('<sideboard><card blueprintId="5_43"/></sideboard>', (2, "5_43", 1)),
    "characters": ("3 Dash", (2, "3 Dash", 3)),
    "characters in an element": ("<note>\n3 Dash</note>", (3, "3 Dash", 3)),
    "marked characters": ("3 Dash<![CDATA[2 Hindsight]]>", (2, "3 Dash2 Hindsight", 3)),
    "a comment": ('<!-- <card blueprintId="5_43"/> -->', (2, '<card blueprintId="5_43"/>', 1)),
    "a title": ('<note title="Dash"/>', (2, "Dash", 1)),
}


@pytest.mark.parametrize("case", ELEMENTS)
def test_what_is_no_card_of_gemps_xml_is_a_doubt_where_it_may_be_one(case: str) -> None:
    xml, expected = ELEMENTS[case]
    text = f'<deck>\n{xml}\n<card blueprintId="1_109" count="1" outside="false"/></deck>'
    assert uncertain(text, DeckFormat.GEMP_XML) == [expected]
    deck = parse(text)
    assert (ids(deck.pile), deck.outside) == ({"1_109": 1}, ())


def test_what_is_no_card_of_gemps_xml_is_listed() -> None:
    deck = parse('<deck name="Mine">\n<card blueprintId="1_109" note="good"/>\n<a/>words</deck>')
    assert (ids(deck.pile), deck.doubts) == ({"1_109": 1}, ())
    assert [(line.line, line.text, line.reason) for line in deck.ignored] == [
        (1, "Mine", "stands in the attribute name"),
        (2, "good", "stands in the attribute note"),
        (3, "<a>", "an element that is no card"),
        (3, "words", "stands between the elements"),
    ]


@pytest.mark.parametrize(
    ("line", "count", "found"),
    [
        ('card "/starwars/CloudCity-Light/t_dash 1', 1, ["5_43"]),
        ("card /starwars/CloudCity-Light/t_dash 3", 3, ["5_43"]),
        ('card "/starwars/CloudCity-Light/t_dash" x3', 3, ["5_43"]),
        ('card "/starwars/CloudCity-Light/t_dash" 2 Sense', 1, ["5_43"]),
        ("3 Dash", 3, ["5_43"]),
        ("2x No Such Card", 2, []),
    ],
)
def test_a_broken_line_of_holotables_is_a_doubt(line: str, count: int, found: list[str]) -> None:
    deck = parse(f'card "/starwars/Premiere-Light/t_sense" 2\n{line}\n')
    assert ids(deck.pile) == {"1_109": 2}
    assert doubts(deck) == [(2, line, count, "uncertain", found)]


LISTS: dict[str, tuple[dict[str, object], list[tuple[str, int, bool]]]] = {
    "archived": ({"sideboard": [[2, "Dash"]]}, [("Dash", 2, False)]),
    "titles": ({"starting": ["Hindsight"]}, [("Hindsight", 1, False)]),
    "objects": ({"outside": [{"title": "Dash", "count": 2}]}, [("Dash", 2, False)]),
    "shields": ({"shields": {"Aim High": 1}}, [("Aim High", 1, True)]),
    "counts": ({"extra": {"Dash": 2}}, [("Dash", 2, False)]),
    "deeper": ({"more": {"cards": [[2, "Dash"]]}}, [("Dash", 2, False)]),
    "text": ({"extra": "prose\n2x Dash"}, [("2x Dash", 2, False)]),
}


@pytest.mark.parametrize("case", LISTS)
def test_a_list_that_json_decks_do_not_have_is_in_doubt(case: str) -> None:
    data, expected = LISTS[case]
    deck = parse(json.dumps({"cards": [[1, "Sense"]], **data}))
    assert (ids(deck.pile), deck.outside) == ({"1_109": 1}, ())
    assert [(doubt.text, doubt.count, doubt.outside) for doubt in deck.doubts] == expected
    assert {str(doubt.reason) for doubt in deck.doubts} == {"uncertain"}


def test_what_json_says_about_the_deck_is_listed() -> None:
    deck = parse(json.dumps({"name": "Sense", "rating": 4, "tags": ["fun"], "cards": [[1, "Sense"]]}))
    assert (ids(deck.pile), deck.doubts) == ({"1_109": 1}, ())
    assert [(line.text, line.reason) for line in deck.ignored] == [
        ("rating", "about the deck"), ("Sense", "stands in 'name'"), ("fun", "stands in 'tags'")
    ]  # fmt: skip
    assert "'Sense' stands in 'name', so it was not counted" in [remark.text for remark in deck.remarks]


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({"outside": 1}, "outside is '1', expected true or false"),
        ({"outside": "true"}, "outside is 'true', expected true or false"),
        ({"starting": "yes"}, "starting is 'yes', expected true or false"),
        ({"sideboard": True}, "the key 'sideboard' is true, and is none that says anything here"),
        ({"qty": 2}, "the key 'qty' is '2', and is none that says anything here"),
        ({"id": 5}, "id is '5', expected a text"),
        ({"id": "5_43", "gempId": "5_7"}, "id and gempId differ"),
    ],
)
def test_a_card_of_json_that_says_what_is_not_understood_is_in_doubt(card: dict[str, object], words: str) -> None:
    deck = parse(json.dumps({"cards": [{"title": "Dash", **card}, {"title": "Sense", "outside": None}]}))
    assert ids(deck.pile) == {"1_109": 1}
    assert [(str(doubt.reason), doubt.words) for doubt in deck.doubts] == [
        ("uncertain", f"{words}; place 1 in the list")
    ]


def test_an_archived_card_with_more_members_is_in_doubt() -> None:
    deck = parse(json.dumps({"cards": [[1, "Sense"], [1, "Dash", 2, "Hindsight"]]}))
    assert (ids(deck.pile), [doubt.text for doubt in deck.doubts]) == ({"1_109": 1}, ["Dash (Hindsight)"])


def test_json_of_many_levels_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="deeply nested JSON"):
        STARTER.parse(('{"cards": ["Sense"], "a": ' + "[" * 300 + "]" * 300 + "}").encode())


FLOODS = [
    "<!" * 350_000,
    "<!--" * 170_000,
    "<!---->" * 1_000 + "<!-- x" * 100_000,
    "<script>" * 80_000,
    "<style></style>" * 50_000,
    "<s>" * 200_000,
    "<h1>" * 150_000,
    '<a "' * 170_000,
    "<a '" + "x" * 700_000,
    "<a " + "x" * 700_000 + ">",
    "<a " + "x = " * 170_000 + ">",
    "<img alt" + " " * 700_000 + ">",
    "<div display" + " " * 700_000 + ">",
    "<b " + "hidden" * 100_000 + ">",
    "<script>" + "'x' " * 170_000,
    "<!-- " + "<a " * 200_000,
    "<!-- " + '<a b="c">' * 70_000 + " -->",
    "1_109 " * 100_000 + ",",
    "1_109\n" * 100_000 + "|",
    '"' * 700_000,
    '{"cards": ["Sense"], "a": [' + '"Dash",' * 90_000 + '"x"]}',
    '{"cards": ["Sense"], "a": {' + ",".join(f'"{n}": {n}' for n in range(40_000)) + "}}",
    "<deck>" + "x" * 700_000 + "</deck>",
    "<deck>" + "<!---->" * 90_000 + "</deck>",
    "<deck>" + "x<a/>" * 100_000 + "</deck>",
]


@pytest.mark.parametrize("text", FLOODS, ids=lambda text: repr(text[:12]))
def test_floods_of_what_is_hidden_are_answered_in_time_that_grows_with_their_size_alone(text: str) -> None:
    started = time.process_time()
    for format_ in (None, DeckFormat.GEMP_HTML, DeckFormat.WIKI):
        with suppress(DomainError):
            parse("Sense" + text if format_ else text, format_=format_)
    assert time.process_time() - started < 60
