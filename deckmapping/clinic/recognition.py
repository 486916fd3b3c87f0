"""Which format a text is in, by its content: the name of a file says nothing, GEMP's XML is called ``.txt``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.encoding import decode
from deckmapping.clinic.formats.gemp_string import bare_string
from deckmapping.clinic.formats.gemp_xml import load_xml_deck
from deckmapping.clinic.formats.json_decks import is_archive, load_json_deck
from deckmapping.clinic.heads import begins_list, begins_prose, read_head
from deckmapping.clinic.model import DeckFormat

if TYPE_CHECKING:
    from collections.abc import Iterator

# No template, table or link of a wiki.
_JSON: Final = re.compile(r"\{(?![{|])|\[\s*(?:\{\s*\"|\"|\[\s*(?:[0-9]+\s*,|\"))")
_XML: Final = re.compile(r"<\?xml\b|<!DOCTYPE\b(?!\s+html)|<deck\b|<card\s+[a-zA-Z]+=", re.IGNORECASE)
# Declarations before a page: XHTML begins as XML does.
_PAGE: Final = re.compile(r"\s*(?:<[?!][^<>]{0,300}>\s*){1,5}<(?:html|body|div|p|br|table|ul|ol|h1)\b", re.IGNORECASE)
_HTML: Final = re.compile(
    r"<(?:br|html|body|h[1-6]|div|p|li|table|tr|td|ul|ol|dl|dt|dd|pre|span|b|i|strong|em|font|center|select|option"
    r"|section|details|figure)\b[^<>]{0,200}>", re.IGNORECASE
)  # fmt: skip
_HOLOTABLE: Final = re.compile(r'^[ \t]*card[ \t]+"', re.IGNORECASE | re.MULTILINE)
_WIKI: Final = re.compile(r"^\s*\{\||\{\{\s*CardLink\s*\||\[\[[^\[\]\n]{1,200}\]\]", re.IGNORECASE)
_TELLING: Final = {DeckFormat.HOLOTABLE: _HOLOTABLE, DeckFormat.WIKI: _WIKI, DeckFormat.GEMP_HTML: _HTML}
_BEGINNING: Final = 2000  # characters
_ID: Final = re.compile(r"\s*[0-9]{1,8}_[0-9]{1,8}[*^]*(?:_BACK)?\s*")
_SITE_HEAD: Final = re.compile(r"[^:]{3,40}:\s*[(\[]\s*[0-9]{1,3}\s*[)\]]")
_FEWEST_SITE_HEADS: Final = 2


def recognise(text: str, field: str = "content") -> DeckFormat:
    """Return the format of *text*; what fits no other is a plain list.

    Raises:
        UnreadableError: the text begins as JSON and is none, or is JSON of another shape; the error names *field*.
    """
    start = text.lstrip()[:200]
    if _JSON.match(start):
        return DeckFormat.ARCHIVE_JSON if is_archive(load_json_deck(text, field)) else DeckFormat.JSON
    if _XML.match(start) and not _PAGE.match(text[:_BEGINNING]):
        return DeckFormat.GEMP_XML
    for format_, pattern in _TELLING.items():
        if pattern.search(text):
            return format_
    return (
        DeckFormat.GEMP if _is_deck_string(text) else _kind_of_list([line for line in text.split("\n") if line.strip()])
    )


def require_readable(data: bytes, format_: DeckFormat | None = None, field: str = "content") -> None:
    """Refuse what is no text, or neither the XML nor the JSON that it seems to be; nothing is looked up.

    Raises:
        InvalidInputError: *data* cannot be read whatever the limits are; the error names *field*.
    """
    text = decode(data, field).text
    format_ = format_ or recognise(text, field)
    if format_ is DeckFormat.GEMP_XML:
        load_xml_deck(text, field)
    elif format_ in (DeckFormat.JSON, DeckFormat.ARCHIVE_JSON):
        load_json_deck(text, field)


def _is_deck_string(text: str) -> bool:
    """Tell whether *text* is ids between commas, half of them at least: a bad id does not make it another format."""
    text = bare_string(text)
    places = [place for place in re.split(r"[,|]", text) if place.strip()]
    words = [word for place in places for word in (place.split() if _are_ids(place) else [place])]
    ids = sum(1 for word in words if _ID.fullmatch(word))
    return ("," in text or "|" in text or len(words) == 1) and ids * 2 >= len(words) if ids else _is_empty(text)


def _are_ids(place: str) -> bool:
    return all(_ID.fullmatch(word) for word in place.split())


def _is_empty(text: str) -> bool:
    """Tell whether nothing stands between the commas and bars of *text*."""
    return not text.strip(" \t\n,|")


def _kind_of_list(lines: list[str]) -> DeckFormat:
    heads = list(_heads(lines))
    if any(begins_list(line.strip()) or (":" in line and begins_prose(line)) for line in lines):
        return DeckFormat.DECKTECH
    if sum(1 for line in heads if _SITE_HEAD.fullmatch(line)) >= _FEWEST_SITE_HEADS:
        return DeckFormat.SITE
    return DeckFormat.FORUM if heads else DeckFormat.PLAIN


def _heads(lines: list[str]) -> Iterator[str]:
    """Yield the heads that name categories of cards."""
    for line in lines:
        head = read_head(line)
        if head is not None and head.section.categories:
            yield line.strip()
