"""Markup around lists: GEMP's HTML and wiki text become plain numbered lines."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.limits import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG: Final = re.compile(r"/?([a-zA-Z][a-zA-Z0-9]{0,10})")
_BREAKS: Final = frozenset({"br", "p", "div", "li", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "body",
                            "html", "head", "title", "table", "pre"})  # fmt: skip
_HIDDEN: Final = frozenset({"script", "style", "head"})
_CARD_LINK: Final = re.compile(r"\{\{\s*CardLink\s*\|\s*([^|{}\n]{1,200})(?:\|[^{}\n]{0,300})?\}\}", re.IGNORECASE)
_LINK: Final = re.compile(r"\[\[\s*([^\[\]|\n]{1,200})(?:\|[^\[\]\n]{0,200})?\]\]")
_LONGEST: Final = 4 * LONGEST_LINE
_QUOTES: Final = re.compile(r"'{2,5}")
_WIKI_TAG: Final = re.compile(
    r"<(?:/?(?:br|small|b|i|ref|nowiki|div|span)\b[^<>\n]{0,80}|!--[^<>\n]{0,200}--)>", re.IGNORECASE
)


def html_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that a reader of the HTML in *text* sees, numbered from 1. Scripts and styles are not seen."""
    shown: list[str] = []
    hidden = ""
    for at, piece in enumerate(text.split("<")):
        tag = _TAG.match(piece) if at else None
        words = piece
        if tag is not None:
            name, is_end = tag[1].lower(), piece.startswith("/")
            if name in _HIDDEN and not hidden and not is_end:
                hidden = name
            elif is_end and name == hidden:
                hidden = ""
            opening = "\nTitle: " if name == "h1" and not is_end else "\n"  # a name, no card
            words = (opening if name in _BREAKS else "") + piece.partition(">")[2]
        elif at and piece.startswith("!--"):
            words = piece.partition("-->")[2]
        elif at:
            words = "<" + piece  # a mark of a title, not of HTML
        if not hidden:
            shown.append(words)
    lines = html.unescape("".join(shown)).split("\n")
    yield from enumerate((line for line in lines if line.strip()), start=1)


def wiki_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the wiki text *text*, numbered, with the page for each link."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _LONGEST:
            yield number, line  # no card, whatever it links to
            continue
        plain = _LINK.sub(r"\1", _CARD_LINK.sub(r"\1", line))
        yield number, _WIKI_TAG.sub(" ", _QUOTES.sub("", plain)).strip()
