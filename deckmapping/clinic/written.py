"""Lines that hold more than a count and a title: other columns, words behind the title, other titles."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.heads import dismisses, read_head
from deckmapping.clinic.lines import ReadLine, read_line
from deckmapping.clinic.mentions import mentions
from deckmapping.clinic.model import Section, quoted
from deckmapping.clinic.sets import is_of_set, sets_called
from deckmapping.clinic.titles import read_title
from deckmapping.ids import is_id

if TYPE_CHECKING:
    from deckmapping.clinic.known import Known

_LONGEST_READ: Final = 8000
_LONGEST_PART: Final = 100
_COMMAS: Final = re.compile(r"[,;]")
_COUNTS: Final = re.compile(r"[,;]|\s(?:and|&|\+)\s(?=[0-9])", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[(\[]?[x×]?\s?([0-9]{1,3})\s?[x×]?[)\]]?", re.IGNORECASE)
_MARK: Final = re.compile(r"\s(?://+|#+|[-–—]+)\s+(?=\S)")
_RARITY: Final = re.compile(r"[CFRU][1-3]?|PM|XR")
_QUOTES: Final = " \"'"
_DASHES: Final = " -–—:"
_BRACKET: Final = re.compile(r"\s*[(\[]([^()\[\]]{1,100})[)\]]$")
_ANY_WORDS: Final = ("/", "#")
_TAKES_BACK: Final = re.compile(r"\b(?:no|not|never|instead|or|without|virtual|v|shields?|outside)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Part:
    """A card on a line that holds more."""

    read: ReadLine
    text: str
    """As written."""
    section: Section | None = None
    """What a head in another column says; None where none stands there."""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """All cards of one line."""

    parts: tuple[Part, ...]
    remark: str = ""
    """What was assumed; empty for nothing."""
    are_several: bool = False
    """Whether commas part them."""
    is_group: bool = False
    """Whether a head stands in the first column: that of the rows below without one too."""

    @property
    def is_doubtful(self) -> bool:
        """Whether one of the cards is in doubt."""
        return any(part.doubt for part in self.parts)


def read_written(text: str, known: Known) -> Written | None:
    """Return the cards of the line *text*, which is no title itself; None where none is clear."""
    return _columns(text, known) or _identified(text, known) or read_several(text, known) or _commented(text, known)


def read_several(text: str, known: Known) -> Written | None:
    """Return the cards between the commas of *text*; None where less than half of what stands there are titles.

    They are sure where all of it is titles, and the whole is like no title that has commas itself.
    """
    for between in (_COUNTS, _COMMAS):
        parts = [part for part in map(str.strip, between.split(text[:_LONGEST_READ])) if part]
        cards = [Part(read_line(part, known.is_card), part) for part in parts if len(part) <= _LONGEST_PART]
        found = sum(1 for card in cards if known.is_card(card.read.title))
        is_sure = 1 < found == len(parts) and len(text) <= _LONGEST_READ
        if is_sure and not (known.is_near(text) or _names_set(cards, known)):
            return Written(tuple(cards), f"{quoted(text)!r} was read as {found} cards", are_several=True)
    if len(parts) < 2 or found * 2 < len(parts):
        return None
    doubt = "stands between commas: each card needs a line of its own"
    is_all = len(text) <= _LONGEST_READ and len(cards) == len(parts)
    remark = "" if is_all else "more stands between the commas than was read"
    return Written(tuple([replace(card, doubt=doubt) for card in cards]), remark, are_several=True)


def read_mentioned(text: str, known: Known) -> Written | None:
    """Return the counted cards between the other words of *text*, in doubt; None where there are none."""
    doubt = "stands between other words: each card needs a line of its own"
    parts = [Part(mention.read, text, doubt=doubt) for mention in mentions(text, known.is_card)]
    return Written(tuple(parts)) if parts and not known.is_near(text) else None


def _names_set(cards: list[Part], known: Known) -> bool:
    """Tell whether one of *cards* may be the set of the one before it instead, ``Yoda, Dagobah``."""
    return any(
        not card.read.counted and is_of_set(record, sets_called(card.read.title))
        for before, card in pairwise(cards)
        for record in known.cards(before.read.title)
    )


def _columns(text: str, known: Known) -> Written | None:
    """Read a row of a table: the column that holds a title, and what the others say about it."""
    cells = _cells(text, known)
    at = _title_among(cells, known)
    if at is None:
        return None
    read, section, words, has_more_counts = _row(read_line(cells[at], known.is_card), [*cells[:at], *cells[at + 1 :]])
    if "\t" not in text and (words or not read.counted):
        return None
    others = [read_line(word, known.is_card) for word in words]
    names_others = any(known.is_card(other.title) or known.is_near(other.title) for other in others)
    if has_more_counts or names_others or any(map(_takes_back, words)):
        doubt = "stands in a row with other titles or numbers, or with words that may change it"
        cards = [Part(other, text, doubt=doubt) for other in others if known.is_card(other.title)]
        return Written((Part(read, text, section, doubt), *cards))
    remark = f"{quoted(', '.join(words))!r} beside {quoted(read.title)!r} was not read" if words else ""
    first = read_head(cells[0]) if at else None
    is_group = section is not None and first is not None and first.section == section
    return Written((Part(read, text, section),), remark, is_group=is_group)


def _cells(text: str, known: Known) -> list[str]:
    """Return what stands in the columns of *text*; an id stands in brackets behind the title beside it."""
    parted = next((text.split(mark) for mark in "\t;" if mark in text), None)
    cells = [cell.strip(_QUOTES) for cell in parted or next(csv.reader([text], skipinitialspace=True))]
    cells = [cell for cell in cells if cell]
    ids = [cell for cell in cells if is_id(cell)]
    titles = [cell for cell in cells if not is_id(cell) and known.is_card(cell) and not sets_called(cell)]
    if len(ids) == len(titles) == 1:
        return [f"{cell} [{ids[0]}]" if cell in titles else cell for cell in cells if cell not in ids]
    return cells


def _row(read: ReadLine, others: list[str]) -> tuple[ReadLine, Section | None, list[str], bool]:
    """Return the title *read* with its count and its set, what it is, the words beside it, and if numbers are left."""
    section: Section | None = None
    counts: list[int] = []
    words: list[str] = []
    for cell in others:
        number, head, hinted = _NUMBER.fullmatch(cell), read_head(cell.partition(" - ")[0]), f"{read.title} ({cell})"
        if number is not None:
            counts.append(int(number[1]))
        elif head is not None and head.section != Section():
            section = head.section
        elif read_title(hinted).text == read_title(read.title).text:  # a set, a side, (V)
            read = replace(read, title=hinted)
        elif not _RARITY.fullmatch(cell):
            words.append(cell)
    if counts and not read.counted:
        read = replace(read, count=counts.pop(0), counted=True)
    return read, section, words, bool(counts)


def _title_among(cells: list[str], known: Known) -> int | None:
    """Return the place of the title among the *cells* of a row, which some name of a set is too; None for none."""
    titled = [at for at, cell in enumerate(cells) if known.is_card(read_line(cell, known.is_card).title)]
    sure = [at for at in titled if not sets_called(cells[at])]
    others = [cell for at, cell in enumerate(cells) if at not in titled]
    has_words = any(_NUMBER.fullmatch(cell) is None and read_head(cell) is None for cell in others)
    if len(cells) < 2 or not (sure or titled) or (has_words and not sure):
        return None
    return (sure or titled)[0]


def _identified(text: str, known: Known) -> Written | None:
    """Read an id with the title behind it, ``1_109 Sense``."""
    read = read_line(text, known.is_card)
    id_, _, title = read.title.partition(" ")
    if not (is_id(id_) and known.is_card(title.strip(_DASHES))):
        return None
    return Written((Part(replace(read, title=f"{title.strip(_DASHES)} [{id_}]"), text),))


def _commented(text: str, known: Known) -> Written | None:
    """Read a card with words behind it, ``1 Yoda - the old one``."""
    for front, mark, words in _splits(text):
        read = read_line(front, known.is_card)
        if not known.is_card(read.title):
            continue
        takes_back = _takes_back(words)
        is_aside = mark.startswith(_ANY_WORDS) or (words[0].islower() and len(words.split()) > 1)
        may_change = takes_back or not is_aside
        if not (is_aside or takes_back or words[0].islower()) or known.is_liker_another(text, read.title):
            return None
        read = replace(read, starting=read.starting or words.lower().startswith("start"))
        names_cards = known.is_card(read_line(words, known.is_card).title) or mentions(words, known.is_card)
        if names_cards or may_change:
            return Written((Part(read, text, doubt=f"{quoted(words)!r} stands behind it and may change it"),))
        return Written((Part(read, text),), f"{quoted(words)!r} behind {quoted(read.title)!r} was read as a comment")
    return None


def _takes_back(words: str) -> bool:
    """Tell whether *words* beside a card may say that it is another one, or none of the deck."""
    return dismisses(words) or _TAKES_BACK.search(words) is not None


def _splits(text: str) -> list[tuple[str, str, str]]:
    """Return the ways to part *text* into a card, a mark and words, the longest words first."""
    splits = [(text[: mark.start()], mark[0].strip(), text[mark.end() :]) for mark in _MARK.finditer(text)]
    bracket = _BRACKET.search(text)
    return [*splits, (text[: bracket.start()], "(", bracket[1].strip())] if bracket and bracket[1].strip() else splits
