"""Cards in declarations of HTML and XML: each is a doubt, and a usual declaration is none."""

from __future__ import annotations

import pytest

from deckmapping.clinic.model import DeckFormat
from tests.deckmapping.clinic.telling import doubts, ids, parse

PAGES = {
    "a kind of XML": ("<?xml 2 Dash ?>", [(1, "2 Dash", 2)]),
    "a document type": ("\n<!DOCTYPE 2 Dash>", [(2, "2 Dash", 2)]),
    "a document type of HTML": ("<!DOCTYPE html\n2 Dash 3 Hindsight>", [(2, "2 Dash", 2), (2, "3 Hindsight", 3)]),
    "a title without a count": ("<!doctype html Dash>", [(1, "Dash", 1)]),
    "no kind": ("<!Dash!><?Princess Leia?>", [(1, "Dash", 1), (1, "Princess Leia", 1)]),
    "quotes": ('<!DOCTYPE html "2 Dash">', [(1, '<!DOCTYPE html "2 Dash">', 2)]),
    "a value": ("<?xml version='1.0' note='2 Dash'?>", [(1, "<?xml version='1.0' note='2 Dash'?>", 2)]),
    "data": ("<![CDATA[2x Dash]]>", [(1, "2x Dash", 2)]),
    "a misspelt title": ("<!DOCTYPE Princess Leja>", [(1, "Princess Leja", 1)]),
}


@pytest.mark.parametrize("case", PAGES)
def test_cards_in_the_declarations_of_a_page_are_doubts(case: str) -> None:
    declaration, expected = PAGES[case]
    deck = parse(f"<p>3x Sense</p>{declaration}<br/>")
    assert (deck.format, ids(deck.pile)) == (DeckFormat.GEMP_HTML, {"1_109": 3})
    assert [(line, text, count) for line, text, count, *_ in doubts(deck)] == expected
    assert {str(doubt.reason) for doubt in deck.doubts} == {"uncertain"}


@pytest.mark.parametrize(
    ("declaration", "listed"),
    [
        ("<!DOCTYPE html>", "DOCTYPE html"),
        ("<!DOCTYPE>", "DOCTYPE"),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "a.dtd">', None),
        ('<?xml version="1.0" encoding="utf-8"?>', None),
        ("<!ELEMENT deck (#PCDATA)>", "ELEMENT deck (#PCDATA)"),
    ],
)
def test_a_usual_declaration_of_a_page_is_listed(declaration: str, listed: str | None) -> None:
    deck = parse(f"<p>3x Sense</p>\n{declaration}")
    assert (deck.doubts, [(line.line, line.text, line.reason) for line in deck.ignored]) == (
        (), [(2, listed or declaration, "stands in a declaration")]
    )  # fmt: skip


def test_cards_in_the_declarations_of_gemps_xml_are_doubts() -> None:
    text = (
        '\n<?xml version="1.0" 2 Dash?>\n<deck><card blueprintId="1_109"/>\n'
        '<?Princess Leia?><?note 3 Hindsight?></deck>\n<?note title="Dash"?>'
    )
    deck = parse(text)
    assert (deck.format, ids(deck.pile)) == (DeckFormat.GEMP_XML, {"1_109": 1})
    assert [(line, text, count) for line, text, count, *_ in doubts(deck)] == [
        (2, "2 Dash", 2), (4, "Princess Leia", 1), (4, "3 Hindsight", 3), (5, '<?note title="Dash"?>', 1)
    ]  # fmt: skip


def test_the_usual_declaration_of_gemps_xml_says_nothing() -> None:
    deck = parse('<?xml version="1.0" encoding=\'UTF-8\' standalone="no"?>\r\n<deck><card blueprintId="1_109"/></deck>')
    assert (deck.doubts, deck.ignored, deck.remarks) == ((), (), ())


@pytest.mark.parametrize(
    "declarations",
    [
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "a.dtd">\n',
        '<?xml version="1.0"?>',
        "\n<!DOCTYPE html>\n",
    ],
)
def test_a_page_that_begins_as_xml_is_a_page(declarations: str) -> None:
    deck = parse(f"{declarations}<html><body><p>3x Sense</p></body></html>")
    assert (deck.format, ids(deck.pile), deck.doubts) == (DeckFormat.GEMP_HTML, {"1_109": 3}, ())


@pytest.mark.parametrize("declaration", ["<?xml 2 Dash ?>", "<!DOCTYPE 2 Dash>"])
def test_a_card_in_the_declaration_before_a_page_is_a_doubt(declaration: str) -> None:
    deck = parse(f"{declaration}\n<html><body>3x Sense<br/></body></html>")
    assert (deck.format, ids(deck.pile)) == (DeckFormat.GEMP_HTML, {"1_109": 3})
    assert doubts(deck) == [(1, "2 Dash", 2, "uncertain", ["5_43"])]


@pytest.mark.parametrize("declaration", ['<?xml version="1.0"?>', "<?xml version='1.0'?>\n<!-- <p> -->"])
def test_declarations_before_gemps_xml_make_no_page_of_it(declaration: str) -> None:
    deck = parse(f'{declaration}\n<deck><card blueprintId="1_109"/></deck>')
    assert deck.format is DeckFormat.GEMP_XML
