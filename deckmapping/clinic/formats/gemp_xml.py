"""GEMP's XML export: an element a copy, ``card`` or ``cardOutsideDeck``; the id decides which card it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from defusedxml import sax
from defusedxml.common import DefusedXmlException

from deckmapping.clinic.limits import LONGEST_LINE, MOST_LINES
from deckmapping.clinic.model import Entry, Ignored, Reading
from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from xml.sax.xmlreader import AttributesImpl, Locator

_DECLARATION: Final = re.compile(r"<\?xml[^<>]{0,200}\?>")  # what it says of the encoding is no longer true
_LISTS: Final = {"card": False, "cardOutsideDeck": True}


def read_gemp_xml(text: str, field: str = "content") -> Reading:
    """Read an export of GEMP's.

    Raises:
        InvalidInputError: the text is not well-formed, holds a document type or entities, its root is no ``deck``, or
            it has more than 4000 elements; the error names *field* and the line.
    """
    handler = _Deck(field)
    try:
        sax.parseString(_without_declaration(text).encode(), handler, forbid_dtd=True)
    except DefusedXmlException:
        raise InvalidInputError.of(
            field, "a document type or an entity", "XML without them, as GEMP writes it"
        ) from None
    except SAXParseException as error:
        where = f"line {error.getLineNumber()}, column {(error.getColumnNumber() or 0) + 1}: {error.getMessage()}"
        raise InvalidInputError.of(field, where, "well-formed XML") from None
    if handler.root != "deck":
        raise InvalidInputError.of(field, f"the element {handler.root}", "an element deck")
    return Reading(tuple(handler.entries), tuple(handler.ignored))


def _without_declaration(text: str) -> str:
    """Return *text* with a line end for each that stood before its first element, so that lines are counted alike."""
    bare = text.lstrip()
    declaration = _DECLARATION.match(bare)
    before = len(text) - len(bare)
    return "\n" * text.count("\n", 0, before) + (bare[declaration.end() :] if declaration else bare)


class _Deck(ContentHandler):
    """Collects the elements of an export."""

    def __init__(self, field: str) -> None:
        super().__init__()
        self._field = field
        self.root = ""
        self.entries: list[Entry] = []
        self.ignored: list[Ignored] = []
        self._locator: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        line = (self._locator.getLineNumber() or 0) if self._locator else 0
        if not self.root:
            self.root = name
        elif name in _LISTS:
            blueprint_id, title = (attrs.get(key, "").strip()[:LONGEST_LINE] for key in ("blueprintId", "title"))
            text = " ".join(part for part in (blueprint_id, title) if part) or f"<{name}> without blueprintId"
            outside = _LISTS[name]
            self.entries.append(Entry(line, text, blueprint_id=blueprint_id, title=title, outside=outside))
        else:
            self.ignored.append(Ignored(line, f"<{name[:LONGEST_LINE]}>", "an element that is no card"))
        if len(self.entries) + len(self.ignored) > MOST_LINES:
            more = f"more than {MOST_LINES} elements"
            raise InvalidInputError.of(self._field, more, f"at most {MOST_LINES} elements")
