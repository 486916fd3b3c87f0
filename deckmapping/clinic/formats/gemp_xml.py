"""GEMP's XML export: an element a copy, ``card`` or ``cardOutsideDeck``; the id decides which card it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from defusedxml import sax
from defusedxml.common import DefusedXmlException

from deckmapping.clinic.formats.asides import Passage
from deckmapping.clinic.formats.declarations import in_declaration
from deckmapping.clinic.limits import LONGEST_LINE, MOST_LINES
from deckmapping.clinic.model import Entry, Ignored, Reading
from deckmapping.errors import InvalidInputError, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.sax.xmlreader import AttributesImpl, Locator

_DECLARATION: Final = re.compile(r"<\?xml([^<>]{0,200})\?>")  # what it says of the encoding is no longer true
_USUAL: Final = re.compile(r"(?:version|encoding|standalone)\s*=\s*(?:\"[\w.-]*\"|'[\w.-]*')")
_LISTS: Final = {"card": False, "cardOutsideDeck": True}
_ANY_CASE: Final = {name.lower(): name for name in _LISTS}
_KNOWN: Final = frozenset({"blueprintId", "title", "horizontal"})
_HORIZONTAL: Final = frozenset({"true", "false", ""})
_COUNTS: Final = frozenset({"count", "quantity", "qty", "copies", "number", "amount"})
_PLACES: Final = frozenset({"outside", "outsidedeck", "sideboard", "starting", "start", "zone", "section"})
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_NOTHING: Final = frozenset({"", "false", "no", "0"})


def read_gemp_xml(text: str, field: str = "content") -> tuple[Reading, tuple[Passage, ...]]:
    """Read an export of GEMP's; comments, characters and elements that are no card are returned beside it.

    Raises:
        UnreadableError: the text is not well-formed, holds a document type or entities, or its root is no ``deck``.
        InvalidInputError: it has more than 4000 elements. Errors name *field* and the line.
    """
    deck = load_xml_deck(text, field)
    if deck.elements > MOST_LINES:
        more = f"more than {MOST_LINES} elements"
        raise InvalidInputError.of(field, more, f"at most {MOST_LINES} elements")
    passages = (*_declared(text), *deck.passages, *_comments(text))
    return Reading(tuple(deck.entries), tuple(deck.ignored)), passages


def load_xml_deck(text: str, field: str = "content") -> XmlDeck:
    """Return the first elements of the export *text*.

    Raises:
        UnreadableError: as `read_gemp_xml`.
    """
    handler = XmlDeck()
    try:
        sax.parseString(_without_declaration(text).encode(), handler, forbid_dtd=True)
    except DefusedXmlException:
        raise UnreadableError.of(field, "a document type or an entity", "XML without them, as GEMP writes it") from None
    except SAXParseException as error:
        if handler.elements > MOST_LINES:  # a limit, whatever comes behind
            return handler
        where = f"line {error.getLineNumber()}, column {(error.getColumnNumber() or 0) + 1}: {error.getMessage()}"
        raise UnreadableError.of(field, where, "well-formed XML") from None
    if handler.root != "deck":
        raise UnreadableError.of(field, f"the element {handler.root}", "an element deck")
    return handler


def _declared(text: str) -> Iterator[Passage]:
    """Yield what the declaration before *text* says that says nothing about an XML file."""
    bare = text.lstrip()
    declaration = _DECLARATION.match(bare)
    words = _USUAL.sub(" ", declaration[1]) if declaration else ""
    if words.strip():
        yield from in_declaration(1 + text.count("\n", 0, len(text) - len(bare)), words)


def _comments(text: str) -> Iterator[Passage]:
    """Yield the comments of *text*, which is well-formed, so each has its end."""
    line, counted, at = 1, 0, text.find("<!--")
    while at >= 0:
        line += text.count("\n", counted, at)
        counted, end = at, text.find("-->", at + 4)
        yield Passage(line, text[at + 4 : end if end >= 0 else len(text)], "in a comment")
        at = text.find("<!--", end) if end >= 0 else -1


def _without_declaration(text: str) -> str:
    """Return *text* with a line end for each that stood before its first element, so that lines are counted alike."""
    bare = text.lstrip()
    declaration = _DECLARATION.match(bare)
    before = len(text) - len(bare)
    return "\n" * text.count("\n", 0, before) + (bare[declaration.end() :] if declaration else bare)


class XmlDeck(ContentHandler):
    """Collects the elements of an export; all are counted, and no more kept than may be read."""

    def __init__(self) -> None:
        super().__init__()
        self.root = ""
        self.elements = 0
        self.entries: list[Entry] = []
        self.ignored: list[Ignored] = []
        self.passages: list[Passage] = []
        self._locator: Locator | None = None
        self._open: list[str] = []
        self._words: list[str] = []
        self._words_line = 0

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: D102, N802
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: D102, N802
        self._end_words()
        parents, line = len(self._open), self._line()
        self._open.append(name[:LONGEST_LINE])
        if not parents:
            self.root = name
            self._put_others(line, name, dict(attrs.items()))
            return
        self.elements += 1
        if self.elements > MOST_LINES:
            return
        if name.lower() in _ANY_CASE or any("blueprint" in key.lower() for key in attrs.getNames()):
            self._put_card(line, name, {key: value.strip()[:LONGEST_LINE] for key, value in attrs.items()}, parents)
        else:
            self.ignored.append(Ignored(line, f"<{name[:LONGEST_LINE]}>", "an element that is no card"))
            self._put_others(line, name, dict(attrs.items()))

    def characters(self, content: str) -> None:  # noqa: D102
        if not self._words:
            self._words_line = self._line()
        self._words.append(content)

    def processingInstruction(self, target: str, data: str) -> None:  # noqa: D102, N802
        self._end_words()
        self.passages += in_declaration(self._line(), f"?{target} {data}?")

    def endElement(self, name: str) -> None:  # noqa: ARG002, D102, N802
        self._end_words()
        self._open.pop()

    def _put_card(self, line: int, name: str, attrs: dict[str, str], parents: int) -> None:
        key = next((key for key in attrs if "blueprint" in key.lower()), "blueprintId")
        blueprint_id, title = (attrs.get("blueprintId") or attrs.get(key, "")), attrs.get("title", "")
        text = " ".join(part for part in (blueprint_id, title) if part) or f"<{name}> without blueprintId"
        counted = next((value for key, value in attrs.items() if key.lower() in _COUNTS), "1")
        doubts = [
            f"the element is called {name[:40]}, not card or cardOutsideDeck" if name not in _LISTS else "",
            f"it stands in the element {self._open[parents - 1]}" if parents > 1 else "",
            f"its id is called {key[:40]}, not blueprintId" if key != "blueprintId" else "",
            f"an element is one copy, and it says {counted[:40]!r}" if counted != "1" else "",
            *[
                f"it says {key} {value[:40]!r}, which GEMP does not know"
                for key, value in attrs.items()
                if key.lower() in _PLACES and value.lower() not in _NOTHING
            ],
        ]
        count = int(counted) if _NUMBER.fullmatch(counted) else 1
        outside = _LISTS.get(_ANY_CASE.get(name.lower(), name), False)
        doubt = "; ".join(words for words in doubts if words)
        self.entries.append(
            Entry(line, text, count, blueprint_id=blueprint_id, title=title, outside=outside, doubt=doubt)
        )
        others = {each: value for each, value in attrs.items() if each.lower() not in _COUNTS | _PLACES}
        self._put_others(line, name, {each: value for each, value in others.items() if each != key})

    def _put_others(self, line: int, name: str, attrs: dict[str, str]) -> None:
        """Keep what attributes say that no card of GEMP's has."""
        for key, value in attrs.items():
            is_usual = key in _KNOWN and (key != "horizontal" or value in _HORIZONTAL)
            if not is_usual or name not in _LISTS:
                where = f"in the attribute {key[:40]}"
                self.passages.append(Passage(line, value, where, is_name=name == self.root))

    def _end_words(self) -> None:
        words = "".join(self._words)
        if words.strip() and self.elements <= MOST_LINES:
            self.passages.append(Passage(self._words_line, words, "between the elements"))
        self._words = []

    def _line(self) -> int:
        return (self._locator.getLineNumber() or 0) if self._locator else 0
