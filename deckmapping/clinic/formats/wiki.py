"""Wiki text: HTML with links, ``{{CardLink|Sense|sense.gif}}`` and ``[[Sense|the label that is shown]]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.formats.asides import Passage
from deckmapping.clinic.formats.markup import read_html
from deckmapping.clinic.limits import LONGEST_LINE
from deckmapping.clinic.titles import WrittenTitle, exact, read_title

if TYPE_CHECKING:
    from deckmapping.clinic.formats.markup import Page
    from deckmapping.clinic.titles import TitleIndex

_CARD_LINK: Final = re.compile(r"\{\{\s*CardLink\s*\|([^{}\n]{1,500})\}\}", re.IGNORECASE)
_LINK: Final = re.compile(r"\[\[([^\[\]\n]{1,400})\]\]")
_PICTURE: Final = re.compile(r".*\.(?:gif|png|jpe?g|svg|webp)", re.IGNORECASE)
_NO_PAGE: Final = re.compile(r"\s*:?(?:category|file|image)\s*:", re.IGNORECASE)  # the label of these is never shown
_AS_VIRTUAL: Final = re.compile(r"^virtual (.+)$", re.IGNORECASE)
_LONGEST: Final = 4 * LONGEST_LINE
_QUOTES: Final = re.compile(r"'{2,5}")


def read_wiki(text: str, titles: TitleIndex) -> Page:
    """Read wiki text; of page and label of a link the one that is a title stands there, the other is a passage."""
    page = read_html(text)
    lines, page.lines = page.lines, []
    for number, line in lines:
        beside: list[str] = []
        page.lines.append((number, _linked(line, titles, beside)))
        page.passages += [Passage(number, words, "beside the title in a link") for words in beside if words.strip()]
    return page


def _linked(line: str, titles: TitleIndex, beside: list[str]) -> str:
    """Return *line* with the title for each link; what else the links say is added to *beside*."""
    if len(line) > _LONGEST:
        return line  # no card, whatever it links to

    def named(link: re.Match[str]) -> str:
        page, *labels = [words.strip() for words in link[1].split("|")]
        labels = [label for label in labels if not _PICTURE.fullmatch(label)]
        title, other = _chosen(page, labels[0] if labels else "", titles)
        beside.extend([other, *labels[1:]])
        return title

    plain = _LINK.sub(named, _CARD_LINK.sub(named, line))
    return _QUOTES.sub("", plain).replace("||", "\t").replace("!!", "\t").strip()


def _chosen(page: str, label: str, titles: TitleIndex) -> tuple[str, str]:
    """Return which of *page* and *label* is the title, and the other one where it says something else."""
    if not label or exact(label) == exact(page):
        return page, ""
    shown = _AS_VIRTUAL.sub(r"\1 (V)", label)
    paged, labelled = read_title(page), read_title(shown)
    found, of_label = titles.find(paged.text), titles.find(labelled.text)
    if found and found == of_label:  # Sense (Premiere), shown as Sense; or Sense, shown as Sense (V)
        return (shown if _says_more(labelled, paged) else page), ""
    is_label = of_label and not found and not _NO_PAGE.match(page)
    return (label, page) if is_label else (page, label)


def _says_more(one: WrittenTitle, other: WrittenTitle) -> bool:
    """Tell whether (V) stands behind *one* only, or else a set or a side."""
    if one.is_virtual != other.is_virtual:
        return one.is_virtual
    return bool(one.sets or one.side) and not (other.sets or other.side)
