"""Numbers that a text announces: which unknown lines are heads because of them, and which of them are wrong.

``Fun Stuff (5)`` may be a head or five copies of a card, and so may ``5 Characters``. It is a head where five cards
stand below it, where its words are like no title, and where the list writes no copies that way; where only one of these
is missing it is a doubt.

``60 cards`` above 63 of which three are called as Defensive Shields are: they are meant, and stand outside the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from deckmapping.clinic.model import Entry, Ignored, Remark, Section, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckmapping.clinic.known import Known

_DOUBT = "may be a head: as many cards stand below it"
_DOUBT_OUTSIDE = "may be a Defensive Shield outside the deck: the text announces fewer cards than it names"


@dataclass(frozen=True, slots=True)
class Block:
    """A head, and how many cards it announces."""

    line: int
    text: str
    announced: int | None
    is_total: bool = False
    """Whether the number is that of the whole list."""


@dataclass(frozen=True, slots=True)
class MaybeHead:
    """An entry that ends in a number as heads do."""

    at: int
    """Its place among the entries, from 0."""
    announced: int
    is_title: bool = False
    is_like_title: bool = False
    section: Section | None = None
    """What it says about the cards below it; None where its words are those of no head that is known."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The entries without those that are heads."""

    entries: tuple[Entry, ...]
    ignored: tuple[Ignored, ...]
    remarks: tuple[Remark, ...]


def settle(
    entries: Sequence[Entry], blocks: Sequence[Block], maybe_heads: Sequence[MaybeHead], known: Known
) -> Settled:
    """Tell heads from cards among *maybe_heads*, and compare what the text announces with what it names."""
    kept: list[Entry | None] = list(entries)
    ignored: list[Ignored] = []
    heads = [block for block in blocks if not block.is_total]
    named = {block.line for block in heads} | {entries[m.at].line for m in maybe_heads if m.section is not None}
    bounds = named | {entries[maybe.at].line for maybe in maybe_heads}
    below = {m.at: _below(entries, m.at, bounds if m.section is None else named) for m in maybe_heads}
    fitting = {maybe.at: _fits(entries, maybe, below[maybe.at]) for maybe in maybe_heads}
    writes_copies_so = any(maybe.is_title and not fitting[maybe.at] for maybe in maybe_heads)
    writes_kinds_so = _writes_kinds_so(maybe_heads, fitting) and all(block.announced is None for block in heads)
    for maybe in maybe_heads:
        entry = entries[maybe.at]
        if writes_copies_so if maybe.section is None else not (writes_kinds_so or _says_no_card(entry)):
            continue
        if maybe.is_like_title:
            if fitting[maybe.at] and not entry.doubt:
                kept[maybe.at] = replace(entry, doubt=_DOUBT)
        elif fitting[maybe.at]:
            kept[maybe.at] = None
            ignored.append(Ignored(entry.line, entry.text, "a head: so many cards stand below it"))
            for place in below[maybe.at]:
                kept[place] = replace(entries[place], section=maybe.section or Section())
    settled = [entry for entry in kept if entry is not None]
    totals = [_settle_total(settled, block, known) for block in blocks if block.is_total]
    remarks = (*_wrong_sums(settled, heads), *[remark for remark in totals if remark is not None])
    return Settled(tuple(settled), tuple(ignored), remarks)


def _writes_kinds_so(maybe_heads: Sequence[MaybeHead], fitting: Mapping[int, bool]) -> bool:
    """Tell whether ``5 Characters`` is how the list writes heads: it begins with one, or has two.

    One alone may be a card with half its title, ``1 Imperial``, above as many cards by chance.
    """
    places = [maybe.at for maybe in maybe_heads if maybe.section is not None and fitting[maybe.at]]
    return len(places) > 1 or places == [0]


def _says_no_card(entry: Entry) -> bool:
    """Tell whether a head's words can mean no card: a number alone, or Defensive Shields."""
    return entry.title.strip("()[]: 0123456789") == "" or "shield" in entry.title.lower()


def _below(entries: Sequence[Entry], at: int, bounds: set[int]) -> list[int]:
    """Return the places of the entries between entry *at* and the next head, or what may be one."""
    end = min((line for line in bounds if line > entries[at].line), default=None)
    return [place for place in range(at + 1, len(entries)) if end is None or entries[place].line < end]


def _fits(entries: Sequence[Entry], maybe: MaybeHead, below: list[int]) -> bool:
    """Tell whether as many cards as announced stand *below*, as far as the next head or, for a title, a blank line."""
    first = entries[maybe.at].line
    paragraph = [place for far, place in enumerate(below, start=1) if entries[place].line == first + far]
    sums = {sum(entries[place].count for place in places) for places in (below, paragraph if maybe.is_title else below)}
    return maybe.announced > 0 and maybe.announced in sums


def _wrong_sums(entries: Sequence[Entry], heads: Sequence[Block]) -> list[Remark]:
    remarks = []
    ends = [*[block.line for block in heads[1:]], None]
    for block, end in zip(heads, ends, strict=False):
        found = sum(e.count for e in entries if block.line < e.line and (end is None or e.line < end))
        if block.announced is not None and found != block.announced:
            words = f"the head {quoted(block.text)!r} announces {block.announced} cards, below it stand {found}"
            remarks.append(Remark(block.line, words))
    return remarks


def _settle_total(entries: list[Entry], total: Block, known: Known) -> Remark | None:
    """Compare what *total* announces with all *entries*; what it says about shields among them is noted there.

    Titles of both an Effect and a Defensive Shield are shields where they make up the difference, all of them or those
    at the end of the list; where they do not, they are in doubt.
    """
    whole, announced = sum(entry.count for entry in entries), total.announced or 0
    pile = [at for at, entry in enumerate(entries) if not (entry.stands_outside or known.is_shield(entry.title))]
    inside = sum(entries[at].count for at in pile)
    if announced in (whole, sum(entry.count for entry in entries if not entry.stands_outside), inside):
        return None
    wrong = f"the text announces {announced} cards in all, it names {whole}"
    twins = [at for at in pile if _may_stand_outside(entries[at], known)]
    if announced > inside or not twins:
        return Remark(total.line, wrong)
    last = list(takewhile(twins.__contains__, reversed(pile)))[::-1]
    for chosen in (twins, last):
        if sum(entries[at].count for at in chosen) == inside - announced:
            for at in chosen:
                entries[at] = replace(entries[at], outside=True)
            names = ", ".join(entries[at].title for at in chosen)
            return Remark(total.line, f"{wrong}; taken as Defensive Shields outside the deck: {quoted(names)}")
    for at in twins:
        entries[at] = replace(entries[at], doubt=_DOUBT_OUTSIDE)
    return Remark(total.line, wrong)


def _may_stand_outside(entry: Entry, known: Known) -> bool:
    """Tell whether nothing but its title says whether *entry* is an Effect or a Defensive Shield."""
    is_open = entry.stands_outside is None and not (entry.section.categories or entry.starts or entry.doubt)
    return is_open and not entry.blueprint_id and known.may_be_shield(entry.title)
